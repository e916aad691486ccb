"""Programs that `nextround compare` asks: how each is called, and what it pairs by."""

import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from nextround.core.formats import Report, write_trf
from nextround.core.formats.writing import report_of
from nextround.core.tournament import Tournament
from nextround.core.tournament.rounds import worth

PATIENCE = 300.0

Boards = tuple[frozenset[tuple[int, int]], int | None]
"""Boards without their order, White first, and who has the bye."""

#: The word of gacrux for a family of systems.
_METHODS = {"dutch": "dutch", "swiss-team": "fideteam"}
_FIND_GACRUX = "import importlib.util, sys; sys.exit(importlib.util.find_spec('gacrux') is None)"


@dataclass(frozen=True, slots=True)
class Engine:
    """Another program: how it is called with a report and a round, and in which kind of report.

    ``families`` are the systems that it knows; None where only who named it knows.
    """

    name: str
    command: Callable[[Path, int], list[str]]
    trf: Literal["16", "26"]
    families: frozenset[str] | None = None

    def pair(self, facts: Tournament, report: Report | None = None) -> Boards | None:
        """Let it pair the coming round; None where it says that there is no legal pairing.

        ``report`` is the whole file where teams are paired, whose matches can't be written from the facts.
        """
        with tempfile.TemporaryDirectory(prefix="compare-") as directory:
            file = Path(directory) / "round.trf"
            file.write_text(self.written(facts, report), "utf-8")
            done = subprocess.run(  # noqa: S603 - the program that was named
                self.command(file, facts.round_number), capture_output=True, text=True, timeout=PATIENCE, check=False
            )
        return read_pairs(done.stdout)

    def written(self, facts: Tournament, report: Report | None) -> str:
        """Write what it is asked."""
        return write_trf(report, "26", "\n") if report else written(facts, self.trf)


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


def find_engine(name: str, trf: Literal["16", "26"], family: str) -> Engine | None:
    """Find a program by its name or command, for a family of systems; None where it is not installed."""
    words = shlex.split(name)
    if words == ["gacrux"]:
        python = _python_with_gacrux()
        options = ["-f", "TRF", "-m", _METHODS.get(family, family), "-p", "-d", "B", "-o", "-"]
        if python is None:
            return None
        return Engine(
            name,
            lambda file, number: [
                python, "-m", "gacrux.pairingchecker", "-i", str(file), *options, "-n", str(number)
            ],
            "26",
            frozenset(_METHODS),
        )  # fmt: skip
    program = shutil.which(words[0]) if words else None
    if program is None:
        return None
    if words == ["bbpPairings"]:
        return Engine(name, lambda file, _: [program, "--dutch", str(file), "-p"], "16", frozenset(("dutch",)))
    filled = words[1:] if "{file}" in name else [*words[1:], "{file}"]
    return Engine(
        words[0],
        lambda file, number: [
            program, *(word.replace("{file}", str(file)).replace("{round}", str(number)) for word in filled)
        ],
        trf,
    )  # fmt: skip


def _python_with_gacrux() -> str | None:
    """Find an interpreter that has gacrux: ours, or the first on the PATH; it is a package without a command."""
    for python in (sys.executable, shutil.which("python3")):
        if python and not subprocess.run([python, "-c", _FIND_GACRUX], check=False).returncode:  # noqa: S603
            return python
    return None
