"""The rules of order (C.04.3 (2026) 3 and 4; 2017 B and D) on a graph whose every perfect matching is equally good.

Vertices are local: the residents from 0, in order, then the mdps in order. ``rows[v]`` are the *residents* whom v may
meet; symmetric among residents.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from nextround.core.matching import Matching, bits, first_perfect_matching, lowest_bit

#: All exchanges of one size are listed to be sorted: beyond so many that takes longer than the weighted matching.
MOST_SORTED = 4000

#: Each exchange tried is one bipartite matching. The weighted matching, which finds the exchange at once, costs about
#: as much as this many of them, in a bracket of up to ``SMALL`` players and in a larger one.
SMALL = 24
MOST_TRIED_IN_SMALL = 40
MOST_TRIED = 300


@dataclass(frozen=True, slots=True)
class EqualCandidates:
    """The graph of a bracket: how many residents there are, and who may be left over.

    ``floaters`` are the residents of whom exactly one stays unpaired; 0 where nobody does.
    """

    rows: Sequence[int]
    residents: int
    floaters: int

    def allow(self, matching: Matching) -> bool:
        """Whether a matching of more candidates is one of these too; an mdp's opponents are in his own row."""
        mates, members = matching.mate, len(self.rows)
        if self.floaters and not self.floaters >> mates[members] & 1:
            return False
        return all(mates[v] >= self.residents or row >> mates[v] & 1 for v, row in enumerate(self.rows))

    def matching(self) -> Matching:
        """Match everybody, a left-over resident with one more vertex."""
        n, mdps = self.residents, len(self.rows) - self.residents
        rows = list(self.rows)
        for v in range(n, n + mdps):
            for resident in bits(self.rows[v]):
                rows[resident] |= 1 << v
        if self.floaters:
            rows.append(self.floaters)
            for resident in bits(self.floaters):
                rows[resident] |= 1 << n + mdps
        matching = Matching(rows)
        matching.maximise()
        return matching


class TooManyExchanges(Exception):
    """More exchanges than are worth trying one by one."""


Pairs = list[tuple[int, int]]


def first_candidate(candidates: EqualCandidates) -> Pairs | None:
    """Find the earliest candidate, in the order of the rules; None where there is none.

    Optimistically every mdp takes his first free resident and the remainder is paired without an exchange: if that can
    be done nothing can precede it. Else a perfect matching of the whole graph proves what can be done, and settles the
    opponents of the mdps one after the other. Raises TooManyExchanges.
    """
    everyone = (1 << candidates.residents) - 1
    pairs = _optimistic(candidates, everyone)
    if pairs is not None:
        remainder = _without(everyone, pairs)
        if (rest := _transposed(candidates, remainder)) is not None:
            return pairs + rest
    matching = candidates.matching()
    if matching.free:
        return None
    if len(candidates.rows) > candidates.residents:
        pairs = _settled(candidates, matching)
        remainder = _without(everyone, pairs)
        if (rest := _transposed(candidates, remainder)) is not None:
            return pairs + rest
    return (pairs or []) + _exchanged(candidates, remainder)


def _without(remainder: int, pairs: Pairs) -> int:
    for _, resident in pairs:
        remainder &= ~(1 << resident)
    return remainder


def _optimistic(candidates: EqualCandidates, remainder: int) -> Pairs | None:
    pairs = []
    for mdp in range(candidates.residents, len(candidates.rows)):
        opponents = candidates.rows[mdp] & remainder
        if not opponents:
            return None
        opponent = lowest_bit(opponents)
        remainder ^= 1 << opponent
        pairs.append((mdp, opponent))
    return pairs


def _settled(candidates: EqualCandidates, matching: Matching) -> Pairs:
    """Give each mdp in turn the first opponent with whom all the others can still be matched."""
    pairs = []
    for mdp in range(candidates.residents, len(candidates.rows)):
        mate = matching.remove(mdp)
        possible = candidates.rows[mdp] & matching.alive & matching.outer(mate)
        opponent = lowest_bit(possible)
        matching.restore(mdp)
        matching.join(mdp, mate)
        matching.keeps_perfect(mdp, opponent)
        pairs.append((mdp, opponent))
    return pairs


def _transposed(candidates: EqualCandidates, remainder: int) -> Pairs | None:
    """Pair S1 with S2, without exchanges: the earliest transposition."""
    players = list(bits(remainder))
    s1 = players[: len(players) // 2]
    s2 = _without(remainder, [(0, v) for v in s1])
    rows = [candidates.rows[v] & s2 for v in s1]
    if candidates.floaters:
        rows.append(candidates.floaters & s2)
    mates = first_perfect_matching(rows, s2)
    return None if mates is None else list(zip(s1, mates, strict=False))


def _exchanged(candidates: EqualCandidates, remainder: int) -> Pairs:
    """Pair S1 with S2 after the earliest exchange with which it can be done."""
    players = list(bits(remainder))
    k = len(players) // 2
    tried = 0
    limit = limit_of(len(candidates.rows))
    for size in range(1, k + 1):
        for leaving, entering in exchanges(k, len(players), size):
            tried += 1
            if tried > limit:
                raise TooManyExchanges
            s1 = [players[i] for i in sorted({*range(k), *entering} - {*leaving})]
            s2 = _without(remainder, [(0, v) for v in s1])
            # A candidate in which somebody of S1 meets a higher ranked player was already seen in another order.
            rows = [candidates.rows[v] & s2 >> v << v for v in s1]
            if candidates.floaters:
                rows.append(candidates.floaters & s2)
            mates = first_perfect_matching(rows, s2)
            if mates is not None:
                return list(zip(s1, mates, strict=False))
    raise TooManyExchanges


def limit_of(players: int) -> int:
    """Say how many exchanges are tried: in a small bracket the weighted matching is cheaper than many."""
    return MOST_TRIED_IN_SMALL if players <= SMALL else MOST_TRIED


def exchanges(k: int, n: int, size: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """List exchanges between the first k and the others of n, in order (C.04.3 (2026) 4.3; 2017 D.2).

    Least difference of the sums; then the lowest ranked leave S1; then the highest ranked enter it.
    """
    if size == 0:
        return iter([((), ())])
    if size == 1:
        return (((i,), (i + d,)) for d in range(1, n) for i in range(k - 1, max(-1, k - 1 - d), -1) if i + d < n)
    if comb(k, size) * comb(n - k, size) > MOST_SORTED:
        raise TooManyExchanges
    return iter(
        sorted(
            (
                (leaving, entering)
                for leaving in combinations(range(k), size)
                for entering in combinations(range(k, n), size)
            ),
            key=lambda x: (sum(x[1]) - sum(x[0]), [-i for i in reversed(x[0])], x[1]),
        )
    )
