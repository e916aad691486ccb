"""The upfloaters of the top scoregroup (articles 3.5 and 2.3.1 to 2.3.4 of C.04.5 and C.04.6)."""

from collections.abc import Sequence
from dataclasses import dataclass

from nextround.core.matching import Matching, Witness, bits, lowest_bit, mask_of, maximum_matching, spared
from nextround.core.matching.narrowing import NarrowedMatching
from nextround.core.pairing.criteria import encode, floater_failures, nothing, ranked
from nextround.core.pairing.scoregroups import first_upfloaters
from nextround.core.systems.matches.contestants import Contestant
from nextround.core.systems.matches.criteria import MatchCriterion


@dataclass(frozen=True, slots=True)
class UnpairedContestants:
    """Who is left after the bye, by place: pairing score, then pairing number. Bit q of ``rows[p]``: may meet.

    ``criteria`` are C4 to C7, as they hold in this round; ``graded`` takes C6 as a number, and not as met or missed.
    ``weights_only``: upfloaters are chosen by the weights of all criteria, without the way that is only faster.
    """

    members: Sequence[Contestant]
    rows: Sequence[int]
    criteria: Sequence[MatchCriterion]
    graded: bool = False
    weights_only: bool = False


@dataclass(frozen=True, slots=True)
class ChosenUpfloaters:
    """A set of upfloaters, by place; whether it leaves C6 unmet; and a pairing of all who stay below, as a hint."""

    upfloaters: int
    unmet: bool
    below: Matching


def choose(
    field: UnpairedContestants, residents: int, lower: int, following: int, hint: Sequence[int]
) -> ChosenUpfloaters:
    """Choose the upfloaters of ``residents`` among ``lower``; all of them together can be paired.

    All are sets of places. ``following`` is the part of ``lower`` that has the score after the residents'; it is empty
    if nobody has it but the one with the bye (D5). ``hint[v]`` is v's partner in a pairing of all.

    3.5.2: as few as possible, so that they and the residents can be paired, and the rest below too; of those sets the
    ones with the best scores, the lowest compared first (D3). 3.5.5 and D2: of these the best by C6 and C7, of the best
    the first in the order of 3.5.4. No two upfloaters meet: two fewer would do then (D4).
    """
    inside, below = _mended(field.rows, residents, hint), _mended(field.rows, lower, hint)
    if not inside.free and not below.free:
        return ChosenUpfloaters(0, False, below)
    if not field.weights_only and inside.free.bit_count() == below.free.bit_count() == 1:
        opponents, spared = inside.missable(), below.missable()
        able = mask_of(u for u in bits(spared) if field.rows[u] & opponents)
        choice = _one(field, able, lower, following, below)
        if choice is not None:
            return choice
    return _several(field, residents, lower, following)


def _mended(rows: Sequence[int], alive: int, hint: Sequence[int]) -> Matching:
    """Match as many as possible, starting from the pairs that are known to be possible."""
    matching = Matching(rows, alive)
    for v in bits(alive):
        if matching.free >> v & 1 and hint[v] >= 0 and matching.free >> hint[v] & 1:
            matching.join(v, hint[v])
    matching.maximise()
    return matching


# The usual case: one upfloater


def _one(field: UnpairedContestants, able: int, lower: int, following: int, below: Matching) -> ChosenUpfloaters | None:
    """Choose a single upfloater among those who are ``able``, one criterion after the other; None where that fails.

    A criterion about upfloaters alone is asked of each of them.
    """
    best, unmet = able, False
    for criterion in field.criteria:
        if criterion.pair is not nothing or not best:
            return None
        if not criterion.ahead:
            best = ranked(criterion, None, field.members, best)[0]
            continue
        keeping = _keeping(field.rows, best, lower, following)
        if keeping is None or (field.graded and not keeping):
            return None
        best, unmet = keeping or best, not keeping
    if not best:
        return None
    upfloater = lowest_bit(best)
    mate = below.remove(upfloater)
    if mate >= 0:
        below.augment(mate)
    return ChosenUpfloaters(1 << upfloater, unmet, below)


def _keeping(rows: Sequence[int], level: int, lower: int, following: int) -> int | None:
    """Find those of a ``level`` after whose leaving the following scoregroup can do with its own minimum (C6).

    That is: no more of its members need somebody from below than parity asks for. None where both the upfloater and the
    one who joins the group come from below, or where the level has members of the group and others.
    """
    group, rest = following, lower & ~following
    if not group:
        return level
    inside, beyond = (Witness(maximum_matching(rows, places)) for places in (group, rest))
    if not level & ~group:
        ways = spared(inside, beyond, bits(group), rows)
        return level & ways.group.missable if ways else 0
    if level & group or group.bit_count() % 2:
        return None
    return level & beyond.missable if not inside.deficiency and beyond.deficiency == 1 else 0


# Every case


def _several(field: UnpairedContestants, residents: int, lower: int, following: int) -> ChosenUpfloaters:
    """Choose from one matching of everybody that weighs C4 to C7 in their order; polynomial in every case.

    C6 is weighed as the number of pairs of the following scoregroup with somebody below it. Where even the best set
    needs more of them than parity does, no set meets C6 (D1), and all are judged without it.
    """
    matching = _solved(field, field.criteria, residents, lower, following)
    crossing = sum(1 for v in bits(following) if lower & ~following & 1 << matching.partner(v))
    staying = sum(1 for v in bits(following) if not residents >> matching.partner(v) & 1)
    unmet = crossing != staying % 2
    if unmet and not field.graded:
        matching = _solved(field, [c for c in field.criteria if not c.ahead], residents, lower, following)
    chosen = first_upfloaters(matching, field.members, residents, lower)
    below = Matching(field.rows, lower & ~chosen)
    for v in bits(below.alive):
        if below.free >> v & 1:
            below.join(v, matching.partner(v))
    return ChosenUpfloaters(chosen, unmet, below)


def _solved(
    field: UnpairedContestants, criteria: Sequence[MatchCriterion], residents: int, lower: int, following: int
) -> NarrowedMatching:
    """Weigh and solve: a resident with somebody below makes an upfloater, the following group with lower ones C6."""
    members, rows = field.members, field.rows
    everyone = residents | lower
    fails = {v: floater_failures(criteria, None, members[v]) for v in bits(lower)}
    joins = {v: floater_failures(criteria, None, members[v], ahead=True) for v in bits(lower)}
    number = encode(criteria, (*fails.values(), *joins.values()), everyone.bit_count())
    floating = {u: -number[fails[u]] for u in bits(lower)}
    by_weight: dict[int, int] = {}
    for u, weight in floating.items():
        by_weight[weight] = by_weight.get(weight, 0) | 1 << u
    rest = lower & ~following
    levels: list[dict[int, int]] = [{} for _ in rows]
    for v in bits(everyone):
        meeting: list[tuple[int, int]]
        if residents >> v & 1:
            meeting = [(0, residents), *by_weight.items()]
        else:
            same, across = (following, rest) if following >> v & 1 else (rest, following)
            meeting = [(floating[v], residents), (0, same), (-number[joins[v]], across)]
        for weight, others in meeting:
            if mask := rows[v] & others:
                levels[v][weight] = levels[v].get(weight, 0) | mask
    matching = NarrowedMatching(levels, everyone)
    if not matching.solve():
        raise AssertionError("those who are left could be paired before")
    return matching
