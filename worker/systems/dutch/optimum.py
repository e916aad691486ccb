"""The exact answer for any bracket: the criteria as weights, then the rules of order among the best.

One maximum-weight perfect matching of the bracket and what lies below proves the optimum. Where no odd set of players
is bound by it, the best candidates are the perfect matchings of the tight edges, and the rules of order are settled
there one decision after the other. Else the rules of order become digits below the criteria, and two more matchings
decide.
"""

from collections.abc import Mapping, Sequence

from worker.matching import WeightedMatching, bits
from worker.matching.optima import Optima
from worker.systems.dutch.bracket import Bracket, Paired
from worker.systems.dutch.criteria import Criterion
from worker.systems.dutch.face import Face
from worker.systems.dutch.field import Field
from worker.systems.dutch.order import Pairs
from worker.systems.dutch.weights import Encoder

Levels = list[dict[int, int]]


def optimum(field: Field, legal: Sequence[int], bracket: Bracket, criteria: Sequence[Criterion]) -> Paired | None:
    """Find the first of the best candidates; None where the round can't be completed."""
    problem = Problem(field, legal, bracket, criteria)
    optima = Optima.of_levels(problem.levels)
    if optima is None:
        return None
    return problem.paired(Face(optima, problem.inside, problem.residents, problem.mdps, problem.higher).first())


