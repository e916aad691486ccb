"""`nextround explain`: why a round is paired as it is."""

import json
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from nextround import explain as explaining
from nextround.cli.arguments import (
    AccelerationName,
    Edition,
    InitialColour,
    NumberOfRounds,
    Options,
    System,
)
from nextround.cli.asking import (
    AnsweredReport,
    Wanted,
    is_event,
    pair_report,
    read_asked,
    read_colour,
    read_file,
    recorded,
)
from nextround.cli.event_pairing import ask_event
from nextround.cli.exits import Exit, fail
from nextround.cli.inputs import of_report, warn
from nextround.cli.terminal import say
from nextround.core.pairing.judging import Verdict, judged
from nextround.core.tournament import InvariantViolation
from nextround.explain import Explanation


class Form(StrEnum):
    """How an explanation is written."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


def explain(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A TRF16 or TRF26, or an event as JSON; - reads stdin.")],
    round_number: Annotated[
        int | None, typer.Option("--round", min=1, help="Explain this round. Default: the next.")
    ] = None,
    system: System = None,
    edition: Edition = None,
    acceleration: AccelerationName = None,
    option: Options = None,
    rounds: NumberOfRounds = None,
    initial_colour: InitialColour = None,
    player: Annotated[int | None, typer.Option(min=1, metavar="TPN", help="Explain this player's pairing.")] = None,
    pair: Annotated[tuple[int, int] | None, typer.Option(metavar="TPN TPN", help="Why do these two not meet?")] = None,
    output: Annotated[
        Form, typer.Option("--format", help="html: one page, to print or to read on a phone.")
    ] = Form.TEXT,
) -> None:
    """Explain the pairing of a round: brackets, criteria, colours, the bye; of a player; of two who don't meet.

    The pairing is that of the rules. Where the file has the round otherwise, that is said first.
    """
    asked = read_asked(system, edition, acceleration, option)
    wanted = Wanted(round_number, rounds, read_colour(initial_colour))
    data = read_file(file)
    if not is_event(file, data):
        answered = pair_report(file, data, asked, wanted)
        warn(file, of_report(answered.request.warnings))
        name, chosen = answered.report.name or file.stem, answered.request.chosen
        question, answer, in_the_file = answered.question, answered.answer, _in_the_file(answered)
    elif wanted != Wanted():
        fail(Exit.USAGE, "--round, --rounds and --initial-colour are for reports; an event says it all")
    else:
        paired = ask_event(file, data, asked)
        tournament, chosen = paired.request.tournament, paired.request.chosen
        name, in_the_file = tournament.name or tournament.id, None
        question, answer = paired.question, paired.pairing
    for tpn in (player, *(pair or ())):
        if tpn is not None and tpn not in question.everyone:
            _unknown(file, tpn)
    if pair and pair[0] == pair[1]:
        fail(Exit.USAGE, f"--pair {pair[0]} {pair[1]}; accepted are two different players")
    told = explaining.explain(
        name,
        chosen.system,
        (chosen.entry.title, chosen.entry.article),
        question,
        answer,
        in_the_file=in_the_file,
        player=player,
        pair=pair,
    )
    say(_written(told, output), nl=False)


def _written(told: Explanation, output: Form) -> str:
    if output is Form.JSON:
        return json.dumps(asdict(told), ensure_ascii=False, indent=2) + "\n"
    return explaining.page(told) if output is Form.HTML else explaining.text(told)


def _in_the_file(answered: AnsweredReport) -> Verdict | None:
    """Compare with the pairing that the report has for the round, if it has one."""
    theirs = recorded(answered.report, answered.question.round_number)
    if not theirs.pairs:
        return None
    try:
        return judged(answered.request.chosen.system, answered.question, answered.answer, theirs)
    except InvariantViolation as error:
        return Verdict("worse", "", "", f"another pairing, and our measure fails on it: {error}")


def _unknown(file: Path, tpn: int) -> NoReturn:
    fail(Exit.USAGE, f"{file}: there is no player {tpn}")
