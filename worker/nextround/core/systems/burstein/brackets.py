"""The pairing of a bracket (C.04.4.2 (2026) 3.2, 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from nextround.core.matching import Matching, bits, lowest_bit, maximum_matching
from nextround.core.matching.narrowing import NarrowedMatching
from nextround.core.pairing import RoundToPair
from nextround.core.pairing.criteria import Weights
from nextround.core.pairing.legality import compatible
from nextround.core.pairing.scoregroups import Places, scoregroups
from nextround.core.systems.burstein.criteria import CRITERIA
from nextround.core.systems.burstein.index import Contestant
from nextround.core.tournament import Colour

Pairs = Sequence[tuple[int, int]]

#: The vertex that stands for floating, where a bracket is looked at alone; the players are their BSNs.
FLOAT = 0


@dataclass(frozen=True)
class Bracket:
    """A bracket and all who stand below it, as sets of places in the field.

    ``members`` are the incoming floaters and the next scoregroup; ``following`` is the scoregroup after that, and
    ``beyond`` everybody further down. Bit q of ``rows[p]`` says that p and q may meet. All of them together can be
    paired; ``hint`` are pairs of such a pairing.
    """

    question: RoundToPair
    contestants: Sequence[Contestant]
    rows: Sequence[int]
    members: Places
    following: Places
    beyond: Places
    hint: Pairs

    @property
    def below(self) -> Places:
        """Everybody who is not in the bracket."""
        return self.following | self.beyond

    @cached_property
    def ranking(self) -> list[int]:
        """The members in the order of their in-bracket sequence numbers (4.1)."""
        return sorted(bits(self.members), key=lambda p: self.contestants[p].rank)

    def preferring(self, places: Places) -> dict[Colour | None, Places]:
        """Divide a set of places by the colour preferred."""
        divided: dict[Colour | None, Places] = {Colour.WHITE: 0, Colour.BLACK: 0, None: 0}
        for p in bits(places):
            divided[self.contestants[p].preference.colour] |= 1 << p
        return divided


def pair_bracket(bracket: Bracket) -> tuple[Pairs, Places]:
    """Find the pairs of a bracket, each with the higher ranked first, and its outgoing floaters.

    3.2.1: as many pairs as possible, so that the floaters and the rest below can be paired (C4, C5). 3.2.2: the best by
    the criteria; of the best the first in the order of article 4: number 1 meets the largest number that he can,
    floating comes last; then number 2, and so on.

    What is usual is looked for first and without weights; the second way always works.
    """
    found = _usual(bracket)
    return _best(bracket) if found is None else found


def _usual(bracket: Bracket) -> tuple[Pairs, Places] | None:
    """Pair a bracket with at most one floater and no more equal preferences than their numbers force; else None."""
    inside = maximum_matching(bracket.rows, bracket.members, bracket.hint)
    below = maximum_matching(bracket.rows, bracket.below, bracket.hint)
    floaters = 0
    if inside.free or below.free:
        if not inside.free.bit_count() == below.free.bit_count() == 1:
            return None
        floaters = _single_floaters(bracket, inside, below)
        if not floaters:
            return None
    return _first(bracket, floaters)


def _single_floaters(bracket: Bracket, inside: Matching, below: Matching) -> Places:
    """Name those who are best by C5 to C7 as the only floater, if with one of them the next bracket is ideal."""
    spared = below.missable()
    able = sum(1 << f for f in bits(inside.missable()) if bracket.rows[f] & spared)
    lowest = list(scoregroups(bracket.contestants, able))[-1:]  # C6
    return _ideal_ahead(bracket, lowest[0]) if lowest else 0


def _ideal_ahead(bracket: Bracket, able: Places) -> Places:
    """Keep the floaters with whom the following bracket floats as few as their number allows, and its lowest (C7)."""
    rows = list(bracket.rows)
    beyond = maximum_matching(rows, bracket.beyond, bracket.hint)
    following = bracket.following
    if following.bit_count() % 2:
        if beyond.free:
            return 0
    else:
        # One of the scoregroup floats: a vertex is added that only those can meet whom the rest can take.
        if beyond.free.bit_count() != 1:
            return 0
        taken = beyond.missable()
        leaving = sum(1 << p for p in bits(following) if rows[p] & taken)
        following |= 1 << len(rows)
        for p in bits(leaving):
            rows[p] |= 1 << len(rows)
        rows.append(leaving)
    group = maximum_matching(rows, following, bracket.hint)
    if group.free.bit_count() != 1:
        return 0
    opponents = group.missable()
    return sum(1 << f for f in bits(able) if bracket.rows[f] & opponents)


def _first(bracket: Bracket, floaters: Places) -> tuple[Pairs, Places] | None:
    """Find the first pairing in the order of article 4 in which one of the floaters floats, if there are any.

    C8 by the numbers of the preferences: if more than half prefer one colour, all others must meet one of those;
    else no two of equal preference may meet. None where that is not possible.
    """
    ranking = bracket.ranking
    bsn = {p: i for i, p in enumerate(ranking, start=1)}
    rows = [0] + [
        row << 1 for row in compatible(bracket.question, [bracket.contestants[p].competitor for p in ranking])
    ]
    for f in bits(floaters):
        rows[FLOAT] |= 1 << bsn[f]
        rows[bsn[f]] |= 1 << FLOAT
    everyone = (1 << len(rows)) - 1 if floaters else (1 << len(rows)) - 2
    parts = {
        colour: sum(1 << bsn[p] for p in bits(part)) for colour, part in bracket.preferring(bracket.members).items()
    }
    white, black = parts[Colour.WHITE], parts[Colour.BLACK]
    for colour in (white, black):
        if 2 * colour.bit_count() > everyone.bit_count():
            apart: Sequence[Places] = (everyone & ~colour,)
            break
    else:
        apart = (white, black)
    for part in apart:
        for v in bits(part):
            rows[v] &= ~part
    matching = maximum_matching(rows, everyone, [(i, len(rows) - i) for i in range(1, len(rows) // 2 + 1)])
    if matching.free:
        return None
    pairs: list[tuple[int, int]] = []
    floating = 0
    for i, p in enumerate(ranking, start=1):
        if matching.alive >> i & 1:
            partner = matching.settle(i, lambda partners: partners.bit_length() - 1)
            if partner == FLOAT:
                floating = 1 << p
            else:
                pairs.append((p, ranking[partner - 1]))
    return pairs, floating


def _best(bracket: Bracket) -> tuple[Pairs, Places]:
    """Find the first of the best pairings by weighing every criterion.

    At first as if whoever floats beyond the next bracket could meet anybody there, which keeps the graph small. If
    those who do so can in fact be paired with the players there, what is best and first then is so in truth.
    """
    near = bracket.members | bracket.following
    if 2 * near.bit_count() < bracket.beyond.bit_count():
        pairs, floating, floating_on = _weighed(_with_anybody_beyond(bracket, near))
        if not maximum_matching(bracket.rows, floating_on | bracket.beyond, bracket.hint).free:
            return pairs, floating
    pairs, floating, _ = _weighed(bracket)
    return pairs, floating


def _with_anybody_beyond(bracket: Bracket, near: Places) -> Bracket:
    """Put players whom everybody can meet, as many as might ever be wanted, in the place of all beyond."""
    size, count = len(bracket.rows), near.bit_count()
    anybody = (1 << count) - 1 << size
    rows = [row & near | anybody for row in bracket.rows]
    rows += [near | anybody & ~(1 << p) for p in range(size, size + count)]
    return replace(bracket, rows=rows, beyond=anybody)


def _weighed(bracket: Bracket) -> tuple[Pairs, Places, Places]:
    """Find the first of the best pairings by one matching of all players left; then who floats, here and ahead.

    A floater is bound to float, never to one player below.
    """
    matching = NarrowedMatching(_levels(bracket), bracket.members | bracket.below)
    if not matching.solve():
        raise AssertionError("all of them could be paired before")
    pairs: list[tuple[int, int]] = []
    left = bracket.members
    floating = 0
    for p in bracket.ranking:
        if left >> p & 1:
            left &= ~(1 << p)
            partner = matching.settle(p, [q for q in reversed(bracket.ranking) if (bracket.rows[p] & left) >> q & 1])
            if partner is None:
                floating |= 1 << p
            else:
                left &= ~(1 << partner)
                pairs.append((p, partner))
    near = bracket.members | bracket.following
    return pairs, floating, sum(1 << p for p in bits(near) if bracket.beyond >> matching.partner(p) & 1)


def _levels(bracket: Bracket) -> list[Mapping[int, int]]:
    """Weigh the pairs: who meets somebody below floats, and who meets somebody beyond the next bracket floats again."""
    contestants, rows = bracket.contestants, bracket.rows
    members, following, beyond = bracket.members, bracket.following, bracket.beyond
    weights = Weights(CRITERIA, [contestants[p] for p in bits(members | following)])
    alike = bracket.preferring(members)
    # By weight: the members whose floating it is, and those of either bracket whose floating ahead it is.
    here = {weights.floater(contestants[lowest_bit(g)]): g for g in scoregroups(contestants, members)}
    ahead = weights.floater(contestants[lowest_bit(following)], ahead=True) if following else 0
    far = {
        weight + weights.floater(contestants[lowest_bit(group)], ahead=True): group for weight, group in here.items()
    }
    levels: list[Mapping[int, int]] = [{} for _ in rows]
    for p in bits(members):
        colour = contestants[p].preference.colour
        same = alike[colour] if colour is not None else 0
        floating = next(weight for weight, group in here.items() if group >> p & 1)
        floating_on = next(weight for weight, group in far.items() if group >> p & 1)
        levels[p] = {
            0: rows[p] & members & ~same,
            -floating: rows[p] & following,
            -floating_on: rows[p] & beyond,
        } | ({-weights.pair(contestants[p], contestants[p]): rows[p] & same} if same else {})
    for p in bits(following):
        levels[p] = {-weight: rows[p] & group for weight, group in here.items()} | {
            0: rows[p] & following,
            -ahead: rows[p] & beyond,
        }
    for p in bits(beyond):
        levels[p] = {-weight: rows[p] & group for weight, group in far.items()} | {
            0: rows[p] & beyond,
            -ahead: rows[p] & following,
        }
    return levels
