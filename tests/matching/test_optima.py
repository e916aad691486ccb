"""All heaviest perfect matchings, narrowed: against a literal walk through all perfect matchings."""

from collections.abc import Iterator
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from nextround.core.matching.optima import Optima
from nextround.core.matching.transport import shared_labels

Problem = tuple[list[int], list[int], dict[tuple[int, int], int]]


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    size = 2 * draw(st.integers(1, 4))
    kinds = [0] * draw(st.integers(1, 3))
    for v in range(size):
        kinds[draw(st.integers(0, len(kinds) - 1))] |= 1 << v
    kinds = [kind for kind in kinds if kind]
    weights = {}
    for a in range(len(kinds)):
        for b in range(a, len(kinds)):
            weights[a, b] = weights[b, a] = -draw(st.integers(0, 3))
    rows = [0] * size
    for u in range(size):
        for v in range(u):
            if draw(st.integers(1, 4)) > 1:
                rows[u] |= 1 << v
                rows[v] |= 1 << u
    return rows, kinds, weights


def matchings(rows: list[int], left: frozenset[int]) -> Iterator[dict[int, int]]:
    if not left:
        yield {}
        return
    u = min(left)
    for v in sorted(left):
        if rows[u] >> v & 1:
            for rest in matchings(rows, left - {u, v}):
                yield {u: v, v: u, **rest}


def weight(found: dict[int, int], kinds: list[int], weights: dict[tuple[int, int], int]) -> int:
    kind = {v: next(k for k, members in enumerate(kinds) if members >> v & 1) for v in found}
    return sum(weights[kind[u], kind[v]] for u, v in found.items() if u < v)


@settings(max_examples=400, deadline=None)
@given(problems())
def test_settling_one_after_another_gives_the_first_of_the_heaviest(problem: Problem):
    rows, kinds, weights = problem
    every = list(matchings(rows, frozenset(range(len(rows)))))
    if not every:
        return
    best = max(weight(found, kinds, weights) for found in every)
    heaviest = [found for found in every if weight(found, kinds, weights) == best]
    optima = Optima(rows, kinds, weights)
    halves = (1 << len(rows) // 2) - 1
    if any(found[0] in range(len(rows) // 2) for found in heaviest):
        assert optima.confine(0, halves)
        heaviest = [found for found in heaviest if halves >> found[0] & 1]
    else:
        assert not optima.confine(0, halves)
    first = min(heaviest, key=lambda found: [found[v] for v in range(len(rows))])
    settled: dict[int, int] = {}
    for v in range(len(rows)):
        if v not in settled:
            settled[v] = optima.settle(v)
            settled[settled[v]] = v
    assert settled == first


@settings(max_examples=400, deadline=None)
@given(problems())
def test_shared_labels_bound_every_perfect_matching_and_cover_every_pair_of_kinds(problem: Problem):
    rows, kinds, weights = problem
    counts = [kind.bit_count() for kind in kinds]
    labels = shared_labels(counts, weights)
    assert labels is not None
    assert all(2 * value <= labels[a] + labels[b] for (a, b), value in weights.items())
    bound = sum(count * label for count, label in zip(counts, labels, strict=True))
    assert all(2 * weight(found, kinds, weights) <= bound for found in matchings(rows, frozenset(range(len(rows)))))


def test_labels_are_as_tight_as_fractions_allow():
    # three of one kind, one of another, and equal ones cost a unit: the heaviest matching has one pair of equal ones
    weights = {(a, b): -int(a == b) for a, b in product(range(2), repeat=2)}
    labels = shared_labels([3, 1], weights)
    assert labels is not None
    assert 3 * labels[0] + labels[1] == -2
    assert shared_labels([1], {}) is None
