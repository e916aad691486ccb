"""The upfloaters of a scoregroup (C.04.4.1 (2026) 3.2.1, 3.2.2, 4.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nextround.core.matching import Matching, bits, mask_of, maximum_matching
from nextround.core.matching.narrowing import NarrowedMatching
from nextround.core.pairing.criteria import Criterion, Weights
from nextround.core.pairing.scoregroups import Places, first_upfloaters, scoregroups
from nextround.core.systems.dubov.seekers import Seeker

Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Field:
    """The players left after the bye, by place: pairing score, then pairing number. Bit q of ``rows[p]``: may meet."""

    seekers: Sequence[Seeker]
    rows: Sequence[int]
    criteria: Sequence[Criterion[Seeker]]

    def white_seekers(self, places: Places) -> Places:
        """Keep those who seek White."""
        return mask_of(p for p in bits(places) if self.seekers[p].seeks_white)


def choose_upfloaters(field: Field, residents: Places, lower: Places, hint: Pairs) -> tuple[Places, Pairs]:
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


def _in_turn(field: Field, inside: Matching, below: Matching) -> Iterator[Places]:
    """Give sets that are the best ones if only the rest below can be paired without them; the last surely is."""
    if inside.free.bit_count() == below.free.bit_count() == 1:
        opponents = inside.missable()
        able = mask_of(u for u in bits(below.missable()) if field.rows[u] & opponents)
        yield from _single(field, inside, able)
    if inside.free:
        residents = inside.alive
        nearest = _nearest(field, inside, below.alive)
        rows = [
            row if residents >> v & 1 else row & residents | nearest & ~(1 << v) for v, row in enumerate(field.rows)
        ]
        yield _best(field, rows, residents, nearest, ())
    yield _best(field, field.rows, inside.alive, below.alive, below.pairs())


def _single(field: Field, inside: Matching, able: Places) -> Iterator[Places]:
    """Choose one upfloater among the able, if no two who seek the rarer colour of the group must meet then.

    An odd group has a rarer colour. C7: somebody who seeks it leaves the fewest preferences unfulfilled, if nobody who
    seeks it meets another; one who seeks the other colour leaves one more.
    """
    seekers, residents = field.seekers, inside.alive
    white = field.white_seekers(residents)
    rare_is_white = 2 * white.bit_count() < residents.bit_count()
    rare = white if rare_is_white else residents & ~white
    rows = [row & ~rare if rare >> v & 1 else row for v, row in enumerate(field.rows)]
    apart = maximum_matching(rows, residents, inside.pairs())
    if not able or apart.free.bit_count() != 1:
        return
    opponents = apart.missable()
    level = list(bits(next(scoregroups(field.seekers, able))))  # C6
    rarer = [u for u in level if seekers[u].seeks_white is rare_is_white and rows[u] & opponents & ~rare]
    others = [u for u in level if seekers[u].seeks_white is not rare_is_white and rows[u] & opponents]
    counts = [c.floater for c in field.criteria if c.floater]
    if rarer or others:
        yield 1 << min(rarer or others, key=lambda u: [count(seekers[u]) for count in counts])


def _nearest(field: Field, inside: Matching, lower: Places) -> Places:
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


def _best(field: Field, rows: Sequence[int], residents: Places, lower: Places, hint: Pairs) -> Places:
    """Choose the best upfloaters by one matching of all these players that weighs every criterion.

    4.2.3: of the best sets the first is the one with the smallest numbers; so the lower players are asked in order
    whether the weight allows them to be upfloaters.
    """
    matching = NarrowedMatching(_levels(field, rows, residents, lower), residents | lower)
    if not matching.solve(hint):
        raise AssertionError("the residents could be paired before")
    return first_upfloaters(matching, field.seekers, residents, lower)


def _levels(field: Field, rows: Sequence[int], residents: Places, lower: Places) -> list[dict[int, int]]:
    """Weigh the pairs: a resident and a lower player make an upfloater, two lower players count nothing."""
    seekers = field.seekers
    everyone = residents | lower
    weights = Weights(field.criteria, [seekers[v] for v in bits(everyone)])
    white = field.white_seekers(everyone)
    floating = {v: weights.floater(seekers[v]) for v in bits(lower)}
    by_weight: dict[int, Places] = {0: residents}
    for v, weight in floating.items():
        by_weight[weight] = by_weight.get(weight, 0) | 1 << v
    levels: list[dict[int, int]] = [{} for _ in rows]
    for v in bits(everyone):
        same = white if white >> v & 1 else everyone & ~white
        missed = weights.pair(seekers[v], seekers[v])
        meeting = by_weight if residents >> v & 1 else {floating[v]: residents}
        for weight, others in meeting.items():
            levels[v][-weight] = rows[v] & others & ~same
            levels[v][-weight - missed] = rows[v] & others & same
        if lower >> v & 1:
            levels[v][0] = rows[v] & lower
    return levels
