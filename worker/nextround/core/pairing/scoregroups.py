"""Scoregroups, as sets of places in a list of players."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Protocol

from nextround.core.matching import bits, mask_of
from nextround.core.matching.narrowing import NarrowedMatching
from nextround.core.tournament import Points

#: A set of players: an integer with the bits of their places in a list.
Places = int


class Scored(Protocol):
    """Somebody with a pairing score."""

    @property
    def score(self) -> Points:
        """The pairing score, in tenths."""


def scoregroups(players: Sequence[Scored], places: Places) -> Iterator[Places]:
    """Divide a set of places by score; ``players`` descend by score, and so do the groups."""
    for _, group in groupby(bits(places), key=lambda place: players[place].score):
        yield mask_of(group)


def first_upfloaters(matching: NarrowedMatching, players: Sequence[Scored], residents: Places, lower: Places) -> Places:
    """Find those of ``lower`` who meet residents in a best pairing: of all such sets the one with the smallest places.

    ``matching`` is solved, and is confined to what is found. Every best pairing has as many upfloaters of each score.
    """
    quota: dict[Points, int] = {}
    for u in bits(lower):
        if residents >> matching.partner(u) & 1:
            quota[players[u].score] = quota.get(players[u].score, 0) + 1
    chosen = 0
    for u in bits(lower):
        if quota.get(players[u].score) and matching.confine(u, residents):
            quota[players[u].score] -= 1
            chosen |= 1 << u
    return chosen
