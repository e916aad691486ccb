"""The pairing of a bracket (C.04.4.2 (2026) 3.2, 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nextround.core.matching import bits, lowest_bit, maximum_matching
from nextround.core.matching.narrowing import NarrowedMatching
from nextround.core.pairing.criteria import encode, floater_failures, pair_failures
from nextround.core.pairing.legality import compatible
from nextround.core.pairing.scoregroups import Places, scoregroups
from nextround.core.systems.burstein.bracket import BursteinBracket, Pairs
from nextround.core.systems.burstein.class_counts import BursteinCriterion, FewFloaters

#: The vertex that stands for floating, where a bracket is looked at alone; the players are their BSNs.
FLOAT = 0


def pair_bracket(
    bracket: BursteinBracket, criteria: Sequence[BursteinCriterion], *, weights_only: bool = False
) -> tuple[Pairs, Places]:
    """Find the pairs of a bracket, each with the higher ranked first, and its outgoing floaters.

    3.2.1: as many pairs as possible, so that the floaters and the rest below can be paired (C4, C5). 3.2.2: the best by
    the criteria; of the best the first in the order of article 4: number 1 meets the largest number that he can,
    floating comes last; then number 2, and so on.

    What is usual is looked for first and without weights; the second way always works.
    """
    if weights_only:
        return _weighed(bracket, criteria)[:2]
    found = _with_few_floaters(bracket, criteria)
    return _best(bracket, criteria) if found is None else found


def _with_few_floaters(bracket: BursteinBracket, criteria: Sequence[BursteinCriterion]) -> tuple[Pairs, Places] | None:
    """Pair a bracket with at most one floater so that every criterion fails as little as it can; None if it can't."""
    if not all(criterion.forced for criterion in criteria):
        return None
    inside = maximum_matching(bracket.rows, bracket.members, bracket.hint)
    below = maximum_matching(bracket.rows, bracket.below, bracket.hint)
    few = FewFloaters(bracket, 0)
    floats = bool(inside.free or below.free)
    if floats:
        if not inside.free.bit_count() == below.free.bit_count() == 1:
            return None
        opponents = below.missable()
        few.floaters = sum(1 << f for f in bits(inside.missable()) if bracket.rows[f] & opponents)
    for criterion in criteria:
        if criterion.forced:
            criterion.forced(few)
        if bool(few.floaters) is not floats:
            return None
    return _first(few)


def _first(few: FewFloaters) -> tuple[Pairs, Places] | None:
    """Find the first pairing in the order of article 4 of what a bracket was narrowed to; None where there is none."""
    bracket, floaters = few.bracket, few.floaters
    ranking = bracket.ranking
    bsn = {p: i for i, p in enumerate(ranking, start=1)}
    rows = [0] + [row << 1 for row in compatible(bracket.question, [bracket.players[p].competitor for p in ranking])]
    for f in bits(floaters):
        rows[FLOAT] |= 1 << bsn[f]
        rows[bsn[f]] |= 1 << FLOAT
    everyone = (1 << len(rows)) - 1 if floaters else (1 << len(rows)) - 2
    for places in few.apart:
        part = sum(1 << bsn[p] for p in bits(places))
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


def _best(bracket: BursteinBracket, criteria: Sequence[BursteinCriterion]) -> tuple[Pairs, Places]:
    """Find the first of the best pairings by weighing every criterion.

    At first as if whoever floats beyond the next bracket could meet anybody there, which keeps the graph small. If
    those who do so can in fact be paired with the players there, what is best and first then is so in truth.
    """
    near = bracket.members | bracket.following
    if 2 * near.bit_count() < bracket.beyond.bit_count():
        pairs, floating, floating_on = _weighed(_with_anybody_beyond(bracket, near), criteria)
        if not maximum_matching(bracket.rows, floating_on | bracket.beyond, bracket.hint).free:
            return pairs, floating
    pairs, floating, _ = _weighed(bracket, criteria)
    return pairs, floating


def _with_anybody_beyond(bracket: BursteinBracket, near: Places) -> BursteinBracket:
    """Put players whom everybody can meet, as many as might ever be wanted, in the place of all beyond."""
    size, count = len(bracket.rows), near.bit_count()
    anybody = (1 << count) - 1 << size
    rows = [row & near | anybody for row in bracket.rows]
    rows += [near | anybody & ~(1 << p) for p in range(size, size + count)]
    return replace(bracket, rows=rows, beyond=anybody)


def _weighed(bracket: BursteinBracket, criteria: Sequence[BursteinCriterion]) -> tuple[Pairs, Places, Places]:
    """Find the first of the best pairings by one matching of all players left; then who floats, here and ahead.

    A floater is bound to float, never to one player below.
    """
    matching = NarrowedMatching(_levels(bracket, criteria), bracket.members | bracket.below)
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


def _levels(bracket: BursteinBracket, criteria: Sequence[BursteinCriterion]) -> list[Mapping[int, int]]:
    """Weigh the pairs: who meets somebody below floats, and who meets somebody beyond the next bracket floats again."""
    players, rows = bracket.players, bracket.rows
    members, following, beyond = bracket.members, bracket.following, bracket.beyond
    # Pairs fail by the preferences of both, floaters by their scores.
    sides = {colour: places for colour, places in bracket.preferring(members).items() if places}
    failing = {
        (mine, theirs): pair_failures(criteria, None, players[lowest_bit(one)], players[lowest_bit(other)])
        for mine, one in sides.items()
        for theirs, other in sides.items()
    }
    groups = list(scoregroups(players, members))
    fails, fails_ahead = (
        [floater_failures(criteria, None, players[lowest_bit(group)], ahead=ahead) for group in groups]
        for ahead in (False, True)
    )
    leaving = floater_failures(criteria, None, players[lowest_bit(following)], ahead=True) if following else ()
    number = encode(criteria, [*failing.values(), leaving, *fails, *fails_ahead], len(rows))
    # The members by score, with the weight of floating and of floating on from the next bracket.
    floating = [(-number[here], group) for here, group in zip(fails, groups, strict=True)]
    floating_on = [(weight - number[on], group) for (weight, group), on in zip(floating, fails_ahead, strict=True)]
    levels: list[Mapping[int, int]] = [{} for _ in rows]
    for (here, group), (on, _) in zip(floating, floating_on, strict=True):
        for p in bits(group):
            mine = next(colour for colour, places in sides.items() if places >> p & 1)
            inside = [(-number[failing[mine, theirs]], places) for theirs, places in sides.items()]
            levels[p] = _level(rows[p], [*inside, (here, following), (on, beyond)])
    for p in bits(following):
        levels[p] = _level(rows[p], [*floating, (0, following), (-number[leaving], beyond)])
    for p in bits(beyond):
        levels[p] = _level(rows[p], [*floating_on, (0, beyond), (-number[leaving], following)])
    return levels


def _level(row: int, weighed: Sequence[tuple[int, Places]]) -> dict[int, int]:
    level: dict[int, int] = {}
    for weight, places in weighed:
        level[weight] = level.get(weight, 0) | row & places
    return level
