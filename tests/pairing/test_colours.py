"""Colour limits, preferences and the latest difference."""

import pytest
from nextround.core.pairing.colours import (
    ColourRule,
    Strength,
    allocate,
    colour_preference,
    latest_difference,
    may_take,
)
from nextround.core.tournament import Colour

W, B = Colour.WHITE, Colour.BLACK


@pytest.mark.article("C.04.1 (2026) 6", "C.04.1 (2026) 7")
@pytest.mark.parametrize(
    ("colours", "white", "black"),
    [
        ("", True, True),
        ("WW", False, True),
        ("BB", True, False),
        ("WBW", True, True),
        ("WWBW", False, True),  # three Whites more than Blacks otherwise
        ("BWBB", True, False),
        ("WWBBW", True, True),
    ],
)
def test_a_colour_may_be_taken_within_the_limits(colours: str, white: bool, black: bool):
    assert may_take(colours, W) is white
    assert may_take(colours, B) is black


@pytest.mark.article("C.04.3 (2026) 1.7.1", "C.04.3 (2026) 1.7.2", "C.04.3 (2026) 1.7.3", "C.04.3 (2026) 1.7.4")
@pytest.mark.parametrize(
    ("colours", "due", "strength"),
    [
        ("", None, Strength.NONE),
        ("W", B, Strength.STRONG),
        ("B", W, Strength.STRONG),
        ("WB", W, Strength.MILD),
        ("BW", B, Strength.MILD),
        ("WWB", B, Strength.STRONG),
        ("WW", B, Strength.ABSOLUTE),
        ("BWW", B, Strength.ABSOLUTE),
        ("WWWBB", W, Strength.ABSOLUTE),  # the run decides, although the difference alone says strong Black
        ("WBWW", B, Strength.ABSOLUTE),
        ("WWWWBB", B, Strength.ABSOLUTE),  # the two clauses contradict each other: the difference wins
    ],
)
def test_a_preference_is_absolute_strong_mild_or_none(colours: str, due: Colour | None, strength: Strength):
    preference = colour_preference(colours)
    assert (preference.colour, preference.strength) == (due, strength)


@pytest.mark.article("C.04.3 (2026) 5.2.3", "C.04.2 (2026) 3.4")
@pytest.mark.parametrize(
    ("first", "second", "colour"),
    [
        ("WB", "BW", W),  # the last game: first had Black
        ("WBW", "BBW", B),  # the latest difference is the first game
        ("WB", "WB", None),
        ("WBWB", "WB", None),  # only what both have is compared, from the end
        ("", "W", None),
        ("BWBWW", "BWB", B),  # squeezed and aligned at the end, not by round
    ],
)
def test_the_latest_difference_is_sought_from_the_end(first: str, second: str, colour: Colour | None):
    assert latest_difference(first, second) == colour


def test_the_first_rule_that_answers_is_the_explanation():
    rules = (
        ColourRule("1", "never", lambda a, b: None),
        ColourRule("2", "always", lambda a, b: W),
        ColourRule("3", "too late", lambda a, b: B),
    )
    assert allocate(rules, "x", "y") == (W, rules[1])
    with pytest.raises(ValueError, match="no rule"):
        allocate(rules[:1], "x", "y")
