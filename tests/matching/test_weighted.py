"""The weighted matching against a literal search through all perfect matchings."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from nextround.core.matching import bits
from nextround.core.matching.weighted import WeightedMatching, maximum_weight_perfect_matching

Weights = dict[tuple[int, int], int]


def literal_weight(vertices: frozenset[int], weights: Weights) -> int | None:
    """The greatest weight of a perfect matching, by trying every partner of the first vertex."""
    if not vertices:
        return 0
    u = min(vertices)
    totals = [
        weights[u, v] + rest
        for v in vertices - {u}
        if (u, v) in weights and (rest := literal_weight(vertices - {u, v}, weights)) is not None
    ]
    return max(totals, default=None)


def levels_of(n: int, weights: Weights) -> list[dict[int, int]]:
    levels: list[dict[int, int]] = [{} for _ in range(n)]
    for (u, v), weight in weights.items():
        levels[u][weight] = levels[u].get(weight, 0) | 1 << v
        levels[v][weight] = levels[v].get(weight, 0) | 1 << u
    return levels


@st.composite
def weighted_graphs(draw: st.DrawFn, largest: int = 8) -> tuple[int, Weights]:
    n = draw(st.integers(0, largest))
    edges = draw(st.lists(st.sampled_from(list(combinations(range(n), 2))), unique=True)) if n > 1 else []
    bound = draw(st.sampled_from([0, 1, 3, 2**70]))
    return n, {edge: draw(st.integers(-bound, bound)) for edge in edges}


def weight_of(matching: WeightedMatching, weights: Weights) -> int:
    assert all(matching.mate[matching.mate[v]] == v for v in bits(matching.alive))
    return sum(weights[v, w] for v, w in enumerate(matching.mate) if v < w)


@given(weighted_graphs())
def test_weighs_as_much_as_the_literal_search(graph: tuple[int, Weights]):
    n, weights = graph
    matching = maximum_weight_perfect_matching(levels_of(n, weights))
    literal = literal_weight(frozenset(range(n)), weights)
    assert (matching is None) == (literal is None)
    if matching is not None:
        assert weight_of(matching, weights) == literal == matching.weight()


def test_heavy_odd_rings_are_left_by_the_lightest_bridge():
    # Two triangles of heavy edges; each must be left once, and only one bridge is worth it.
    weights = {(0, 1): 8, (1, 2): 8, (0, 2): 8, (3, 4): 8, (4, 5): 8, (3, 5): 8, (0, 3): 1, (1, 4): 3, (2, 5): 2}
    matching = maximum_weight_perfect_matching(levels_of(6, weights))
    assert matching is not None
    assert matching.mate == [2, 4, 0, 5, 1, 3]


def test_an_odd_graph_has_no_perfect_matching():
    assert maximum_weight_perfect_matching(levels_of(3, {(0, 1): 1, (1, 2): 1, (0, 2): 1})) is None


def test_one_commoner_colour_takes_few_searches_whatever_the_size():
    # Three of four are of one kind: pairs across weigh 2, within the commoner kind 1, within the other nothing. The
    # searches don't grow with the graph, because trees from all free vertices share the changes of dual values.
    def searches(n: int) -> int:
        rare, everyone = (1 << n // 4) - 1, (1 << n) - 1
        common = everyone & ~rare
        levels = [
            {2: common, 0: rare & ~(1 << v)} if rare >> v & 1 else {2: rare, 1: common & ~(1 << v)} for v in range(n)
        ]
        matching = maximum_weight_perfect_matching(levels)
        assert matching is not None
        assert matching.weight() == 2 * (n // 4) + n // 4
        return matching.searches + matching.dual_steps

    assert searches(400) <= searches(40) <= 6
