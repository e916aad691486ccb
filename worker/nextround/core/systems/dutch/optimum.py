"""The exact answer for any bracket: the criteria as weights, then the rules of order among the best.

One maximum-weight perfect matching of the bracket and what lies below proves the optimum. Where no odd set of players
is bound by it, the best candidates are the perfect matchings of the tight edges, and the rules of order are settled
there one decision after the other; else every decision is a small change of the weighted matching. Only the exchanges,
where any are needed, become digits below the criteria for one more matching.
"""

from collections.abc import Iterable, Sequence

from nextround.core.matching import bits
from nextround.core.matching.optima import Optima
from nextround.core.pairing.criteria import Failures, encode, floater_failures, pair_failures
from nextround.core.systems.dutch.bracket import Bracket, PairedBracket
from nextround.core.systems.dutch.candidate_order import Pairs
from nextround.core.systems.dutch.field import Field, Traits
from nextround.core.systems.dutch.local_bracket import DutchCriterion
from nextround.core.systems.dutch.optimal_candidates import OptimalCandidates

#: What an edge's weight depends on: traits in the bracket, what fails who stays unpaired in the next one, or nothing.
Kind = Traits | Failures | None


def optimum(
    field: Field,
    legal: Sequence[int],
    bracket: Bracket,
    criteria: Sequence[DutchCriterion],
    floaters: int | None = None,
) -> PairedBracket | None:
    """Find the first of the best candidates; None where the round can't be completed.

    ``floaters``: where given, everything below shrinks to one vertex that each of these can be left to, and nothing is
    looked at there; 0 for a bracket that leaves nobody.
    """
    problem = BracketGraph(field, legal, bracket, criteria, floaters)
    optima = Optima.of_levels(problem.levels)
    if optima is None:
        return None
    return problem.paired(OptimalCandidates(optima, problem.inside, problem.residents, problem.mdps).first())


class BracketGraph:
    """The matching problem of a bracket in local vertices.

    First the residents, then what lies below, then the mdps, then, where completion is not imposed and the number is
    odd, one more. Whoever stays unmatched in such a bracket is matched by an edge that weighs nothing and is no pair.
    ``inside[v]`` are the residents who are v's possible opponents; ``levels[v]`` the neighbours by the edge's weight.
    """

    def __init__(
        self,
        field: Field,
        legal: Sequence[int],
        bracket: Bracket,
        criteria: Sequence[DutchCriterion],
        floaters: int | None,
    ) -> None:
        self._lay_out(field, legal, bracket, floaters)
        alone = floaters is not None or not bracket.following
        self._criteria = [criterion for criterion in criteria if not (alone and criterion.ahead)]
        self._setting = bracket.setting
        kinds = self._kinds(field, 0 if alone else bracket.following)
        members: dict[Kind, int] = {}
        for i, kind in enumerate(kinds):
            members[kind] = members.get(kind, 0) | 1 << i
        meeting = [[(theirs, found) for theirs, mask in members.items() if (found := row & mask)] for row in self._rows]
        edges = dict.fromkeys(
            (mine, theirs) for mine, others in zip(kinds, meeting, strict=True) for theirs, _ in others
        )
        weights = self._weights(edges)
        self.levels: list[dict[int, int]] = []
        for mine, others in zip(kinds, meeting, strict=True):
            level: dict[int, int] = {}
            for theirs, found in others:
                weight = weights[mine, theirs]
                level[weight] = level.get(weight, 0) | found
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
        ahead: dict[Traits, Failures] = {}
        kinds: list[Kind] = []
        for i, v in enumerate(self.vertices):
            if i < self.residents or i in self.mdps:
                kinds.append(field.traits[v])
            elif following >> v & 1:
                traits = field.traits[v]
                if traits not in ahead:
                    ahead[traits] = floater_failures(self._criteria, self._setting, traits, ahead=True)
                kinds.append(ahead[traits])
            else:
                kinds.append(None)
        return kinds

    def _weights(self, edges: Iterable[tuple[Kind, Kind]]) -> dict[tuple[Kind, Kind], int]:
        """Weigh the edges between kinds, higher is better: a pair of the bracket, a pair of the next one, or nothing.

        A pair gains what its players would fail as downfloaters, here and ahead, less what it fails itself: the only
        place where failures are inverted. One who is paired in the next bracket gains what he would fail there.
        """
        criteria, setting = self._criteria, self._setting
        floating: dict[Traits, tuple[Failures, Failures]] = {}
        parts: set[Failures] = set()
        terms: dict[tuple[Kind, Kind], tuple[tuple[Failures, ...], Failures]] = {}
        for one, other in edges:
            if one is None or other is None:
                continue
            if (other, one) in terms:
                terms[one, other] = terms[other, one]
                continue
            gains: list[Failures] = []
            for kind in (one, other):
                if isinstance(kind, Traits) and kind not in floating:
                    here, ahead = (floater_failures(criteria, setting, kind, ahead=a) for a in (False, True))
                    floating[kind] = here, ahead
            fails: Failures = ()
            if isinstance(one, Traits) and isinstance(other, Traits):
                higher, lower = (one, other) if one.score >= other.score else (other, one)
                gains += (*floating[one], *floating[other])
                fails = pair_failures(criteria, setting, higher, lower)
            else:
                gains += (floating[kind][1] if isinstance(kind, Traits) else kind for kind in (one, other))
            terms[one, other] = tuple(gains), fails
            parts.update((*gains, fails))
        number = encode(criteria, parts, len(self.vertices))
        return {
            edge: sum(number[gain] for gain in terms[edge][0]) - number[terms[edge][1]] if edge in terms else 0
            for edge in edges
        }

    def _allow_nothing(self) -> None:
        if len(self.levels) % 2:
            self.levels.append({})
            self.inside.append(0)
            self._rows.append(0)
        everything = (1 << len(self.levels)) - 1
        for i, row in enumerate(self._rows):
            if nothing := everything & ~row & ~(1 << i):
                self.levels[i][0] = self.levels[i].get(0, 0) | nothing

    def paired(self, pairs: Pairs) -> PairedBracket:
        """Translate the pairs back, and name who is left."""
        return PairedBracket.of(self.vertices, pairs, (*range(self.residents), *self.mdps))
