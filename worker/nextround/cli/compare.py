"""`nextround compare`: our pairings beside those of another program, with the reason of each difference."""

import json
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from os import cpu_count
from pathlib import Path
from typing import Annotated, Literal

import typer

from nextround.cli.exits import Exit, fail
from nextround.cli.terminal import say
from nextround.core.formats import read_trf, write_trf
from nextround.core.formats.writing import report_of
from nextround.core.pairing import PairingSystem, RoundPairing, round_to_pair
from nextround.core.pairing.judging import answer_of, judged
from nextround.core.tournament import Kind, NoLegalPairing, PairingError, Tournament
from nextround.core.tournament.rounds import worth
from nextround.explain.why import said_of
from nextround.generator import Wishes, generate
from nextround.registry import registry

PATIENCE = 300.0

Boards = tuple[frozenset[tuple[int, int]], int | None]
"""Boards without their order, White first, and who has the bye."""

#: Small and odd fields show most differences; few of each kind are enough in a big one.
KINDS = (
    Wishes(7, 5, byes=60, forfeits=60, late=60, withdrawals=60),
    Wishes(10, 9, byes=40, forfeits=30),
    Wishes(15, 7, byes=30, forfeits=30, late=50, withdrawals=50, draws=600),
    Wishes(24, 9),
    Wishes(41, 9, byes=20, forfeits=20),
)


@dataclass(frozen=True, slots=True)
class Engine:
    """Another program: how it is called with a report and a round, in which kind of report, and what it pairs by."""

    name: str
    command: Callable[[Path, int], list[str]]
    trf: Literal["16", "26"]

    def pair(self, facts: Tournament) -> Boards | None:
        """Let it pair the coming round; None where it says that there is no legal pairing."""
        with tempfile.TemporaryDirectory(prefix="compare-") as directory:
            file = Path(directory) / "round.trf"
            file.write_text(written(facts, self.trf), "utf-8")
            done = subprocess.run(  # noqa: S603 - the program that was named
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


@dataclass(frozen=True, slots=True)
class Difference:
    """A round that the other program pairs otherwise; `reason` is what decides by our reading of the rules."""

    round: str
    ours: str
    theirs: str
    reason: str


def compare(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILES", help="Reports whose rounds are asked; else rounds are played."),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            help="bbpPairings, gacrux, or a command that prints pairs as JaVaFo does; {file}, {round} are filled in. "
            "Repeatable. Default: bbpPairings and gacrux, where they are.",
        ),
    ] = None,
    system: Annotated[str, typer.Option("--system", help="What we pair by.")] = "dutch-2026",
    tournaments: Annotated[int, typer.Option("--tournaments", min=1, help="So many are played without FILES.")] = 50,
    trf: Annotated[Literal["16", "26"], typer.Option("--trf", help="The reports that a command reads.")] = "16",
    keep: Annotated[Path | None, typer.Option("--keep", help="Where rounds that differ are kept as reports.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one object.")] = False,
) -> None:
    """Pair rounds by our system and by another program; print where they part, with our reason.

    Status 1: there are differences, or the program has no answer where we have one; 2: an engine is not there.
    """
    named = engine or ["bbpPairings", "gacrux"]
    found = [made for name in named if (made := _engine(name, trf))]
    if missing := [name for name in named if not _engine(name, trf)]:
        say(f"nextround: not installed: {', '.join(missing)}", err=True)
    if not found or (engine and missing):
        fail(Exit.USAGE, "there is nobody to compare with")
    try:
        entry = registry(experimental=True).system(system)
        ours = entry.make(entry.options())
        asked = list(_held(files) if files else _played(ours, tournaments))
    except PairingError as error:
        fail(Exit.INPUT, "; ".join(problem.message for problem in error.problems))
    except OSError as error:
        fail(Exit.INPUT, f"{error.filename}: {error.strerror}")
    results = {one.name: _compared(one, ours, asked, keep) for one in found}
    if as_json:
        told = {name: {"rounds": len(asked), "differences": list(map(asdict, gaps))} for name, gaps in results.items()}
        say(json.dumps({"system": system, "engines": told}, ensure_ascii=False, indent=2))
    else:
        for name, gaps in results.items():
            for gap in gaps:
                say(f"{gap.round}: {name} {gap.theirs}; {system} {gap.ours}; {gap.reason}")
            say(f"{name} and {system}: {len(asked)} rounds, {len(asked) - len(gaps)} the same, {len(gaps)} differ")
    raise typer.Exit(Exit.NEGATIVE if any(results.values()) else Exit.DONE)


