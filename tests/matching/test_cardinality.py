"""The bitset matching against a literal search through all matchings."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from nextround.core.matching import SINGLE, Matching, bits, lowest_bit, maximum_matching


def literal_size(edges: list[tuple[int, int]]) -> int:
    """The size of a maximum matching, by trying every edge first or never."""
    if not edges:
        return 0
    (u, v), rest = edges[0], edges[1:]
    return max(literal_size(rest), 1 + literal_size([e for e in rest if u not in e and v not in e]))


@st.composite
def graphs(draw: st.DrawFn, largest: int = 9) -> list[int]:
    n = draw(st.integers(0, largest))
    rows = [0] * n
    for u, v in draw(st.lists(st.sampled_from(list(combinations(range(n), 2))), unique=True)) if n > 1 else []:
        rows[u] |= 1 << v
        rows[v] |= 1 << u
    return rows


def edges_of(rows: list[int], alive: int | None = None) -> list[tuple[int, int]]:
    alive = (1 << len(rows)) - 1 if alive is None else alive
    return [(u, v) for u in bits(alive) for v in bits(rows[u] & alive) if u < v]


def assert_valid(matching: Matching) -> None:
    for v in bits(matching.alive):
        mate = matching.mate[v]
        assert (mate == SINGLE) == bool(matching.free >> v & 1)
        assert mate == SINGLE or (
            matching.mate[mate] == v and matching.adjacency[v] >> mate & matching.alive >> mate & 1
        )


@given(graphs())
def test_finds_as_many_pairs_as_the_literal_search(rows: list[int]):
    matching = maximum_matching(rows)
    assert_valid(matching)
    assert (len(rows) - matching.free.bit_count()) // 2 == literal_size(edges_of(rows))


@given(graphs(), st.data())
def test_one_search_mends_the_matching_after_a_vertex_is_removed_and_restored(rows: list[int], data: st.DataObject):
    if not rows:
        return
    matching = maximum_matching(rows)
    v = data.draw(st.integers(0, len(rows) - 1))
    before = matching.searches
    left = matching.remove(v)
    if left != SINGLE:
        matching.augment(left)
    assert_valid(matching)
    assert matching.searches <= before + 1
    size = (matching.alive.bit_count() - matching.free.bit_count()) // 2
    assert size == literal_size(edges_of(rows, matching.alive))
    matching.restore(v)
    matching.augment(v)
    assert (len(rows) - matching.free.bit_count()) // 2 == literal_size(edges_of(rows))


@given(graphs(8), st.data())
def test_a_pair_is_settled_exactly_when_the_rest_stays_perfect(rows: list[int], data: st.DataObject):
    matching = maximum_matching(rows)
    edges = edges_of(rows)
    if matching.free or not edges:
        return
    u, v = data.draw(st.sampled_from(edges))
    rest = matching.alive & ~(1 << u | 1 << v)
    possible = 2 * literal_size(edges_of(rows, rest)) == rest.bit_count()
    assert matching.keeps_perfect(u, v) == possible
    assert_valid(matching)
    assert not matching.free
    assert matching.alive == (rest if possible else (1 << len(rows)) - 1)


@given(graphs(8))
def test_the_outer_vertices_are_those_that_a_maximum_matching_can_miss(rows: list[int]):
    matching = maximum_matching(rows)
    size = literal_size(edges_of(rows))
    everyone = (1 << len(rows)) - 1
    missable = sum(1 << v for v in range(len(rows)) if literal_size(edges_of(rows, everyone & ~(1 << v))) == size)
    assert matching.missable() == missable


@given(graphs(8))
def test_the_partners_of_a_vertex_are_those_with_whom_the_rest_stays_perfect(rows: list[int]):
    matching = maximum_matching(rows)
    if matching.free:
        return
    for v in range(len(rows)):
        partners = matching.partners(v)
        assert_valid(matching)
        for u in bits(rows[v]):
            rest = matching.alive & ~(1 << u | 1 << v)
            assert (partners >> u & 1) == (2 * literal_size(edges_of(rows, rest)) == rest.bit_count())
        assert partners & ~rows[v] == 0


def test_a_tail_on_an_odd_ring_is_reached_only_through_the_blossom():
    # 0-1-2-3-4-0 is a ring and 5 hangs on 3. Greedily 0-1 and 2-3; from 4 the inner vertex 3 must turn outer.
    rows = [0] * 6
    for u, v in [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (3, 5)]:
        rows[u] |= 1 << v
        rows[v] |= 1 << u
    matching = maximum_matching(rows)
    assert matching.free == 0
    assert matching.mate == [4, 2, 1, 5, 0, 3]


@given(graphs(8), st.data())
def test_a_confined_vertex_stays_perfectly_matched_exactly_where_that_is_possible(rows: list[int], data: st.DataObject):
    matching = maximum_matching(rows)
    if matching.free or not rows:
        return
    v, wanted = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, (1 << len(rows)) - 1))
    before = list(rows)
    possible = bool(matching.partners(v) & wanted)
    assert matching.confine(v, wanted) is possible
    assert_valid(matching)
    assert not matching.free
    assert rows == before
    assert not possible or wanted >> matching.mate[v] & 1


@given(graphs(8))
def test_vertices_are_settled_with_the_first_partner_who_leaves_the_rest_perfect(rows: list[int]):
    matching = maximum_matching(rows)
    if matching.free:
        return
    for v in range(len(rows)):
        if matching.alive >> v & 1:
            possible = matching.partners(v)
            assert matching.settle(v, lowest_bit) == lowest_bit(possible)
            assert_valid(matching)
            assert not matching.free
