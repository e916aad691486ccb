"""C.04.3 article 1 (2017: A): order, scoregroups, floats, preferences, topscorers, the round as a whole."""

import pytest
from nextround.core.pairing import RoundToPair, round_to_pair
from nextround.core.tournament import Colour, PointSystem

from tests.builders import question
from tests.golden.reader import expected, position
from tests.systems.dutch.editions import EDITIONS, answer
from tests.systems.dutch.positions import only

editions = pytest.mark.parametrize("edition", EDITIONS)


@editions
@pytest.mark.article("C.04.3 (2017) A.1", "C.04.3 (2017) A.2", "C.04.3 (2026) 1.1", "C.04.3 (2026) 1.2")
def test_players_are_in_the_order_of_their_scores_and_then_of_their_pairing_numbers(edition: str):
    asked = question(8, "1-5 0-1, 6-2 1-0, 3-7 0-1, 8-4 1-0", of=5)
    # 5 6 7 8 come before 1 2 3 4. 5-7 and 1-3 want one colour, so the next transposition.
    assert answer(asked, edition) == "5-8 7-6 4-1 2-3"


@editions
@pytest.mark.article(
    "C.04.3 (2017) A.3", "C.04.3 (2026) 1.3.1", "C.04.3 (2026) 1.3.2", "C.04.3 (2026) 1.3.3", "C.04.3 (2026) 1.3.4"
)
def test_a_moved_down_player_meets_a_resident_and_the_remainder_is_paired_by_itself(edition: str):
    """The worked example's round 3: 1 (2) comes down to 4, 5 and 12 (1½); 5 and 12 remain."""
    asked = round_to_pair(position("worked_example.trf").tournament(3))
    assert answer(asked, edition).startswith("4-1 12-5 ")


@editions
@pytest.mark.article("C.04.3 (2017) A.5", "C.04.3 (2026) 1.5")
def test_only_an_odd_field_has_a_bye_and_it_is_worth_what_the_event_says(edition: str):
    assert answer(question(3, of=3), edition) == "1-2, 3 bye"
    assert answer(question(4, of=3), edition) == "1-3 4-2"
    worth_a_half = question(3, "1-2 ½, 3 pab", of=3, points=PointSystem.of(10, 5, pab=5))
    assert [c.score for c in worth_a_half.competitors] == [5, 5, 5]


# Floats (1.4, A.4). In the first scoregroup of three one must float down; who did so last round should not again.


@editions
@pytest.mark.article("C.04.3 (2017) A.4.b", "C.04.3 (2026) 1.4.2", "C.04.3 (2026) 1.4.1", "C.04.3 (2017) A.4.a")
def test_a_game_between_different_scores_is_a_downfloat_for_the_higher_and_an_upfloat_for_the_lower(edition: str):
    asked = round_to_pair(position("worked_example.trf").tournament(4))
    # 4 (2) passes over 2 (1½), who floated up in round 3; 6 and 7 want Black as he does: 8.
    assert "8-4" in answer(asked, edition)


@editions
@pytest.mark.article("C.04.3 (2017) A.4.b", "C.04.3 (2026) 1.4.3", "C.04.3 (2026) 1.4.4")
@pytest.mark.parametrize(
    ("first_round", "second_round", "downfloat_in"),
    [
        ("3-7 0-1", "3 pab", {"dutch-2017", "dutch-2026"}),
        ("3-7 0-1", "3 full", {"dutch-2017", "dutch-2026"}),
        ("3-7 ½", "3 half", {"dutch-2017", "dutch-2026"}),
        ("3-7 0-1", "3-8 +-", {"dutch-2017", "dutch-2026"}),
        ("3-7 1-0", "8-3 +-", {"dutch-2017"}),
        ("3-7 1-0", "3-8 --", {"dutch-2017"}),
        ("3-7 1-0", "3 zero", {"dutch-2017"}),
    ],
)
def test_which_unplayed_rounds_are_downfloats(
    first_round: str, second_round: str, downfloat_in: set[str], edition: str
):
    """1, 2 and 3 have a point each and one must go down to 4: it is 3, unless he floated down last round."""
    asked = question(
        8,
        f"1-5 ½, 6-2 ½, {first_round}",
        f"6-1 ½, 2-5 ½, {second_round}",
        of=9,
        unavailable=dict.fromkeys((5, 6, 7, 8), "absent"),
    )
    assert answer(asked, edition) == ("1-3 4-2" if edition in downfloat_in else "1-2 4-3")


@editions
@pytest.mark.article("C.04.3 (2026) 1.4.3")
def test_a_bye_is_a_downfloat_whatever_it_is_worth(edition: str):
    """1.4.3 names the bye apart from the points; bbpPairings 6.0.0 asks for points here too."""
    asked = question(
        8,
        "1-5 ½, 6-2 ½, 3-7 1-0",
        "6-1 ½, 2-5 ½, 3 pab",
        of=9,
        unavailable=dict.fromkeys((5, 6, 7, 8), "absent"),
        points=PointSystem(pab=0),
    )
    assert answer(asked, edition) == "1-3 4-2"


# Colours (1.6, 1.7, A.6)


