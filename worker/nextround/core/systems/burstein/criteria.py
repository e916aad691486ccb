"""The quality criteria of C.04.4.2 (2026) 2.3, in order of priority."""

from nextround.core.pairing.criteria import Criterion, Order
from nextround.core.systems.burstein.class_counts import (
    BursteinCriterion,
    fewest_equal_preferences,
    ideal_ahead,
    lowest_floater,
    one_floater,
)
from nextround.core.systems.burstein.index import IndexedPlayer

_TEXT = "C.04.4.2 (2026) "


def missed(_: None, a: IndexedPlayer, b: IndexedPlayer) -> int:
    """Count one for two equal preferences; who has none never misses it."""
    mine = a.preference.colour
    return int(mine is not None and mine is b.preference.colour)


CRITERIA: tuple[BursteinCriterion, ...] = (
    Criterion("C5", _TEXT + "2.3.1", "outgoing floaters", floater=lambda _, c: 1, forced=one_floater),
    Criterion(
        "C6",
        _TEXT + "2.3.2",
        "scores of the outgoing floaters",
        Order.HIGHEST_FIRST,
        floater=lambda _, c: c.score,
        forced=lowest_floater,
    ),
    # B-2: the best that C4, C5 and C6 can reach in the following bracket, one bracket ahead; C8 is no part of it.
    Criterion(
        "C7",
        _TEXT + "2.3.3",
        "floaters of the following bracket",
        floater=lambda _, c: 1,
        ahead=True,
        forced=ideal_ahead,
    ),
    Criterion(
        "C7 scores",
        _TEXT + "2.3.3",
        "scores of the floaters of the following bracket",
        Order.HIGHEST_FIRST,
        floater=lambda _, c: c.score,
        ahead=True,
        forced=ideal_ahead,
    ),
    Criterion("C8", _TEXT + "2.3.4", "preferences not fulfilled", pair=missed, forced=fewest_equal_preferences),
)
