"""Scoregroups, as sets of places in a list of players."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Protocol

from worker.matching import bits
from worker.tournament import Points

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
        yield sum(1 << place for place in group)
