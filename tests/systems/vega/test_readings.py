"""Vega: the unit vectors, the options, and the decisions V-1 to V-20, each on a field small enough to check by hand."""

from dataclasses import replace

import pytest
from nextround.core.pairing import RoundToPair, Step, check, round_to_pair
from nextround.core.pairing.trace import ByeStep, PairStep, PassedOver
from nextround.core.systems.vega import Options, Vega
from nextround.core.systems.vega.colours import seat
from nextround.core.systems.vega.contenders import Contender, field_of
from nextround.core.tournament import Colour, ForbiddenPairs, NoLegalPairing, Player

from tests.builders import boards, question, tournament


def paired(asked: RoundToPair, **options: object) -> str:
    return boards(check(asked, Vega(Options(**options)).pair(asked)))  # type: ignore[arg-type]


def trace(asked: RoundToPair, decision: str) -> list[Step]:
    return [step for step in Vega().pair(asked).trace if step.kind == decision]


def contender(asked: RoundToPair, tpn: int) -> Contender:
    return next(c for c in field_of(asked, limits=True).contenders if c.tpn == tpn)


@pytest.mark.article("Vega 1", "Vega V-3")
def test_buchholz_counts_own_points_for_forfeits_and_nothing_for_requested_byes_and_absences():
    asked = question(6, "1-2 1-0", "1-3 -+, 2-4 1-0", "1 half, 2-5 1-0", "2-6 1-0")
    assert asked.everyone[2].points == 30
    assert asked.everyone[1].points == 15
    assert contender(asked, 1).buchholz == 45


@pytest.mark.article("Vega 1", "Vega V-3")
@pytest.mark.parametrize(("record", "counted"), [("1 pab", 10), ("1-2 +-", 10), ("1 full", 10), ("1 half", 0)])
def test_buchholz_counts_own_points_for_what_was_won_without_playing(record: str, counted: int):
    assert contender(question(3, record), 1).buchholz == counted


@pytest.mark.article("Vega V-20")
def test_buchholz_and_bye_go_by_real_points_and_scoregroups_by_virtual_ones_too():
    facts = tournament(4, "1-3 ½, 4-2 ½", virtual_points={1: (10, 10), 2: (10, 10)})
    asked = round_to_pair(facts)
    assert contender(asked, 1).buchholz == 5
    assert [step.players for step in trace(asked, "bracket") if step.article == "Vega 6.1"] == [(1, 2), (3, 4)]


@pytest.mark.article("Vega 3")
def test_the_greater_colour_difference_keeps_the_colour_that_both_are_due():
    asked = question(6, "3-2 ½", "1-4 ½, 2-5 ½", "4-1 ½, 6-2 ½", unavailable={3: "zero", 4: "zero", 5: "zero"})
    one, two = contender(asked, 1), contender(asked, 2)
    assert (one.colours, two.colours) == ("WB", "BWB")
    assert one.due is two.due is Colour.WHITE
    for first, second in ((one, two), (two, one)):
        pair, step = seat(first, second)
        assert (pair.white, pair.black) == (2, 1)
        assert "difference" in step.reason


@pytest.mark.article("Vega 2.3", "Vega 2.4", "Vega B9")
def test_a_pair_is_turned_round_where_the_rules_would_break_the_limits():
    # 1 and 5 are due Black, difference and last game are equal; 5 has the greater Buchholz, but had White twice.
    asked = question(5, "1-4 1-0, 2-5 ½, 3 pab", "1 pab, 4-2 0-1, 5-3 1-0", "1 zero, 3-2 0-1, 5-4 1-0")
    assert contender(asked, 5).buchholz > contender(asked, 1).buchholz
    assert paired(asked) == "1-5 4-3, 2 bye"
    turned = [step for step in trace(asked, "colour") if "turned round" in step.reason]
    assert [step.players for step in turned] == [(1, 5)]


@pytest.mark.article("Vega 5", "Vega B2")
@pytest.mark.parametrize(("colour", "expected"), [(Colour.WHITE, "1-4 5-2 3-6"), (Colour.BLACK, "4-1 2-5 6-3")])
def test_the_first_round_pairs_the_halves_and_odd_numbers_have_the_initial_colour(colour: Colour, expected: str):
    assert paired(question(6, of=3, initial_colour=colour)) == expected


@pytest.mark.article("Vega 5", "Vega B2")
def test_odd_numbers_have_white_where_no_lot_was_drawn():
    assert paired(question(4, of=3, initial_colour=None)) == "1-3 4-2"


@pytest.mark.article("Vega 5", "Vega V-1")
def test_the_first_round_counts_those_who_are_there_and_gives_the_bye_to_the_last_number():
    assert paired(question(8, of=3, unavailable={2: "half"})) == "1-5 6-3 4-7, 8 bye"


