"""Quality criteria as values: one ordered table gives the vector that an arbiter reads and a matching's weights."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from nextround.core.pairing.trace import Detail
from nextround.core.tournament import format_points

Member = TypeVar("Member")


class Order(Enum):
    """How the failures of a criterion compare: as a number, or as a list of scores from one end."""

    COUNT = "count"
    LOWEST_FIRST = "scores, the lowest compared first: higher is better"
    HIGHEST_FIRST = "scores, the highest compared first: lower is better"


@dataclass(frozen=True, slots=True)
class Criterion(Generic[Member]):
    """One quality criterion. Failures are counted: fewer is better.

    ``pair`` gives the failures of two players who meet in the bracket, ``floater`` those of one who leaves his
    scoregroup: a number, or for the lists of scores his score. ``ahead``: ``floater`` is about the bracket that follows
    this one. ``in_last_round``: whether the criterion holds there too.
    """

    name: str
    article: str
    sentence: str
    order: Order = Order.COUNT
    pair: Callable[[Member, Member], int] | None = None
    floater: Callable[[Member], int] | None = None
    ahead: bool = False
    in_last_round: bool = True

    def measure(self, pairs: Iterable[tuple[Member, Member]], floaters: Iterable[Member]) -> Detail:
        """Say how far a bracket fails: a number, or a list of points."""
        if self.order is Order.COUNT:
            pair, floater = self.pair, self.floater
            return sum(pair(a, b) for a, b in pairs if pair) + sum(floater(member) for member in floaters if floater)
        scores = [self.floater(member) for member in floaters] if self.floater else []
        return [format_points(score) for score in sorted(scores, reverse=self.order is Order.HIGHEST_FIRST)]


class Weights(Generic[Member]):
    """The failures of pairs and floaters as whole numbers whose sums compare like the criteria, one after another.

    ``criteria`` come in order of priority; ``members`` are all whose failures may be added up.
    """

    def __init__(self, criteria: Sequence[Criterion[Member]], members: Sequence[Member]) -> None:
        largest = max(
            (c.floater(member) for c in criteria if c.floater and c.order is Order.COUNT for member in members),
            default=1,
        )
        self._base = 1 + len(members) * max(1, largest)
        self._criteria = criteria
        self._places: list[dict[int, int] | int] = []
        place = 0
        for criterion in reversed(criteria):
            if criterion.order is Order.COUNT or not criterion.floater:
                self._places.append(place)
                place += 1
            else:
                scores = sorted(
                    {criterion.floater(member) for member in members}, reverse=criterion.order is Order.LOWEST_FIRST
                )
                self._places.append({score: place + i for i, score in enumerate(scores)})
                place += len(scores)
        self._places.reverse()

    def pair(self, a: Member, b: Member) -> int:
        """Weigh two players who meet in the bracket."""
        return sum(
            c.pair(a, b) * self._base**place
            for c, place in zip(self._criteria, self._places, strict=True)
            if c.pair and isinstance(place, int)
        )

    def floater(self, member: Member, *, ahead: bool = False) -> int:
        """Weigh a player who floats, here or in the bracket that follows."""
        total = 0
        for criterion, place in zip(self._criteria, self._places, strict=True):
            if criterion.floater and criterion.ahead is ahead:
                value = criterion.floater(member)
                total += value * self._base**place if isinstance(place, int) else self._base ** place[value]
        return total
