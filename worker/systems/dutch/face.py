"""The rules of order (C.04.3 (2026) 3 and 4; 2017 B and D) among the best candidates of a bracket."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from worker.matching.optima import Optima
from worker.systems.dutch.order import Pairs


@dataclass(frozen=True, slots=True)
class Face:
    """The best candidates, as the heaviest matchings of a graph.

    Vertices: the residents from 0, in order; the ``mdps``, in order; others. ``inside[v]`` are the residents with whom
    v would be a pair of the bracket; every heaviest matching has the same number of such pairs.
    """

    optima: Optima
    inside: Sequence[int]
    residents: int
    mdps: Sequence[int]
    higher: Callable[[Pairs, Sequence[int], int], Set[int]]

    def first(self) -> Pairs:
        """Find the earliest candidate: who of the mdps is paired, with whom, then the remainder."""
        optima = self.optima
        paired = [mdp for mdp in self.mdps if optima.confine(mdp, self.inside[mdp])]
        pairs = [(mdp, optima.settle(mdp)) for mdp in paired]
        taken = {opponent for _, opponent in pairs}
        return pairs + self._remainder(pairs, [v for v in range(self.residents) if v not in taken])

    def _remainder(self, settled: Pairs, remainder: Sequence[int]) -> Pairs:
        k = sum(self.inside[v] >> self.optima.partner(v) & 1 for v in remainder) // 2
        pairs = self._split(remainder, set(range(k)))
        if pairs is None:
            pairs = self._split(remainder, self.higher(settled, remainder, k))
        return pairs or []

    def _split(self, remainder: Sequence[int], higher: Set[int]) -> Pairs | None:
        """Pair the remainder with exactly these, by index, as the higher of their pairs; None where that can't be."""
        optima = self.optima.copy()
        s1 = [remainder[i] for i in sorted(higher)]
        s2 = sum(1 << v for i, v in enumerate(remainder) if i not in higher)
        for v in s1:
            if not optima.confine(v, self.inside[v] & s2 >> v << v):
                return None
        return [(v, optima.settle(v)) for v in s1]
