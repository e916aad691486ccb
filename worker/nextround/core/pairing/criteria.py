"""Quality criteria as values: one ordered table gives vectors for arbiters, their comparison, and weights.

A criterion says what a pair and what a floater *cost*, as failures: a number that is added up, or one entry of a list
that is compared from one end. Everything else follows from the table of a system or an edition.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from nextround.core.matching import bits
from nextround.core.pairing.trace import CriterionValue
from nextround.core.tournament import format_points

Member = TypeVar("Member")
Setting = TypeVar("Setting")
Forced = TypeVar("Forced")

#: What fails in one pair or floater: a number in a count, an entry of a list; None where nothing is added.
Failure = int | None

#: How far a bracket fails a criterion: the sum of a count, or a list whose first entry is compared first.
Reached = int | tuple[int, ...]

#: What one pair or floater fails in a table: places in the table with the failure there, the others left out.
Failures = tuple[tuple[int, int], ...]


class Order(Enum):
    """How the failures of a criterion compare: as a number, or as a list of scores from one end."""

    COUNT = "count"
    LOWEST_FIRST = "scores, the lowest compared first: higher is better"
    HIGHEST_FIRST = "scores, the highest compared first: lower is better"


def nothing(*_: object) -> None:
    """Never fail."""


@dataclass(frozen=True, slots=True)
class Criterion(Generic[Member, Setting, Forced]):
    """One quality criterion: fewer failures are better.

    ``pair(setting, higher, lower)`` gives the failures of two who meet in the bracket, ``floater(setting, member)``
    those of one who leaves it. ``setting`` is what the system says of the bracket as a whole, None where it says
    nothing. ``ahead``: the failures are those of the bracket that follows this one. ``in_last_round``: whether the
    criterion holds there too. ``note`` says more of its numbers, after the sentence. ``forced`` says how the numbers of
    players of each class force the criterion, for the system's way without weights; a criterion without it is always
    weighed.
    """

    name: str
    article: str
    sentence: str
    order: Order = Order.COUNT
    pair: Callable[[Setting, Member, Member], Failure] = nothing
    floater: Callable[[Setting, Member], Failure] = nothing
    ahead: bool = False
    in_last_round: bool = True
    note: str = ""
    forced: Forced | None = None

    @property
    def is_list(self) -> bool:
        """Whether the failures are entries of a list."""
        return self.order is not Order.COUNT

    def reached(self, setting: Setting, pairs: Iterable[tuple[Member, Member]], floaters: Iterable[Member]) -> Reached:
        """Add up the failures of a bracket."""
        found: list[Failure] = []
        if self.pair is not nothing:
            found += [self.pair(setting, a, b) for a, b in pairs]
        if self.floater is not nothing:
            found += [self.floater(setting, member) for member in floaters]
        if self.is_list:
            entries = (entry for entry in found if entry is not None)
            return tuple(sorted(entries, reverse=self.order is Order.HIGHEST_FIRST))
        return sum(number or 0 for number in found)

    @property
    def explained(self) -> str:
        """The sentence, with the note."""
        return f"{self.sentence}; {self.note}" if self.note else self.sentence

    def value(self, reached: Reached) -> CriterionValue:
        """Make of a result what a trace tells of it."""
        return CriterionValue(self.name, self.article, reached, self.explained)

    def prefers(self, one: Reached, other: Reached) -> bool:
        """Whether the first of two results is the better one; lists of scores to float up are as long as each other."""
        return one > other if self.order is Order.LOWEST_FIRST else one < other  # type: ignore[operator]


def written(reached: Reached) -> str:
    """Write a result as an arbiter reads it: a number, or points."""
    return str(reached) if isinstance(reached, int) else " ".join(map(format_points, reached)) or "nothing"


def pair_failures(
    criteria: Sequence[Criterion[Member, Setting, Forced]], setting: Setting, higher: Member, lower: Member
) -> Failures:
    """List what two who meet in a bracket fail in a table."""
    return tuple(
        (place, failure)
        for place, c in enumerate(criteria)
        if c.pair is not nothing and (failure := c.pair(setting, higher, lower)) is not None and (failure or c.is_list)
    )


def floater_failures(
    criteria: Sequence[Criterion[Member, Setting, Forced]], setting: Setting, member: Member, *, ahead: bool = False
) -> Failures:
    """List what somebody fails who leaves the bracket; with ``ahead``, the bracket that follows."""
    return tuple(
        (place, failure)
        for place, c in enumerate(criteria)
        if c.ahead is ahead
        and c.floater is not nothing
        and (failure := c.floater(setting, member)) is not None
        and (failure or c.is_list)
    )


def ranked(
    criterion: Criterion[Member, Setting, Forced], setting: Setting, members: Sequence[Member], places: int
) -> list[int]:
    """Sort those of ``places`` who might be the only floater by a criterion about floaters: sets, best first."""
    by_failure: dict[int, int] = {}
    for place in bits(places):
        failure = criterion.floater(setting, members[place]) or 0
        by_failure[failure] = by_failure.get(failure, 0) | 1 << place
    return [by_failure[failure] for failure in sorted(by_failure, reverse=criterion.order is Order.LOWEST_FIRST)]


def encode(
    criteria: Sequence[Criterion[Member, Setting, Forced]], parts: Iterable[Failures], size: int
) -> dict[Failures, int]:
    """Turn failures into whole numbers whose sums compare like the table: the less, the better.

    Every criterion, and in a list every entry, has a digit of its own, so wide that no matching of ``size`` vertices
    carries, even as the difference of two that count up to four parts for a pair. What nobody fails has no digit, so
    that the numbers are as short as the field allows.
    """
    parts = set(parts)
    largest: dict[tuple[int, int], int] = {}
    for failures in parts:
        for place, failure in failures:
            digit, amount = ((place, failure), 1) if criteria[place].is_list else ((place, 0), failure)
            largest[digit] = max(largest.get(digit, 0), amount)

    def significance(digit: tuple[int, int]) -> tuple[int, int]:
        place, entry = digit
        return -place, -entry if criteria[place].order is Order.LOWEST_FIRST else entry

    unit: dict[tuple[int, int], int] = {}
    position = 0
    for digit in sorted(largest, key=significance):
        unit[digit] = 1 << position
        position += (4 * largest[digit] * (size + 1)).bit_length()
    return {
        failures: sum(
            unit[place, failure] if criteria[place].is_list else failure * unit[place, 0] for place, failure in failures
        )
        for failures in parts
    }
