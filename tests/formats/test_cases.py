"""The files that broke other programs: what reading them must give."""

import pytest
from nextround.core.formats import Report, read_trf, write_trf
from nextround.core.tournament import Colour, InvalidTournament, Kind, Outcome, Problem, Tournament

from tests.formats.texts import CASES


def read(name: str) -> Report:
    return read_trf((CASES / f"{name}.trf").read_bytes())


def refusal(name: str, round_number: int | None = None) -> tuple[Problem, ...]:
    with pytest.raises(InvalidTournament) as caught:
        read(name).tournament(round_number)
    return caught.value.problems


def tournament(name: str) -> Tournament:
    return read(name).tournament()


@pytest.mark.article("C.04.2 (2026) 3.4", "C.04.2 (2026) 3.5")
def test_a_forfeit_keeps_its_colour_but_is_not_played() -> None:
    record = tournament("01_forfeit_gives_no_colour").records[1][0]
    assert (record.kind, record.opponent, record.colour) == (Kind.FORFEIT_WIN, 4, Colour.WHITE)
    assert not record.played


def test_f_is_a_full_point_bye_and_u_the_allocated_one() -> None:
    records = tournament("03_full_point_bye_blocks_pab").records
    assert records[5][0].kind is Kind.FULL_POINT_BYE
    assert records[4][1].kind is Kind.PAB


def test_the_allocated_bye_may_be_worth_half_a_point() -> None:
    points = tournament("04_half_point_pab_blocks_second").points
    assert (points.pab, points.win, points.full_point_bye, points.half_point_bye) == (5, 10, 10, 5)


def test_a_column_of_absences_is_the_round_to_pair_and_leaves_nobody() -> None:
    after_two = tournament("09_all_withdrawn")
    assert after_two.round_number == 3
    assert after_two.unavailable == dict.fromkeys(range(1, 7), Kind.ZERO_POINT_BYE)
    assert {len(records) for records in after_two.records.values()} == {2}


def test_a_round_that_everybody_missed_can_be_followed_when_it_is_asked_for() -> None:
    assert read("09_all_withdrawn").tournament(4).unavailable == {}


def test_a_bye_assigned_beforehand_belongs_to_the_coming_round() -> None:
    first = tournament("10_preassigned_pab_next_round")
    assert (first.round_number, first.unavailable) == (1, {4: Kind.PAB})
    assert first.records[4] == ()


def test_a_bye_with_an_opponent_is_refused_by_player_and_round() -> None:
    first, second = refusal("12_opponent_with_Z_result")
    assert (first.pointer, second.pointer) == ("7:99", "10:99")
    assert "player 2, round 1" in first.message
    assert "'Z' with opponent 5" in first.message


def test_absentees_of_round_one_are_read_from_its_column() -> None:
    first = tournament("13_round1_absentees_colours")
    assert first.unavailable == {1: Kind.ZERO_POINT_BYE, 9: Kind.ZERO_POINT_BYE}
    assert first.initial_colour is Colour.BLACK


def test_a_rating_of_five_digits_is_refused_by_player_and_field() -> None:
    (problem,) = refusal("14_rating_five_digits")
    assert problem.pointer == "6:53"
    assert "player 1" in problem.message
    assert "rating (columns 49 to 52, at most 9999)" in problem.message
    assert "'12000'" in problem.message


def test_columns_count_characters() -> None:
    entries = read("15_utf8_names").entries
    assert [entry.player.name for entry in entries[1:4]] == ["Nguyễn Văn Ánh", "Иванов Пётр", "Ōnishi Tarō"]
    assert [entry.player.rating for entry in entries] == [2380, 2360, 2340, 2320, 2300, 2280]


def test_what_is_not_utf8_is_read_as_latin1_with_a_note() -> None:
    report = read("16_latin1_names")
    assert report.entries[0].player.name == "Müller, Jürgen"
    (note,) = report.notes
    assert (note.code, note.pointer) == ("encoding", "6:16")
    assert "byte offset 76" in note.message


def test_lines_whose_blanks_were_cut_are_whole() -> None:
    first = tournament("18_trimmed_lines")
    assert (first.round_number, len(first.players), first.unavailable) == (1, 6, {})


@pytest.mark.parametrize("name", ["18b_pending_round", "18b_pending_round_b"])
@pytest.mark.article("C.04.2 (2026) 3.1")
def test_missing_results_are_refused_board_by_board(name: str) -> None:
    messages = [problem.message for problem in refusal(name)]
    assert [message.split(" is missing")[0] for message in messages] == [
        "round 2: the result of 3 – 1",
        "round 2: the result of 2 – 5",
        "round 2: the result of 4 – 6",
    ]
    assert [problem.pointer for problem in refusal(name)] == ["6:109", "7:109", "9:109"]


