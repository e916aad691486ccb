"""The readings of Amalfi that a whole tournament doesn't show by itself."""

import pytest
from nextround.core.systems.amalfi import Amalfi, Options

from tests.builders import boards, question


@pytest.mark.article("Amalfi A1", "Amalfi step 3")
def test_the_rounds_left_include_the_coming_one():
    """Of seven rounds the first pairs 1 with 8 and the second 1 with 7."""
    assert boards(Amalfi(Options()).pair(question(16, of=7))).startswith("1-8 ")
    assert boards(Amalfi(Options()).pair(question(16, "", of=7))).startswith("1-7 ")


@pytest.mark.article("Amalfi A10", "Amalfi step 1")
def test_players_of_one_score_are_in_the_order_of_their_numbers_whomever_they_beat():
    """4 won against the strongest, 1 against nobody who scored: 1 is before 4 all the same, and meets him."""
    asked = question(6, "1-6 1-0, 3-5 ½, 2-4 0-1", of=2)
    assert [competitor.tpn for competitor in asked.competitors] == [1, 4, 3, 5, 2, 6]
    assert {"4-1", "1-4"} & set(boards(Amalfi(Options()).pair(asked)).split())
