"""The exact answer for any bracket: all criteria and all rules of order as one weight, two matchings."""

from collections.abc import Sequence

from worker.matching import bits
from worker.matching.weighted import WeightedMatching, maximum_weight_perfect_matching
from worker.systems.dutch.bracket import Bracket, Paired
from worker.systems.dutch.criteria import Criterion
from worker.systems.dutch.field import Field
from worker.systems.dutch.weights import Encoder

Levels = list[dict[int, int]]


def optimum(field: Field, legal: Sequence[int], bracket: Bracket, criteria: Sequence[Criterion]) -> Paired | None:
    """Find the first of the best candidates; None where the round can't be completed.

    First the mdps are settled: who is paired, and with whom. Then the remainder. In each matching the rules of
    order (C.04.3 (2026) 4.2 to 4.4) are the digits below the criteria.
    """
    graph = _Graph(field, legal, bracket, criteria)
    settled: dict[int, int] = {}
    if bracket.mdps:
        matching = graph.solve(graph.mdp_digits())
        if matching is None:
            return None
        residents = set(bracket.residents)
        for mdp in bracket.mdps:
            partner = graph.partner(matching, mdp)
            if partner in residents:
                settled[mdp] = partner
        graph.settle(settled)
    pairs = dict(settled)
    remainder = [v for v in bracket.residents if v not in set(settled.values())]
    matching = graph.solve({})
    if matching is None:
        return None
    inside = set(remainder)
    k = sum(1 for v in remainder if graph.partner(matching, v) in inside) // 2
    if k:
        matching = graph.solve(graph.remainder_digits(remainder, k)) or matching
        for v in remainder:
            partner = graph.partner(matching, v)
            if partner in inside and v < partner:
                pairs[v] = partner
    seated = set(pairs) | set(pairs.values())
    floaters = [v for v in (*bracket.mdps, *bracket.residents) if v not in seated]
    return Paired(sorted(pairs.items()), floaters, "best")


class _Graph:
    """The vertices of a bracket and of what lies below it, renumbered from 0, with the weights of the criteria.

    Where completion is not imposed, everything may stay unmatched: unmatched vertices are matched among themselves by
    edges that weigh nothing.
    """

    def __init__(self, field: Field, legal: Sequence[int], bracket: Bracket, criteria: Sequence[Criterion]) -> None:
        self.bracket = bracket
        self.vertices = [
            *bracket.mdps,
            *bracket.residents,
            *bits(bracket.below if bracket.complete else bracket.following),
        ]
        self.place = {v: i for i, v in enumerate(self.vertices)}
        traits = field.traits
        if not bracket.following:
            criteria = [criterion for criterion in criteria if not criterion.looks_ahead]
        players = [traits[v] for v in (*bracket.mdps, *bracket.residents)]
        encoder = Encoder(criteria, bracket.setting, players, len(self.vertices))
        self.edges: dict[tuple[int, int], int] = {}
        here = {*bracket.mdps, *bracket.residents}
        residents = set(bracket.residents)
        mdps = set(bracket.mdps)
        for i, u in enumerate(self.vertices):
            for v in self.vertices[i + 1 :]:
                if not legal[u] >> v & 1 or (u in mdps and v in mdps):
                    continue
                if u in here and v in residents:
                    weight = encoder.pair(traits[u], traits[v])
                else:
                    weight = 0
                    if bracket.following >> v & 1:
                        weight += encoder.following(traits[v])
                        if bracket.following >> u & 1:
                            weight += encoder.following(traits[u])
                        else:
                            weight += encoder.ahead(traits[u])
                self.edges[u, v] = weight
        self.perfect = bracket.complete

    def settle(self, pairs: dict[int, int]) -> None:
        gone = set(pairs) | set(pairs.values())
        self.vertices = [v for v in self.vertices if v not in gone]
        self.place = {v: i for i, v in enumerate(self.vertices)}
        mdps = set(self.bracket.mdps)
        residents = set(self.bracket.residents)
        self.edges = {
            (u, v): w
            for (u, v), w in self.edges.items()
            if u not in gone and v not in gone and not (u in mdps and v in residents)
        }

    def solve(self, digits: dict[tuple[int, int], int]) -> WeightedMatching | None:
        below = max((value.bit_length() for value in digits.values()), default=0) + len(self.vertices).bit_length() + 2
        n = len(self.vertices)
        size = n if self.perfect else n + n % 2
        levels: Levels = [{} for _ in range(size)]
        linked = [1 << i for i in range(size)]
        for (u, v), weight in self.edges.items():
            i, j = self.place[u], self.place[v]
            total = (weight << below) + digits.get((u, v), 0)
            levels[i][total] = levels[i].get(total, 0) | 1 << j
            levels[j][total] = levels[j].get(total, 0) | 1 << i
            linked[i] |= 1 << j
            linked[j] |= 1 << i
        if not self.perfect:
            for i in range(size):
                if nothing := ((1 << size) - 1) & ~linked[i]:
                    levels[i][0] = levels[i].get(0, 0) | nothing
        return maximum_weight_perfect_matching(levels)

    def partner(self, matching: WeightedMatching, v: int) -> int:
        i = matching.mate[self.place[v]]
        if i >= len(self.vertices):
            return -1
        partner = self.vertices[i]
        return partner if (min(v, partner), max(v, partner)) in self.edges else -1

    def mdp_digits(self) -> dict[tuple[int, int], int]:
        """First who of the mdps is paired, then the opponent of each, the highest possible."""
        mdps, residents = self.bracket.mdps, self.bracket.residents
        base = (len(residents) + 1).bit_length()
        digits = {}
        for i, mdp in enumerate(mdps):
            late = len(mdps) - 1 - i
            for rank, resident in enumerate(residents):
                if (mdp, resident) in self.edges:
                    digits[mdp, resident] = (1 << base * len(mdps) + late) + ((len(residents) - rank) << base * late)
        return digits

    def remainder_digits(self, remainder: Sequence[int], k: int) -> dict[tuple[int, int], int]:
        """Fewest exchanges, least difference, who leaves S1, who enters, then the transpositions."""
        n = len(remainder)
        base = (2 * n * n + 2).bit_length()
        transposition = base * n
        entering = transposition + base  # one bit each below
        leaving = entering + n + 1
        difference = leaving + n + 1
        exchanges = difference + base + 1
        digits = {}
        for a, u in enumerate(remainder):
            own = -a << difference
            own += (1 << exchanges) - (1 << leaving + a) if a < k else 1 << entering + n - a
            for b in range(a + 1, n):
                if (u, remainder[b]) in self.edges:
                    digits[u, remainder[b]] = own + ((n - b) << base * (n - 1 - a))
        return digits