@pytest.mark.article("Vega 4", "Vega V-1")
def test_with_the_option_the_first_round_s_bye_goes_by_the_alphabet():
    names = ("Zoe", "Bob", "Cid", "Ann", "Eve")
    asked = question(tuple(Player(n, name, name) for n, name in enumerate(names, 1)), of=3)
    assert Vega().pair(asked).pab == 5
    assert Vega(Options(alphabet_in_first_round=True)).pair(asked).pab == 4


@pytest.mark.article("Vega 5", "Vega B2")
def test_a_forbidden_pair_of_the_first_round_changes_rows_as_in_later_ones():
    assert paired(question(4, of=3, forbidden_pairs=(ForbiddenPairs((2, 4)),))) == "1-4 3-2"
    only_inside_the_halves = (ForbiddenPairs((1, 3)), ForbiddenPairs((1, 4)))
    assert paired(question(4, of=3, forbidden_pairs=only_inside_the_halves)) == "1-2 3-4"


@pytest.mark.article("Vega 5", "Vega V-20")
def test_an_accelerated_first_round_halves_each_scoregroup():
    facts = tournament(8, of=9, virtual_points=dict.fromkeys((1, 2, 3, 4), (10,)))
    assert paired(round_to_pair(facts)) == "1-3 4-2 5-7 8-6"


@pytest.mark.article("Vega 2.2", "Vega B1", "Vega V-2")
def test_a_half_point_bye_is_no_point_and_does_not_bar():
    """2.2 bars who got a point without playing; 4 names the smallest Buchholz of the lowest group: 5."""
    asked = question(5, "1-2 ½, 3-4 ½, 5 half")
    assert contender(asked, 5).buchholz < contender(asked, 1).buchholz
    assert Vega().pair(asked).pab == 5


@pytest.mark.article("Vega B1", "Vega V-2")
def test_in_the_program_a_half_point_bye_gives_way_to_those_who_never_scored_without_playing():
    answer = Vega(Options(half_points_last=True)).pair(question(5, "1-2 ½, 3-4 ½, 5 half"))
    assert answer.pab == 1
    (bye,) = (step for step in answer.trace if isinstance(step, ByeStep))
    assert bye.passed_over == (PassedOver(5, "had a half-point bye", "Vega 2.2"),)


@pytest.mark.article("Vega 2.2", "Vega V-2")
def test_a_half_point_bye_does_not_bar_where_nobody_else_leaves_a_complete_pairing():
    asked = question(3, "1 pab, 2-3 ½", "2 pab, 3 half")
    assert Vega(Options(half_points_last=True)).pair(asked).pab == 3


@pytest.mark.article("Vega 2.2")
@pytest.mark.parametrize("record", ["1 pab", "1-2 +-", "1 full"])
def test_a_point_without_playing_bars_from_the_bye_for_good(record: str):
    with pytest.raises(NoLegalPairing, match="none of them may have the bye") as caught:
        Vega().pair(question(2, record, unavailable={2: "zero"}))
    assert [problem.article for problem in caught.value.problems] == ["Vega 2.2"]


@pytest.mark.article("Vega 4", "Vega V-10")
def test_the_bye_goes_to_the_dominating_colour_of_the_group_before_the_alphabet():
    # 4 5 6 lost, Buchholz 1 each; 5 is due Black, 4 and 6 White. Among all seven nobody dominates.
    facts = tournament(7, "1-4 1-0, 5-2 0-1, 3-6 1-0, 7 pab")
    players = tuple(replace(player, name="ZZZYAXZ"[player.tpn - 1]) for player in facts.players)
    assert Vega().pair(round_to_pair(replace(facts, players=players))).pab == 6


@pytest.mark.article("Vega 6.2", "Vega V-12")
def test_the_row_above_is_changed_where_a_lower_row_gets_stuck():
    # 5-1 would leave 3 and 4, who have met.
    asked = question(5, "1-2 1-0, 4-3 1-0, 5 pab")
    assert paired(asked) == "5-4 3-1, 2 bye"
    pairs = [step for step in Vega().pair(asked).trace if isinstance(step, PairStep)]
    worse = [(step.players, p.player) for step in pairs for p in step.passed_over if "worse" in p.reason]
    assert worse == [((5, 4), 1)]


@pytest.mark.article("Vega V-13")
def test_blacks_who_are_left_over_meet_from_the_bottom_of_their_column():
    across = tuple(ForbiddenPairs((white, black)) for white in (5, 6, 7, 8) for black in (1, 2, 3, 4))
    asked = question(8, "1-5 ½, 2-6 ½, 3-7 ½, 4-8 ½", forbidden_pairs=across)
    assert [step.players for step in trace(asked, "pair")] == [(5, 6), (7, 8), (1, 4), (2, 3)]


