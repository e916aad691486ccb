"""The rules of order (C.04.3 (2026) 3 and 4; 2017 B and D) among the best candidates of a bracket."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from nextround.core.matching.optima import Optima
from nextround.core.systems.dutch.candidate_order import Pairs

#: So far from the border of S1 and S2 exchanges are first looked for. Each place there costs two digits of the weights;
#: the least difference of the numbers, which decides first, mostly leaves nobody further out to be exchanged.
_FIRST_WINDOW = 8
#: If that was too near, the next window is so many times as wide: few rounds, even in the largest bracket.
_WIDER = 8


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
        window = _FIRST_WINDOW
        while True:
            higher = self._exchanged_within(remainder, k, window)
            inside = all(a in higher for a in range(k - window)) and max(higher) < k + window
            if inside or window > len(remainder):
                return higher
            window *= _WIDER

    def _exchanged_within(self, remainder: Sequence[int], k: int, window: int) -> set[int]:
        """Find who is the higher of his pair after the first exchange, by digits (C.04.3 (2026) 4.3; 2017 D.2).

        A bonus is added for each edge by which somebody is the higher of his pair; the largest total is the first
        exchange. Its digits, from the highest: (1) who of the first k is, so that fewest are exchanged; (2) the place
        of everybody who is, negative: what enters S1 less what leaves it is least, with places beyond the window
        taken for its edge; (3) a bit for each place of S1 in the window, negative, the highest for the last place: who
        leaves is the lowest ranked; (4) a bit for each place of S2 there, the highest for the first: who enters is the
        highest ranked.
        """
        first, end = max(0, k - window), min(len(remainder), k + window)
        places = end - first
        who_enters = 1
        who_leaves = who_enters + places
        numbers = who_leaves + places + 1
        fewest = numbers + (len(remainder) ** 2).bit_length() + 1
        bonuses = []
        for place, v in enumerate(remainder):
            bonus = -min(max(place, first), end - 1) << numbers
            if place < k:
                bonus += 1 << fewest
                if place >= first:
                    bonus -= 1 << who_leaves + place - first
            elif place < end:
                bonus += 1 << who_enters + end - 1 - place
            bonuses.append((v, self._lower(v), bonus))
        partners = self.optima.preferring(bonuses)
        return {place for place, v in enumerate(remainder) if self._lower(v) >> partners[v] & 1}

    def _lower(self, v: int) -> int:
        """Name the residents whom v can meet as the higher of the pair."""
        return self.inside[v] >> v << v

    def _split(self, remainder: Sequence[int], higher: Set[int]) -> Pairs | None:
        """Pair the remainder with exactly these, by index, as the higher of their pairs; None where that can't be."""
        optima = self.optima.copy()
        s1 = [remainder[i] for i in sorted(higher)]
        s2 = sum(1 << v for i, v in enumerate(remainder) if i not in higher)
        for v in s1:
            if not optima.confine(v, self.inside[v] & s2 >> v << v):
                return None
        return [(v, optima.settle(v)) for v in s1]
