"""`nextround compare`: our pairings beside those of another program, with the reason of each difference."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from os import cpu_count
from pathlib import Path
from typing import Annotated, Literal

import typer

from nextround.cli.engines import Boards, Engine, find_engine
from nextround.cli.exits import Exit, fail
from nextround.cli.terminal import say
from nextround.core.formats import Report, read_trf
from nextround.core.formats.system_codes import system_code
from nextround.core.pairing import PairingSystem, RoundPairing, round_to_pair
from nextround.core.pairing.judging import answer_of, judged
from nextround.core.tournament import Kind, NoLegalPairing, PairingError, Tournament
from nextround.explain.why import said_of
from nextround.generator import Wishes, generate
from nextround.registry import Entry, read_options, registry

#: Small and odd fields show most differences; few of each kind are enough in a big one.
KINDS = (
    Wishes(7, 5, byes=60, forfeits=60, late=60, withdrawals=60),
    Wishes(10, 9, byes=40, forfeits=30),
    Wishes(15, 7, byes=30, forfeits=30, late=50, withdrawals=50, draws=600),
    Wishes(24, 9),
    Wishes(41, 9, byes=20, forfeits=20),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A round that both are asked: the state before it, what pairs it here, and the report where it is of teams."""

    name: str
    facts: Tournament
    ours: PairingSystem
    report: Report | None = None


@dataclass(frozen=True, slots=True)
class EngineDifference:
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
    try:
        entry = registry(experimental=True).system(system)
        family = entry.family or entry.name
        known = {name: find_engine(name, trf, family) for name in named}
        found = [made for made in known.values() if made and (made.families is None or family in made.families)]
        others = [made.name for made in known.values() if made and made not in found]
        missing = [name for name, made in known.items() if made is None]
        for what, names in (("not installed", missing), (f"{system} is no system of", others)):
            if names:
                say(f"nextround: {what}: {', '.join(names)}", err=True)
        if not found or (engine and len(found) < len(known)):
            fail(Exit.USAGE, "there is nobody to compare with")
        if entry.matches and not files:
            fail(Exit.USAGE, f"{system} pairs matches, which are not played here; name FILES")
        asked = list(_held(files, entry) if files else _played(entry.make(entry.options()), tournaments))
    except PairingError as error:
        fail(Exit.INPUT, "; ".join(problem.message for problem in error.problems))
    except OSError as error:
        fail(Exit.INPUT, f"{error.filename}: {error.strerror}")
    results = {one.name: _compared(one, asked, keep) for one in found}
    if as_json:
        told = {name: {"rounds": len(asked), "differences": list(map(asdict, gaps))} for name, gaps in results.items()}
        say(json.dumps({"system": system, "engines": told}, ensure_ascii=False, indent=2))
    else:
        for name, gaps in results.items():
            for gap in gaps:
                say(f"{gap.round}: {name} {gap.theirs}; {system} {gap.ours}; {gap.reason}")
            say(f"{name} and {system}: {len(asked)} rounds, {len(asked) - len(gaps)} the same, {len(gaps)} differ")
    raise typer.Exit(Exit.NEGATIVE if any(results.values()) else Exit.DONE)


def _held(files: list[Path], entry: Entry[PairingSystem]) -> Iterator[Asked]:
    """Read the rounds of files; the record 192 of a file sets the options where it names the system."""
    for file in files:
        report = read_trf(file.read_bytes())
        said = system_code(report.system_code)
        given = said.options if said and said.system == (entry.family or entry.name) else {}
        ours = entry.make(read_options(entry.options, given, entry.name))
        for number in range(1, report.held().round_number):
            facts = report.tournament(number)
            entry.require(facts)
            yield Asked(f"{file} round {number}", facts, ours, report if report.is_of_teams else None)


def _played(ours: PairingSystem, tournaments: int) -> Iterator[Asked]:
    for seed in range(tournaments):
        finished = generate(seed, KINDS[seed % len(KINDS)], ours)
        for number in range(1, min(finished.round_number, finished.number_of_rounds) + 1):
            yield Asked(f"seed-{seed}-round-{number}", before(finished, number), ours)


def _compared(engine: Engine, asked: list[Asked], keep: Path | None) -> list[EngineDifference]:
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        found = pool.map(lambda one: _difference(engine, one, keep), asked)
        return [difference for difference in found if difference]


def _difference(engine: Engine, asked: Asked, keep: Path | None) -> EngineDifference | None:
    name, facts, ours = asked.name, asked.facts, asked.ours
    question = round_to_pair(facts)
    if not question.competitors:
        return None
    theirs = engine.pair(_away_by_name(facts), asked.report)
    try:
        answer = ours.pair(question)
    except NoLegalPairing as error:
        if theirs is None:
            return None
        return EngineDifference(name, "no pairing", _written(theirs), error.problems[0].message)
    mine = _boards(answer)
    if mine == theirs:
        return None
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{engine.name}-{Path(name).name}.trf".replace("/", "-")).write_text(
            engine.written(_away_by_name(facts), asked.report), "utf-8"
        )
    if theirs is None:
        return EngineDifference(name, _written(mine), "no pairing", "a legal pairing exists")
    verdict = judged(ours, question, answer, answer_of(sorted(theirs[0]), theirs[1]))
    reason = f"{verdict.level}: {said_of(verdict)} [{verdict.article}]" if verdict else "the system has no criteria"
    return EngineDifference(name, _only(mine, theirs), _only(theirs, mine), reason)


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
