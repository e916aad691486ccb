"""The upfloaters of the top scoregroup (articles 3.5 and 2.3.1 to 2.3.4 of C.04.5 and C.04.6)."""

from collections.abc import Sequence
from dataclasses import dataclass

from nextround.core.matching import Matching, bits, lowest_bit, mask_of
from nextround.core.matching.narrowing import NarrowedMatching
from nextround.core.pairing.criteria import Criterion, Weights
from nextround.core.pairing.scoregroups import first_upfloaters
from nextround.core.systems.matches.contestants import Contestant


@dataclass(frozen=True, slots=True)
class Field:
    """Who is left after the bye, by place: pairing score, then pairing number. Bit q of ``rows[p]``: may meet.

    ``criteria`` are C4 to C7, as they hold in this round; ``graded`` takes C6 as a number, and not as met or missed.
    """

    members: Sequence[Contestant]
    rows: Sequence[int]
    criteria: Sequence[Criterion[Contestant]]
    graded: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A set of upfloaters, by place; whether it leaves C6 unmet; and a pairing of all who stay below, as a hint."""

    upfloaters: int
    unmet: bool
    below: Matching


def choose(field: Field, residents: int, lower: int, following: int, hint: Sequence[int]) -> Choice:
    """Choose the upfloaters of ``residents`` among ``lower``; all of them together can be paired.

    All are sets of places. ``following`` is the part of ``lower`` that has the score after the residents'; it is empty
    if nobody has it but the one with the bye (D5). ``hint[v]`` is v's partner in a pairing of all.

    3.5.2: as few as possible, so that they and the residents can be paired, and the rest below too; of those sets the
    ones with the best scores, the lowest compared first. 3.5.5 and D2: of these the best by C6 and C7, of the best the
    first in the order of 3.5.4. No two upfloaters meet: two fewer would do then (D4).
    """
    inside, below = _mended(field.rows, residents, hint), _mended(field.rows, lower, hint)
    if not inside.free and not below.free:
        return Choice(0, False, below)
    if inside.free.bit_count() == below.free.bit_count() == 1:
        opponents, spared = inside.missable(), below.missable()
        able = mask_of(u for u in bits(spared) if field.rows[u] & opponents)
        choice = _one(field, able, lower, following, below) if able else None
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


def _one(field: Field, able: int, lower: int, following: int, below: Matching) -> Choice | None:
    """Choose a single upfloater among those who are ``able``; None in the cases that need the weights.

    The best score is that of the first one able (C5).
    """
    score = field.members[lowest_bit(able)].score
    level = mask_of(u for u in bits(able) if field.members[u].score == score)
    keeping = _keeping(field.rows, level, lower, following)
    if keeping is None or (field.graded and not keeping):
        return None
    counts = [c.floater for c in field.criteria if c.floater and not c.ahead]
    upfloater = min(bits(keeping or level), key=lambda u: [count(field.members[u]) for count in counts])
    mate = below.remove(upfloater)
    if mate >= 0:
        below.augment(mate)
    return Choice(1 << upfloater, not keeping, below)


def _keeping(rows: Sequence[int], level: int, lower: int, following: int) -> int | None:
    """Find those of a ``level`` after whose leaving the following scoregroup can do with its own minimum (C6).

    With an even rest the group must be paired in itself, and everybody below it too. With an odd rest, one from below
    joins the group; a vertex that knows everybody who could meet such a one stands for him. None where both the
    upfloater and the one who joins come from below.
    """
    group, rest = following, lower & ~following
    if not group:
        return level
    if level & group:
        if group.bit_count() % 2:
            return level & _missable(rows, group) if not _mended(rows, rest, [-1] * len(rows)).free else 0
        joining = _missable(rows, rest)
        stand_in = 1 << len(rows)
        known = mask_of(v for v in bits(group) if rows[v] & joining)
        extended = [row | stand_in if known >> v & 1 else row for v, row in enumerate(rows)]
        return level & _missable([*extended, known], group | stand_in)
    if group.bit_count() % 2:
        return None
    return level & _missable(rows, rest) if not _mended(rows, group, [-1] * len(rows)).free else 0


def _missable(rows: Sequence[int], alive: int) -> int:
    """Name those without whom the others can be paired completely."""
    matching = Matching(rows, alive)
    return matching.missable() if matching.maximise() == 1 else 0


# Every case


def _several(field: Field, residents: int, lower: int, following: int) -> Choice:
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
    return Choice(chosen, unmet, below)


def _solved(
    field: Field, criteria: Sequence[Criterion[Contestant]], residents: int, lower: int, following: int
) -> NarrowedMatching:
    """Weigh and solve: a resident with somebody below makes an upfloater, the following group with lower ones C6."""
    members, rows = field.members, field.rows
    everyone = residents | lower
    weights = Weights(criteria, [members[v] for v in bits(everyone)])
    by_weight: dict[int, int] = {}
    floating: dict[int, int] = {}
    for u in bits(lower):
        floating[u] = -weights.floater(members[u])
        by_weight[floating[u]] = by_weight.get(floating[u], 0) | 1 << u
    rest = lower & ~following
    levels: list[dict[int, int]] = [{} for _ in rows]
    for v in bits(everyone):
        meeting: list[tuple[int, int]]
        if residents >> v & 1:
            meeting = [(0, residents), *by_weight.items()]
        else:
            same, across = (following, rest) if following >> v & 1 else (rest, following)
            ahead = -weights.floater(members[v], ahead=True)
            meeting = [(floating[v], residents), (0, same), (ahead, across)]
        for weight, others in meeting:
            if mask := rows[v] & others:
                levels[v][weight] = levels[v].get(weight, 0) | mask
    matching = NarrowedMatching(levels, everyone)
    if not matching.solve():
        raise AssertionError("those who are left could be paired before")
    return matching