@editions
@pytest.mark.article("C.04.3 (2017) A.6", "C.04.3 (2026) 1.6", "C.04.3 (2026) 1.7.1")
@pytest.mark.parametrize(
    ("one", "other", "may_meet"),
    [
        ("WW", "WW", False),  # the same colour twice
        ("BB", "BB", False),
        ("WW", "BB", True),
        ("WWBW", "WWBW", False),  # colour difference 2
        ("WWBW", "BWW", False),
        ("BWW", "WW", False),
        ("BBW", "BBW", True),  # difference -1, last game White: strong, not absolute
        ("WWWBB", "BB", False),  # difference 1, but Black twice: absolute White
        ("WWWBB", "WW", True),
    ],
)
def test_two_equal_last_colours_or_a_difference_of_two_make_an_absolute_preference(
    one: str, other: str, may_meet: bool, edition: str
):
    assert (answer(with_colours(one, other), edition) != "no legal pairing") is may_meet


def with_colours(one: str, other: str, of: int = 12) -> RoundToPair:
    """Give 1 and 2 these colours in draws against others, right-aligned, and leave only these two to be paired."""
    length = max(len(one), len(other))
    rounds = []
    for number in range(length):
        games = []
        for tpn, history in ((1, one), (2, other)):
            played = number - (length - len(history))
            opponent = 2 * number + 2 + tpn
            if played >= 0:
                games.append(f"{tpn}-{opponent} ½" if history[played] == "W" else f"{opponent}-{tpn} ½")
            else:
                games.append(f"{tpn} half")
        rounds.append(", ".join(games))
    return only((1, 2), 2 * length + 2, *rounds, of=of)


@editions
@pytest.mark.article("C.04.3 (2017) A.7", "C.04.3 (2026) 1.8")
@pytest.mark.parametrize(
    ("second_round", "of", "met"),
    [
        ("1-4 1-0, 2-3 1-0", 3, True),  # 2 of 2 each, in the last round
        ("1-4 1-0, 2-3 1-0", 4, False),  # not the last round
        ("1-4 0-1, 2-3 0-1", 3, False),  # 1 of 2 is not more than half
        ("1-4 ½, 2-3 0-1", 3, True),  # one of the two is enough: 1½ and 1
    ],
)
def test_topscorers_have_more_than_half_of_what_could_be_scored_before_the_last_round(
    second_round: str, of: int, met: bool, edition: str
):
    asked = only((1, 2), 4, "1-3 1-0, 2-4 1-0", second_round, of=of)  # both had White twice
    assert answer(asked, edition) == ("2-1" if met else "no legal pairing")


@editions
@pytest.mark.article("C.04.3 (2017) A.7", "C.04.3 (2026) 1.8")
def test_topscorers_go_by_the_event_s_points(edition: str):
    """With 3-1-0, three of six points are not more than half, and four are."""
    three_one_nothing = PointSystem.of(30, 10)
    away = {3: "half", 4: "half"}
    half = question(4, "1-3 1-0, 2-4 1-0", "1-4 0-1, 2-3 0-1", unavailable=away, points=three_one_nothing)
    more = question(4, "1-3 1-0, 2-4 1-0", "1-4 ½, 2-3 0-1", unavailable=away, points=three_one_nothing)
    assert answer(half, edition) == "no legal pairing"
    assert answer(more, edition) == "2-1"


# The round as a whole (1.9, A.9)


@editions
@pytest.mark.article("C.04.3 (2017) A.9", "C.04.3 (2026) 1.9", "C.04.3 (2026) 1.9.3")
def test_a_round_without_a_complete_pairing_is_left_to_the_arbiter(edition: str):
    deadlock = question(6, "1-2 ½, 3-4 ½, 5-6 ½", "1-4 ½, 3-6 ½, 5-2 ½", "1-6 ½, 3-2 ½, 5-4 ½", of=5)
    assert answer(deadlock, edition) == "no legal pairing"  # 1 3 5 and 2 4 6 are left: two triangles


@pytest.mark.article("C.04.3 (2017) A.9")
@pytest.mark.parametrize("file", [name for name, wanted in expected("pitfalls").items()])
def test_2017_the_tail_of_the_round(file: str):
    """The penultimate bracket and the collapsed last one; `expected.json` says which error each position shows."""
    wanted = expected("pitfalls")[file]
    got = answer(round_to_pair(position(f"pitfalls/{file}").tournament()), "dutch-2017")
    assert got == wanted["dutch-2017"], wanted["why"]


@editions
@pytest.mark.parametrize("file", expected("editions"))
@pytest.mark.article("C.04.3 (2017) A.9", "C.04.3 (2026) 1.9")
def test_the_editions_differ_where_their_texts_do(file: str, edition: str):
    wanted = expected("editions")[file]
    got = answer(round_to_pair(position(f"editions/{file}").tournament()), edition)
    assert got == wanted[edition], wanted["why"]


@editions
@pytest.mark.article("C.04.3 (2017) E.5", "C.04.3 (2026) 5.1")
def test_the_initial_colour_is_the_lot_before_round_1(edition: str):
    assert answer(question(4, of=3), edition) == "1-3 4-2"
    assert answer(question(4, of=3, initial_colour=Colour.BLACK), edition) == "3-1 2-4"
