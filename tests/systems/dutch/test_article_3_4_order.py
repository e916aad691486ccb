"""C.04.3 articles 3 and 4 (2017: B and D): subgroups, candidates, and the order in which they are tried."""

import pytest
from nextround.core.pairing import RoundToPair, round_to_pair
from nextround.core.tournament import Colour

from tests.builders import question
from tests.golden.reader import position
from tests.systems.dutch.editions import EDITIONS, answer
from tests.systems.literal.dutch import exchanges, transpositions
from tests.systems.literal.dutch_round import Round, Rules

editions = pytest.mark.parametrize("edition", EDITIONS)


def worked_example(number: int) -> RoundToPair:
    return round_to_pair(position("worked_example.trf").tournament(number))


@editions
@pytest.mark.article("C.04.3 (2017) B.1", "C.04.3 (2017) B.2", "C.04.3 (2026) 3.1", "C.04.3 (2026) 3.2")
def test_s1_is_the_upper_half_and_meets_the_lower_in_order(edition: str):
    assert answer(question(8, of=3), edition) == "1-5 6-2 3-7 8-4"
    assert answer(question(7, of=3), edition) == "1-4 5-2 3-6, 7 bye"


@editions
@pytest.mark.article("C.04.3 (2017) B.3", "C.04.3 (2017) B.4", "C.04.3 (2026) 3.3", "C.04.3 (2026) 3.4")
def test_a_perfect_candidate_is_taken_at_once(edition: str):
    """Everybody prefers the colour that his first opponent does not."""
    asked = question(8, "1-5 ½, 2-6 ½, 7-3 ½, 8-4 ½", of=9, unavailable=dict.fromkeys((5, 6, 7, 8), "half"))
    assert answer(asked, edition) == "3-1 4-2"


@editions
@pytest.mark.article("C.04.3 (2017) B.6", "C.04.3 (2017) B.5", "C.04.3 (2026) 3.5", "C.04.3 (2026) 3.6")
def test_the_next_transposition_is_tried_when_a_candidate_is_not_perfect(edition: str):
    """The worked example's round 2, in the group 1 4 5 9: 1-5 4-9 denies two preferences; 1-9 5-4 is perfect."""
    assert answer(worked_example(2), edition).startswith("1-9 5-4 ")


@editions
@pytest.mark.article("C.04.3 (2017) B.3", "C.04.3 (2017) B.7", "C.04.3 (2026) 3.3", "C.04.3 (2026) 3.7")
def test_moved_down_players_meet_residents_first_and_never_each_other(edition: str):
    """Round 5: 1 (3½) and 4 (3) meet 12 and 2 (2½); 5, who is left over, goes down to 9."""
    assert answer(worked_example(5), edition).startswith("12-1 4-2 5-9 ")


@editions
@pytest.mark.article("C.04.3 (2017) B.7", "C.04.3 (2017) B.8", "C.04.3 (2026) 3.7", "C.04.3 (2026) 3.8")
def test_who_stays_in_limbo_goes_on_to_the_next_bracket(edition: str):
    # Round 7: of 9, 6, 7 and 11 only one pair can be made, 6-7; 9, moved down, stays in limbo and meets 10.
    assert {"10-9", "7-6"} <= set(answer(worked_example(7), edition).split())
    # Round 9: the three leaders have met; 1 and 4 both want the only opponent there is, and 1 has him.
    assert {"6-1", "4-7"} <= set(answer(worked_example(9), edition).split())


@editions
@pytest.mark.article("C.04.3 (2017) D.1", "C.04.3 (2026) 4.2", "C.04.3 (2026) 4.5")
@pytest.mark.parametrize(
    ("rounds", "wanted"),
    [
        (("1-5 ½, 2-4 ½, 3 pab", "4-1 ½, 5-2 ½"), "1-2 3-4, 5 bye"),  # 1-2 3-4 before 1-2 3-5
        (("1-4 ½, 2-5 ½, 3 pab", "2-1 ½, 4-5 ½"), "1-3 4-2, 5 bye"),  # 1-3 2-4 before 1-5 2-3
    ],
)
def test_transpositions_come_in_the_order_of_their_first_numbers(rounds: tuple[str, ...], wanted: str, edition: str):
    assert answer(question(5, *rounds, initial_colour=Colour.BLACK), edition) == wanted


@pytest.mark.article("C.04.3 (2017) D.1", "C.04.3 (2026) 4.2")
@pytest.mark.parametrize("rules", Rules)
def test_the_transpositions_of_the_text_s_examples(rules: Rules):
    """Eleven players: 6-7-8-9-10, 6-7-8-9-11, 6-7-8-10-9 … 720 in all. Two MDPs and nine residents: 72."""
    field = Round(question(11, of=3), rules)
    homogeneous = list(transpositions(field, (1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11)))
    assert homogeneous[:4] == [(6, 7, 8, 9, 10), (6, 7, 8, 9, 11), (6, 7, 8, 10, 9), (6, 7, 8, 10, 11)]
    assert (homogeneous[-1], len(homogeneous)) == ((11, 10, 9, 8, 7), 720)
    heterogeneous = list(transpositions(field, (1, 2), tuple(range(3, 12))))
    assert (heterogeneous[:2], heterogeneous[-1], len(heterogeneous)) == ([(3, 4), (3, 5)], (11, 10), 72)


