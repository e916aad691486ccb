"""A paired round as the commands print it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from nextround.cli.boards import boards
from nextround.cli.engine_calls import javafo_lines
from nextround.cli.tables import Screen, show_table
from nextround.cli.terminal import say
from nextround.core.pairing import RoundToPair
from nextround.core.tournament import Kind

Json = dict[str, Any]


class Format(StrEnum):
    """How a pairing is printed."""

    TABLE = "table"
    JSON = "json"
    JAVAFO = "javafo"


@dataclass(frozen=True, slots=True)
class PairedRound:
    """The data of a `round.paired`, and what a reader wants to see with it; points in tenths.

    ``given_bye``: the pairing-allocated bye was given before the round was paired.
    """

    data: Json
    names: Mapping[int, str]
    points: Mapping[int, int]
    given_bye: bool


def paired_round(data: Json, question: RoundToPair) -> PairedRound:
    """Take what a reader wants to see from the question that was put to the system."""
    everyone = question.everyone
    return PairedRound(
        data=data,
        names={tpn: competitor.player.name or competitor.player.id for tpn, competitor in everyone.items()},
        points={tpn: competitor.points for tpn, competitor in everyone.items()},
        given_bye=Kind.PAB in question.unavailable.values(),
    )


def print_paired(paired: PairedRound, output: Format) -> None:
    """Print a pairing on stdout."""
    _PRINTERS[output](paired)


def _print_table(paired: PairedRound) -> None:
    console = Screen(markup=False, highlight=False)
    names = {tpn: _printable(name) for tpn, name in paired.names.items()}
    show_table(boards(paired.data, names, paired.points, wide=False), console)
    for left_out in paired.data["not_paired"]:
        tpn = left_out["player"]["tpn"]
        console.print(f"{names[tpn]} ({tpn}): {left_out['reason']}")


def _print_json(paired: PairedRound) -> None:
    say(json.dumps(paired.data, ensure_ascii=False, indent=2))


def _print_javafo(paired: PairedRound) -> None:
    pairs = [(board["white"]["tpn"], board["black"]["tpn"]) for board in paired.data["boards"]]
    pab = paired.data["pab"]["player"]["tpn"] if paired.data["pab"] and not paired.given_bye else None
    say("\n".join(javafo_lines(pairs, pab)))


def _printable(name: str) -> str:
    # A name from a file must not steer the terminal.
    return "".join(letter if letter.isprintable() else "?" for letter in name)


_PRINTERS = {Format.TABLE: _print_table, Format.JSON: _print_json, Format.JAVAFO: _print_javafo}
