"""How long every system but Dutch takes: the slowest and the middle round of an event that it pairs itself."""

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time

from nextround.core.pairing import PairingSystem, RoundToPair, round_to_pair
from nextround.core.systems.amalfi import Amalfi
from nextround.core.systems.burstein import Burstein
from nextround.core.systems.double_swiss import DoubleSwiss
from nextround.core.systems.dubov import Dubov
from nextround.core.systems.dutch import DUTCH_2026, Dutch
from nextround.core.systems.lim import Lim
from nextround.core.systems.swiss_team import Options, SwissTeam
from nextround.core.systems.vega import Vega
from nextround.core.tournament import (
    Colour,
    Kind,
    NoLegalPairing,
    Player,
    PointSystem,
    Record,
    Tournament,
    double_match,
    double_points,
    team_bye,
    team_match,
)
from rich.table import Table

from tests.benchmarks.events import all_drawn, by_rating, played, white_wins
from tests.random_matches import GAMES, TEAMS

Questions = Callable[[PairingSystem, int, int], Iterator[RoundToPair]]

INDIVIDUAL: tuple[tuple[str, PairingSystem], ...] = (
    ("amalfi", Amalfi()),
    ("vega", Vega()),
    ("dubov-2026", Dubov()),
    ("burstein-2026", Burstein(Dutch(DUTCH_2026))),
    ("lim-2026-c1", Lim()),
)
MATCHES: tuple[tuple[str, PairingSystem], ...] = (
    ("double-swiss-2026", DoubleSwiss()),
    ("swiss-team-2026, type A", SwissTeam()),
    ("swiss-team-2026, type B", SwissTeam(Options("B"))),
)
COURSES = {"by rating": by_rating, "every game drawn": all_drawn, "White always wins": white_wins}
PLAYED = GAMES[:15]


def tables() -> Iterator[Table]:
    """Give the tables one after the other, as they get ready."""
    table = _table("Ordinary events: 1,000 participants, 11 rounds")
    for name, system in INDIVIDUAL:
        _add(table, name, system, _games("by rating"), 1000, 11)
    for name, system in MATCHES:
        _add(table, name, system, _matches, 1000, 11)
    yield table

    table = _table("Amalfi: 4,000 players")
    _add(table, "amalfi", Amalfi(), _games("by rating"), 4000, 9)
    yield table

    for course in ("every game drawn", "White always wins"):
        table = _table(f"{course}: 1,000 players, 7 rounds")
        for name, system in INDIVIDUAL:
            _add(table, name, system, _games(course), 1000, 7)
        yield table

    table = _table("Nearly round robins: 60 participants, 55 rounds, until nobody can be paired")
    for name, system in INDIVIDUAL:
        _add(table, name, system, _games("by rating"), 60, 55)
    for name, system in MATCHES:
        _add(table, name, system, _matches, 60, 55)
    yield table


def _table(title: str) -> Table:
    table = Table(title=title, title_justify="left")
    for header in ("system", "rounds", "slowest, ms", "middle, ms", "slowest, µs a participant"):
        table.add_column(header, justify="left" if header == "system" else "right")
    return table


def _add(table: Table, name: str, system: PairingSystem, questions: Questions, participants: int, rounds: int) -> None:
    taken = []
    try:
        for question in questions(system, participants, rounds):
            start = process_time()
            system.pair(question)
            taken.append(1000 * (process_time() - start))
    except NoLegalPairing:
        pass
    slowest = max(taken)
    table.add_row(
        name, str(len(taken)), f"{slowest:.0f}", f"{median(taken):.0f}", f"{1000 * slowest / participants:.0f}"
    )


def _games(course: str) -> Questions:
    return lambda system, players, rounds: map(round_to_pair, played(system, players, rounds, COURSES[course]))


def _matches(system: PairingSystem, participants: int, rounds: int) -> Iterator[RoundToPair]:
    rng = Random(1)
    double = isinstance(system, DoubleSwiss)
    points = double_points(PointSystem()) if double else TEAMS.match
    players = tuple(Player(tpn, str(tpn)) for tpn in range(1, participants + 1))
    records: dict[int, tuple[Record, ...]] = {player.tpn: () for player in players}
    for number in range(1, rounds + 1):
        asked = round_to_pair(Tournament(rounds, number, players, records, {}, Colour.WHITE, points))
        yield asked
        answer = system.pair(asked)
        column: dict[int, Record] = {}
        if answer.pab is not None:
            column[answer.pab] = Record(Kind.PAB) if double else team_bye(Kind.PAB, TEAMS)
        for pair in answer.pairs:
            first, second = (
                double_match(pair.white, pair.black, (rng.choice(PLAYED), rng.choice(PLAYED)), PointSystem())
                if double
                else team_match(pair.white, pair.black, rng.choices(PLAYED, k=TEAMS.boards), TEAMS)
            )
            column[pair.white], column[pair.black] = first, second
        records = {tpn: (*history, column[tpn]) for tpn, history in records.items()}
