"""How long Double-Swiss, Swiss Team and Lim take for a round: ``python -m tests.benchmarks.family``.

An event of each size is paired by the system itself, with results at random and one in a hundred away; the slowest and
the middle round are shown as milliseconds. The last rows are late rounds of long events, where hardly anybody can meet
anybody.
"""

from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter

from tests.random_matches import GAMES, TEAMS
from tests.systems.self_play import played_by
from worker.pairing import PairingSystem, RoundToPair, round_to_pair
from worker.systems.double_swiss import DoubleSwiss
from worker.systems.lim import Lim
from worker.systems.swiss_team import Options, SwissTeam
from worker.tournament import (
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

EVENTS = ((50, 11), (200, 11), (1000, 11), (60, 55))
PLAYED = GAMES[:15]


def matches(system: PairingSystem, participants: int, rounds: int) -> Iterator[RoundToPair]:
    """Let a system pair an event of matches, and give the question of every round."""
    rng = Random(1)
    double = isinstance(system, DoubleSwiss)
    points = double_points(PointSystem()) if double else TEAMS.match
    players = tuple(Player(tpn, str(tpn)) for tpn in range(1, participants + 1))
    records: dict[int, tuple[Record, ...]] = {player.tpn: () for player in players}
    for number in range(1, rounds + 1):
        away = {player.tpn: Kind.ZERO_POINT_BYE for player in players if rng.random() < 0.01}
        asked = round_to_pair(Tournament(rounds, number, players, records, away, Colour.WHITE, points))
        yield asked
        answer = system.pair(asked)
        byes = away | ({answer.pab: Kind.PAB} if answer.pab else {})
        column = {tpn: Record(kind) if double else team_bye(kind, TEAMS) for tpn, kind in byes.items()}
        for pair in answer.pairs:
            first, second = (
                double_match(pair.white, pair.black, (rng.choice(PLAYED), rng.choice(PLAYED)), PointSystem())
                if double
                else team_match(pair.white, pair.black, rng.choices(PLAYED, k=TEAMS.boards), TEAMS)
            )
            column[pair.white], column[pair.black] = first, second
        records = {tpn: (*history, column[tpn]) for tpn, history in records.items()}


def seconds(system: PairingSystem, participants: int, rounds: int) -> list[float]:
    """Time every round until the last, or until nobody can be paired."""
    asked = (
        played_by(system.pair, 1, players=participants, rounds=rounds, irregular=0.01)
        if isinstance(system, Lim)
        else matches(system, participants, rounds)
    )
    taken = []
    try:
        for question in asked:
            start = perf_counter()
            system.pair(question)
            taken.append(perf_counter() - start)
    except NoLegalPairing:
        pass
    return taken


def main() -> None:
    """Print the table."""
    systems = (
        ("double-swiss-2026", DoubleSwiss()),
        ("swiss-team-2026, type A", SwissTeam()),
        ("swiss-team-2026, type B", SwissTeam(Options("B"))),
        ("lim-2026-c1", Lim()),
    )
    print("| system | participants | rounds | slowest round, ms | middle round, ms |")
    print("|---|---|---|---|---|")
    for name, system in systems:
        for participants, rounds in EVENTS:
            taken = seconds(system, participants, rounds)
            slowest, middle = 1000 * max(taken), 1000 * median(taken)
            print(f"| {name} | {participants} | {len(taken)} | {slowest:.0f} | {middle:.0f} |")


if __name__ == "__main__":
    main()
