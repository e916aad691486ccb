"""The field of the coming round, in order, and the check of an answer."""

import pytest
from nextround.core.pairing import Pair, RoundPairing, check, published, round_to_pair
from nextround.core.pairing.byes import BARS_2017, BARS_2026, barred
from nextround.core.tournament import ForbiddenPairs, InvalidTournament, InvariantViolation, PointSystem

from tests.builders import boards, question, tournament


@pytest.mark.article("C.04.3 (2026) 1.2", "C.04.2 (2026) 3.2", "C.04.2 (2026) 3.3")
def test_the_field_is_in_order_and_leaves_out_who_is_not_there():
    asked = question(6, "1-4 0-1, 5-2 ½, 3-6 1-0", unavailable={3: "half"})
    assert [c.tpn for c in asked.competitors] == [4, 2, 5, 1, 6]
    assert [c.score for c in asked.competitors] == [10, 5, 5, 0, 0]
    assert asked.is_odd
    assert asked.is_last


@pytest.mark.article("C.04.2 (2026) 3.4", "C.04.2 (2026) 3.5", "C.04.2 (2026) 3.1")
def test_forfeits_and_byes_are_no_meetings_and_give_no_colour():
    asked = question(4, "1-2 +-, 3-4 adj", "1-3 1-0, 2 pab, 4 half", "4-1 --, 2-3 0-0")
    one, two, three, four = (asked.everyone[tpn].history for tpn in (1, 2, 3, 4))
    assert (one.colours, one.opponents, one.scores) == ("W", {3}, (0, 10, 20, 20))
    assert (two.colours, two.opponents, two.scores) == ("W", {3}, (0, 0, 10, 10))
    assert (three.colours, three.opponents, three.scores) == ("WBB", {4, 1, 2}, (0, 5, 5, 5))
    assert (four.colours, four.opponents, four.scores) == ("B", {3}, (0, 5, 10, 10))


def test_virtual_points_make_the_pairing_score_of_every_round():
    facts = tournament(4, "1-3 1-0, 2-4 0-1", virtual_points={1: (10, 5), 2: (10,)})
    asked = round_to_pair(facts)
    assert asked.everyone[1].pairing_scores == (10, 15)
    assert asked.everyone[2].pairing_scores == (10, 0)
    assert asked.everyone[1].points == 10
    assert [c.tpn for c in asked.competitors] == [1, 4, 2, 3]


@pytest.mark.parametrize("first_round", [1, 2, 3])
def test_forbidden_pairs_hold_in_their_rounds_only(first_round: int):
    asked = question(4, "1-2 ½, 3-4 ½", forbidden_pairs=(ForbiddenPairs((1, 3, 4), first_round, 2),))
    expected = {1: {3, 4}, 3: {1, 4}, 4: {1, 3}} if first_round <= 2 else {}
    assert asked.forbidden == expected


@pytest.mark.article("C.04.1 (2026) 1")
@pytest.mark.parametrize("number_of_rounds", [1, 0])
def test_a_round_after_the_last_is_refused(number_of_rounds: int):
    with pytest.raises(InvalidTournament, match="rounds 1 to"):
        question(2, "1-2 ½", of=number_of_rounds)


@pytest.mark.article("C.04.2 (2026) 3.6")
def test_boards_go_by_the_better_ranked_then_the_sum_then_his_number():
    asked = question(8, "1-5 1-0, 2-6 ½, 7-3 ½, 8-4 0-1")  # 1 and 4 have 1; 2 3 6 7 ½; 5 8 0
    answer = published(asked, [Pair(2, 3), Pair(5, 8), Pair(6, 1), Pair(7, 4)], None, ())
    assert boards(answer) == "6-1 7-4 2-3 5-8"
    answer = published(asked, [Pair(3, 8), Pair(5, 2), Pair(6, 7), Pair(4, 1)], None, ())
    assert boards(answer) == "4-1 6-7 5-2 3-8"


@pytest.mark.parametrize(
    ("pairs", "pab", "code"),
    [
        ([(1, 4), (5, 2)], None, "not-seated"),
        ([(1, 4), (5, 2), (2, 4)], 3, "seated-twice"),
        ([(1, 4), (5, 2), (3, 6)], None, "not-in-the-field"),
        ([(1, 3), (5, 2)], 4, "second-meeting"),
        ([(1, 4), (2, 3)], 5, "second-bye"),
        ([(1, 2), (3, 4)], 5, "forbidden-pair"),
        ([(3, 4), (1, 5)], 2, "board-order"),
    ],
)
def test_a_wrong_answer_never_passes_the_check(pairs: list[tuple[int, int]], pab: int | None, code: str):
    asked = question(5, "1-3 1-0, 4-2 0-1, 5 pab", forbidden_pairs=(ForbiddenPairs((1, 2)),))
    with pytest.raises(InvariantViolation) as caught:
        check(asked, RoundPairing(tuple(Pair(*pair) for pair in pairs), pab, ()))
    assert code in [problem.code for problem in caught.value.problems]


@pytest.mark.article("C.04.1 (2026) 2", "C.04.1 (2026) 4")
def test_a_second_meeting_and_a_second_bye_pass_where_the_rules_let_players_meet_again():
    facts = tournament(5, "1-3 1-0, 4-2 0-1, 5 pab", forbidden_pairs=(ForbiddenPairs((1, 2)),))
    answer = published(question(5), [Pair(1, 3), Pair(2, 4)], 5, ())
    assert check(round_to_pair(facts, repeats=True), answer) is answer
    with pytest.raises(InvariantViolation) as caught:
        check(round_to_pair(facts), answer)
    assert [problem.code for problem in caught.value.problems] == ["second-bye", "second-meeting", "second-meeting"]


def test_forbidden_pairs_hold_also_where_the_rules_let_players_meet_again():
    asked = round_to_pair(tournament(2, forbidden_pairs=(ForbiddenPairs((1, 2)),)), repeats=True)
    with pytest.raises(InvariantViolation, match="may not meet by the event's rules"):
        check(asked, RoundPairing((Pair(1, 2),), None, ()))


def test_a_right_answer_passes_the_check():
    asked = question(5, "1-3 1-0, 4-2 0-1, 5 pab")
    answer = published(asked, [Pair(1, 2), Pair(5, 4)], 3, ())
    assert check(asked, answer) is answer


@pytest.mark.article("C.04.3 (2017) C.2", "C.04.3 (2026) 2.1.2")
@pytest.mark.parametrize(
    ("record", "in_2017", "in_2026"),
    [
        ("1 pab", True, True),
        ("1-2 +-", True, True),
        ("2-1 +-", False, False),
        ("1 full", False, True),
        ("1 half", False, False),
        ("1 zero", False, False),
        ("1-2 1-0", False, False),
    ],
)
def test_what_bars_from_the_bye_depends_on_the_edition(record: str, in_2017: bool, in_2026: bool):
    one = question(3, record).everyone[1]
    assert (barred(one, BARS_2017, PointSystem()) is not None) is in_2017
    assert (barred(one, BARS_2026, PointSystem()) is not None) is in_2026


@pytest.mark.article("C.04.1 (2026) 3", "C.04.1 (2026) 4")
def test_a_bye_worth_half_a_point_bars_all_the_same():
    one = question(3, "1 pab", points=PointSystem.of(10, 5, pab=5)).everyone[1]
    assert one.points == 5
    assert barred(one, BARS_2026, PointSystem.of(10, 5, pab=5)) is not None
