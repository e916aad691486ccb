"""From the bytes of an event to its answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Literal

from nextround_schemas import DEFAULT_PREFIX, ROUND_FINISHED, Event, RoundFinished
from nextround_schemas.fragments import Problem, Warning
from nextround_schemas.problems import capped, problems
from nextround_schemas.round_refused import RefusalCode
from nextround_schemas.shapes import unknown_keys
from nextround_schemas.standards import form_of, same_but_form
from pydantic import ValidationError

from nextround import translate
from nextround.core.tournament import (
    InvalidOptions,
    InvalidTournament,
    NoLegalPairing,
    PairingError,
    UnknownSystem,
)
from nextround.core.tournament import Problem as Breach
from nextround.document import Document
from nextround.pairing_request import ChosenSystem, PairingRequest, SystemAsked, chosen_system, requested
from nextround.registry import Registry
from nextround.service.early import early_warnings
from nextround.service.limits import MAX_PLAYERS, beyond_limits
from nextround.service.replies import DEFAULT_SOURCE, TITLES, Answer, PairedRequest, ReplyBuilder
from nextround.service.request_context import Unaddressable, read
from nextround.translate.places import place_of

_REFUSALS: tuple[tuple[type[PairingError], RefusalCode, bool], ...] = (
    (InvalidTournament, "invalid-tournament", False),
    (UnknownSystem, "unknown-system", False),
    (InvalidOptions, "invalid-options", False),
    (NoLegalPairing, "no-legal-pairing", True),
)
"""Which error is answered with which code, and whether finally. Whatever is not here is our own fault."""

NAMED = 10
"""So many problems are named in the detail of a dead letter."""


class InvalidEvent(ValueError):
    """A body that is no round.finished event, with all that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = capped(problems)
        super().__init__(f"{len(self.problems)} problems")


def answer(
    body: bytes,
    *,
    systems: Registry,
    prefix: str = DEFAULT_PREFIX,
    source: str = DEFAULT_SOURCE,
    max_players: int = MAX_PLAYERS,
) -> Answer:
    """Answer the bytes of an event; raise Unaddressable or MemoryError, and nothing else, whatever they are.

    ``prefix`` begins the types of events, the received and the published; ``source`` is that of the published.
    """
    document, cause = read(body)
    if not cause.is_addressable:
        raise _unaddressable(document, ROUND_FINISHED.type(prefix))
    builder = ReplyBuilder(cause, prefix, source)
    if beyond := document.problems if document.exceeds else tuple(beyond_limits(document.value, max_players)):
        return builder.refusal("invalid-event", beyond)
    warnings = unknown_keys(RoundFinished, document.value.get("data"), ("data",))
    plugin = ""
    try:
        event = _event(document, ROUND_FINISHED.type(prefix))
        request = _request(event, systems)
        entry = request.chosen.entry
        plugin = entry.plugin
        question, pairing = request.pair()
        noted = (*request.warnings, *early_warnings(question, pairing, partial(place_of, event), entry.edition))
        warnings += capped(map(_warning, noted))
        data = translate.round_paired(
            question,
            pairing,
            tournament=event.tournament.id,
            revision=event.revision,
            applied=applied(request.chosen),
            digest=cause.digest,
            warnings=warnings,
        )
        answered = builder.pairing(data, system=entry.name, players=len(question.competitors))
        return replace(answered, paired=PairedRequest(request, question, pairing))
    except InvalidEvent as error:
        return builder.refusal("invalid-event", error.problems, warnings)
    except PairingError as error:
        for kind, code, final in _REFUSALS:
            if isinstance(error, kind) and error.problems:
                return builder.refusal(code, _reasons(error), warnings, final=final, plugin=plugin)
        return builder.refusal("internal", _faults(error, plugin), warnings, failure=error, plugin=plugin)
    except MemoryError:  # what failed may work in another process, and this one is spent
        raise
    except Exception as error:
        return builder.refusal("internal", _faults(error, plugin), warnings, failure=error, plugin=plugin)


