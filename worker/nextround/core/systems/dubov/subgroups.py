"""The subgroups of a bracket, their re-composition and the pairs across (C.04.4.1 (2026) 3.2.3 to 3.2.6, 4.3, 4.4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from nextround.core.matching import Matching, bits, first_perfect_matching, mask_of, maximum_matching
from nextround.core.matching.narrowing import NarrowedMatching
from nextround.core.pairing import RoundToPair
from nextround.core.pairing.legality import compatible
from nextround.core.systems.dubov.seekers import Seeker

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Subgroups:
    """G1 and G2 as they are at first, and who is shifted out of the smaller and out of the larger one, in order."""

    g1: tuple[Seeker, ...]
    g2: tuple[Seeker, ...]
    from_smaller: tuple[Seeker, ...]
    from_larger: tuple[Seeker, ...]

    @property
    def s1(self) -> list[Seeker]:
        """The new G1 in the order of 3.2.5: by ARO, then by number."""
        return sorted(self._recomposed(self.g1, self.g2), key=lambda seeker: (seeker.aro, seeker.tpn))

    @property
    def pool(self) -> list[Seeker]:
        """The new G2, whose transpositions are tried, in the order of 4.4: by number."""
        return sorted(self._recomposed(self.g2, self.g1), key=lambda seeker: seeker.tpn)

    def _recomposed(self, group: tuple[Seeker, ...], other: tuple[Seeker, ...]) -> list[Seeker]:
        moved = {seeker.tpn for seeker in (*self.from_smaller, *self.from_larger)}
        return [s for s in group if s.tpn not in moved] + [s for s in other if s.tpn in moved]


def middle_out(items: Sequence[Item]) -> list[Item]:
    """Take the middle of a list again and again, of two middles the upper (C.04.4.1 (2026) 4.3.3)."""
    left = list(items)
    return [left.pop((len(left) - 1) // 2) for _ in items]


def divide(question: RoundToPair, bracket: Sequence[Seeker]) -> Subgroups:
    """Divide a bracket that can be paired (3.2.3) and re-compose the subgroups (3.2.4).

    D-6: where nobody of the bracket has played yet, in whatever round, G1 is the first half by pairing number.
    """
    places = range(len(bracket))
    if any(seeker.colours for seeker in bracket):
        first = [i for i in places if bracket[i].seeks_white]
    else:
        first = sorted(places, key=lambda i: bracket[i].tpn)[: len(bracket) // 2]
    g1 = mask_of(first)
    g2 = (1 << len(bracket)) - 1 & ~g1
    smaller, larger = (g1, g2) if g1.bit_count() <= g2.bit_count() else (g2, g1)
    rows = compatible(question, [seeker.competitor for seeker in bracket])
    from_smaller, matching = _shifted_from_smaller(rows, smaller, _shift_order(bracket, smaller))
    surplus = (larger.bit_count() - smaller.bit_count()) // 2
    # 3.2.4.2: both get equally large.
    from_larger = _first_to_leave(matching, larger, _shift_order(bracket, larger), len(from_smaller) + surplus)
    return Subgroups(
        tuple(bracket[i] for i in bits(g1)),
        tuple(bracket[i] for i in bits(g2)),
        tuple(bracket[i] for i in from_smaller),
        tuple(bracket[i] for i in from_larger),
    )


def _shift_order(bracket: Sequence[Seeker], group: int) -> list[int]:
    """Number the shifters (4.3): White seekers by ARO and number, Black seekers by number; then from the middle out.

    D-3: the pool has only those who were in the subgroup from the start; members of it are defined by what they seek.
    """
    order = sorted(bits(group), key=lambda i: (bracket[i].aro if bracket[i].seeks_white else 0, bracket[i].tpn))
    return middle_out(order)


def _shifted_from_smaller(rows: Sequence[int], smaller: int, order: Sequence[int]) -> tuple[list[int], Matching]:
    """Find who leaves the smaller subgroup (3.2.4.1), and a pairing of the bracket that suits them.

    D-5: as many as there are pairs inside the subgroup in the legal pairing of the bracket that has fewest of them. The
    first set in the order of 4.3 such that in some such pairing each of it meets a member who stays.
    """
    apart = [row & ~smaller if smaller >> i & 1 else row for i, row in enumerate(rows)]
    matching = maximum_matching(apart)
    if not matching.free:
        return [], matching
    counted = NarrowedMatching(
        [{0: apart[i]} | ({-1: row & smaller} if smaller >> i & 1 else {}) for i, row in enumerate(rows)]
    )
    if not counted.solve():
        raise AssertionError("the bracket could be paired before")
    shifted = _first_to_leave(counted, smaller, order, -counted.weight())
    leaving = mask_of(shifted)
    stayers = smaller & ~leaving
    matching = Matching([_rest(row, i, smaller, stayers, leaving) for i, row in enumerate(rows)])
    for i in range(len(rows)):
        if matching.free >> i & 1:
            matching.join(i, counted.partner(i))
    return shifted, matching


def _rest(row: int, i: int, smaller: int, stayers: int, leaving: int) -> int:
    if not smaller >> i & 1:
        return row & ~leaving
    return row & stayers if leaving >> i & 1 else row & ~stayers


class _Pairing(Protocol):
    def confine(self, v: int, partners: int) -> bool: ...


def _first_to_leave(matching: _Pairing, group: int, order: Sequence[int], number: int) -> list[int]:
    """Find the first set of a subgroup, in the order of 4.3, that can be shifted out of it; confine the pairing to it.

    Each who leaves meets one who stays, and no two who stay meet, so ``number`` of them make both subgroups fit.
    """
    shifted: list[int] = []
    leaving = staying = 0
    for i in order:
        if len(shifted) == number:
            break
        if matching.confine(i, group & ~leaving):
            shifted.append(i)
            leaving |= 1 << i
        else:
            matching.confine(i, ~staying)
            staying |= 1 << i
    return shifted


def pairs_across(question: RoundToPair, groups: Subgroups) -> list[tuple[Seeker, Seeker]]:
    """Pair S1 with T2, the first legal transposition of G2 (3.2.6, 4.4)."""
    s1, pool = groups.s1, groups.pool
    rows = compatible(question, [seeker.competitor for seeker in (*s1, *pool)])
    across = first_perfect_matching([row >> len(s1) for row in rows[: len(s1)]], (1 << len(pool)) - 1)
    if across is None:
        raise AssertionError("the subgroups were composed so that they can be paired")
    return [(seeker, pool[i]) for seeker, i in zip(s1, across, strict=True)]
