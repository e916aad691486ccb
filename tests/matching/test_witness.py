"""Whom a graph can spare, against trying every matching of small random graphs."""

from random import Random

import pytest
from nextround.core.matching import Witness, bits, mask_of, maximum_matching, spared

GRAPHS = range(400)


def random_rows(rng: Random, size: int) -> list[int]:
    rows = [0] * size
    density = rng.choice((0.2, 0.4, 0.7))
    for one in range(size):
        for other in range(one):
            if rng.random() < density:
                rows[one] |= 1 << other
                rows[other] |= 1 << one
    return rows


def crossings(rows: list[int], group: int, beyond: int, newcomer: int = 0) -> dict[tuple[int, bool], bool]:
    """Name, for all perfect matchings, how many pairs lead beyond, and whether the newcomer's is one of them."""
    found: dict[tuple[int, bool], bool] = {}

    def search(left: int, across: int, passes: bool) -> None:
        if not left:
            found[across, passes] = True
            return
        v = left.bit_length() - 1
        left ^= 1 << v
        for w in bits(rows[v] & left):
            pair = 1 << v | 1 << w
            leads = bool(pair & beyond) and bool(pair & ~beyond)
            search(left ^ 1 << w, across + leads, passes or (leads and bool(pair & newcomer)))

    search(group | beyond | newcomer, 0, False)
    return found


@pytest.mark.parametrize("seed", GRAPHS)
def test_spares_whom_every_matching_says_can_be_spared(seed: int):
    rng = Random(seed)
    size, cut = 9, rng.randint(2, 7)
    rows = random_rows(rng, size)
    newcomer = 1 << size - 1
    group, beyond = mask_of(range(cut)), mask_of(range(cut, size - 1))
    least = Witness(maximum_matching(rows, beyond)).deficiency
    ways = spared(*(Witness(maximum_matching(rows, places)) for places in (group, beyond)), bits(group), rows)
    missing = mask_of(x for x in bits(group) if (least, False) in crossings(rows, group & ~(1 << x), beyond))
    reached = crossings(rows, group, beyond, newcomer)
    if ways is None:
        assert least > 1 or (not missing and (least, True) not in reached)
        return
    assert ways.group.missable & group == missing
    assert bool(ways.group.touching(newcomer, rows)) is ((least, False) in reached)
    assert (ways.passing and bool(ways.beyond.touching(newcomer, rows))) is ((least, True) in reached)
