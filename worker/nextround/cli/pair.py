"""`nextround pair`: one round of a file, on the spot."""

import hashlib
from pathlib import Path
from typing import Annotated

import typer
from nextround_schemas.fragments import Warning

from nextround import service, translate
from nextround.cli.arguments import (
    AccelerationName,
    Edition,
    InitialColour,
    NumberOfRounds,
    Options,
    System,
)
from nextround.cli.asking import Wanted, is_event, pair_report, read_asked, read_colour, read_file, read_fixed
from nextround.cli.event_pairing import pair_event
from nextround.cli.exits import Exit, fail
from nextround.cli.inputs import of_report, warn
from nextround.cli.paired import Format, PairedRound, paired_round, print_paired
from nextround.pairing_request import SystemAsked


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


def _pair_report(file: Path, data: bytes, asked: SystemAsked, wanted: Wanted) -> PairedRound:
    answered = pair_report(file, data, asked, wanted)
    chosen, question = answered.request.chosen, answered.question
    early = service.early_warnings(question, answered.answer, answered.report.place_of, chosen.entry.edition)
    notes = of_report((*answered.request.warnings, *early))
    warn(file, notes)
    paired = translate.round_paired(
        question,
        answered.answer,
        tournament=answered.report.name or file.stem,
        revision=1,
        applied=service.applied(chosen),
        digest=hashlib.sha256(data).hexdigest(),
        warnings=[Warning(code=note.code, message=note.message, pointer=note.pointer or None) for note in notes],
    )
    return paired_round(paired.model_dump(mode="json"), question)
