"""The first perfect matching against a literal search in the order of dictionaries."""

from hypothesis import given
from hypothesis import strategies as st
from nextround.core.matching import bits, first_perfect_matching


def literal_first(rows: list[int], taken: int = 0) -> list[int] | None:
    """Try the partners of the first vertex in order, and the rest after each."""
    if not rows:
        return []
    for partner in bits(rows[0] & ~taken):
        rest = literal_first(rows[1:], taken | 1 << partner)
        if rest is not None:
            return [partner, *rest]
    return None


@given(st.integers(0, 7).flatmap(lambda n: st.lists(st.integers(0, (1 << n) - 1), min_size=n, max_size=n)))
def test_is_the_first_of_all_perfect_matchings(rows: list[int]):
    assert first_perfect_matching(rows, (1 << len(rows)) - 1) == literal_first(rows)


def test_a_late_vertex_takes_its_only_partner_from_an_early_one():
    assert first_perfect_matching([0b011, 0b101, 0b001], 0b111) == [1, 2, 0]


def test_sides_of_different_size_have_no_perfect_matching():
    assert first_perfect_matching([0b11], 0b11) is None
