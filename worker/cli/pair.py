"""`nextround pair`: one round of a file, on the spot."""

import hashlib
from pathlib import Path
from typing import Annotated

import typer

from schemas import RoundFinished
from schemas.fragments import TournamentSettings, Warning
from worker import service, translate
from worker.cli.arguments import (
    AccelerationName,
    Edition,
    InitialColour,
    NumberOfRounds,
    Options,
    System,
    read_asked,
    read_colour,
)
from worker.cli.choice import Asked, Choice, Misused, choose
from worker.cli.event_pairing import pair_event
from worker.cli.exits import Exit, fail
from worker.cli.inputs import of_report, read_bytes, refuse, warn
from worker.cli.paired import Format, Paired, print_paired
from worker.formats import read_trf
from worker.pairing import RoundPairing, RoundToPair
from worker.registry import registry
from worker.tournament import (
    Colour,
    InvariantViolation,
    Kind,
    NoLegalPairing,
    PairingError,
    Problem,
)

#: The status of an error; whatever is not here is unusable input.
_STATUSES = {NoLegalPairing: Exit.NEGATIVE, InvariantViolation: Exit.FAULT}

_HINTS = {
    "missing-result": "with --adjourned-as-draws games without a result count as draws",
    "number-of-rounds-missing": "or say it with --rounds",
}


def pair(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A TRF16 or TRF26, or an event as JSON; - reads stdin.")],
    system: System = None,
    edition: Edition = None,
    acceleration: AccelerationName = None,
    option: Options = None,
    round_number: Annotated[
        int | None, typer.Option("--round", min=1, help="Pair this round from the state before it. Default: the next.")
    ] = None,
    rounds: NumberOfRounds = None,
    initial_colour: InitialColour = None,
    adjourned_as_draws: Annotated[
        bool, typer.Option("--adjourned-as-draws", help="Games without a result are adjourned: draws for the pairing.")
    ] = False,
    output: Annotated[Format, typer.Option("--format", help="javafo: the pairs as other engines print them.")] = (
        Format.TABLE
    ),
) -> None:
    """Pair the next round of a file, or any round that it holds.

    Status 1: the rules leave no pairing. The digest in the JSON of a report is the sha256 of its bytes.
    """
    asked = read_asked(system, edition, acceleration, option)
    try:
        data = read_bytes(file)
    except OSError as error:
        fail(Exit.INPUT, f"{file}: {error.strerror or error}")
    if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] != b"{":
        colour = read_colour(initial_colour)
        paired = _pair_report(file, data, asked, round_number, rounds, colour, adjourned_as_draws=adjourned_as_draws)
    elif round_number or rounds or initial_colour or adjourned_as_draws:
        fail(
            Exit.USAGE,
            "--round, --rounds, --initial-colour and --adjourned-as-draws are for reports; an event says it all",
        )
    else:
        paired = pair_event(file, data, asked)
    print_paired(paired, output)


def _pair_report(
    file: Path,
    data: bytes,
    asked: Asked,
    round_number: int | None,
    rounds: int | None,
    initial_colour: Colour | None,
    *,
    adjourned_as_draws: bool,
) -> Paired:
    try:
        report = read_trf(data)
        choice = choose(asked, report, registry(experimental=True))
        tournament = report.tournament(
            round_number,
            number_of_rounds=rounds,
            initial_colour=initial_colour,
            adjourned_as_draws=adjourned_as_draws,
        )
        choice.entry.require(tournament)
        question, answer = service.pair(tournament, choice.system, choice.made_acceleration())
    except Misused as error:
        refuse(Exit.USAGE, file, error.problems)
    except PairingError as error:
        refuse(_STATUSES.get(type(error), Exit.INPUT), file, of_report(error.problems) + _hints(error))
    notes = (*report.notes, *choice.warnings)
    if not question.competitors:
        notes += (Problem("nobody-to-pair", f"nobody is left to pair in round {question.round_number}"),)
    warn(file, notes)
    return _paired(report.name or file.stem, data, choice, question, answer, notes)


def _paired(
    name: str,
    data: bytes,
    choice: Choice,
    question: RoundToPair,
    answer: RoundPairing,
    notes: tuple[Problem, ...],
) -> Paired:
    event = RoundFinished.model_construct(
        tournament=TournamentSettings.model_construct(id=name), round=question.round_number, revision=1
    )
    paired = translate.round_paired(
        event,
        question,
        answer,
        applied=translate.Applied(
            choice.entry.family or choice.entry.name,
            choice.entry.edition,
            choice.acceleration.name if choice.acceleration else None,
        ),
        digest=hashlib.sha256(data).hexdigest(),
        warnings=[Warning(code=note.code, message=note.message, pointer=note.pointer or None) for note in notes],
    )
    return Paired(
        data=paired.model_dump(mode="json"),
        names={tpn: competitor.player.name for tpn, competitor in question.everyone.items()},
        points={tpn: competitor.points for tpn, competitor in question.everyone.items()},
        given_bye=Kind.PAB in question.unavailable.values(),
    )


def _hints(error: PairingError) -> tuple[Problem, ...]:
    found = {problem.code for problem in error.problems}
    return tuple(Problem("hint", hint) for code, hint in _HINTS.items() if code in found)
