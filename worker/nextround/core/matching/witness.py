"""Whom a graph can spare: maximum matchings as witnesses of what can be matched with one vertex more or less."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nextround.core.matching.cardinality import SINGLE, Matching, bits, lowest_bit

#: So many neighbours of a free vertex are looked at before the whole set of missable vertices is computed: in a large
#: graph nearly everybody touches one of their mates, and each look is one step against a search of the whole graph.
_NEAR = 64


@dataclass(slots=True)
class Witness:
    """A maximum matching, and the vertices that some maximum matching leaves free (Gallai and Edmonds).

    A vertex from outside can be matched with the graph beside as many of its vertices as before if and only if it
    touches such a *missable* one.
    """

    matching: Matching
    _missable: int | None = None

    @property
    def deficiency(self) -> int:
        """The number of vertices that stay free."""
        return self.matching.free.bit_count()

    @property
    def missable(self) -> int:
        """All vertices that some maximum matching leaves free."""
        if self._missable is None:
            self._missable = 0
            for root in bits(self.matching.free):
                if not self._missable >> root & 1:
                    self._missable |= self.matching.outer(root)
        return self._missable

    def touching(self, vertices: int, rows: Sequence[int]) -> int:
        """Find which of these vertices, outside the graph, touch a missable one; ``rows`` are their neighbours.

        A free vertex and the mates of its neighbours are missable; the whole set is computed only for those who touch
        none of a few of them.
        """
        found = 0
        if self._missable is None:
            near = self._near()
            for v in bits(vertices):
                if rows[v] & near:
                    found |= 1 << v
        if rest := vertices & ~found:
            missable = self.missable
            for v in bits(rest):
                if rows[v] & missable:
                    found |= 1 << v
        return found

    def _near(self) -> int:
        matching = self.matching
        near = matching.free
        if not near:
            return 0
        around = matching.adjacency[lowest_bit(near)] & matching.alive
        for _, w in zip(range(_NEAR), bits(around), strict=False):
            if matching.mate[w] != SINGLE:
                near |= 1 << matching.mate[w]
        return near

    def completes(self, vertices: Sequence[int]) -> bool:
        """Whether these vertices and the whole graph can be matched perfectly."""
        if (self.deficiency + len(vertices)) % 2 or self.deficiency > len(vertices):
            return False
        matching = self.matching.copy()
        for v in vertices:
            matching.restore(v)
        return matching.maximise() == 0


@dataclass(frozen=True, slots=True)
class Spared:
    """What a group can spare so that it and all beyond are matched, with as few pairs between them as possible.

    ``group`` has for missable vertices those of the group that may be missing. ``beyond`` is what lies beyond.
    ``passing``: a newcomer may also be matched with somebody of ``beyond`` himself, if he touches a missable one.
    """

    group: Witness
    beyond: Witness
    passing: bool


def spared(group: Witness, beyond: Witness, members: Iterable[int], rows: Sequence[int]) -> Spared | None:
    """Find what one vertex more or less a group can bear if it is to be matched in itself as far as possible.

    ``group`` and ``beyond`` are maximum matchings of disjoint sets over ``rows``; ``members`` are the group's vertices.
    At best none of the group meets anybody beyond if those can be matched alone, and one does if they leave one. None
    where that cannot be, or if they leave more.

    Lemma: let H be the group, with a vertex z more if beyond leaves one: z is joined to whoever of the group touches a
    missable vertex there. If H leaves one vertex free, then at best (1) x of the group may be missing if and only if x
    is missable in H; (2) a newcomer may join the group if and only if he touches such an x; (3) he may take the place
    of the one who meets somebody beyond if and only if z is missable in H and he touches a missable vertex there.

    Proof: beyond less b is matched if and only if b is missable, so a pair of y with somebody beyond is possible with
    all others there matched if and only if yz is an edge of H. Hence the group less x is so matched if and only if H
    less x is, which is what missable says (1). A newcomer who meets x leaves the group less x (2); one who meets
    somebody beyond is himself the one pair between, and leaves H less z (3).
    """
    if beyond.deficiency == 0:
        return Spared(group, beyond, passing=False) if group.deficiency == 1 else None
    if beyond.deficiency > 1:
        return None
    matching = group.matching.copy()
    z = len(rows)
    vertices = list(members)
    joined = beyond.touching(sum(1 << v for v in vertices), rows)
    extended = [*rows, joined]
    for v in vertices:
        if joined >> v & 1:
            extended[v] |= 1 << z
    matching.adjacency = extended
    matching.mate += [SINGLE] * (z + 1 - len(matching.mate))
    matching.restore(z)
    if matching.free & (matching.free - 1):
        matching.augment(z)
    whole = Witness(matching)
    if whole.deficiency != 1:
        return None
    missable = whole.missable
    return Spared(Witness(matching, missable & ~(1 << z)), beyond, passing=bool(missable >> z & 1))
