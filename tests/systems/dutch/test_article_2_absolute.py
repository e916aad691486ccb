"""C.04.3 articles 2.1 to 2.3 (2017: C.1 to C.4): what no pairing may break, and what comes before the brackets."""

import pytest
from nextround.core.pairing import round_to_pair
from nextround.core.tournament import ForbiddenPairs, PointSystem

from tests.builders import question
from tests.golden.reader import expected, position
from tests.systems.dutch.editions import EDITIONS, answer

editions = pytest.mark.parametrize("edition", EDITIONS)


@editions
@pytest.mark.article("C.04.3 (2017) C.1", "C.04.3 (2026) 2.1.1")
def test_two_players_meet_once(edition: str):
    assert answer(question(4, "1-3 ½, 4-2 ½", of=5), edition) == "2-1 3-4"
    assert answer(question(4, "1-3 ½, 4-2 ½", "2-1 ½, 3-4 ½", of=5), edition) == "1-4 3-2"
    assert answer(question(2, "1-2 ½", of=5), edition) == "no legal pairing"


@editions
@pytest.mark.article("C.04.3 (2017) C.1", "C.04.3 (2026) 2.1.1")
def test_a_forfeited_game_is_no_meeting(edition: str):
    assert answer(question(2, "1-2 +-", of=5), edition) == "1-2"


@editions
@pytest.mark.article("C.04.3 (2017) C.1", "C.04.3 (2026) 2.1.1")
def test_pairs_that_the_event_forbids_are_no_pairs(edition: str):
    asked = question(4, of=5, forbidden_pairs=(ForbiddenPairs((1, 3)),))
    assert answer(asked, edition) == "1-4 3-2"  # 2 has Black for his number


@pytest.mark.article("C.04.3 (2017) C.2", "C.04.3 (2026) 2.1.2")
@editions
@pytest.mark.parametrize(
    ("past_of_3", "bars_in"),
    [
        ("3 pab", {"dutch-2017", "dutch-2026"}),
        ("3-4 +-", {"dutch-2017", "dutch-2026"}),
        ("3 full", {"dutch-2026"}),
        ("3 half", set()),
        ("3 zero", set()),
        ("4-3 +-", set()),
    ],
)
def test_who_may_not_have_the_bye(past_of_3: str, bars_in: set[str], edition: str):
    """3 is alone: he has the bye or there is no pairing."""
    asked = question(4, past_of_3, of=5, unavailable=dict.fromkeys((1, 2, 4), "absent"))
    assert answer(asked, edition) == ("no legal pairing" if edition in bars_in else "3 bye")


@pytest.mark.article("C.04.3 (2026) 2.1.2")
@editions
def test_what_is_worth_a_win_is_asked_of_the_event_s_points(edition: str):
    half_as_good_as_a_win = PointSystem(half_point_bye=10)
    asked = question(2, "1 half", of=5, unavailable={2: "absent"}, points=half_as_good_as_a_win)
    assert answer(asked, edition) == ("1 bye" if edition == "dutch-2017" else "no legal pairing")


@editions
@pytest.mark.article("C.04.3 (2017) C.3", "C.04.3 (2026) 2.1.3")
def test_two_players_with_the_same_absolute_preference_do_not_meet(edition: str):
    """1 and 2 had White twice, 5 and 6 Black twice: 1-5 and 2-6, in their order, although 1-2 are the leaders."""
    asked = question(
        6,
        "1-3 1-0, 2-4 1-0, 5 late, 6 late",
        "1-4 1-0, 2-3 1-0, 5 late, 6 late",
        of=9,
        unavailable={3: "absent", 4: "absent"},
    )
    assert answer(asked, edition) == "5-1 6-2"


@editions
@pytest.mark.article("C.04.3 (2017) C.4", "C.04.3 (2026) 2.2")
@pytest.mark.parametrize(
    ("number", "wanted"),
    [
        (5, "6-3 10-8"),  # 7-6 would leave 3, 10 and 11, who have met: 6, 7 and 8 all go down
        (7, "10-9 7-6 8-11"),  # 9-11 and 6-7 would leave 10-8, who have met
        (8, "5-8 11-6"),  # 8, 10 and 11 have met each other
        (9, "8-12 10-5 9-11"),  # 12-9 would leave nobody for 8; 9-8 would leave 5-11 or 12-11
    ],
)
def test_no_bracket_may_leave_a_rest_that_cannot_be_paired(number: int, wanted: str, edition: str):
    asked = round_to_pair(position("worked_example.trf").tournament(number))
    assert set(wanted.split()) <= set(answer(asked, edition).split())


@editions
@pytest.mark.article("C.04.3 (2017) C.4", "C.04.3 (2026) 2.2")
def test_completion_is_asked_in_every_bracket_in_2026_and_in_the_penultimate_one_in_2017(edition: str):
    name = "d1_completion_c8_even6_r4.trf"
    asked = round_to_pair(position(f"editions/{name}").tournament())
    assert answer(asked, edition) == expected("editions")[name][edition]


@editions
@pytest.mark.article("C.04.3 (2026) 2.3")
def test_the_score_of_the_bye_comes_before_the_number_of_pairs_in_2026(edition: str):
    """2 and 5 have a point, 1 and 3 a half and have met, 4 nothing; 5 had the bye.

    2-5 and 3-4 leave the bye to 1. Since 2026 the bye goes to 4, whatever that costs above.
    """
    asked = question(5, "4-2 0-1, 1-3 ½, 5 pab", of=5)
    assert answer(asked, edition) == ("2-5 3-4, 1 bye" if edition == "dutch-2017" else "2-1 3-5, 4 bye")
