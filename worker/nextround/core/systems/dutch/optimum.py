"""The exact answer for any bracket: the criteria as weights, then the rules of order among the best.

One maximum-weight perfect matching of the bracket and what lies below proves the optimum. Where no odd set of players
is bound by it, the best candidates are the perfect matchings of the tight edges, and the rules of order are settled
there one decision after the other; else every decision is a small change of the weighted matching. Only the exchanges,
where any are needed, become digits below the criteria for one more matching.
"""

from collections.abc import Sequence
from functools import cache

from nextround.core.matching import bits
from nextround.core.matching.optima import Optima
from nextround.core.systems.dutch.bracket import Bracket, Paired
from nextround.core.systems.dutch.criteria import Criterion
from nextround.core.systems.dutch.face import Face
from nextround.core.systems.dutch.field import Field, Traits
from nextround.core.systems.dutch.order import Pairs
from nextround.core.systems.dutch.weights import Encoder

#: What an edge's weight depends on: traits in the bracket, the worth of being paired in the next one, or nothing.
Kind = Traits | int | None


def optimum(
    field: Field,
    legal: Sequence[int],
    bracket: Bracket,
    criteria: Sequence[Criterion],
    floaters: int | None = None,
) -> Paired | None:
    """Find the first of the best candidates; None where the round can't be completed.

    ``floaters``: where given, everything below shrinks to one vertex that each of these can be left to, and nothing is
    looked at there; 0 for a bracket that leaves nobody.
    """
    problem = Problem(field, legal, bracket, criteria, floaters)
    optima = Optima.of_levels(problem.levels)
    if optima is None:
        return None
    return problem.paired(Face(optima, problem.inside, problem.residents, problem.mdps).first())


class Problem:
    """The matching problem of a bracket in local vertices.

    First the residents, then what lies below, then the mdps, then, where completion is not imposed and the number is
    odd, one more. Whoever stays unmatched in such a bracket is matched by an edge that weighs nothing and is no pair.
    ``inside[v]`` are the residents who are v's possible opponents.
    """

    def __init__(
        self,
        field: Field,
        legal: Sequence[int],
        bracket: Bracket,
        criteria: Sequence[Criterion],
        floaters: int | None,
    ) -> None:
        self._lay_out(field, legal, bracket, floaters)
        alone = floaters is not None or not bracket.following
        criteria = [criterion for criterion in criteria if not (alone and criterion.looks_ahead)]
        traits = [field.traits[self.vertices[i]] for i in (*range(self.residents), *self.mdps)]
        self._encoder = Encoder(criteria, bracket.setting, traits, len(self.vertices))
        kinds = self._kinds(field, 0 if alone else bracket.following)
        weight = cache(self._weight)
        members: dict[Kind, int] = {}
        for i, kind in enumerate(kinds):
            members[kind] = members.get(kind, 0) | 1 << i
        self.levels: list[dict[int, int]] = []
        for mine, row in zip(kinds, self._rows, strict=True):
            level: dict[int, int] = {}
            for theirs, mask in members.items():
                if found := row & mask:
                    level[weight(mine, theirs)] = level.get(weight(mine, theirs), 0) | found
            self.levels.append(level)
        if not bracket.complete and floaters is None:
            self._allow_nothing()

    def _lay_out(self, field: Field, legal: Sequence[int], bracket: Bracket, floaters: int | None) -> None:
        """Number the vertices; residents and what lies below follow each other in the field too."""
        residents = bracket.residents
        self.residents = len(residents)
        everyone = (1 << self.residents) - 1
        start = residents[0]
        if floaters is None:
            lower = list(bits(bracket.below if bracket.complete else bracket.following))
        else:
            lower = [field.size] if floaters else []
        self.vertices = [*residents, *lower, *bracket.mdps]
        end = self.residents + len(lower)
        self.mdps = range(end, len(self.vertices))
        window = (1 << end) - 1
        if floaters is None:
            rows = [legal[v] >> start & window for v in self.vertices]
        else:
            left = floaters >> start & everyone
            rows = [legal[v] >> start & everyone | (left >> i & 1) << self.residents for i, v in enumerate(residents)]
            rows += [left for _ in lower]
            rows += [legal[v] >> start & everyone for v in bracket.mdps]
        for i in self.mdps:
            for j in bits(rows[i]):
                rows[j] |= 1 << i
        self._rows = rows
        self.inside = [row & everyone if i < self.residents or i in self.mdps else 0 for i, row in enumerate(rows)]

    def _kinds(self, field: Field, following: int) -> list[Kind]:
        kinds: list[Kind] = []
        for i, v in enumerate(self.vertices):
            if i < self.residents or i in self.mdps:
                kinds.append(field.traits[v])
            else:
                kinds.append(self._encoder.following(field.traits[v]) if following >> v & 1 else None)
        return kinds

    def _weight(self, one: Kind, other: Kind) -> int:
        """Weigh an edge: a pair of the bracket, a pair of the next one, or nothing."""
        if one is None or other is None:
            return 0
        if isinstance(one, Traits) and isinstance(other, Traits):
            return self._encoder.pair(*(one, other) if one.score >= other.score else (other, one))
        return sum(kind if isinstance(kind, int) else self._encoder.ahead(kind) for kind in (one, other))

    def _allow_nothing(self) -> None:
        if len(self.levels) % 2:
            self.levels.append({})
            self.inside.append(0)
            self._rows.append(0)
        everything = (1 << len(self.levels)) - 1
        for i, row in enumerate(self._rows):
            if nothing := everything & ~row & ~(1 << i):
                self.levels[i][0] = self.levels[i].get(0, 0) | nothing

    def paired(self, pairs: Pairs) -> Paired:
        """Translate the pairs back, and name who is left."""
        seated = {v for pair in pairs for v in pair}
        named = sorted((min(x), max(x)) for x in ((self.vertices[a], self.vertices[b]) for a, b in pairs))
        left = sorted(self.vertices[i] for i in (*range(self.residents), *self.mdps) if i not in seated)
        return Paired(named, left)
