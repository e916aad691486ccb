"""What operators see at a glance, as facts; read from the broker by whoever knows it."""

from collections.abc import Mapping
from dataclasses import dataclass

from nextround.operations.examination import Finding

TOO_OLD = 120.0
"""Seconds after which an event without an answer is told as a concern: twice the usual time limit of a round."""
FULL = 0.75
"""The part of its memory that a broker may use before it is told as a concern."""


@dataclass(frozen=True, slots=True)
class Readers:
    """A platform's consumer group on the stream of answers; `unread` is None where the broker cannot tell.

    `idle_days`: since one of its consumers asked last, or since the oldest answer came where it has none;
    `is_forgotten`: it has not read everything, and that is longer than answers stay.
    """

    group: str
    unread: int | None
    unacknowledged: int
    idle_days: float
    is_forgotten: bool


@dataclass(frozen=True, slots=True)
class Bytes:
    """What the three streams take of the broker's memory."""

    events: int
    answers: int
    dead_letters: int


@dataclass(frozen=True, slots=True)
class Flow:
    """What lies on the broker. `waiting`: events that no worker has taken in; `pending`: taken in, not yet answered.

    `oldest_seconds` is the age of the oldest event without an answer, None where there is none. `memory` is the part of
    its memory limit that the broker uses, None where it has no limit; `findings`: what was found
    when the broker was examined; `differing`: the settings in which the workers differ.
    """

    waiting: int
    pending: int
    oldest_seconds: float | None
    answers: int
    dead_letters: int
    bytes: Bytes
    readers: tuple[Readers, ...]
    memory: float | None
    findings: tuple[Finding, ...]
    differing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WorkerSeen:
    """A worker that has shown itself of late; `waiting` are the rounds that it has taken in beyond those at work.

    `paused`: why it takes in no events for now.
    """

    name: str
    version: str
    children: int
    waiting: int
    since: str
    paused: str | None = None


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """An answer. `place` is its entry in the stream; `outcome` is `paired` or the code of the refusal.

    `tournament` is None where it could not be read.
    """

    place: str
    time: str
    tournament: str | None
    round: int | None
    revision: int | None
    outcome: str
    system: str | None
    players: int | None
    seconds: float | None


@dataclass(frozen=True, slots=True)
class LetterSeen:
    """A dead letter, without what the platform sent."""

    place: str
    time: str
    reason: str
    detail: str
    entry: str
    deliveries: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything on one screen; newest first. `reasons` counts the newest `counted` dead letters.

    `repaired`: the stream that was made anew last, and when, within the last day.
    """

    broker: str
    time: str
    flow: Flow
    at_work: int
    workers: tuple[WorkerSeen, ...]
    reasons: Mapping[str, int]
    counted: int
    letters: tuple[LetterSeen, ...]
    rounds: tuple[RoundSeen, ...]
    repaired: str | None = None

    @property
    def concerns(self) -> tuple[str, ...]:
        """What somebody should look at; empty where all is well."""
        flow = self.flow
        paused = sorted({worker.paused for worker in self.workers if worker.paused})
        forgotten = [readers for readers in flow.readers if readers.is_forgotten]
        return tuple(
            sentence
            for is_so, sentence in (
                *((True, f"The intake waits for readers: {reason}.") for reason in paused),
                *(
                    (True, f"The group {readers.group!r} has asked nothing for {readers.idle_days:.0f} days.")
                    for readers in forgotten
                ),
                (not self.workers, "No worker is alive: nothing is paired."),
                (
                    (flow.oldest_seconds or 0) > TOO_OLD,
                    f"An event has waited {duration(flow.oldest_seconds)} for its answer.",
                ),
                ((flow.memory or 0) > FULL, f"The broker's memory is {flow.memory or 0:.0%} full."),
                *((True, finding.text) for finding in flow.findings),
                (flow.differing, f"The workers are not set alike: {', '.join(flow.differing)}."),
                (self.repaired, f"Somebody chose an id beyond the broker's time; made anew: {self.repaired}."),
                (flow.dead_letters, f"Dead letters to look at: {flow.dead_letters}."),
            )
            if is_so
        )


def duration(seconds: float | None) -> str:
    """Write a duration as people say it; a dash for none."""
    if seconds is None:
        return "–"
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length:.0f} {unit}"
    return f"{seconds:.0f} s" if seconds >= 9.5 else f"{seconds:.2g} s"
