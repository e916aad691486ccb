"""What forces a criterion of C.04.4.2 (2026) 2.3 in a bracket of which at most one player floats.

Each function takes from a bracket what does not attain the least failure that its criterion can have here. What is left
attains every criterion's least failure at once, and so is best in whatever order the criteria come.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from nextround.core.matching import Witness, bits, maximum_matching, spared
from nextround.core.pairing.criteria import Criterion
from nextround.core.pairing.scoregroups import Places, scoregroups
from nextround.core.systems.burstein.bracket import BursteinBracket
from nextround.core.systems.burstein.index import IndexedPlayer
from nextround.core.tournament import Colour


@dataclass(slots=True)
class FewFloaters:
    """A bracket of which nobody floats, or one of ``floaters``; nobody may meet another of a set that is ``apart``."""

    bracket: BursteinBracket
    floaters: Places
    apart: list[Places] = field(default_factory=list)
    _ideal: Places | None = None

    @property
    def ideal(self) -> Places:
        """Those of the floaters with whom the next bracket floats as few as their number allows, of its own."""
        if self._ideal is None:
            bracket = self.bracket
            group = Witness(maximum_matching(bracket.rows, bracket.following, bracket.hint))
            beyond = Witness(maximum_matching(bracket.rows, bracket.beyond, bracket.hint))
            ways = spared(group, beyond, bits(bracket.following), bracket.rows)
            self._ideal = ways.group.touching(self.floaters, bracket.rows) if ways else 0
        return self._ideal


#: Narrow the bracket to what is best by a criterion.
Forced = Callable[[FewFloaters], None]

BursteinCriterion = Criterion[IndexedPlayer, None, Forced]


def one_floater(few: FewFloaters) -> None:
    """Express C5: the number of floaters is the same for all candidates."""


def lowest_floater(few: FewFloaters) -> None:
    """Express C6: keep the lowest score."""
    if few.floaters:
        *_, few.floaters = scoregroups(few.bracket.players, few.floaters)


def ideal_ahead(few: FewFloaters) -> None:
    """Express C7, its number as well as its scores."""
    if few.floaters:
        few.floaters &= few.ideal


def fewest_equal_preferences(few: FewFloaters) -> None:
    """Express C8 by the numbers of the preferences.

    If more than half prefer one colour, all others must meet one of those, and who floats is one; else no two of equal
    preference may meet. Somebody who floats meets nobody, and takes the place of one without preference.
    """
    members = few.bracket.members
    sides = few.bracket.preferring(members)
    size = members.bit_count() + (1 if few.floaters else 0)
    for colour in (Colour.WHITE, Colour.BLACK):
        if 2 * sides[colour].bit_count() > size:
            few.apart.append(members & ~sides[colour])
            few.floaters &= sides[colour]
            return
    few.apart += (sides[Colour.WHITE], sides[Colour.BLACK])
