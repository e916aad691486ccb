"""The quality criteria of C.04.4.1 (2026) 2.3, in order of priority."""

from nextround.core.pairing.criteria import Criterion, Order
from nextround.core.systems.dubov.class_counts import DubovCriterion, fewest_equal_preferences
from nextround.core.systems.dubov.seekers import same_colour

_TEXT = "C.04.4.1 (2026) "

CRITERIA: tuple[DubovCriterion, ...] = (
    Criterion("C5", _TEXT + "2.3.1", "upfloaters", floater=lambda _, s: 1),
    Criterion("C6", _TEXT + "2.3.2", "scores of the upfloaters", Order.LOWEST_FIRST, floater=lambda _, s: s.score),
    # D-4: on the whole bracket; everybody has a preference, so one is missed in each pair of equal ones.
    Criterion(
        "C7",
        _TEXT + "2.3.3",
        "preferences not fulfilled",
        pair=lambda _, a, b: int(same_colour(a, b)),
        forced=fewest_equal_preferences,
    ),
    Criterion("C8", _TEXT + "2.3.4", "maximum upfloaters", floater=lambda _, s: int(s.maximum), in_last_round=False),
    # D-2: the sum of their upfloats; their number would say C8 once more.
    Criterion(
        "C9",
        _TEXT + "2.3.5",
        "upfloats of the maximum upfloaters",
        floater=lambda _, s: s.upfloats if s.maximum else 0,
        in_last_round=False,
    ),
    Criterion(
        "C10",
        _TEXT + "2.3.6",
        "upfloaters who were upfloated in the last round",
        floater=lambda _, s: int(s.upfloated_last),
        in_last_round=False,
    ),
)
