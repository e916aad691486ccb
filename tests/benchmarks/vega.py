"""How long Vega takes for a round: ``python -m tests.benchmarks.vega``.

Events are paired by the system itself. *Drawn*: everybody stays in one scoregroup. *Random*: the usual course. *White
wins*: whole scoregroups are due one colour, and hundreds of players must float.
"""

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter

from tests.builders import tournament
from worker.pairing import Pair, RoundToPair, round_to_pair
from worker.systems.vega import Vega

ROUNDS = 7
SIZES = (100, 300, 1000)

RESULTS: dict[str, Callable[[Pair, Random], str]] = {
    "drawn": lambda pair, rng: "½",
    "random": lambda pair, rng: rng.choice(("1-0", "½", "0-1")),
    "white wins": lambda pair, rng: "1-0",
}


def questions(players: int, course: str) -> Iterator[RoundToPair]:
    """Give the question of every round of an event that takes this course."""
    rng = Random(1)
    rounds: list[str] = []
    for _ in range(ROUNDS):
        question = round_to_pair(tournament(players, *rounds, of=ROUNDS))
        yield question
        answer = Vega().pair(question)
        games = [f"{pair.white}-{pair.black} {RESULTS[course](pair, rng)}" for pair in answer.pairs]
        rounds.append(", ".join(games + ([] if answer.pab is None else [f"{answer.pab} pab"])))


def tables() -> Iterator[str]:
    """Write the table line by line."""
    yield "| vega, course | players | slowest round, ms | middle round, ms | slowest, µs a player |"
    yield "|---|---|---|---|---|"
    for course in RESULTS:
        for players in SIZES:
            taken = []
            for question in questions(players, course):
                start = perf_counter()
                Vega().pair(question)
                taken.append(perf_counter() - start)
            slowest = max(taken)
            yield (
                f"| {course} | {players} | {1000 * slowest:.0f} | {1000 * median(taken):.0f} "
                f"| {1_000_000 * slowest / players:.0f} |"
            )


if __name__ == "__main__":
    for line in tables():
        print(line)
