"""No answer needs more than so many operations, counted and not timed: searches in graphs and changes of dual values.

The bound is n²/2 + 20n for n players: each operation costs at most n rows of bits. The hard events are those in which
White always wins: whole scoregroups are due one colour, and with an odd field the exchanges lie far from the border of
S1.
"""

from collections import Counter

import pytest
from nextround.core.matching import Matching, bipartite, narrowing, weighted
from nextround.core.pairing import round_to_pair
from nextround.core.systems.dutch import DUTCH_2017, DUTCH_2026, Dutch

from tests.benchmarks.events import all_drawn, by_rating, played, white_wins

OPERATIONS = (
    (Matching, "outer"),
    (bipartite, "_path"),
    (weighted.WeightedMatching, "_search"),
    (weighted.WeightedMatching, "_change_duals"),
    (narrowing.NarrowedMatching, "_search_within"),
)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter:
    operations: Counter = Counter()

    def count(owner: object, name: str) -> None:
        original = getattr(owner, name)

        def counting(*arguments):
            operations[name] += 1
            return original(*arguments)

        monkeypatch.setattr(owner, name, counting)

    for owner, name in OPERATIONS:
        count(owner, name)
    return operations


@pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda edition: edition.name)
@pytest.mark.parametrize("result", [by_rating, all_drawn, white_wins])
@pytest.mark.parametrize("players", [20, 59, 60, 119])
def test_no_answer_needs_more_than_its_bound_of_operations(counted, players, result, edition):
    system = Dutch(edition)
    for facts in played(system, players, 9, result):
        counted.clear()
        system.pair(round_to_pair(facts))
        assert counted.total() <= players**2 / 2 + 20 * players, f"round {facts.round_number}: {counted}"
