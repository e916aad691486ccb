"""How long Dubov and Burstein take for a round: ``python -m tests.benchmarks.dubov``.

An event of each size is paired by the system itself, with results at random; the slowest and the middle round are shown
as milliseconds and per player. Seeding rounds of Burstein are paired by Dubov here, which is not what is measured.
"""

from statistics import median
from time import perf_counter

from tests.systems.self_play import played_by
from worker.pairing import PairingSystem
from worker.systems.burstein import Burstein, seeding_rounds
from worker.systems.dubov import Dubov

SIZES = (50, 100, 200, 500, 1000)
ROUNDS = 11


def seconds(system: PairingSystem, players: int, first_round: int) -> list[float]:
    """Time every round from one on, with one in a hundred absent or forfeiting."""
    taken = []
    for question in played_by(system.pair, 1, players=players, rounds=ROUNDS, irregular=0.01):
        if question.round_number >= first_round:
            start = perf_counter()
            system.pair(question)
            taken.append(perf_counter() - start)
    return taken


def main() -> None:
    """Print the table."""
    systems = (("dubov-2026", Dubov(), 1), ("burstein-2026", Burstein(Dubov()), seeding_rounds(ROUNDS) + 1))
    print("| system | players | slowest round, ms | middle round, ms | slowest, µs a player |")
    print("|---|---|---|---|---|")
    for name, system, first_round in systems:
        for players in SIZES:
            taken = seconds(system, players, first_round)
            slowest = max(taken)
            print(
                f"| {name} | {players} | {1000 * slowest:.0f} | {1000 * median(taken):.0f} "
                f"| {1_000_000 * slowest / players:.0f} |"
            )


if __name__ == "__main__":
    main()
