"""One round of a report, paired: what `pair` prints and `explain` explains."""

from dataclasses import dataclass, replace
from pathlib import Path

from nextround.cli.choice import Misused, choose, read_pairs
from nextround.cli.exits import Exit, fail
from nextround.cli.inputs import of_report, read_bytes, refuse
from nextround.core.formats import Report, read_trf
from nextround.core.pairing import RoundPairing, RoundToPair
from nextround.core.pairing.judging import answer_of
from nextround.core.tournament import (
    Colour,
    InvariantViolation,
    Kind,
    NoLegalPairing,
    PairingError,
    PairingNumber,
    Problem,
)
from nextround.pairing_request import PairingRequest, SystemAsked, requested
from nextround.registry import registry

#: The status of an error; whatever is not here is unusable input.
_STATUSES = {NoLegalPairing: Exit.NEGATIVE, InvariantViolation: Exit.FAULT}

_HINTS = {
    "missing-result": "with --adjourned-as-draws games without a result count as draws",
    "number-of-rounds-missing": "or say it with --rounds",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the arguments say about the round of a report; None where they say nothing."""

    round_number: int | None = None
    number_of_rounds: int | None = None
    initial_colour: Colour | None = None
    adjourned_as_draws: bool = False
    fixed_pairs: tuple[tuple[PairingNumber, PairingNumber], ...] = ()


@dataclass(frozen=True, slots=True)
class AnsweredReport:
    """A round of a report, and its answer."""

    report: Report
    request: PairingRequest
    question: RoundToPair
    answer: RoundPairing


def read_asked(
    system: str | None, edition: str | None, acceleration: str | None, options: list[str] | None
) -> SystemAsked:
    """Collect what the arguments ask for; leave with status 2 for a malformed option."""
    try:
        return SystemAsked(system, edition, acceleration, read_pairs(options or []))
    except Misused as error:
        refuse(Exit.USAGE, "usage", error.problems)


def read_colour(name: str | None) -> Colour | None:
    """Read a colour that the parser of the arguments has accepted."""
    return None if name is None else Colour.WHITE if name == "white" else Colour.BLACK


def read_file(file: Path) -> bytes:
    """Read a file; leave with its status where it can't be read."""
    try:
        return read_bytes(file)
    except OSError as error:
        fail(Exit.INPUT, f"{file}: {error.strerror or error}")


def is_event(file: Path, data: bytes) -> bool:
    """Whether a file is meant as an event: it looks like JSON, or is called so."""
    return file.suffix.lower() == ".json" or data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def pair_report(file: Path, data: bytes, asked: SystemAsked, wanted: Wanted) -> AnsweredReport:
    """Pair a round of a report; leave with its status where that can't be."""
    try:
        report = read_trf(data)
        chosen, notes = choose(asked, report, registry(experimental=True))
        tournament = report.tournament(
            wanted.round_number,
            number_of_rounds=wanted.number_of_rounds,
            initial_colour=wanted.initial_colour,
            adjourned_as_draws=wanted.adjourned_as_draws,
        )
        facts = replace(tournament, fixed_pairs=wanted.fixed_pairs)
        request = requested(facts, chosen, (*report.notes, *notes))
        question, answer = request.pair()
    except Misused as error:
        refuse(Exit.USAGE, file, of_report(error.problems))
    except PairingError as error:
        refuse(_STATUSES.get(type(error), Exit.INPUT), file, of_report(error.problems) + _hints(error))
    return AnsweredReport(report, request, question, answer)


def recorded(report: Report, number: int) -> RoundPairing:
    """Read the pairing of a round as a report has it, the boards in the order of the lower pairing numbers."""
    games = []
    pab = None
    for tpn, record in sorted(report.column(number).items()):
        if record.opponent is None:
            pab = tpn if record.kind is Kind.PAB else pab
        elif record.opponent > tpn:
            games.append((record.opponent, tpn) if record.colour is Colour.BLACK else (tpn, record.opponent))
    return answer_of(games, pab)


def read_fixed(pairs: list[str]) -> tuple[tuple[PairingNumber, PairingNumber], ...]:
    """Read ``3-5`` arguments, White first; leave with status 2 for anything else."""
    found = []
    for pair in pairs:
        white, dash, black = pair.partition("-")
        if not dash or not (white.isdecimal() and black.isdecimal()):
            fail(Exit.USAGE, f"--fix {pair!r}; accepted are two pairing numbers, White first, as in 3-5")
        found.append((int(white), int(black)))
    return tuple(found)


def _hints(error: PairingError) -> tuple[Problem, ...]:
    found = {problem.code for problem in error.problems}
    return tuple(Problem("hint", hint) for code, hint in _HINTS.items() if code in found)
