"""A bracket of the Burstein system (C.04.4.2 (2026) 3.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from nextround.core.matching import bits
from nextround.core.pairing import RoundToPair
from nextround.core.pairing.scoregroups import Places
from nextround.core.systems.burstein.index import IndexedPlayer
from nextround.core.tournament import Colour

Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class BursteinBracket:
    """A bracket and all who stand below it, as sets of places in the field.

    ``members`` are the incoming floaters and the next scoregroup; ``following`` is the scoregroup after that, and
    ``beyond`` everybody further down. Bit q of ``rows[p]`` says that p and q may meet. All of them together can be
    paired; ``hint`` are pairs of such a pairing.
    """

    question: RoundToPair
    players: Sequence[IndexedPlayer]
    rows: Sequence[int]
    members: Places
    following: Places
    beyond: Places
    hint: Pairs

    @property
    def below(self) -> Places:
        """Everybody who is not in the bracket."""
        return self.following | self.beyond

    @cached_property
    def ranking(self) -> list[int]:
        """The members in the order of their in-bracket sequence numbers (4.1)."""
        return sorted(bits(self.members), key=lambda p: self.players[p].rank)

    def preferring(self, places: Places) -> dict[Colour | None, Places]:
        """Divide a set of places by the colour preferred."""
        divided: dict[Colour | None, Places] = {Colour.WHITE: 0, Colour.BLACK: 0, None: 0}
        for p in bits(places):
            divided[self.players[p].preference.colour] |= 1 << p
        return divided
