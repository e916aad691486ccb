"""The pairing of a group, player by player (2.4, 2.5, 3.6 to 3.8, 4 and 5.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nextround.core.matching import Matching
from nextround.core.systems.lim.floaters import MAXI
from nextround.core.systems.lim.players import LimPlayer, suits


@dataclass(frozen=True, slots=True)
class GroupPairing:
    """How a group is gone through.

    ``matching`` is a perfect matching of its members, and is used up. ``fitting`` are the rows of those who can have
    colours within the limits, or None where everybody who may be paired can.
    """

    players: Sequence[LimPlayer]
    matching: Matching
    fitting: Sequence[int] | None
    down: bool
    maxi: bool

    def pairs(self, floaters: Sequence[int], residents: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Make the pairs in their order.

        ``residents`` are in the order of the group, ``floaters`` in the order of their turns, which come first (2.4).
        A floater seeks among the residents, then among the other floaters; L-5: in the order of the group. Of the
        rest the first seeks from the first of the lower half to the last, then from the last of the upper half upwards;
        those left are halved again.
        """
        left = list(residents)
        waiting = list(floaters)
        while waiting:
            floater = waiting.pop(0)
            opponent = self._settle(floater, [*left, *sorted(waiting, reverse=not self.down)])
            (left if opponent in left else waiting).remove(opponent)
            yield floater, opponent
        while left:
            first, *others = left
            half = len(left) // 2
            opponent = self._settle(first, [*others[half - 1 :], *reversed(others[: half - 1])])
            others.remove(opponent)
            left = others
            yield first, opponent

    def _settle(self, player: int, order: Sequence[int]) -> int:
        """Take the first of those with whom the rest can be paired who can have the right colour, else the first (5.2).

        L-8: player by player, as the text goes; not the colours of the whole group at once. In a Maxi-tournament
        colours decide only between opponents of nearly the same rating (3.8).
        """
        rows, seeker = self.matching.adjacency, self.players[player]
        likely = next(other for other in order if rows[player] >> other & 1)
        if suits(seeker, self.players[likely]) and self.matching.keeps_perfect(player, likely):
            return likely
        partners = self.matching.partners(player)
        able = [other for other in order if partners >> other & 1]
        near = [other for other in able if not self.maxi or self._near(other, able[0])]
        choices = [
            *(other for other in near if suits(seeker, self.players[other])),
            *(other for other in able if self.fitting and self.fitting[player] >> other & 1),
            able[0],
        ]
        self.matching.keeps_perfect(player, choices[0])
        return choices[0]

    def _near(self, one: int, other: int) -> bool:
        return abs(self.players[one].rating - self.players[other].rating) <= MAXI