@pytest.mark.article("Vega V-7")
def test_the_nearest_score_comes_before_the_colour():
    # 2 is alone and due Black, like 4 of the next score; 1 is due White but lower, and 2-1 4-3 would be complete too.
    assert paired(question(4, "2-3 1-0, 4-1 ½-0")) == "2-4 3-1"


@pytest.mark.article("Vega V-15")
def test_colour_histories_are_compared_without_the_rounds_that_were_not_played():
    asked = question(6, "1-3 ½", "4-1 ½, 2-5 ½", "6-2 ½", unavailable={3: "zero", 4: "zero", 5: "zero", 6: "zero"})
    assert (contender(asked, 1).colours, contender(asked, 2).colours) == ("WB", "WB")
    (colour,) = trace(asked, "colour")
    assert colour.reason == "White to the first in the alphabet"  # in round 2 they had different colours


@pytest.mark.article("Vega V-11")
def test_whites_meet_each_other_only_where_it_is_unavoidable_unless_in_engine_order():
    # All six share the columns 4 5 6 and 3 2 1, and 4-3 leaves no row for 5 and 6 (6 has met 1 and 2).
    asked = question(6, "2-3 1-0, 4-5 0-1, 6-1 ½", "1-4 0-1, 2-6 0-0, 3-5 1-0")
    assert paired(asked) == "4-2 6-3 5-1"
    assert paired(asked, engine_order=True) == "4-3 1-2 5-6"


@pytest.mark.article("Vega V-5")
def test_ratings_choose_the_upfloater_only_as_an_option():
    # 1 2 3 won; 4 and 6 are due White with equal Buchholz. 6 has met 3, so that 2-1 would leave no row for him.
    facts = tournament(6, "1-4 1-0, 5-2 0-1, 3-6 1-0", of=4)
    ratings = {4: 1900, 6: 2000}
    players = tuple(replace(player, rating=ratings.get(player.tpn, 0)) for player in facts.players)
    asked = round_to_pair(replace(facts, players=players))
    assert paired(asked) == "2-1 4-3 6-5"
    assert paired(asked, upfloater_key="rating") == "2-3 6-1 4-5"


@pytest.mark.article("Vega V-4")
def test_names_decide_between_equals_and_numbers_where_there_are_none():
    rounds = ("1-5 1-0, 6-2 0-1, 3-7 1-0, 8-4 0-1", "2-1 0-1, 4-3 0-1, 5-6 1-0, 7-8 1-0")
    facts = tournament(8, *rounds)
    nameless = tuple(replace(player, name="") for player in facts.players)
    backwards = tuple(replace(player, name="hgfEDCBA"[player.tpn - 1]) for player in facts.players)
    assert paired(round_to_pair(facts)) == "1-3 2-5 4-7 6-8"
    assert paired(round_to_pair(replace(facts, players=nameless))) == "1-3 2-5 4-7 6-8"
    assert paired(round_to_pair(replace(facts, players=backwards))) == "3-1 5-2 7-4 8-6"


@pytest.mark.article("Vega B10", "Vega V-9")
def test_colour_limits_are_waived_where_they_leave_no_pairing_and_hold_in_the_last_round_too():
    asked = question(4, "1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0", unavailable={3: "zero", 4: "zero"})
    assert asked.is_last
    assert paired(asked) == "1-2"
    assert [step.article for step in trace(asked, "waiver")] == ["Vega B10"]
    assert not trace(question(2, of=1), "waiver")


@pytest.mark.article("Vega 2.1", "Vega B10")
def test_a_round_in_which_old_opponents_would_have_to_meet_is_refused():
    with pytest.raises(NoLegalPairing, match='"P01", "P02" stay') as caught:
        Vega().pair(question(2, "1-2 ½"))
    assert [problem.article for problem in caught.value.problems] == ["Vega 2.1"]


def test_nobody_and_one_player_are_paired_too():
    assert paired(question(2, of=1, unavailable={1: "zero", 2: "half"})) == ""
    assert paired(question(1, of=1)) == "1 bye"


@pytest.mark.article("Vega 6.2")
def test_a_large_field_of_draws_is_no_harder_than_a_small_one():
    rounds: list[str] = []
    for _ in range(5):
        answer = Vega().pair(question(120, *rounds))
        rounds.append(", ".join(f"{pair.white}-{pair.black} ½" for pair in answer.pairs))
    assert len(set(rounds)) == 5