def refuse_by_ledger(
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
    return ReplyBuilder(answered.cause, prefix, source).refusal(verdict, (found,))


def give_up(body: bytes, reason: str, *, prefix: str = DEFAULT_PREFIX, source: str = DEFAULT_SOURCE) -> Answer:
    """Refuse, as our own fault, an event that was taken up too often without an answer; raise Unaddressable."""
    document, cause = read(body)
    if not cause.is_addressable:
        raise _unaddressable(document, ROUND_FINISHED.type(prefix))
    return ReplyBuilder(cause, prefix, source).refusal("internal", (Problem(code="internal", message=reason),))


def _unaddressable(document: Document, expected_type: str) -> Unaddressable:
    found: tuple[Problem, ...] = ()
    try:
        _event(document, expected_type)
    except InvalidEvent as error:
        found = error.problems
    detail = "neither id, source, subject nor data.tournament.id can be read"
    return Unaddressable("no-address", "; ".join((detail, *map(_line, found[:NAMED]))), found)


def _line(problem: Problem) -> str:
    return f"{problem.pointer}: {problem.message}" if problem.pointer else problem.message


def _event(document: Document, expected_type: str) -> RoundFinished:
    try:
        event = Event[RoundFinished].model_validate(document.value)
    except ValidationError as error:
        raise _invalid(document, problems(error)) from None
    found = []
    if event.type != expected_type:
        message = f'this type of event is not answered; accepted: "{expected_type}"'
        found.append(Problem(code="not-accepted", message=message, pointer="/type"))
    if event.subject is not None and event.subject != event.data.tournament.id:
        message = f'the subject must be the id of the tournament, "{event.data.tournament.id}"; or leave it out'
        if same_but_form(event.subject, event.data.tournament.id):
            message += f"; they differ only in their Unicode form: {form_of(event.subject)} in the subject"
        found.append(Problem(code="not-accepted", message=message, pointer="/subject"))
    if found or document.problems:
        raise _invalid(document, found)
    return event.data


def _invalid(document: Document, found: Iterable[Problem]) -> InvalidEvent:
    """Join what is wrong with the document and with the event; of one place the first counts."""
    told = {problem.pointer for problem in document.problems}
    return InvalidEvent(chain(document.problems, (problem for problem in found if problem.pointer not in told)))


def _request(event: RoundFinished, systems: Registry) -> PairingRequest:
    """Find the tournament, the system and the acceleration of an event; raise with the problems of all."""
    wanted = event.pairing
    day = event.tournament.first_round_date
    errors: list[PairingError] = []
    tournament = chosen = None
    noted: tuple[Breach, ...] = ()
    try:
        tournament, noted = translate.tournament(event)
        day = tournament.first_round_date
    except PairingError as error:
        errors.append(error)
    try:
        asked = SystemAsked(wanted.system, wanted.edition, wanted.acceleration, wanted.options)
        chosen = chosen_system(asked, systems, day)
    except PairingError as error:
        errors.append(error)
    try:
        if wanted.acceleration:
            _may_be_accelerated(event)
        if tournament and chosen:
            return requested(tournament, chosen, noted)
    except PairingError as error:
        errors.append(error)
    found = [problem for error in errors for problem in error.problems]
    if event.trf and not tournament:
        # The date may stand in the report that could not be read.
        found = [problem for problem in found if problem.code != "edition-open"]
    elif any(problem.code == "edition-open" for problem in found):
        found += [Breach(note.code, f"{note.pointer}: {note.message}", "/trf") for note in noted if note.code == "date"]
    raise type(errors[0])(found)


def applied(chosen: ChosenSystem) -> translate.Applied:
    """Name what paired, as answers do."""
    entry, accelerated = chosen.entry, chosen.accelerated
    return translate.Applied(
        entry.family or entry.name,
        entry.edition,
        accelerated.name if accelerated else None,
        translate.engine(entry.plugin),
    )


def _may_be_accelerated(event: RoundFinished) -> None:
    """Raise InvalidTournament where the text of the acceleration forbids it."""
    matches = event.tournament.matches
    if matches and matches.kind == "teams" and matches.score == "game-points":
        message = "where game points are the score of teams, no acceleration is allowed"
        raise InvalidTournament(
            Breach("acceleration-not-allowed", message, "/pairing/acceleration", "C.04.7 (2026) 1.4")
        )


def _warning(noted: Breach) -> Warning:
    found = translate.problem(noted)
    return Warning(code=found.code, message=found.message, pointer=found.pointer)


def _reasons(error: PairingError) -> tuple[Problem, ...]:
    return capped(map(translate.problem, error.problems))


def _faults(error: Exception, plugin: str) -> tuple[Problem, ...]:
    """Say what went wrong that no event may bring about, and in whose code."""
    found = _reasons(error) if isinstance(error, PairingError) else ()
    # The text of an unforeseen exception may hold anything, so the platform hears its kind alone.
    found = found or (Problem(code="internal", message=f"{type(error).__name__} while pairing"),)
    if not plugin:
        return found
    return tuple(
        problem.model_copy(update={"message": f"{problem.message}, in the plugin {plugin}"}) for problem in found
    )
