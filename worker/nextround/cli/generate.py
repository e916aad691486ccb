"""`nextround generate`: random tournaments, the same for the same seed."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from nextround.cli.arguments import AccelerationName, Edition, Options
from nextround.cli.asking import read_asked
from nextround.cli.choice import Misused, choose
from nextround.cli.exits import Exit, fail
from nextround.cli.inputs import refuse
from nextround.cli.terminal import say
from nextround.core.formats import Report, write_trf
from nextround.core.formats.system_codes import code_of
from nextround.core.formats.writing import report_of
from nextround.core.tournament import PairingError, Tournament
from nextround.generator import PER_MILLE, Wishes
from nextround.generator import generate as generated
from nextround.pairing_request import ChosenSystem, SystemAsked
from nextround.registry import registry


def generate(
    system: Annotated[str, typer.Option("--system", help="As in dutch-2026: the system that pairs the rounds.")],
    edition: Edition = None,
    acceleration: AccelerationName = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed and wishes give the same bytes.")] = 1,
    players: Annotated[int, typer.Option(min=2, max=9999)] = 40,
    rounds: Annotated[int, typer.Option(min=1, max=99)] = 9,
    ratings: Annotated[str, typer.Option(metavar="LOW-HIGH", help="The spread of the ratings.")] = "1400-2400",
    draws: Annotated[float, typer.Option(min=0, max=1, help="How often equals draw.")] = 0.3,
    forfeits: Annotated[float, typer.Option(min=0, max=1, help="By game.")] = 0.01,
    byes: Annotated[float, typer.Option(min=0, max=1, help="Requested byes, by player and round.")] = 0.02,
    withdrawals: Annotated[float, typer.Option(min=0, max=1, help="By player.")] = 0.02,
    late: Annotated[float, typer.Option(min=0, max=1, help="Late entries, by player.")] = 0.02,
    trf: Annotated[Literal["16", "26"], typer.Option("--trf", help="TRF16 or TRF26.")] = "26",
    count: Annotated[int, typer.Option(min=1, help="So many tournaments, with the seeds from --seed on.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="A directory for files seed-N.trf; without it one is printed.")
    ] = None,
) -> None:
    """Write random tournaments as reports, every round paired by a system.

    A tournament ends early at a round for which no legal pairing is left. In a round robin everybody stays to the end.
    """
    if count > 1 and out is None:
        fail(Exit.USAGE, "--count needs --out, a directory for the files")
    chosen = _chosen(read_asked(system, edition, acceleration, option))
    rates = [round(rate * PER_MILLE) for rate in (draws, forfeits, byes, withdrawals, late)]
    if chosen.entry.schedule:
        rates[2:] = 0, 0, 0
    wishes = Wishes(players, rounds, _spread(ratings), *rates)
    for number in range(seed, seed + count):
        text = write_trf(_report(_tournament(number, wishes, chosen), chosen), trf, "\n")
        if out is None:
            say(text, nl=False)
        else:
            out.mkdir(parents=True, exist_ok=True)
            (out / f"seed-{number}.trf").write_bytes(text.encode())


def _chosen(asked: SystemAsked) -> ChosenSystem:
    try:
        chosen, _ = choose(asked, Report(), registry(experimental=True))
    except (Misused, PairingError) as error:
        refuse(Exit.USAGE, "usage", error.problems)
    if chosen.entry.matches:
        fail(Exit.USAGE, f"{chosen.entry.name} pairs matches; tournaments of single games are generated")
    return chosen


def _tournament(seed: int, wishes: Wishes, chosen: ChosenSystem) -> Tournament:
    name = f"Random {chosen.entry.name} {seed}"
    try:
        acceleration, repeats = chosen.acceleration, chosen.entry.repeats
        return generated(seed, wishes, chosen.system, acceleration, repeats=repeats, name=name)
    except PairingError as error:
        refuse(Exit.USAGE, f"seed {seed}", error.problems)


def _report(tournament: Tournament, chosen: ChosenSystem) -> Report:
    """Add the code of the system; the acceleration is written out, so the code goes without it."""
    code = code_of(chosen.entry.family or chosen.entry.name, chosen.entry.edition)
    return replace(report_of(tournament), system_code=code or "")


def _spread(text: str) -> tuple[int, int]:
    low, dash, high = text.partition("-")
    if not dash or not (low.isdecimal() and high.isdecimal()) or not 0 < int(low) <= int(high) <= 9999:
        fail(Exit.USAGE, f"--ratings {text!r}; accepted are two ratings up to 9999, as in 1400-2400")
    return int(low), int(high)
