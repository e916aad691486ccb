"""Agreement with other programs on generated rounds: ``make compare``, or ``python -m tests.compare [TOURNAMENTS]``.

Compared with is whatever there is: ``bbpPairings`` on the PATH (`BBP_EDITION` says which edition that build pairs by;
2026 by default, as version 6 does), and ``gacrux`` on the PATH or installed beside this project (2026). What is not
there is skipped plainly, with status 0. Tournaments are those of `nextround.generator`; a round that differs is kept in
`var/compare`.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from nextround.core.formats import write_trf
from nextround.core.formats.writing import report_of
from nextround.core.pairing import RoundPairing, round_to_pair
from nextround.core.tournament import Kind, NoLegalPairing, Tournament
from nextround.core.tournament.rounds import worth
from nextround.generator import Wishes, generate
from nextround.registry import registry

from tests.golden.reader import Boards

KEPT = Path("var/compare")
PATIENCE = 300.0

#: Small and odd fields show most differences; few of each kind are enough in a big one.
KINDS = (
    Wishes(7, 5, byes=60, forfeits=60, late=60, withdrawals=60),
    Wishes(10, 9, byes=40, forfeits=30),
    Wishes(15, 7, byes=30, forfeits=30, late=50, withdrawals=50, draws=600),
    Wishes(24, 9),
    Wishes(41, 9, byes=20, forfeits=20),
)


@dataclass(frozen=True)
class Engine:
    """Another program: how it is called with a report and a round, in which kind of report, and what it pairs by."""

    name: str
    system: str
    command: Callable[[Path, int], list[str]]
    trf: Literal["16", "26"]

    def pair(self, facts: Tournament) -> Boards | None:
        """Let it pair the coming round; None where it says that there is no legal pairing."""
        with tempfile.TemporaryDirectory(prefix="compare-") as directory:
            file = Path(directory) / "round.trf"
            file.write_text(written(facts, self.trf), "utf-8")
            done = subprocess.run(
                self.command(file, facts.round_number), capture_output=True, text=True, timeout=PATIENCE, check=False
            )
        return read_pairs(done.stdout)


def written(facts: Tournament, trf: Literal["16", "26"]) -> str:
    """Write the state before a round as engines want it: points count the byes of the coming round already."""
    report = report_of(facts)
    value = worth(facts.points)
    entries = tuple(
        replace(entry, points=(entry.points or 0) + value[facts.unavailable[entry.tpn]])
        if entry.tpn in facts.unavailable
        else entry
        for entry in report.entries
    )
    return write_trf(replace(report, entries=entries), trf, "\n")


def read_pairs(text: str) -> Boards | None:
    """Read the pairs as JaVaFo prints them; None where there are none, or a refusal instead."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if not lines or lines[0] == ["0"] or not all(len(line) == 2 and "".join(line).isdecimal() for line in lines[1:]):
        return None
    games = [(int(white), int(black)) for white, black in lines[1:]]
    pab = next((white for white, black in games if not black), None)
    return frozenset(game for game in games if game[1]), pab


def engines() -> list[Engine]:
    """Find the programs that are there."""
    found = []
    if bbp := shutil.which("bbpPairings"):
        edition = os.environ.get("BBP_EDITION", "2026")
        found.append(Engine("bbpPairings", f"dutch-{edition}", lambda file, _: [bbp, "--dutch", str(file), "-p"], "16"))
    called = [shutil.which("gacrux") or ""]
    if importlib.util.find_spec("gacrux") is not None:
        called = [sys.executable, "-m", "gacrux.pairingchecker"]
    if called[0]:
        options = ["-f", "TRF", "-m", "dutch", "-p", "-d", "B", "-o", "-"]
        found.append(
            Engine(
                "gacrux",
                "dutch-2026",
                lambda file, number: [*called, "-i", str(file), *options, "-n", str(number)],
                "26",
            )
        )
    return found


def rounds(system: str, tournaments: int) -> Iterator[tuple[str, Tournament, RoundPairing | None]]:
    """Play tournaments; yield the facts of each round, with our answer or None where there is none."""
    paired_by = registry().system(system)
    made = paired_by.make(paired_by.options())
    for seed in range(tournaments):
        finished = generate(seed, KINDS[seed % len(KINDS)], made)
        for number in range(1, finished.round_number + 1):
            facts = before(finished, number)
            if number > finished.number_of_rounds or not round_to_pair(facts).competitors:
                continue
            try:
                yield f"seed-{seed}-round-{number}", facts, made.pair(round_to_pair(facts))
            except NoLegalPairing:
                yield f"seed-{seed}-round-{number}", facts, None


def before(finished: Tournament, number: int) -> Tournament:
    """Take a tournament back to the state before a round, with the absences that it had in it."""
    if number == finished.round_number:
        return finished
    away = {tpn: past[number - 1].kind for tpn, past in finished.records.items()}
    return replace(
        finished,
        round_number=number,
        records={tpn: past[: number - 1] for tpn, past in finished.records.items()},
        unavailable={tpn: kind for tpn, kind in away.items() if kind in _AWAY},
    )


#: Who has not entered yet is left out of the file's round, and an engine would pair him: he is away.
_AWAY = {Kind.HALF_POINT_BYE, Kind.FULL_POINT_BYE, Kind.ZERO_POINT_BYE, Kind.ABSENT, Kind.NOT_ENTERED}


def compare(engine: Engine, tournaments: int) -> tuple[int, int, int]:
    """Count rounds, those with the same meetings, and those with the same colours too."""

    def one(item: tuple[str, Tournament, RoundPairing | None]) -> tuple[bool, bool]:
        name, facts, answer = item
        theirs = engine.pair(_away_by_name(facts))
        ours = answer and (frozenset((p.white, p.black) for p in answer.pairs), answer.pab)
        if ours == theirs:
            return True, True
        KEPT.mkdir(parents=True, exist_ok=True)
        (KEPT / f"{engine.name}-{name}.trf").write_text(written(_away_by_name(facts), engine.trf), "utf-8")
        return bool(ours and theirs and _meetings(ours) == _meetings(theirs)), False

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        results = list(pool.map(one, rounds(engine.system, tournaments)))
    return len(results), sum(met for met, _ in results), sum(same for _, same in results)


def _away_by_name(facts: Tournament) -> Tournament:
    """Write who has not entered as absent: a report leaves him blank, and programs take a blank for present."""
    away = {tpn: Kind.ABSENT if kind is Kind.NOT_ENTERED else kind for tpn, kind in facts.unavailable.items()}
    return replace(facts, unavailable=away)


def _meetings(boards: Boards) -> tuple[frozenset[frozenset[int]], int | None]:
    return frozenset(map(frozenset, boards[0])), boards[1]


def main() -> None:
    """Compare with every program that is there, and print a line for each."""
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    found = engines()
    if not found:
        print("neither bbpPairings nor gacrux is there: nothing to compare with")
    for engine in found:
        total, met, same = compare(engine, tournaments)
        print(f"{engine.name} and {engine.system}: {total} rounds, same pairs in {met}, same colours too in {same}")


if __name__ == "__main__":
    main()
