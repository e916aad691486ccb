"""The choice among all heaviest perfect matchings, narrowed vertex by vertex."""

from collections.abc import Mapping, Sequence

from nextround.core.matching.cardinality import bits, mask_of
from nextround.core.matching.weighted import WeightedMatching


class NarrowedMatching(WeightedMatching):
    """A maximum-weight perfect matching whose vertices can be confined to some of their partners.

    Call `solve` first; only after its success do the other answers mean anything. Vertices keep their numbers to the
    outside.
    """

    def __init__(self, levels: Sequence[Mapping[int, int]], alive: int | None = None) -> None:
        super().__init__(levels, alive)
        self._stand_in: dict[int, int] = {}
        self._original: dict[int, int] = {}

    def partner(self, v: int) -> int:
        """Name the vertex matched with v."""
        mate = self.mate[self._stand_in.get(v, v)]
        return self._original.get(mate, mate)

    def inside(self, vertices: int) -> int:
        """Translate a set into the numbers of the inside, where twins stand for whoever was confined."""
        for original, twin in self._stand_in.items():
            if vertices >> original & 1:
                vertices ^= 1 << original | 1 << twin
        return vertices

    def partners_of(self, mate: Sequence[int]) -> list[int]:
        """Translate a matching of the inside: the partner of each vertex, in the numbers of the outside."""
        return [
            self._original.get(mate[inside], mate[inside])
            for inside in (self._stand_in.get(v, v) for v in range(len(mate)))
        ]

    def confine(self, v: int, partners: int) -> bool:
        """Let v be matched into the set ``partners`` only, if the greatest weight stays what it is.

        On refusal nothing changes. Costs at most one search.

        Edges of v may hold a blossom together, so they are not cut: v is married off to a new vertex that knows nobody
        else, and a twin with fewer edges takes its place.
        """
        old = self._stand_in.get(v, v)
        levels = self._confined(old, partners)
        if not levels:
            return False
        label = max(w - self._least_label(mask, self.buckets) for w, mask in levels)
        spare = label - self.label[old]
        if spare < 0:  # v has no tight edge into the set, so no heaviest matching leads there
            return False
        trial = self.copy()
        twin = trial._add(levels, label)
        trial._add([(0, 1 << old)], -self.label[old])
        if not trial._search_within(twin, spare):
            return False
        trial._stand_in[v], trial._original[twin] = twin, v
        self._take_over(trial)
        return True

    def settle(self, v: int, order: Sequence[int]) -> int | None:
        """Match v for good with the first of these partners whom the greatest weight allows; None where it allows none.

        The first is tried alone, the others by halves: about twice as many searches as their number has digits.
        """
        if order and self.confine(v, 1 << order[0]):
            return order[0]
        rest = order[1:]
        while len(rest) > 1:
            half = rest[: len(rest) // 2]
            rest = half if self.confine(v, mask_of(half)) else rest[len(half) :]
        return rest[0] if rest and self.confine(v, 1 << rest[0]) else None

    def _confined(self, old: int, partners: int) -> list[tuple[int, int]]:
        """Cut a vertex's levels with a set given in the numbers of the outside."""
        partners = self.inside(partners)
        return [(w, cut) for w, mask in self.levels[old] if (cut := mask & partners)]

    def copy(self) -> "NarrowedMatching":
        """Copy what a search changes; lists inside are replaced, never changed, except the lists of blossoms."""
        twin = NarrowedMatching.__new__(NarrowedMatching)
        twin.__dict__ = {
            name: value.copy() if isinstance(value, list | dict) else value for name, value in self.__dict__.items()
        }
        return twin

    def _take_over(self, other: "NarrowedMatching") -> None:
        """Become what a copy has become: every search changes all that it needs, so nothing of the old stays."""
        for name, value in vars(other).items():
            setattr(self, name, value)

    def _add(self, levels: list[tuple[int, int]], label: int) -> int:
        new = len(self.mate)
        self.levels.append(levels)
        for w, mask in levels:
            for u in bits(mask):
                row = self.levels[u]
                if all(w != weight for weight, _ in row):
                    row = sorted([*row, (w, 0)], reverse=True)
                self.levels[u] = [(weight, m | 1 << new if weight == w else m) for weight, m in row]
        self.alive |= 1 << new
        self.mate.append(-1)
        self.label.append(label)
        self.buckets[label] = self.buckets.get(label, 0) | 1 << new
        self.slot.append(new)
        self.node.append(new)
        self.members[new], self.base[new], self.slot_of[new] = 1 << new, new, new
        return new

    def _search_within(self, root: int, spare: int) -> bool:
        """Search as always, but give up once the dual values have moved further than the weight allows."""
        self.searches += 1
        self._start_tree()
        self._make_outer(self._top(root), root)
        lowest = self.label[root] - spare
        while not self._grow():
            if not self._change_duals() or self.label[root] < lowest:
                return False
        self._dissolve_flat(list(self.kind))
        return True
