"""An event in, an answer out; pure.

Nothing here raises for what a platform sends, except Unaddressable where nobody could be told.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from schemas import (
    DEFAULT_PREFIX,
    ROUND_FINISHED,
    ROUND_PAIRED,
    ROUND_REFUSED,
    Event,
    EventType,
    RoundFinished,
    RoundRefused,
)
from schemas.envelope import Attribute, Timestamp
from schemas.fragments import Id, Problem, Revision, RoundNumber, Warning
from schemas.problems import capped, problems, unknown_keys
from schemas.round_refused import RefusalCode
from worker import document, translate
from worker.pairing import PairingSystem, RoundPairing, RoundToPair, check, round_to_pair
from worker.pairing.acceleration import Acceleration
from worker.registry import Entry, Registry, read_options
from worker.tournament import (
    InvalidOptions,
    InvalidTournament,
    Kind,
    NoLegalPairing,
    PairingError,
    Tournament,
    UnknownSystem,
)
from worker.tournament import Problem as Breach

DEFAULT_SOURCE = "/nextround"

_NAMESPACE = uuid.UUID("6f7c5b0e-3d43-5c0e-9f5a-0d6a1f1c2b47")
"""Of the ids of our events; any fixed value does, but it must never change."""


class Unaddressable(ValueError):
    """A body that names no tournament, so that no answer to it can be addressed: for the dead letters."""

    def __init__(self, reason: str, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason}: {detail}" if detail else reason)


@dataclass(frozen=True, slots=True)
class Cause:
    """What an answer takes over from the event that it answers; readable even where the rest is not.

    ``round`` and ``revision`` are 0, and ``digest`` is empty, where they could not be read. ``body`` is the sha256 of
    the bytes themselves.
    """

    tournament: str
    round: int
    revision: int
    digest: str
    body: str
    id: str | None
    time: str | None
    correlation: str | None
    reopen: bool
    traceparent: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an event.

    ``event`` is the CloudEvent to publish, byte for byte the same for the same body. A ``final`` answer is the one
    answer to (tournament, round, revision). ``outcome`` is ``paired`` or the code of the refusal. ``failure`` is set
    where the fault is ours: the event belongs among the dead letters, and somebody must be woken. ``facts`` are for log
    lines, and name no player.
    """

    cause: Cause
    event: bytes
    final: bool
    outcome: str
    failure: Exception | None = None
    facts: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def tournament(self) -> str:
        """The platform's id of the tournament."""
        return self.cause.tournament

    @property
    def round(self) -> int:
        """The round to pair; 0 where it could not be read."""
        return self.cause.round

    @property
    def revision(self) -> int:
        """The revision of the event; 0 where it could not be read."""
        return self.cause.revision

    @property
    def reopen(self) -> bool:
        """Whether the event asks for a round although a later one may be answered."""
        return self.cause.reopen

    @property
    def digest(self) -> str:
        """The digest of the event's data; empty where it has none."""
        return self.cause.digest


TITLES: dict[RefusalCode, str] = {
    "invalid-event": "The event is not what round.finished.v1 says.",
    "invalid-tournament": "The tournament contradicts itself, or lacks something that a rule needs.",
    "unknown-system": "There is no such pairing system.",
    "invalid-options": "The pairing system doesn't accept these options.",
    "no-legal-pairing": "The rules leave no pairing of this round; the arbiter decides.",
    "internal": "NextRound made a mistake. The event is kept, and somebody will look at it.",
    "conflict": "This revision of the round was answered already, for other data; a correction needs a higher one.",
    "stale": "A higher revision of the round was answered already.",
    "superseded": "A later round was answered already. To pair this one again, send it with `reopen`.",
}

_REFUSALS: tuple[tuple[type[PairingError], RefusalCode, bool], ...] = (
    (InvalidTournament, "invalid-tournament", False),
    (UnknownSystem, "unknown-system", False),
    (InvalidOptions, "invalid-options", False),
    (NoLegalPairing, "no-legal-pairing", True),
)
"""Which error is answered with which code, and whether finally. Whatever is not here is our own fault."""


