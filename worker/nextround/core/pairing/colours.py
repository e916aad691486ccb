"""Colours: limits, preferences, and rules as an ordered table.

Every function takes *squeezed* colour histories: the letters ``W`` and ``B`` of the played games, oldest first
(C.04.2 (2026) 3.4).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Generic, TypeVar

from nextround.core.tournament import Colour

Subject = TypeVar("Subject")

#: No colour difference beyond this, no more equal colours in a row than this (C.04.1 (2026) 6 and 7).
MAX_DIFFERENCE = 2
MAX_RUN = 2


def colour_difference(colours: str) -> int:
    """Count the games with White less those with Black (C.04.3 (2026) 1.6)."""
    return 2 * colours.count("W") - len(colours)


@lru_cache(maxsize=65536)
def may_take(colours: str, colour: Colour) -> bool:
    """Whether one more game with that colour keeps the limits of C.04.1 (2026) 6 and 7, without any exception."""
    if colours[-MAX_RUN:] == colour.value * MAX_RUN:
        return False
    return abs(colour_difference(colours + colour.value)) <= MAX_DIFFERENCE


class Strength(IntEnum):
    """How much a player is due a colour (C.04.3 (2026) 1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class ColourPreference:
    """What a player is due, how strongly, and his colour difference. ``colour`` is None before his first game."""

    colour: Colour | None
    strength: Strength
    difference: int


@lru_cache(maxsize=65536)
def colour_preference(colours: str) -> ColourPreference:
    """Derive the preference of C.04.3 (2026) 1.7 (2017: A.6) from a squeezed history.

    The clauses are tried in the order absolute, strong, mild: ``WWWBB`` is absolute White although its colour
    difference alone would say strong Black. FD-2: where a difference beyond 1 and two equal last colours
    contradict each other, the difference wins.
    """
    difference = colour_difference(colours)
    if not colours:
        return ColourPreference(None, Strength.NONE, 0)
    if abs(difference) > 1:
        due = Colour.BLACK if difference > 0 else Colour.WHITE
        return ColourPreference(due, Strength.ABSOLUTE, difference)
    alternate = Colour(colours[-1]).opposite
    if colours[-2:] in ("WW", "BB"):
        return ColourPreference(alternate, Strength.ABSOLUTE, difference)
    if difference:
        due = Colour.BLACK if difference > 0 else Colour.WHITE
        return ColourPreference(due, Strength.STRONG, difference)
    return ColourPreference(alternate, Strength.MILD, difference)


def latest_difference(first: str, second: str) -> Colour | None:
    """Give ``first`` the other colour than in the latest round in which one had White and the other Black.

    Both histories are compared from the end (C.04.3 (2026) 5.2.3). None where the part that both have is equal.
    """
    for mine, theirs in zip(reversed(first), reversed(second), strict=False):
        if mine != theirs:
            return Colour(mine).opposite
    return None


def white_to_the_less(mine: int, theirs: int) -> Colour | None:
    """Give the first White if his number is the smaller, Black if it is the larger; None for equal numbers."""
    if mine == theirs:
        return None
    return Colour.WHITE if mine < theirs else Colour.BLACK


@dataclass(frozen=True, slots=True)
class ColourRule(Generic[Subject]):
    """One rule of colour allocation: its article, its sentence, and the colour of the first of two, or None."""

    article: str
    reason: str
    colour_of_first: Callable[[Subject, Subject], Colour | None]


def allocate(
    rules: Sequence[ColourRule[Subject]], first: Subject, second: Subject
) -> tuple[Colour, ColourRule[Subject]]:
    """Find the first rule that decides: the colour of ``first``, and the rule, which is the explanation.

    The last rule of a table must always decide; ValueError otherwise.
    """
    for rule in rules:
        colour = rule.colour_of_first(first, second)
        if colour is not None:
            return colour, rule
    raise ValueError("no rule of the table decides the colours")
