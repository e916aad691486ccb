"""What lies below a bracket: whether it can be paired with the downfloaters, and whom they would have to touch."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from nextround.core.matching import SINGLE, Matching, bits, lowest_bit

#: So many neighbours of a free vertex are looked at before the whole set of missable vertices is computed.
_NEAR = 64


@dataclass(slots=True)
class Below:
    """A maximum matching of what lies below a bracket.

    A downfloater can be paired with it if he touches a vertex that some maximum matching leaves free (Gallai and
    Edmonds).
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

    def touching(self, vertices: int, legal: Sequence[int]) -> int:
        """Find which of these vertices, outside the graph, touch a missable one.

        A free vertex and the mates of its neighbours are missable; in a large group nearly everybody touches one of a
        few of them, and the whole set is never computed.
        """
        found = 0
        if self._missable is None:
            near = self._near()
            for v in bits(vertices):
                if legal[v] & near:
                    found |= 1 << v
        if rest := vertices & ~found:
            missable = self.missable
            for v in bits(rest):
                if legal[v] & missable:
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

    def completes(self, downfloaters: Sequence[int]) -> bool:
        """Whether the downfloaters and all below can be matched perfectly."""
        if (self.deficiency + len(downfloaters)) % 2 or self.deficiency > len(downfloaters):
            return False
        matching = self.matching.copy()
        for v in downfloaters:
            matching.restore(v)
        return matching.maximise() == 0


@dataclass(slots=True)
class Suffixes:
    """For every scoregroup: a maximum matching of the group alone, and one of it and all that is lower.

    ``alone[i]`` and ``onward[i]`` are those of group i; ``onward`` has one more entry, for below the last group, with
    the bye alone where there is one among ``rows``.
    """

    rows: Sequence[int]
    alone: list[Below] = field(default_factory=list)
    onward: list[Below] = field(default_factory=list)

    @classmethod
    def of(cls, rows: Sequence[int], groups: Sequence[range], bye: int) -> "Suffixes":
        """Match the groups from the lowest up, each first within itself."""
        suffixes = cls(rows)
        matching = Matching(rows, alive=bye)
        suffixes.onward.append(Below(matching))
        for group in reversed(groups):
            alone = Matching(rows, alive=(1 << group.stop) - (1 << group.start))
            alone.maximise()
            suffixes.alone.append(Below(alone))
            matching = matching.copy()
            matching.add(alone)
            matching.maximise()
            suffixes.onward.append(Below(matching))
        suffixes.alone.reverse()
        suffixes.onward.reverse()
        return suffixes