@editions
@pytest.mark.article("C.04.3 (2017) D.2", "C.04.3 (2026) 4.3")
@pytest.mark.parametrize(
    ("n", "rounds", "wanted"),
    [
        # Of exchanges of one player that with the least difference comes first.
        (8, ("1-8 ½, 4-5 ½, 6-3 ½, 7-2 ½", "1-7 ½, 2-4 ½, 5-6 ½, 8-3 ½"), "3-1 6-2 4-8 7-5"),
        # Equal sums: the lowest of S1 leaves.
        (8, ("3-8 ½, 4-6 ½, 5-1 ½, 7-2 ½", "2-4 ½, 3-7 ½, 6-5 ½, 8-1 ½"), "1-6 5-2 4-3 7-8"),
        # One player before two, even for a larger difference.
        (
            10,
            (
                "2-8 ½, 3-1 ½, 5-6 ½, 7-10 ½, 9-4 ½",
                "1-6 ½, 4-8 ½, 5-7 ½, 9-3 ½, 10-2 ½",
                "2-7 ½, 3-4 ½, 6-10 ½, 8-1 ½, 9-5 ½",
                "2-5 ½, 4-10 ½, 6-3 ½, 7-1 ½, 8-9 ½",
            ),
            "1-2 3-7 4-6 5-8 10-9",
        ),
        # Equal sums and the same players leaving: the highest of S2 enters.
        (
            10,
            (
                "2-10 ½, 4-7 ½, 5-6 ½, 8-1 ½, 9-3 ½",
                "3-1 ½, 6-8 ½, 7-2 ½, 9-4 ½, 10-5 ½",
                "1-10 ½, 2-8 ½, 3-4 ½, 5-7 ½, 6-9 ½",
                "1-9 ½, 3-5 ½, 4-2 ½, 7-8 ½, 10-6 ½",
            ),
            "5-1 2-3 8-4 6-7 9-10",
        ),
    ],
)
def test_exchanges_move_few_players_and_those_nearest_to_the_middle(
    n: int, rounds: tuple[str, ...], wanted: str, edition: str
):
    assert answer(question(n, *rounds, of=6), edition) == wanted


@pytest.mark.article("C.04.3 (2017) D.2", "C.04.3 (2026) 4.3")
def test_the_exchanges_of_the_text_s_examples():
    """S1 is 1 to 5, S2 6 to 11; each exchange as who leaves S1 and who enters it."""
    order = [
        (tuple(sorted({*range(1, 6)} - {*s1})), tuple(sorted({*s1} - {*range(1, 6)})))
        for s1, _ in exchanges(tuple(range(1, 12)), 5)
    ]
    earlier_later = [
        (((5,), (6,)), ((4,), (6,))),  # the smaller difference
        (((4,), (6,)), ((5,), (8,))),
        (((5,), (7,)), ((4,), (6,))),  # equal differences: 5 leaves before 4
        (((5,), (11,)), ((4, 5), (6, 7))),  # one player before two
        (((3, 4), (6, 8)), ((4, 5), (8, 9))),
        (((2, 5), (6, 7)), ((3, 4), (6, 7))),  # 5-2 before 4-3
        (((1, 4, 5), (6, 7, 8)), ((2, 3, 5), (6, 7, 8))),  # 5-4-1 before 5-3-2
        (((4, 5), (6, 9)), ((4, 5), (7, 8))),  # 6-9 before 7-8
        (((3, 4, 5), (6, 7, 10)), ((3, 4, 5), (6, 8, 9))),  # 6-7-10 before 6-8-9
    ]
    assert order[0] == ((), ())
    for earlier, later in earlier_later:
        assert order.index(earlier) < order.index(later), (earlier, later)


@editions
@pytest.mark.article("C.04.3 (2017) D.3", "C.04.3 (2026) 4.4")
@pytest.mark.parametrize(
    ("n", "rounds", "wanted"),
    [
        # 2 and 4 are moved down and may both meet 5 alone: 2, the first.
        (5, ("1-3 0-0, 4-2 ½, 5 pab", "2 pab, 3-4 0-1, 5-1 0-0"), "2-5 4-1, 3 bye"),
    ],
)
def test_of_the_moved_down_players_the_first_set_that_can_be_paired_is_taken(
    n: int, rounds: tuple[str, ...], wanted: str, edition: str
):
    assert answer(question(n, *rounds), edition) == wanted
