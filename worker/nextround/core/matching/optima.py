"""The heaviest perfect matchings of a graph, all of them, narrowed step by step to the one that an order prefers."""

from collections.abc import Mapping, Sequence

from nextround.core.matching.cardinality import Matching, bits, lowest_bit
from nextround.core.matching.narrowing import NarrowedMatching
from nextround.core.matching.transport import Lane, shared_labels
from nextround.core.matching.weighted import WeightedMatching


class Optima:
    """Every heaviest perfect matching of a graph that has one.

    ``rows`` are the edges by vertex, as bits. Vertices come in ``kinds``, disjoint sets; ``weights`` gives the weight
    of every edge between two kinds, symmetric. Raises ValueError for a graph without a perfect matching.

    Where labels of the kinds prove a matching heaviest, all heaviest ones are the perfect matchings of the edges that
    those labels leave tight, and weights are done with. Otherwise every question is put to the weighted matching.
    """

    def __init__(self, rows: Sequence[int], kinds: Sequence[int], weights: Mapping[Lane, int]) -> None:
        self._matching: Matching | NarrowedMatching
        plain = Matching(_tight(rows, kinds, weights))
        if plain.maximise() == 0:
            self._matching = plain
            return
        self._matching = NarrowedMatching(_levels(rows, kinds, weights))
        if not self._matching.solve():
            raise ValueError("the graph has no perfect matching")

    @classmethod
    def of_levels(cls, levels: Sequence[Mapping[int, int]]) -> "Optima | None":
        """Solve a graph given as `WeightedMatching` takes it; None where there is no perfect matching.

        Where no odd set is bound to be left exactly once, the perfect matchings of the tight edges are the heaviest.
        """
        weighted = NarrowedMatching(levels)
        if not weighted.solve():
            return None
        optima = cls.__new__(cls)
        optima._matching = weighted
        if not weighted.binds_odd_sets:
            optima._matching = plain = Matching([weighted.tight(v) for v in range(len(levels))])
            for v, mate in enumerate(weighted.mate):
                if v < mate:
                    plain.join(v, mate)
        return optima

    def copy(self) -> "Optima":
        """Copy, so that something can be tried."""
        twin = Optima.__new__(Optima)
        twin._matching = self._matching.copy()
        return twin

    def partner(self, v: int) -> int:
        """Name the partner of v in the heaviest matching at hand."""
        matching = self._matching
        return matching.mate[v] if isinstance(matching, Matching) else matching.partner(v)

    def preferring(self, bonuses: Sequence[tuple[int, int, int]]) -> list[int]:
        """Find the heaviest matching with the greatest total bonus; give the partner of every vertex.

        ``bonuses`` are a vertex, some of its neighbours, and what each edge between them adds; an edge has at most one.
        """
        matching = self._matching
        extra: list[dict[int, int]] = [{} for _ in matching.mate]
        for u, partners, bonus in bonuses:
            if isinstance(matching, NarrowedMatching):
                u, partners = lowest_bit(matching.inside(1 << u)), matching.inside(partners)
            extra[u][bonus] = extra[u].get(bonus, 0) | partners
            for v in bits(partners):
                extra[v][bonus] = extra[v].get(bonus, 0) | 1 << u
        room = len(matching.mate).bit_length() + max((abs(b).bit_length() for _, _, b in bonuses), default=0) + 1
        levels: list[dict[int, int]] = []
        for v, bonus_of in enumerate(extra):
            base = matching.levels[v] if isinstance(matching, NarrowedMatching) else [(0, matching.adjacency[v])]
            level: dict[int, int] = {}
            for weight, mask in base:
                rest = mask & matching.alive
                for bonus, partners in bonus_of.items():
                    if found := rest & partners:
                        level[(weight << room) + bonus] = found
                        rest &= ~found
                if rest:
                    level[weight << room] = level.get(weight << room, 0) | rest
            levels.append(level)
        best = WeightedMatching(levels, matching.alive)
        best.solve()
        if isinstance(matching, NarrowedMatching):
            return matching.partners_of(best.mate)
        return best.mate

    def confine(self, v: int, partners: int) -> bool:
        """Let v be matched into the set ``partners`` only, if some heaviest matching does so; else change nothing."""
        return self._matching.confine(v, partners)

    def settle(self, v: int) -> int:
        """Give v the partner with the lowest number that any heaviest matching left has for him."""
        matching = self._matching
        if isinstance(matching, Matching):
            return matching.settle(v, lowest_bit)
        partner = matching.partner(v)
        while matching.confine(v, (1 << partner) - 1):
            partner = matching.partner(v)
        matching.confine(v, 1 << partner)
        return partner


def _tight(rows: Sequence[int], kinds: Sequence[int], weights: Mapping[Lane, int]) -> list[int]:
    """Keep the edges that are tight by labels of the kinds; none where there are no such labels."""
    lanes = {(a, b): weight for (a, b), weight in weights.items() if any(rows[v] & kinds[b] for v in bits(kinds[a]))}
    tight = [0] * len(rows)
    labels = shared_labels([kind.bit_count() for kind in kinds], lanes)
    for (a, b), weight in lanes.items() if labels else ():
        if labels and labels[a] + labels[b] == 2 * weight:
            for v in bits(kinds[a]):
                tight[v] |= rows[v] & kinds[b]
    return tight


def _levels(rows: Sequence[int], kinds: Sequence[int], weights: Mapping[Lane, int]) -> list[dict[int, int]]:
    levels: list[dict[int, int]] = [{} for _ in rows]
    for (a, b), weight in weights.items():
        for v in bits(kinds[a]):
            if mask := rows[v] & kinds[b]:
                levels[v][weight] = levels[v].get(weight, 0) | mask
    return levels