@pytest.mark.parametrize("name", ["18b_pending_round", "18b_pending_round_b"])
@pytest.mark.article("C.04.2 (2026) 3.1")
def test_adjourned_games_are_draws_when_somebody_says_so(name: str) -> None:
    record = read(name).tournament(adjourned_as_draws=True).records[1][1]
    assert (record.opponent, record.outcome, record.adjourned) == (3, Outcome.DRAW, True)


def test_the_number_of_rounds_must_be_known() -> None:
    (problem,) = refusal("19_rounds_missing")
    assert "number of rounds is missing" in problem.message
    assert "XXR n or 142 n" in problem.message
    assert tournament("19_rounds_missing_b").number_of_rounds == 5
    assert read("19_rounds_missing").tournament(number_of_rounds=7).number_of_rounds == 7


def test_152_gives_the_initial_colour_also_in_a_small_letter_with_a_note() -> None:
    assert tournament("21_record_152").initial_colour is Colour.BLACK
    report = read("21_record_152_b")
    assert report.initial_colour is Colour.WHITE
    assert [note.pointer for note in report.notes] == ["5:5"]


def test_a_bye_in_the_coming_round_does_not_disturb_the_points() -> None:
    fourth = tournament("22_rule_edition_bye_real8")
    assert (fourth.round_number, fourth.unavailable) == (4, {3: Kind.HALF_POINT_BYE})


@pytest.mark.article("C.04.7")
def test_virtual_points_are_read_from_xxa_and_from_250() -> None:
    one_round = tournament("25_baku_group_rounding").virtual_points
    assert one_round == dict.fromkeys(range(1, 7), (10,))
    whole = tournament("25_baku_group_rounding_c").virtual_points
    assert whole == dict.fromkeys(range(1, 7), (10, 10, 10, 5, 5))
    by_code = read("25_baku_group_rounding_b")
    assert (by_code.system_code, by_code.virtual_points) == ("FIDE_DUTCH_BAKU", {})


def test_games_on_which_the_two_lines_disagree_are_refused_with_both_names() -> None:
    first, second = refusal("28_non_reciprocal")
    assert (first.pointer, first.code) == ("8:92", "not-reciprocal")
    assert "player 3, round 1: the opponent is 6, but 6 has 2" in first.message
    assert "player 6, round 1: the opponent is 2, but 2 has 5" in second.message


def test_a_team_in_an_individual_event_is_information() -> None:
    report = read("30_team_line_in_individual")
    assert len(report.others) == 2
    assert [note.message for note in report.notes] == [
        "record 013 (2 lines) is of teams: kept, not used for the pairing"
    ]
    assert report.tournament().round_number == 2


@pytest.mark.parametrize("name", ["32_record_260", "32_record_260_b"])
def test_forbidden_pairs_are_read_from_260_and_from_xxp(name: str) -> None:
    (pairs,) = tournament(name).forbidden_pairs
    assert (pairs.players, pairs.first_round, pairs.last_round) == ((1, 4), 1, None)


def test_the_number_of_the_line_decides_not_the_rating() -> None:
    players = tournament("34_tpn_not_rating_order").players
    assert [(player.tpn, player.rating) for player in players[:3]] == [(1, 1500), (2, 2300), (3, 0)]


def test_a_file_without_players_is_a_tournament_without_players() -> None:
    nobody = tournament("38_no_players")
    assert (nobody.round_number, nobody.players) == (1, ())


def test_a_late_entry_is_present_after_a_round_without() -> None:
    second = tournament("39_late_entry_round2")
    assert second.records[7][0].kind is Kind.ZERO_POINT_BYE
    assert second.unavailable == {}


@pytest.mark.article("C.04.1 (2026) 1")
def test_there_is_no_round_after_the_last() -> None:
    (problem,) = refusal("40_round_after_last")
    assert "2 rounds of 2 are played" in problem.message


def test_an_unread_date_is_noted_with_its_place_and_what_is_accepted() -> None:
    (note,) = read("54_lichess_date_not_read_b").notes
    assert (note.code, note.pointer) == ("date", "4:5")
    assert "'03/08/2026'" in note.message
    assert "2026/03/08" in note.message


@pytest.mark.parametrize("name", ["59_round_of_byes_only", "59_round_of_byes_only_b"])
def test_a_round_of_byes_before_a_played_one_was_held(name: str) -> None:
    third = tournament(name)
    assert (third.round_number, third.unavailable) == (3, {})
    again = read_trf(write_trf(read(name), "16"))
    assert again == read(name)
    assert "\r240" not in write_trf(read(name), "16")


def test_every_other_case_is_read_without_a_note() -> None:
    noted = {"12", "14", "16", "21", "28", "30", "45", "46", "51", "52", "54", "59"}
    for path in sorted(CASES.glob("*.trf")):
        if path.name[:2] not in noted:
            assert read_trf(path.read_bytes()).notes == (), path.name
