"""The heaviest perfect matching narrowed vertex by vertex, against the list of all of them."""

from collections.abc import Iterator
from random import Random

import pytest
from nextround.core.matching.narrowing import NarrowedMatching

Pairs = frozenset[tuple[int, int]]


def levels_of(weights: dict[tuple[int, int], int], n: int) -> list[dict[int, int]]:
    levels: list[dict[int, int]] = [{} for _ in range(n)]
    for (u, v), weight in weights.items():
        levels[u][weight] = levels[u].get(weight, 0) | 1 << v
        levels[v][weight] = levels[v].get(weight, 0) | 1 << u
    return levels


def perfect(weights: dict[tuple[int, int], int], left: frozenset[int]) -> Iterator[Pairs]:
    if not left:
        yield frozenset()
        return
    u = min(left)
    for v in left - {u}:
        if (u, v) in weights:
            for rest in perfect(weights, left - {u, v}):
                yield rest | {(u, v)}


def partner(pairs: Pairs, v: int) -> int:
    return next(b if a == v else a for a, b in pairs if v in (a, b))


@pytest.mark.parametrize("block", range(10))
def test_confining_keeps_exactly_the_heaviest_matchings_that_are_left(block: int):
    for seed in range(block * 60, block * 60 + 60):
        rng = Random(seed)
        n = rng.choice((4, 6, 8))
        values = rng.choice(([0], [0, -1], [0, -1, -2, 5], [0, 10**30, 7]))
        density = rng.choice((0.5, 0.7, 1.0))
        weights = {(u, v): rng.choice(values) for u in range(n) for v in range(u + 1, n) if rng.random() < density}
        every = list(perfect(weights, frozenset(range(n))))
        matching = NarrowedMatching(levels_of(weights, n))
        assert matching.solve() is bool(every), seed
        if not every:
            continue
        heaviest = max(sum(weights[pair] for pair in pairs) for pairs in every)
        left = [pairs for pairs in every if sum(weights[pair] for pair in pairs) == heaviest]
        for _ in range(12):
            v, wanted = rng.randrange(n), rng.getrandbits(n)
            narrowed = [pairs for pairs in left if wanted >> partner(pairs, v) & 1]
            assert matching.confine(v, wanted) is bool(narrowed), seed
            left = narrowed or left
            assert frozenset((u, matching.partner(u)) for u in range(n) if u < matching.partner(u)) in left, seed


def test_a_confinement_costs_one_search_at_most():
    rng = Random(7)
    n = 60
    weights = {(u, v): rng.choice((0, 0, -1)) for u in range(n) for v in range(u + 1, n) if rng.random() < 0.6}
    matching = NarrowedMatching(levels_of(weights, n))
    assert matching.solve()
    before = matching.searches
    for v in range(n):
        matching.confine(v, rng.getrandbits(n))
    assert matching.searches - before <= n


def test_a_hint_good_or_bad_never_changes_the_weight():
    for seed in range(100):
        rng = Random(seed)
        n = 10
        weights = {
            (u, v): rng.choice((0, 0, 0, -1, -5)) for u in range(n) for v in range(u + 1, n) if rng.random() < 0.7
        }
        plain = NarrowedMatching(levels_of(weights, n))
        if not plain.solve():
            continue
        hinted = NarrowedMatching(levels_of(weights, n))
        vertices = rng.sample(range(n), n)
        assert hinted.solve(zip(vertices[::2], vertices[1::2], strict=True)), seed
        assert hinted.weight() == plain.weight(), seed
        again = NarrowedMatching(levels_of(weights, n))
        assert again.solve([(v, plain.partner(v)) for v in range(n)]), seed
        assert again.weight() == plain.weight(), seed


def test_vertices_that_are_not_alive_stay_alone():
    matching = NarrowedMatching([{0: 0b0010}, {0: 0b0001}, {}, {}], alive=0b0011)
    assert matching.solve()
    assert (matching.partner(0), matching.mate[2]) == (1, -1)