class Problem:
    """The matching problem of a bracket in local vertices.

    First the residents, then what lies below, then the mdps, then, where completion is not imposed and the number is
    odd, one more. Whoever stays unmatched in such a bracket is matched by an edge that weighs nothing and is no pair.
    ``inside[v]`` are the residents who are v's possible opponents.
    """

    def __init__(self, field: Field, legal: Sequence[int], bracket: Bracket, criteria: Sequence[Criterion]) -> None:
        if not bracket.following:
            criteria = [criterion for criterion in criteria if not criterion.looks_ahead]
        lower = list(bits(bracket.below if bracket.complete else bracket.following))
        self.residents = len(bracket.residents)
        self.vertices = [*bracket.residents, *lower, *bracket.mdps]
        self.mdps = range(self.residents + len(lower), len(self.vertices))
        place = {v: i for i, v in enumerate(self.vertices)}
        start, end = bracket.residents[0], (lower or bracket.residents)[-1] + 1
        contiguous = end - start == self.residents + len(lower)
        window = (1 << self.residents + len(lower)) - 1

        def local(row: int) -> int:
            if contiguous:
                return row >> start & window
            return sum(1 << place[v] for v in bits(row) if v in place) & window

        n = len(self.vertices)
        rows = [local(legal[v]) for v in self.vertices]
        traits = field.traits
        here = [*range(self.residents), *self.mdps]
        everyone = (1 << self.residents) - 1
        self.inside = [rows[i] & everyone if i < self.residents or i in self.mdps else 0 for i in range(n)]
        encoder = Encoder(criteria, bracket.setting, [traits[self.vertices[i]] for i in here], n)
        self.levels: Levels = [{} for _ in range(n)]
        classes: dict[object, int] = {}
        for i in range(self.residents):
            classes[traits[self.vertices[i]]] = classes.get(traits[self.vertices[i]], 0) | 1 << i
        following = local(bracket.following)
        values: dict[int, int] = {}
        for i in range(self.residents, self.mdps.start):
            value = encoder.following(traits[self.vertices[i]]) if following >> i & 1 else 0
            values[value] = values.get(value, 0) | 1 << i
        for i in here:
            mine = traits[self.vertices[i]]
            for theirs, mask in classes.items():
                if found := rows[i] & mask:
                    self._put(i, found, encoder.pair(*_by_score(mine, theirs)))
            ahead = encoder.ahead(mine)
            for value, mask in values.items():
                for part, bonus in ((mask & following, ahead), (mask & ~following, 0)):
                    if found := rows[i] & part:
                        self._put(i, found, value + bonus)
                        for j in bits(found):
                            self._put(j, 1 << i, value + bonus)
        for i in self.mdps:
            for j in bits(self.inside[i]):
                self._put(j, 1 << i, encoder.pair(traits[self.vertices[i]], traits[self.vertices[j]]))
        for mine, members in values.items():
            for i in bits(members):
                for theirs, mask in values.items():
                    for part, both in ((mask & following, following >> i & 1), (mask & ~following, 0)):
                        if found := rows[i] & part:
                            self._put(i, found, mine + theirs if both else 0)
        if not bracket.complete:
            self._allow_nothing()

    def _put(self, i: int, found: int, weight: int) -> None:
        level = self.levels[i]
        level[weight] = level.get(weight, 0) | found

    def _allow_nothing(self) -> None:
        if len(self.vertices) % 2:
            self.levels.append({})
            self.inside.append(0)
        everything = (1 << len(self.levels)) - 1
        for i, level in enumerate(self.levels):
            linked = 1 << i
            for mask in level.values():
                linked |= mask
            if nothing := everything & ~linked:
                self._put(i, nothing, 0)

    def paired(self, pairs: Pairs) -> Paired:
        """Translate the pairs back, and name who is left."""
        seated = {v for pair in pairs for v in pair}
        named = sorted((min(x), max(x)) for x in ((self.vertices[a], self.vertices[b]) for a, b in pairs))
        left = sorted(self.vertices[i] for i in (*range(self.residents), *self.mdps) if i not in seated)
        return Paired(named, left, "best")

    def higher(self, settled: Pairs, remainder: Sequence[int], k: int) -> set[int]:
        """Find, by index in the remainder, the higher players of its k pairs, with the rules of exchange as digits.

        Fewest exchanges; the least sum of numbers; who leaves S1, the lowest ranked first; who enters, the highest
        ranked first (C.04.3 (2026) 4.3; 2017 D.2).
        """
        n = len(remainder)
        leaving = n + 1
        difference = leaving + k + 1
        exchanges = difference + (n * n).bit_length() + 1
        digits = {}
        for a, u in enumerate(remainder):
            own = (1 << exchanges) - (1 << leaving + a) if a < k else 1 << n - a
            for v in remainder[a + 1 :]:
                if self.inside[u] >> v & 1:
                    digits[u, v] = own - (a << difference)
        matching = self._solve(digits, sum(1 << a | 1 << b for a, b in settled))
        return {a for a, u in enumerate(remainder) if (u, matching.mate[u]) in digits}

    def _solve(self, digits: Mapping[tuple[int, int], int], gone: int) -> WeightedMatching:
        """Match all but those gone; a settled bracket leaves the other mdps without opponents."""
        room = max((value.bit_length() for value in digits.values()), default=0) + len(self.levels).bit_length() + 2
        levels: Levels = []
        for i, level in enumerate(self.levels):
            fresh: dict[int, int] = {}
            levels.append(fresh)
            if gone >> i & 1:
                continue
            barred = gone
            if gone and i in self.mdps:
                barred |= self.inside[i]
            elif gone and i < self.residents:
                barred |= sum(1 << m for m in self.mdps if self.inside[m] >> i & 1)
            for weight, mask in level.items():
                rest = mask & ~barred
                if digits:
                    for j in bits(mask & ~barred):
                        if value := digits.get((i, j) if (i, j) in digits else (j, i), 0):
                            rest ^= 1 << j
                            fresh[(weight << room) + value] = fresh.get((weight << room) + value, 0) | 1 << j
                if rest:
                    fresh[weight << room] = fresh.get(weight << room, 0) | rest
        matching = WeightedMatching(levels, alive=(1 << len(levels)) - 1 & ~gone)
        matching.solve()
        return matching


def _by_score(mine: object, theirs: object) -> tuple:  # type: ignore[type-arg]
    return (mine, theirs) if mine.score >= theirs.score else (theirs, mine)  # type: ignore[attr-defined]
