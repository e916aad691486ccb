"""The ledger: which event is answered, and the promise that each gets one final answer."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from nextround.service import Answer

Refusal = Literal["conflict", "stale", "superseded"]


class Verdict(StrEnum):
    """What became of an answer that was brought to the ledger."""

    COMMITTED = "committed"
    """Published, and its event acknowledged."""
    DUPLICATE = "duplicate"
    """Published before; its event is acknowledged and nothing is published again."""
    CONFLICT = "conflict"
    """This revision of the round was answered for another input. The event stays open until that is answered."""
    STALE = "stale"
    """A higher revision of the round was answered. The event stays open until that is answered."""
    SUPERSEDED = "superseded"
    """A later round was answered, and the event does not reopen this one. It stays open until that is answered."""

    @property
    def refusal(self) -> Refusal | None:
        """The code that the platform must still hear; None where there is nothing left to say."""
        return _REFUSALS.get(self)


_REFUSALS: dict[Verdict, Refusal] = {
    Verdict.CONFLICT: "conflict",
    Verdict.STALE: "stale",
    Verdict.SUPERSEDED: "superseded",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it lies on the broker.

    `id` is what the ledger finds it by, `name` what log lines call it.
    `body` is what the platform sent, None where the entry has no such field; `deliveries` counts from 1. `arrived` is
    when the broker took it, in seconds since 1970, by the broker's clock, and no later than it was read.
    """

    id: str
    name: str
    body: bytes | None
    signature: bytes | None
    deliveries: int
    arrived: float


class Ledger(Protocol):
    """Where events lie until they are answered.

    Every method may be repeated after a lost reply without doing its work twice, and raises the broker's own errors
    where it is out of reach: the event then stays pending, and is delivered again.
    """

    def read(self, entry: str) -> Entry | None:
        """Take an entry up for work; None where it is no longer pending, so that there is nothing to do."""

    def touch(self, entry: str) -> None:
        """Show that an entry is still worked on, so that nobody takes it over."""

    def commit(self, entry: str, answer: Answer, seconds: float = 0.0) -> Verdict:
        """Publish the answer and acknowledge its event, both or neither; `seconds` of work are noted with it.

        A final answer must pass: one per (tournament, round, revision), no lower revision, no older round unless it
        reopens. An answer that is not final passes always and leaves the ledger as it is.
        """

    def bury(self, entry: str, reason: str, detail: str = "", answer: Answer | None = None, sha256: str = "") -> bool:
        """Move an entry to the dead letters, and publish the answer if there is one.

        `sha256` is that of its body: of an event that nobody could believe only the beginning may be kept.
        False where it was no longer pending, so that nothing was done.
        """
