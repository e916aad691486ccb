"""The rules of order (C.04.3 (2026) 3 and 4; 2017 B and D) among the best candidates of a bracket."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from nextround.core.matching.optima import Optima
from nextround.core.systems.dutch.candidate_order import Pairs

#: So far from the border of S1 and S2 exchanges are first looked for.
_WINDOW = 8


@dataclass(frozen=True, slots=True)
class OptimalCandidates:
    """The best candidates, as the heaviest matchings of a graph.

    Vertices: the residents from 0, in order; the ``mdps``, in order; others. ``inside[v]`` are the residents with whom
    v would be a pair of the bracket; every heaviest matching has the same number of such pairs.
    """

    optima: Optima
    inside: Sequence[int]
    residents: int
    mdps: Sequence[int]

    def first(self) -> Pairs:
        """Find the earliest candidate: who of the mdps is paired, with whom, then the remainder."""
        optima = self.optima
        paired = [mdp for mdp in self.mdps if optima.confine(mdp, self.inside[mdp])]
        pairs = [(mdp, optima.settle(mdp)) for mdp in paired]
        taken = {opponent for _, opponent in pairs}
        return pairs + self._remainder([v for v in range(self.residents) if v not in taken])

    def _remainder(self, remainder: Sequence[int]) -> Pairs:
        k = sum(self.inside[v] >> self.optima.partner(v) & 1 for v in remainder) // 2
        pairs = self._split(remainder, set(range(k)))
        if pairs is None:
            pairs = self._split(remainder, self._exchanged(remainder, k))
        return pairs or []

    def _exchanged(self, remainder: Sequence[int], k: int) -> set[int]:
        """Find, by index in the remainder, the higher players of its k pairs, once S1 must be exchanged.

        Beyond a window around the border of S1 and S2 all exchanges count as if at its edge, so that few weights are
        needed. One that stays inside is then the first: those further out are worse than they were taken for.
        """
        window = _WINDOW
        while True:
            higher = self._exchanged_within(remainder, k, window)
            inside = all(a in higher for a in range(k - window)) and max(higher) < k + window
            if inside or window > len(remainder):
                return higher
            window *= 8

    def _exchanged_within(self, remainder: Sequence[int], k: int, window: int) -> set[int]:
        """Put the rules of exchange into digits (C.04.3 (2026) 4.3; 2017 D.2).

        Fewest exchanges; the least difference of the numbers; who leaves S1, the lowest ranked first; who enters, the
        highest ranked first.
        """
        first, end = max(0, k - window), min(len(remainder), k + window)
        entering = end - first + 1
        leaving = 2 * entering
        difference = leaving + entering
        exchanges = difference + (len(remainder) ** 2).bit_length() + 1
        bonuses = []
        for a, v in enumerate(remainder):
            bonus = -min(max(a, first), end - 1) << difference
            if a < k:
                bonus += 1 << exchanges
            if first <= a < end:
                bonus += -(1 << leaving + a - first) if a < k else 1 << entering - (a - first)
            bonuses.append((v, self.inside[v] >> v << v, bonus))
        partners = self.optima.preferring(bonuses)
        return {a for a, v in enumerate(remainder) if self.inside[v] >> v << v >> partners[v] & 1}

    def _split(self, remainder: Sequence[int], higher: Set[int]) -> Pairs | None:
        """Pair the remainder with exactly these, by index, as the higher of their pairs; None where that can't be."""
        optima = self.optima.copy()
        s1 = [remainder[i] for i in sorted(higher)]
        s2 = sum(1 << v for i, v in enumerate(remainder) if i not in higher)
        for v in s1:
            if not optima.confine(v, self.inside[v] & s2 >> v << v):
                return None
        return [(v, optima.settle(v)) for v in s1]
