"""What the trace says that a bracket fails, worked out by the articles."""

import pytest
from nextround.core.pairing.trace import BracketStep

from tests.builders import question
from tests.systems.dutch.editions import EDITIONS


def failed(edition: str, players: int) -> list[dict[str, object]]:
    """What the brackets of a first round fail, by criterion."""
    trace = EDITIONS[edition].pair(question(players, of=5)).trace
    return [
        {reached.name: reached.value for reached in step.criteria} for step in trace if isinstance(step, BracketStep)
    ]


@pytest.mark.article("C.04.3 (2026) 2.4.1", "C.04.3 (2026) 2.4.2", "C.04.3 (2017) C.5", "C.04.3 (2017) C.6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_fails_where_newcomers_are_paired_without_a_downfloater(edition: str):
    assert failed(edition, 4) == [{}]


@pytest.mark.article("C.04.3 (2026) 2.4.1", "C.04.3 (2026) 2.4.2")
def test_one_of_five_newcomers_floats():
    assert failed("dutch-2026", 5) == [{"C6": 1}]


@pytest.mark.article("C.04.3 (2017) C.5", "C.04.3 (2017) C.6")
def test_one_of_five_newcomers_floats_by_the_artificial_difference_of_a_point():
    assert failed("dutch-2017", 5) == [{"C.5": 1, "C.6": (10,)}]