def _engine(name: str, trf: Literal["16", "26"]) -> Engine | None:
    """Find a program by its name or command; None where it is not installed."""
    words = shlex.split(name)
    program = shutil.which(words[0]) if words else None
    if program is None:
        return None
    if words == ["bbpPairings"]:
        return Engine(name, lambda file, _: [program, "--dutch", str(file), "-p"], "16")
    if words == ["gacrux"]:
        options = ["-f", "TRF", "-m", "dutch", "-p", "-d", "B", "-o", "-"]
        return Engine(name, lambda file, number: [program, "-i", str(file), *options, "-n", str(number)], "26")
    filled = words[1:] if "{file}" in name else [*words[1:], "{file}"]
    return Engine(
        words[0],
        lambda file, number: [
            program, *(word.replace("{file}", str(file)).replace("{round}", str(number)) for word in filled)
        ],
        trf,
    )  # fmt: skip


def _held(files: list[Path]) -> Iterator[tuple[str, Tournament]]:
    for file in files:
        report = read_trf(file.read_bytes())
        for number in range(1, report.held().round_number):
            yield f"{file} round {number}", report.tournament(number)


def _played(ours: PairingSystem, tournaments: int) -> Iterator[tuple[str, Tournament]]:
    for seed in range(tournaments):
        finished = generate(seed, KINDS[seed % len(KINDS)], ours)
        for number in range(1, min(finished.round_number, finished.number_of_rounds) + 1):
            yield f"seed-{seed}-round-{number}", before(finished, number)


def _compared(
    engine: Engine, ours: PairingSystem, asked: list[tuple[str, Tournament]], keep: Path | None
) -> list[Difference]:
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        found = pool.map(lambda item: _difference(engine, ours, item[0], item[1], keep), asked)
        return [difference for difference in found if difference]


def _difference(
    engine: Engine, ours: PairingSystem, name: str, facts: Tournament, keep: Path | None
) -> Difference | None:
    question = round_to_pair(facts)
    if not question.competitors:
        return None
    theirs = engine.pair(_away_by_name(facts))
    try:
        answer = ours.pair(question)
    except NoLegalPairing as error:
        if theirs is None:
            return None
        return Difference(name, "no pairing", _written(theirs), error.problems[0].message)
    mine = _boards(answer)
    if mine == theirs:
        return None
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{engine.name}-{Path(name).name}.trf".replace("/", "-")).write_text(
            written(_away_by_name(facts), engine.trf), "utf-8"
        )
    if theirs is None:
        return Difference(name, _written(mine), "no pairing", "a legal pairing exists")
    verdict = judged(ours, question, answer, answer_of(sorted(theirs[0]), theirs[1]))
    reason = f"{verdict.level}: {said_of(verdict)} [{verdict.article}]" if verdict else "the system has no criteria"
    return Difference(name, _only(mine, theirs), _only(theirs, mine), reason)


def _boards(answer: RoundPairing) -> Boards:
    return frozenset((pair.white, pair.black) for pair in answer.pairs), answer.pab


def _only(boards: Boards, others: Boards) -> str:
    return _written((boards[0] - others[0], boards[1] if boards[1] != others[1] else None))


def _written(boards: Boards) -> str:
    games = [f"{white}-{black}" for white, black in sorted(boards[0])]
    return " ".join([*games, f"{boards[1]} bye"] if boards[1] else games)


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


def _away_by_name(facts: Tournament) -> Tournament:
    """Write who has not entered as absent: a report leaves him blank, and programs take a blank for present."""
    away = {tpn: Kind.ABSENT if kind is Kind.NOT_ENTERED else kind for tpn, kind in facts.unavailable.items()}
    return replace(facts, unavailable=away)
