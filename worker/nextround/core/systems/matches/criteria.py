"""The quality criteria that both texts have word for word (2.3.1 to 2.3.4, and the last of 2.3)."""

from nextround.core.pairing.criteria import Criterion, Order
from nextround.core.systems.matches.contestants import Contestant

#: Criteria about upfloaters alone are asked of each of them, C6 by `core.matching.spared`: none says what forces it.
MatchCriterion = Criterion[Contestant, None, None]


def of_upfloaters(text: str) -> tuple[MatchCriterion, ...]:
    """Make C4 to C7, in order of priority."""
    return (
        Criterion("C4", f"{text} 2.3.1", "upfloaters", floater=lambda _, c: 1),
        Criterion("C5", f"{text} 2.3.2", "scores of the upfloaters", Order.LOWEST_FIRST, floater=lambda _, c: c.score),
        Criterion("C6", f"{text} 2.3.3", "the next scoregroup needs more", floater=lambda _, c: 1, ahead=True),
        Criterion(
            "C7",
            f"{text} 2.3.4",
            "upfloaters who floated in the last round",
            floater=lambda _, c: int(c.floated),
            in_last_round=False,
        ),
    )


def of_opponents(name: str, article: str) -> MatchCriterion:
    """Make the criterion on the opponents of upfloaters: C8 of Double-Swiss, C10 of Swiss Team."""
    return Criterion(
        name,
        article,
        "upfloaters' opponents who floated in the last round",
        pair=_opponent_floated,
        in_last_round=False,
    )


def _opponent_floated(_: None, a: Contestant, b: Contestant) -> int:
    return int(a.score != b.score and max(a, b, key=lambda member: member.score).floated)
