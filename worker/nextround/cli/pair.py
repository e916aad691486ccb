"""`nextround pair`: one round of a file, on the spot."""

import hashlib
from pathlib import Path
from typing import Annotated

import typer
from nextround_schemas import RoundFinished
from nextround_schemas.fragments import TournamentSettings, Warning

from nextround import service, translate
from nextround.cli.arguments import (
    AccelerationName,
    Edition,
    InitialColour,
    NumberOfRounds,
    Options,
    System,
    read_asked,
    read_colour,
)
from nextround.cli.asking import Wanted, is_event, pair_report, read_file, read_fixed
from nextround.cli.choice import Asked, Choice
from nextround.cli.event_pairing import pair_event
from nextround.cli.exits import Exit, fail
from nextround.cli.inputs import of_report, warn
from nextround.cli.paired import Format, Paired, print_paired
from nextround.core.pairing import RoundPairing, RoundToPair
from nextround.core.tournament import Kind, Problem


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
    fix: Annotated[
        list[str] | None,
        typer.Option("--fix", metavar="WHITE-BLACK", help="A pair that the arbiter has made, as in 3-5. Repeatable."),
    ] = None,
    output: Annotated[Format, typer.Option("--format", help="javafo: the pairs as other engines print them.")] = (
        Format.TABLE
    ),
) -> None:
    """Pair the next round of a file, or any round that it holds.

    Status 1: the rules leave no pairing. The digest in the JSON of a report is the sha256 of its bytes.
    """
    asked = read_asked(system, edition, acceleration, option)
    wanted = Wanted(round_number, rounds, read_colour(initial_colour), adjourned_as_draws, read_fixed(fix or []))
    data = read_file(file)
    if not is_event(file, data):
        paired = _pair_report(file, data, asked, wanted)
    elif wanted != Wanted():
        fail(
            Exit.USAGE,
            "--round, --rounds, --initial-colour, --adjourned-as-draws and --fix are for reports; an event says it all",
        )
    else:
        paired = pair_event(file, data, asked)
    print_paired(paired, output)


def _pair_report(file: Path, data: bytes, asked: Asked, wanted: Wanted) -> Paired:
    answered = pair_report(file, data, asked, wanted)
    early = service.early_warnings(
        answered.question, answered.answer, answered.report.place_of, answered.choice.entry.edition
    )
    notes = (*answered.report.notes, *answered.choice.warnings, *of_report(early))
    warn(file, notes)
    name = answered.report.name or file.stem
    return _paired(name, data, answered.choice, answered.question, answered.answer, notes)


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
