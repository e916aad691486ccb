"""From the table of criteria to whole numbers that a matching can compare."""

from collections.abc import Iterable, Sequence

from nextround.core.systems.dutch.criteria import ONE_POINT, Criterion, Scope, Setting
from nextround.core.systems.dutch.field import Traits


class Encoder:
    """Turns failures into one number, higher is better.

    Every criterion, and in a list every entry, has a digit of its own, wide enough never to carry. A pair gains what
    its players would fail as downfloaters, less what it fails itself: the only place where failures are inverted.
    """

    def __init__(self, criteria: Sequence[Criterion], setting: Setting, players: Iterable[Traits], size: int) -> None:
        """Lay out the digits for a matching of ``size`` players with these traits."""
        self._setting = setting
        self._criteria = criteria
        traits = set(players)
        scores = {player.score for player in traits}
        differences = {high - low for high in scores for low in scores if high >= low}
        artificial = {player.score - setting.lowest + ONE_POINT for player in traits}
        entries = sorted(scores | differences | artificial, reverse=True)
        largest = 3 + max((player.unplayed for player in traits), default=0)
        self.width = (8 * largest * (size + 1)).bit_length()
        self._shift: dict[tuple[str, int | None], int] = {}
        position = 0
        for criterion in reversed(criteria):
            for entry in reversed(entries) if criterion.is_list else (None,):
                self._shift[criterion.name, entry] = position
                position += self.width
        self._floating: dict[Traits, int] = {}
        self._staying: dict[Traits, int] = {}
        self._pairs: dict[tuple[Traits, Traits], int] = {}

    def _number(self, criterion: Criterion, failure: int | None) -> int:
        if not failure and not (criterion.is_list and failure is not None):
            return 0
        if criterion.is_list:
            return 1 << self._shift[criterion.name, failure]
        return int(failure) << self._shift[criterion.name, None]

    def floating(self, player: Traits) -> int:
        """Weigh what it saves to pair a player of the bracket inside."""
        if player not in self._floating:
            self._floating[player] = sum(self._number(c, c.floater(self._setting, player)) for c in self._criteria)
        return self._floating[player]

    def ahead(self, player: Traits) -> int:
        """Weigh what it saves to pair a downfloater in the following bracket."""
        return sum(self._number(c, c.floater(self._setting, player)) for c in self._criteria if c.looks_ahead)

    def following(self, player: Traits) -> int:
        """Weigh what it saves to pair a resident of the following bracket there."""
        return sum(
            self._number(c, c.floater(self._setting, player)) for c in self._criteria if c.scope is Scope.NEXT_COUNT
        )

    def pair(self, higher: Traits, lower: Traits) -> int:
        """Weigh a pair inside the bracket."""
        key = higher, lower
        if key not in self._pairs:
            failures = sum(
                self._number(c, c.pair(self._setting, higher, lower)) for c in self._criteria if not c.looks_ahead
            )
            self._pairs[key] = self.floating(higher) + self.floating(lower) - failures
        return self._pairs[key]