class InvalidEvent(ValueError):
    """A body that is no round.finished event, with all that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = capped(tuple(problems))
        super().__init__(f"{len(self.problems)} problems")


def answer(body: bytes, *, systems: Registry, prefix: str = DEFAULT_PREFIX, source: str = DEFAULT_SOURCE) -> Answer:
    """Answer the bytes of an event; raise Unaddressable, and nothing else, whatever they are.

    ``prefix`` begins the types of events, the received and the published; ``source`` is that of the published.
    """
    read, cause = _read(body)
    desk = _Desk(cause, prefix, source)
    warnings = unknown_keys(RoundFinished, read.value.get("data"), ("data",))
    try:
        return desk.pairing(_event(read, ROUND_FINISHED.type(prefix)), systems, warnings)
    except InvalidEvent as error:
        return desk.refusal("invalid-event", error.problems, warnings)
    except PairingError as error:
        code, final = next(
            ((code, final) for kind, code, final in _REFUSALS if isinstance(error, kind)), ("internal", False)
        )
        found = capped(tuple(map(translate.problem, error.problems)))
        return desk.refusal(code, found, warnings, final=final, failure=error if code == "internal" else None)
    except Exception as error:
        return desk.refusal("internal", (_own_fault(error),), warnings, failure=error)


def overruled(
    answered: Answer,
    verdict: Literal["conflict", "stale", "superseded"],
    *,
    prefix: str = DEFAULT_PREFIX,
    source: str = DEFAULT_SOURCE,
) -> Answer:
    """Refuse an event whose answer the ledger does not let pass."""
    found = Problem(
        code=verdict, message=TITLES[verdict], pointer="/data/round" if verdict == "superseded" else "/data/revision"
    )
    return _Desk(answered.cause, prefix, source).refusal(verdict, (found,))


def given_up(body: bytes, reason: str, *, prefix: str = DEFAULT_PREFIX, source: str = DEFAULT_SOURCE) -> Answer:
    """Refuse, as our own fault, an event that was taken up too often without an answer; raise Unaddressable."""
    _, cause = _read(body)
    return _Desk(cause, prefix, source).refusal("internal", (Problem(code="internal", message=reason),))


def pair(
    tournament: Tournament, system: PairingSystem, acceleration: Acceleration | None = None
) -> tuple[RoundToPair, RoundPairing]:
    """Pair the round, check the result, and return it with the question that was put to the system.

    Raises InvalidTournament, NoLegalPairing, and InvariantViolation where the system broke a rule.
    """
    question = round_to_pair(tournament, acceleration.virtual_points(tournament) if acceleration else None)
    if question.is_odd and Kind.PAB in question.unavailable.values():
        message = (
            "the pairing-allocated bye was given beforehand, but the players who are left are an odd number: "
            "one more of them needs an opponent, or the bye must be taken back"
        )
        raise InvalidTournament(Breach("second-pab", message, "/byes", "C.04.1 (2026) 3"))
    return question, check(question, system.pair(question))


@dataclass(frozen=True, slots=True)
class _Desk:
    """Writes the answers to one event."""

    cause: Cause
    prefix: str
    source: str

    def pairing(self, event: RoundFinished, systems: Registry, warnings: tuple[Warning, ...]) -> Answer:
        tournament, notes, system, made, acceleration = _chosen(event, systems)
        warnings += notes
        question, found = pair(tournament, made, acceleration.make(acceleration.options()) if acceleration else None)
        if not question.competitors:
            warnings += (
                Warning(code="nobody-to-pair", message="nobody is left to pair in this round", pointer="/data/byes"),
            )
        data = translate.round_paired(
            event,
            question,
            found,
            system=system.family or system.name,
            edition=system.edition,
            acceleration=acceleration.name if acceleration else None,
            digest=self.cause.digest,
            warnings=warnings,
        )
        facts: dict[str, str | int] = {
            "system": system.name,
            "acceleration": acceleration.name if acceleration else "",
            "players": len(question.competitors),
            "boards": len(data.boards),
            "warnings": len(warnings),
        }
        return Answer(self.cause, self._write(ROUND_PAIRED, data), True, "paired", None, facts)

    def refusal(
        self,
        code: RefusalCode,
        found: tuple[Problem, ...],
        warnings: tuple[Warning, ...] = (),
        *,
        final: bool = False,
        failure: Exception | None = None,
    ) -> Answer:
        data = RoundRefused(
            tournament=self.cause.tournament,
            round=self.cause.round or None,
            revision=self.cause.revision or None,
            code=code,
            title=TITLES[code],
            final=final,
            problems=list(found),
            warnings=list(warnings),
            engine=translate.ENGINE,
            digest=self.cause.digest or None,
        )
        facts: dict[str, str | int] = {"problems": len(found), "first": found[0].code}
        return Answer(self.cause, self._write(ROUND_REFUSED, data, code), final, code, failure, facts)

    def _write(self, kind: EventType, data: BaseModel, code: str = "") -> bytes:
        cause = self.cause
        of = (cause.tournament, str(cause.round), str(cause.revision), cause.digest or cause.body, kind.name, code)
        event = Event[Any](
            specversion="1.0",
            id=str(uuid.uuid5(_NAMESPACE, "\n".join(of))),
            source=self.source,
            type=kind.type(self.prefix),
            subject=cause.tournament,
            time=cause.time,
            datacontenttype="application/json",
            dataschema=kind.schema_id,
            correlationid=cause.correlation,
            causationid=cause.id,
            traceparent=cause.traceparent,
            data=data,
        )
        return event.to_json()


def _read(body: bytes) -> tuple[document.Document, Cause]:
    try:
        read = document.read(body)
    except document.Unreadable as error:
        raise Unaddressable("not-json", str(error)) from None
    if not isinstance(read.value, dict):
        raise Unaddressable("not-an-event", "the body is no JSON object")
    return read, _cause(read, body)


def _cause(read: document.Document, body: bytes) -> Cause:
    envelope: dict[str, Any] = read.value
    data = envelope.get("data")
    inner = data if isinstance(data, dict) else {}
    settings = inner.get("tournament")
    tournament = _valid(_ID, settings.get("id") if isinstance(settings, dict) else None) or _valid(
        _ID, envelope.get("subject")
    )
    if tournament is None:
        raise Unaddressable("no-tournament", "neither data.tournament.id nor subject names a tournament")
    identifier = _valid(_ATTRIBUTE, envelope.get("id"))
    return Cause(
        tournament=tournament,
        round=_valid(_ROUND, inner.get("round")) or 0,
        revision=_valid(_REVISION, inner.get("revision")) or 0,
        reopen=inner.get("reopen") is True,
        digest=document.digest(data, plain=read.plain) or "",
        body=hashlib.sha256(body).hexdigest(),
        id=identifier,
        time=_valid(_TIME, envelope.get("time")),
        correlation=_valid(_ATTRIBUTE, envelope.get("correlationid")) or identifier,
        traceparent=_valid(_ATTRIBUTE, envelope.get("traceparent")),
    )


_ID: TypeAdapter[str] = TypeAdapter(Id)
_ATTRIBUTE: TypeAdapter[str] = TypeAdapter(Attribute)
_ROUND: TypeAdapter[int] = TypeAdapter(RoundNumber)
_REVISION: TypeAdapter[int] = TypeAdapter(Revision)
_TIME: TypeAdapter[str] = TypeAdapter(Timestamp)

Value = TypeVar("Value")


def _valid(kind: TypeAdapter[Value], value: object) -> Value | None:
    try:
        return kind.validate_python(value, strict=True)
    except ValidationError:
        return None


def _event(read: document.Document, expected_type: str) -> RoundFinished:
    found = list(read.problems)
    try:
        event = Event[RoundFinished].model_validate(read.value)
    except ValidationError as error:
        raise InvalidEvent(found + list(problems(error))) from None
    if event.type != expected_type:
        message = f'this type of event is not answered; accepted: "{expected_type}"'
        found.append(Problem(code="not-accepted", message=message, pointer="/type"))
    if event.subject is not None and event.subject != event.data.tournament.id:
        message = f'the subject must be the id of the tournament, "{event.data.tournament.id}"; or leave it out'
        found.append(Problem(code="not-accepted", message=message, pointer="/subject"))
    if found:
        raise InvalidEvent(found)
    return event.data


def _chosen(
    event: RoundFinished, systems: Registry
) -> tuple[Tournament, tuple[Warning, ...], Entry[PairingSystem], PairingSystem, Entry[Acceleration] | None]:
    """Take the tournament, the system and the acceleration from the event; raise with the problems of all three."""
    asked = event.pairing
    errors: list[PairingError] = []
    tournament = system = made = acceleration = None
    notes: tuple[Warning, ...] = ()
    day = event.tournament.first_round_date
    try:
        tournament, notes = translate.tournament(event)
        day = tournament.first_round_date
    except PairingError as error:
        errors.append(error)
    try:
        system = systems.system(asked.system, asked.edition, day)
        made = system.make(read_options(system.options, asked.options, system.name))
    except PairingError as error:
        errors.append(error)
    try:
        acceleration = systems.acceleration(asked.acceleration, day) if asked.acceleration else None
    except PairingError as error:
        errors.append(error)
    if tournament is None or system is None or made is None or errors:
        raise type(errors[0])(problem for error in errors for problem in error.problems)
    return tournament, notes, system, made, acceleration


def _own_fault(error: Exception) -> Problem:
    # The text of an unforeseen exception may hold anything, so the platform hears its kind alone.
    return Problem(code="internal", message=f"{type(error).__name__} while pairing")
