"""The upfloaters of a scoregroup (C.04.4.1 (2026) 3.2.1, 3.2.2, 4.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nextround.core.matching import Matching, bits, lowest_bit, mask_of, maximum_matching
from nextround.core.matching.narrowing import NarrowedMatching
from nextround.core.pairing.criteria import encode, floater_failures, nothing, pair_failures, ranked
from nextround.core.pairing.scoregroups import Places, first_upfloaters, scoregroups
from nextround.core.systems.dubov.class_counts import DubovCriterion, OneUpfloater
from nextround.core.systems.dubov.seekers import Seeker

Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class UnpairedSeekers:
    """The players left after the bye, by place: pairing score, then pairing number. Bit q of ``rows[p]``: may meet.

    ``weights_only``: upfloaters are chosen by the weights of all criteria, without the ways that are only faster.
    """

    seekers: Sequence[Seeker]
    rows: Sequence[int]
    criteria: Sequence[DubovCriterion]
    weights_only: bool = False

    def white_seekers(self, places: Places) -> Places:
        """Keep those who seek White."""
        return mask_of(p for p in bits(places) if self.seekers[p].seeks_white)


def choose_upfloaters(field: UnpairedSeekers, residents: Places, lower: Places, hint: Pairs) -> tuple[Places, Pairs]:
    """Choose the best upfloaters of a scoregroup; give them and the pairs of a pairing of all others below.

    ``residents`` and ``lower`` can all together be paired; ``hint`` are pairs of such a pairing. 3.2.1: as few as
    possible, so that they and the residents can be paired, and the rest below too (C4). 3.2.2: of all such sets the
    best by the criteria; of those the first in the order of 4.2. Two upfloaters never meet: two fewer would do then.

    What is usual is looked for first and without weights; the last way always works.
    """
    inside, below = maximum_matching(field.rows, residents, hint), maximum_matching(field.rows, lower, hint)
    if not inside.free and not below.free:
        return 0, below.pairs()
    for chosen in _in_turn(field, inside, below):
        rest = maximum_matching(field.rows, lower & ~chosen, below.pairs())
        if not rest.free:
            return chosen, rest.pairs()
    raise AssertionError("all of them could be paired before")


def _in_turn(field: UnpairedSeekers, inside: Matching, below: Matching) -> Iterator[Places]:
    """Give sets that are the best ones if only the rest below can be paired without them; the last surely is."""
    if field.weights_only:
        yield _best(field, field.rows, inside.alive, below.alive, ())
        return
    if inside.free.bit_count() == below.free.bit_count() == 1:
        opponents = inside.missable()
        able = mask_of(u for u in bits(below.missable()) if field.rows[u] & opponents)
        if best := _single(field, inside, able):
            yield best & -best  # 4.2.3
    if inside.free:
        residents = inside.alive
        nearest = _nearest(field, inside, below.alive)
        rows = [
            row if residents >> v & 1 else row & residents | nearest & ~(1 << v) for v, row in enumerate(field.rows)
        ]
        yield _best(field, rows, residents, nearest, ())
    yield _best(field, field.rows, inside.alive, below.alive, below.pairs())


def _single(field: UnpairedSeekers, inside: Matching, able: Places) -> Places:
    """Keep the best of those able to be the only upfloater, one criterion after the other; 0 where that is not known.

    A criterion about upfloaters alone is asked of each of them; one about pairs must say itself what it forces.
    """
    group = OneUpfloater(field.seekers, field.rows, inside)
    best = able
    for criterion in field.criteria:
        ways: Sequence[Places] = ()
        if criterion.pair is nothing:
            ways = ranked(criterion, None, field.seekers, best)
        elif criterion.forced:
            ways = criterion.forced(group, best)
        best = next((way for way in ways if way), 0)
    return best


def _nearest(field: UnpairedSeekers, inside: Matching, lower: Places) -> Places:
    """Find the scoregroups, from the top, that are enough to give every resident an opponent.

    By C6 no upfloater comes from further down, unless the rest below could not be paired. One more player is added
    where their number would be such that one of them were left.
    """
    residents = inside.alive
    matching = Matching([row if residents >> v & 1 else row & residents for v, row in enumerate(field.rows)], residents)
    for u, v in inside.pairs():
        matching.join(u, v)
    lacking = inside.free.bit_count()
    nearest = 0
    for group in scoregroups(field.seekers, lower):
        nearest |= group
        matching.alive |= group
        matching.free |= group
        for resident in bits(matching.free & residents):
            matching.augment(resident)
        if not matching.free & residents:
            break
    if (nearest.bit_count() - lacking) % 2:
        further = lower & ~nearest
        nearest |= further & -further
    return nearest


def _best(field: UnpairedSeekers, rows: Sequence[int], residents: Places, lower: Places, hint: Pairs) -> Places:
    """Choose the best upfloaters by one matching of all these players that weighs every criterion.

    4.2.3: of the best sets the first is the one with the smallest numbers; so the lower players are asked in order
    whether the weight allows them to be upfloaters.
    """
    matching = NarrowedMatching(_levels(field, rows, residents, lower), residents | lower)
    if not matching.solve(hint):
        raise AssertionError("the residents could be paired before")
    return first_upfloaters(matching, field.seekers, residents, lower)


def _levels(field: UnpairedSeekers, rows: Sequence[int], residents: Places, lower: Places) -> list[dict[int, int]]:
    """Weigh the pairs: a resident and a lower player make an upfloater, two lower players count nothing."""
    seekers = field.seekers
    everyone = residents | lower
    criteria, white = field.criteria, field.white_seekers(everyone)
    sides = {True: white, False: everyone & ~white}
    # Pairs fail by the colours that are sought.
    samples = {side: seekers[lowest_bit(places)] for side, places in sides.items() if places}
    failing = {
        (mine, theirs): pair_failures(criteria, None, one, other)
        for mine, one in samples.items()
        for theirs, other in samples.items()
    }
    fails = {v: floater_failures(criteria, None, seekers[v]) for v in bits(lower)}
    number = encode(criteria, (*failing.values(), *fails.values()), everyone.bit_count())
    floating = {v: number[failures] for v, failures in fails.items()}
    by_weight: dict[int, Places] = {0: residents}
    for v, weight in floating.items():
        by_weight[weight] = by_weight.get(weight, 0) | 1 << v
    levels: list[dict[int, int]] = [{} for _ in rows]
    for v in bits(everyone):
        meeting = by_weight if residents >> v & 1 else {floating[v]: residents}
        mine = bool(white >> v & 1)
        for weight, others in meeting.items():
            for theirs in samples:
                if found := rows[v] & others & sides[theirs]:
                    level = -weight - number[failing[mine, theirs]]
                    levels[v][level] = levels[v].get(level, 0) | found
        if lower >> v & 1 and (found := rows[v] & lower):
            levels[v][0] = levels[v].get(0, 0) | found
    return levels
