"""How long the Dutch system takes, from the tournament to the boards, beside other programs if there are any."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from itertools import pairwise
from math import log
from pathlib import Path
from time import perf_counter, process_time

from nextround.core.formats import write_trf
from nextround.core.pairing import round_to_pair
from nextround.core.systems.dutch import DUTCH_2017, DUTCH_2026, Dutch
from nextround.core.tournament import Kind, NoLegalPairing, Tournament
from rich.table import Table

from tests.benchmarks.events import Result, all_drawn, by_rating, played, white_wins

EDITIONS = (Dutch(DUTCH_2017), Dutch(DUTCH_2026))
SIZES = (20, 100, 300, 1000, 4000, 10_000)
ROUNDS = (2, 5, 9)

#: What takes longer is not run again for a better figure.
_LONG = 200.0

#: Other programs are not asked for more: they would take minutes.
LARGEST_FOR_OTHERS = 300


def tables() -> Iterator[Table]:
    """Give the tables one after the other, as they get ready."""
    yield _ordinary()
    yield _unusual()
    others = [program for program in (_bbp_pairings(), _py4swiss()) if program]
    if others:
        yield _beside(others)


def milliseconds(system: Dutch, facts: Tournament) -> float:
    """Take the best of a few runs, processor time; an answer that there is no pairing is an answer."""
    best = 0.0
    for _ in range(5):
        if best > _LONG:
            break
        start = process_time()
        with suppress(NoLegalPairing):
            system.pair(round_to_pair(facts))
        taken = 1000 * (process_time() - start)
        best = min(best or taken, taken)
    return best


def _ordinary() -> Table:
    table = Table(title="Dutch, nine rounds, in process: milliseconds a round", title_justify="left")
    for header in ("players", *(f"{s.edition.name} r{r}" for s in EDITIONS for r in ROUNDS), "growth"):
        table.add_column(header, justify="right")
    taken: dict[int, list[float]] = {}
    for players in SIZES:
        events = list(played(EDITIONS[1], players, 9))
        taken[players] = [milliseconds(system, events[r - 1]) for system in EDITIONS for r in ROUNDS]
    before = dict(pairwise(SIZES))
    smaller = {after: size for size, after in before.items()}
    for players, row in taken.items():
        growth = ""
        if players in smaller:
            previous = smaller[players]
            growth = f"n^{log(max(row) / max(taken[previous])) / log(players / previous):.2f}"
        table.add_row(f"{players:,}", *(f"{ms:.1f}" for ms in row), growth)
    return table


def _unusual() -> Table:
    table = Table(title="Dutch, unusual events: the slowest round, milliseconds", title_justify="left")
    for header in ("event", *(system.edition.name for system in EDITIONS)):
        table.add_column(header, justify="left" if header == "event" else "right")

    def add(name: str, events: Callable[[Dutch], Iterator[Tournament]]) -> None:
        table.add_row(name, *(f"{max(milliseconds(s, facts) for facts in events(s)):.1f}" for s in EDITIONS))

    def event(players: int, rounds: int, result: Result = by_rating) -> Callable[[Dutch], Iterator[Tournament]]:
        return lambda system: played(system, players, rounds, result)

    add("20 players, every game drawn, 9 rounds", event(20, 9, all_drawn))
    add("8 players, 7 rounds", event(8, 7))
    add("6 players, 5 rounds", event(6, 5))
    add("200 players, 150 absent, 9 rounds", _mostly_absent)
    for players in (200, 201, 1000, 999):
        add(f"{players} players, White wins every game, 9 rounds", event(players, 9, white_wins))
    return table


def _mostly_absent(system: Dutch) -> Iterator[Tournament]:
    for facts in played(system, 200, 9):
        yield replace(facts, unavailable={tpn: Kind.ABSENT for tpn in range(1, 201) if tpn % 4})


Program = tuple[str, Callable[[Path], list[str]]]


def _bbp_pairings() -> Program | None:
    found = shutil.which("bbpPairings")
    return (found and ("bbpPairings", lambda path: [found, "--dutch", str(path), "-p"])) or None


def _py4swiss() -> Program | None:
    found = shutil.which("py4swiss")
    if not found or find_spec("py4swiss") is None:
        return None
    return "py4swiss", lambda path: [found, "--engine", "dutch", "--trf", str(path), "--pairings", str(path) + ".out"]


def _beside(others: list[Program]) -> Table:
    """Compare with whole processes of other programs; ours without a process, so read the ratios from 300 up."""
    table = Table(title="Round 5 of 9, other programs as processes: milliseconds", title_justify="left")
    for header in ("players", "here", *(column for name, _ in others for column in (name, "ratio"))):
        table.add_column(header, justify="right")
    for players in (size for size in SIZES if size <= LARGEST_FOR_OTHERS):
        facts = list(played(EDITIONS[1], players, 9, until=5))[-1]
        ours = milliseconds(EDITIONS[1], facts)
        cells = []
        for _, command in others:
            theirs = _run(command, facts)
            cells += [f"{theirs:.0f}", f"{theirs / ours:.0f}"] if theirs else ["fails", ""]
        table.add_row(str(players), f"{ours:.1f}", *cells)
    return table


def _run(command: Callable[[Path], list[str]], facts: Tournament) -> float | None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.trf"
        path.write_bytes(write_trf(facts).encode())
        start = perf_counter()
        done = subprocess.run(command(path), capture_output=True, check=False)
        return 1000 * (perf_counter() - start) if done.returncode == 0 else None
