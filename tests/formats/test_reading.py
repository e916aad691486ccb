"""What a report may look like, and what each record says."""

from datetime import date

import pytest
from nextround.core.formats import Report, read_trf, write_trf
from nextround.core.formats.dates import read_date
from nextround.core.tournament import Colour, ForbiddenPairs, InvalidTournament, Kind, Outcome, PointSystem

from tests.formats.texts import player, problems, trf

ROUND_ONE = (player(1, "2 w 1", points="1.0"), player(2, "1 b 0", points="0.0"))


def refused(text: str | bytes) -> InvalidTournament:
    with pytest.raises(InvalidTournament) as caught:
        read_trf(text)
    return caught.value


def notes(report: Report) -> list[str]:
    return [note.code for note in report.notes]


class TestText:
    @pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n", "\n\n\n"])
    def test_lines_end_as_they_like(self, line_end: str) -> None:
        text = trf(*ROUND_ONE)
        assert read_trf(text.replace("\n", line_end).encode()) == read_trf(text)

    def test_the_lines_of_a_file_are_counted_with_the_blank_ones(self) -> None:
        assert problems(refused("\r\n\r\n012 T\r\n\r\nXXR x\r\n")) == [("5:5", "record")]

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
    def test_a_byte_order_mark_is_no_part_of_the_text(self, encoding: str) -> None:
        report = read_trf(trf(player(1, name="Ōnishi Tarō")).encode(encoding))
        assert (report.entries[0].player.name, report.notes) == ("Ōnishi Tarō", ())

    @pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
    def test_utf16_is_read_with_a_note(self, encoding: str) -> None:
        report = read_trf(("\ufeff" + trf(player(1, name="Ōnishi Tarō"))).encode(encoding))
        assert (report.entries[0].player.name, notes(report)) == ("Ōnishi Tarō", ["encoding"])

    def test_a_line_separator_inside_a_name_ends_no_line(self) -> None:
        report = read_trf(trf(player(1, name="A\u2028B\x0cC\x85D")))
        assert report.entries[0].player.name == "A\u2028B\x0cC\x85D"

    def test_columns_that_count_the_bytes_of_utf8_are_understood_with_a_note(self) -> None:
        line = player(1, "2 w 1", points="1.0", name="Müller, Jürgen")
        by_bytes = line.replace("Müller, Jürgen  ", "Müller, Jürgen")
        report = read_trf(trf(by_bytes, player(2, "1 b 0", points="0.0")))
        assert report == read_trf(trf(line, player(2, "1 b 0", points="0.0")))
        assert notes(report) == ["columns"]

    @pytest.mark.parametrize("text", ["", "\n\n", '{"type": "io.nextround.round.finished.v1"}', "<html>\n</html>"])
    def test_what_holds_no_record_is_no_report(self, text: str) -> None:
        assert problems(refused(text)) == [("1:1", "no-report")]

    def test_a_tab_among_counted_columns_is_refused_by_name(self) -> None:
        error = refused(trf(player(1).replace("m    P", "m\tP")))
        assert problems(error) == [("4:11", "tab")]
        assert "accepted are blanks only" in error.problems[0].message


class TestPlayerLines:
    def test_every_column_has_its_field(self) -> None:
        line = (
            "001   12 wWGM Last, First                       2345 NOR     1503014 1990/11/30  1.5    3"
            "     7 w 1     9 b =  0000 - H"
        )
        text = trf(line, player(7, "12 b 0"), player(9, "", "12 w ="))
        entry = read_trf(text).entries[0]
        assert (entry.tpn, entry.player.title, entry.player.name) == (12, "WGM", "Last, First")
        assert (entry.player.rating, entry.player.federation) == (2345, "NOR")
        assert (entry.sex, entry.fide_id, entry.birth_date) == ("w", "1503014", "1990/11/30")
        assert (entry.points, entry.rank) == (15, 3)
        assert entry.rounds == ((7, Colour.WHITE, "1"), (9, Colour.BLACK, "="), (None, None, "H"))

    def test_a_line_may_hold_a_number_alone(self) -> None:
        entry = read_trf("001    4").entries[0]
        assert (entry.tpn, entry.player.rating, entry.points, entry.rounds) == (4, 0, None, ())

    @pytest.mark.parametrize(
        ("mine", "theirs", "kind", "outcome", "rated"),
        [
            ("1", "0", Kind.PLAYED, Outcome.WIN, True),
            ("=", "=", Kind.PLAYED, Outcome.DRAW, True),
            ("0", "0", Kind.PLAYED, Outcome.LOSS, True),
            ("=", "0", Kind.PLAYED, Outcome.DRAW, True),
            ("w", "l", Kind.PLAYED, Outcome.WIN, False),
            ("D", "d", Kind.PLAYED, Outcome.DRAW, False),
            ("L", "w", Kind.PLAYED, Outcome.LOSS, False),
            ("+", "-", Kind.FORFEIT_WIN, None, True),
            ("-", "-", Kind.FORFEIT_LOSS, None, True),
        ],
    )
    def test_results_with_an_opponent(self, mine: str, theirs: str, kind: Kind, outcome: Outcome, rated: bool) -> None:
        text = trf(player(1, f"2 w {mine}"), player(2, f"1 b {theirs}"))
        record = read_trf(text).tournament(2).records[1][0]
        assert (record.kind, record.outcome, record.rated, record.colour) == (kind, outcome, rated, Colour.WHITE)

    @pytest.mark.parametrize(
        ("code", "kind"),
        [
            ("- U", Kind.PAB),
            ("- u", Kind.PAB),
            ("- F", Kind.FULL_POINT_BYE),
            ("- h", Kind.HALF_POINT_BYE),
            ("- Z", Kind.ZERO_POINT_BYE),
            ("-  ", Kind.ZERO_POINT_BYE),
            ("- +", Kind.PAB),
            ("- 1", Kind.PAB),
            ("- =", Kind.HALF_POINT_BYE),
            ("- -", Kind.ZERO_POINT_BYE),
            ("- 0", Kind.ZERO_POINT_BYE),
        ],
    )
    @pytest.mark.parametrize("opponent", ["0000", "   0", "    "])
    def test_results_without_an_opponent_also_in_the_spelling_of_trf06(
        self, code: str, kind: Kind, opponent: str
    ) -> None:
        line = player(3, code).replace("0000 -", f"{opponent} -")
        assert read_trf(trf(*ROUND_ONE, line + ".").replace(".\n", "\n")).tournament().records[3][0].kind is kind

    def test_a_bye_may_have_no_opponent_and_no_colour(self) -> None:
        line = player(3, "- U").replace("0000 - U", "       U")
        assert read_trf(trf(*ROUND_ONE, line)).tournament().records[3][0].kind is Kind.PAB

    def test_colours_may_be_capitals(self) -> None:
        assert read_trf(trf(player(1, "2 W 1"), player(2, "1 B 0"))).tournament().records[1][0].colour is Colour.WHITE

    def test_a_forfeit_may_have_no_colour(self) -> None:
        record = read_trf(trf(player(1, "2 - -"), player(2, "1 - +"))).tournament().records[1][0]
        assert (record.kind, record.opponent, record.colour) == (Kind.FORFEIT_LOSS, 2, None)

    @pytest.mark.parametrize(
        ("round_one", "place", "code", "said"),
        [
            ("2 w Z", "4:99", "result", "player 1, round 1: result 'Z' with opponent 2"),
            ("2 w U", "4:99", "result", "result 'U' with opponent 2"),
            ("2 b h", "4:99", "result", "result 'h' with opponent 2"),
            ("2 w *", "4:99", "result", "result '*'; accepted is with an opponent one of 1 = 0 W D L + -"),
            ("2 x 1", "4:97", "colour", "colour 'x'; accepted is w, b, - or a blank"),
            ("2 - 1", "4:97", "colour", "a game against 2 without a colour"),
            ("abc w 1", "4:92", "opponent", "opponent 'abc'"),
            ("²² w 1", "4:92", "opponent", "opponent '²²'"),
            ("1 w 1", "4:92", "opponent", "the player's own number"),
            ("9 w 1", "4:92", "unknown-id", "opponent 9 is not in the file"),
        ],
    )
    def test_what_a_round_cannot_say_is_refused_with_place_player_and_round(
        self, round_one: str, place: str, code: str, said: str
    ) -> None:
        error = refused(trf(player(1, round_one), player(2)))
        assert problems(error) == [(place, code)]
        assert "player 1, round 1" in error.problems[0].message
        assert said in error.problems[0].message

    def test_a_colour_without_an_opponent_is_refused(self) -> None:
        assert problems(refused(trf(player(1, "- H").replace("0000 -", "0000 w")))) == [("4:97", "colour")]

    def test_a_round_beside_its_columns_is_refused_at_the_first_of_them(self) -> None:
        error = refused(trf(player(1, "2 w 1").replace(" 2 w 1", "2 w 1"), player(2)))
        assert problems(error) == [("4:96", "columns")]

    @pytest.mark.parametrize("number", ["    ", "   0", "  -1", "1 2 ", "x", "١   "])
    def test_the_pairing_number_is_1_to_9999(self, number: str) -> None:
        assert problems(refused(trf(f"001 {number:<4}", *ROUND_ONE))) == [("4:5", "pairing-number")]

    def test_a_pairing_number_of_two_players_is_refused(self) -> None:
        assert problems(refused(trf(player(1), player(2), player(1)))) == [("6:5", "duplicate-tpn")]

    def test_a_line_ends_with_round_999_at_the_latest(self) -> None:
        assert problems(refused(trf(player(1, *[""] * 999, "- H")))) == [("4:10082", "columns")]

    def test_gaps_between_pairing_numbers_are_usual(self) -> None:
        text = trf(player(3, "700 b 0"), player(700, "3 w 1"))
        assert [entry.tpn for entry in read_trf(text).tournament().players] == [3, 700]

    @pytest.mark.parametrize(
        ("good", "bad", "place", "code"),
        [
            (" 2000 FID", " 20x0 FID", "4:49", "rating"),
            (" 2000 FID", "12000 FID", "4:48", "columns"),
            (" 1.0    1", " 1,0    1", "4:81", "points"),
            (" 1.0    1", " .5     1", "4:81", "points"),
            ("    1     2 w", "   1x     2 w", "4:86", "rank"),
            ("    1     2 w", "    1234567 w", "4:90", "columns"),
        ],
    )
    def test_fields_are_numbers_within_their_columns(self, good: str, bad: str, place: str, code: str) -> None:
        text = trf(player(1, "2 w 1", points="1.0").replace(good, bad), ROUND_ONE[1])
        assert (place, code) in problems(refused(text))

    @pytest.mark.parametrize("column", [14, 48, 57])
    def test_a_letter_beside_a_field_that_no_pairing_depends_on_is_noted(self, column: int) -> None:
        line = player(1, "2 w 1")
        report = read_trf(trf(line[: column - 1] + "X" + line[column:], ROUND_ONE[1]))
        assert [(note.pointer, note.code) for note in report.notes] == [(f"4:{column}", "columns")]

    def test_all_faults_come_at_once_in_the_order_of_the_file(self) -> None:
        text = trf("XXR many", player(1, "2 w Z", "2 x 1"), player(1), player(3, "9 b 1", points="x"), "152 green")
        assert problems(refused(text)) == [
            ("4:5", "record"),
            ("5:99", "result"),
            ("5:107", "colour"),
            ("6:5", "duplicate-tpn"),
            ("7:81", "points"),
            ("7:92", "unknown-id"),
            ("8:5", "record"),
        ]


class TestTwoLinesOfOneGame:
    @pytest.mark.parametrize(
        ("mine", "theirs"),
        [("1", "1"), ("1", "="), ("+", "+"), ("1", "-"), ("+", "0"), ("W", "0"), ("=", "D"), ("1", " ")],
    )
    def test_results_that_exclude_each_other_are_refused(self, mine: str, theirs: str) -> None:
        error = refused(trf(player(1, f"2 w {mine}"), player(2, f"1 b {theirs}")))
        assert problems(error) == [("4:92", "not-reciprocal")]

    def test_two_players_cannot_both_have_white(self) -> None:
        error = refused(trf(player(1, "2 w 1"), player(2, "1 w 0")))
        assert error.problems[0].message == "player 1, round 1: 1 and 2 both have White (line 5)"

    def test_an_opponent_with_a_bye_is_refused(self) -> None:
        error = refused(trf(player(1, "2 w 1"), player(2, "- H")))
        assert error.problems[0].message == "player 1, round 1: the opponent is 2, but 2 has nobody (line 5)"


class TestPoints:
    def points(self, given: str, *rounds: str, more: tuple[str, ...] = ()) -> str:
        return trf(*more, player(1, *rounds, points=given), player(2, "1 b 0"), player(3, "- U", "- H"))

    def test_points_that_do_not_add_up_are_refused(self) -> None:
        error = refused(self.points("2.0", "2 w 1"))
        assert problems(error) == [("4:81", "wrong-points")]
        assert "player 1: 2.0 points in columns 81 to 84, but the results add up to 1.0" in error.problems[0].message

    @pytest.mark.parametrize("given", ["1.0", "1.5"])
    def test_the_bye_of_the_coming_round_counts_or_not(self, given: str) -> None:
        assert read_trf(self.points(given, "2 w 1", "- H")).tournament().unavailable[1] is Kind.HALF_POINT_BYE

    @pytest.mark.parametrize("given", ["1.0", "2.0", "1.5"])
    def test_the_virtual_points_count_or_not(self, given: str) -> None:
        read_trf(self.points(given, "2 w 1", more=("XXA    1  1.0  0.5",)))

    def test_blank_points_are_not_compared(self) -> None:
        assert read_trf(self.points("", "2 w 1")).entries[0].points is None

    def test_abnormal_points_are_kept_and_no_pairing_goes_by_them(self) -> None:
        report = read_trf(self.points("7.0", "2 w 1", more=("299 W        6.0          1",)))
        with pytest.raises(InvalidTournament) as caught:
            report.tournament()
        assert problems(caught.value) == [("", "abnormal-points")]


class TestRounds:
    def test_a_file_without_results_means_round_one(self) -> None:
        assert read_trf(trf(player(1), player(2))).coming_round == 1

    def test_a_bye_for_a_later_round_does_not_make_the_rounds_before_it_played(self) -> None:
        report = read_trf(trf(player(1, "2 w 1"), player(2, "1 b 0"), player(3, "- U", "", "- H")))
        second, third = report.tournament(), report.entries[2].cell(3)
        assert (second.round_number, second.unavailable) == (2, {})
        assert third == (None, None, "H")

    def test_a_whole_file_is_cut_at_the_round_that_is_asked_for(self) -> None:
        report = read_trf(
            trf(
                player(1, "2 w 1", "3 b =", "- H"),
                player(2, "1 b 0", "- Z"),
                player(3, "- U", "1 w ="),
                player(4, "", "", "- H"),
            )
        )
        second = report.tournament(2)
        assert [len(records) for records in second.records.values()] == [1, 1, 1, 1]
        assert second.records[3][0].kind is Kind.PAB
        assert second.records[4][0].kind is Kind.NOT_ENTERED
        assert second.unavailable == {2: Kind.ZERO_POINT_BYE, 4: Kind.ABSENT}
        assert report.tournament(1).unavailable == {4: Kind.ABSENT}
        assert report.tournament(3).unavailable == {1: Kind.HALF_POINT_BYE, 4: Kind.HALF_POINT_BYE}

    def test_the_allocated_bye_of_a_paired_round_is_its_answer_not_its_condition(self) -> None:
        report = read_trf(trf(*ROUND_ONE, player(3, "- U")))
        assert report.tournament(1).unavailable == {}

    def test_blanks_before_the_first_entry_mean_not_entered_and_later_ones_absent(self) -> None:
        report = read_trf(
            trf(
                player(1, "2 w 1", "3 b 1", "2 w 0"),
                player(2, "1 b 0", "", "1 b 1"),
                player(3, "", "1 w 0", "- Z"),
            )
        )
        records = report.tournament().records
        assert [record.kind for record in records[3]] == [Kind.NOT_ENTERED, Kind.PLAYED, Kind.ZERO_POINT_BYE]
        assert [record.kind for record in records[2]] == [Kind.PLAYED, Kind.ABSENT, Kind.PLAYED]

    def test_a_line_that_ends_early_is_noted(self) -> None:
        report = read_trf(trf(player(1, "2 w 1", "3 b 1"), player(2, "1 b 0"), player(3, "- Z", "1 w 0")))
        assert [(note.pointer, note.code) for note in report.notes] == [("5:102", "blank-rounds")]
        assert report.tournament().unavailable == {}

    @pytest.mark.parametrize("snow", [("- H", "- H"), ("", "- U"), ("", "")])
    def test_a_round_without_games_before_one_with_games_was_held_and_is_noted(self, snow: tuple[str, str]) -> None:
        report = read_trf(trf(player(1, snow[0], "2 w 1"), player(2, snow[1], "1 b 0")))
        assert [(note.pointer, note.code) for note in report.notes] == [("4:92", "round-without-games")]
        assert report.tournament().round_number == 3

    @pytest.mark.parametrize("snow", [("- H", "- Z"), ("- F", "- U")])
    def test_the_byes_of_a_past_round_stay_in_the_lines(self, snow: tuple[str, str]) -> None:
        report = read_trf(trf(player(1, snow[0], "2 w 1"), player(2, snow[1], "1 b 0")))
        for edition in ("16", "26"):
            text = write_trf(report, edition, "\n")
            assert "\n240" not in text
            assert read_trf(text) == report

    @pytest.mark.parametrize(
        ("asked", "code"), [(0, "round-out-of-range"), (6, "round-out-of-range"), (3, "missing-round")]
    )
    def test_a_round_that_cannot_be_paired_is_refused(self, asked: int, code: str) -> None:
        with pytest.raises(InvalidTournament) as caught:
            read_trf(trf(*ROUND_ONE)).tournament(asked)
        assert code in [problem.code for problem in caught.value.problems]

    def test_an_entry_after_the_last_round_is_refused(self) -> None:
        text = trf(player(1, "2 w 1", "2 b 1"), player(2, "1 b 0", "1 w 0"), head=("XXR 1",))
        assert problems(refused(text)) == [("2:102", "round-out-of-range"), ("3:102", "round-out-of-range")]

    def test_a_published_round_without_results_can_be_paired_again_but_not_followed(self) -> None:
        report = read_trf(trf(player(1, "2 w"), player(2, "1 b")))
        assert report.tournament(1).unavailable == {}
        with pytest.raises(InvalidTournament):
            report.tournament(2)


class TestInitialColour:
    @pytest.mark.article("C.04.3 (2026) 5.2.5")
    def test_the_recorded_lot_counts_before_what_round_one_shows(self) -> None:
        assert read_trf(trf(*ROUND_ONE, head=("XXR 5", "152 B"))).tournament().initial_colour is Colour.BLACK

    @pytest.mark.article("C.04.3 (2026) 5.2.5")
    def test_round_one_shows_the_lot(self) -> None:
        report = read_trf(trf(player(1, "2 b 1"), player(2, "1 w 0"), head=("XXR 5",)))
        assert report.initial_colour is None
        assert report.tournament(1).initial_colour is Colour.BLACK

    @pytest.mark.article("C.04.3 (2026) 5.2.5")
    def test_absentees_of_round_one_are_not_counted(self) -> None:
        text = trf(player(1, "- Z"), player(2, "3 b 1"), player(3, "2 w 0"), head=("XXR 5",))
        assert read_trf(text).tournament().initial_colour is Colour.BLACK

    @pytest.mark.article("C.04.3 (2026) 5.2.5")
    def test_where_the_first_has_the_bye_the_second_shows_the_other_colour(self) -> None:
        text = trf(player(1, "- U"), player(2, "3 b 1"), player(3, "2 w 0"), head=("XXR 5",))
        assert read_trf(text).tournament().initial_colour is Colour.WHITE

    def test_nobody_knows_the_lot_before_round_one_where_the_file_does_not_say(self) -> None:
        assert read_trf(trf(player(1), player(2), head=("XXR 5",))).tournament().initial_colour is None


class TestRecords:
    def one(self, *lines: str, head: tuple[str, ...] = ("012 T",)) -> Report:
        return read_trf(trf(*lines, *(player(tpn) for tpn in range(1, 7)), head=head))

    def faults(self, *lines: str) -> list[tuple[str, str]]:
        return problems(refused(trf(*lines, *(player(tpn) for tpn in range(1, 7)), head=("012 T",))))

    @pytest.mark.parametrize(
        ("lines", "points"),
        [
            (["BBW  3.0", "BBD  1.0"], PointSystem.of(30, 10)),
            (["BBU  1.0", "BBW  3.0", "BBD  1.0"], PointSystem.of(30, 10, pab=10)),
            (["BBL  1.0"], PointSystem(loss=10)),
            (["BBZ  0.5", "BBF  0.2"], PointSystem(zero_point_bye=5, forfeit_loss=2)),
            (["162  W 3.0    D 1.0"], PointSystem.of(30, 10)),
            (["162  W 3.0    D 1.0    L 0.5    A 0.1    P 1.0    X 1.0"],
             PointSystem(30, 10, 5, 30, 1, 10, 30, 10, 1)),
            (["162  Z 0.5"], PointSystem(zero_point_bye=5, forfeit_loss=5)),
            (["XXS W=3 D=1"], PointSystem.of(30, 10, pab=10)),
            (["XXS W=3", "XXS FW=2.5 PAB=3.0"], PointSystem(30, 5, 0, 25, 0, 30, 30)),
            (["XXS WW=2 BW=2 ZPB=0.5 FL=0.1"], PointSystem(win=20, zero_point_bye=5, forfeit_loss=1)),
            (["XXS W=3 D=1 PAB=3", "BBW 3.0", "BBD 1.0", "162  W 3.0    D 1.0"], PointSystem.of(30, 10)),
        ],
    )  # fmt: skip
    def test_points_in_three_dialects(self, lines: list[str], points: PointSystem) -> None:
        assert self.one(*lines).points == points

    @pytest.mark.parametrize(
        ("line", "place"),
        [
            ("BBW three", "2:5"),
            ("BBW -1.0", "2:5"),
            ("162  Q 3.0", "2:6"),
            ("162  W 3.0   D", "2:14"),
            ("162  X 1.0", "2:5"),
            ("XXS WIN=3", "2:5"),
            ("XXS W=3 D=-1", "2:9"),
            ("XXS WW=3 BW=2", "2:5"),
        ],
    )
    def test_points_that_say_nothing_are_refused(self, line: str, place: str) -> None:
        assert self.faults(line) == [(place, "scoring")]

    def test_dialects_that_contradict_each_other_are_refused(self) -> None:
        assert self.faults("BBW 3.0", "162  W 2.0") == [("3:1", "scoring")]

    @pytest.mark.parametrize("lines", [["XXR 7"], ["142 7"], ["142   7", "XXR 7"]])
    def test_the_number_of_rounds(self, lines: list[str]) -> None:
        assert self.one(*lines).number_of_rounds == 7

    @pytest.mark.parametrize("line", ["XXR", "XXR 0", "XXR -3", "XXR 1000", "142 ٣", "142 5 6"])
    def test_a_number_of_rounds_is_1_to_999(self, line: str) -> None:
        assert self.faults(line) == [("2:5", "record")]

    def test_two_numbers_of_rounds_are_refused(self) -> None:
        assert self.faults("XXR 7", "142 9") == [("3:5", "record")]

    @pytest.mark.parametrize(
        ("line", "colour"),
        [("XXC white1", Colour.WHITE), ("XXC black1", Colour.BLACK), ("152 W", Colour.WHITE), ("152 B", Colour.BLACK)],
    )
    def test_the_initial_colour(self, line: str, colour: Colour) -> None:
        assert self.one(line).initial_colour is colour

    @pytest.mark.parametrize(
        ("lines", "place"), [(["152 X"], "2:5"), (["XXC blue1"], "2:5"), (["152 W", "XXC black1"], "3:5")]
    )
    def test_an_initial_colour_that_is_none_is_refused(self, lines: list[str], place: str) -> None:
        assert self.faults(*lines) == [(place, "record")]

    def test_xxc_rank_is_left_out_where_it_changes_nothing(self) -> None:
        report = self.one("XXC rank white1")
        assert (notes(report), report.initial_colour) == (["rank"], Colour.WHITE)

    def test_xxc_rank_is_refused_where_lines_and_numbers_differ_in_order(self) -> None:
        assert problems(refused(trf("XXC rank", player(2), player(1)))) == [("4:5", "record")]

    @pytest.mark.article("C.04.7")
    def test_virtual_points_are_listed_by_round_from_the_first(self) -> None:
        report = self.one("XXA    2       1.0  0.5  0.0", "XXA    3")
        assert report.virtual_points == {2: (0, 10, 5)}

    @pytest.mark.article("C.04.7")
    def test_the_ranges_of_250_add_up_to_the_same(self) -> None:
        ranges = (
            "250 00.0 01.0 002 002 0002 0003",
            "250 00.0 00.5 003 003 0002 0002",
            "250       0.0   4   4    5    6",
        )
        assert self.one(*ranges).virtual_points == {2: (0, 10, 5), 3: (0, 10)}

    def test_250_and_xxa_are_accepted_together_where_they_agree(self) -> None:
        both = ("XXA    1  1.0  0.0", "250       1.0   1   1    1    1")
        assert self.one(*both).virtual_points == {1: (10,)}
        assert self.faults("XXA    1  0.5", both[1]) == [("1:1", "virtual-points")]

    @pytest.mark.parametrize(
        ("line", "fault"),
        [
            ("XXA    9  1.0", ("2:5", "unknown-id")),
            ("XXA    1 1.0 1.0", ("2:14", "columns")),
            ("XXA    1  one", ("2:10", "record")),
            ("250             1   1    1    1", ("2:10", "record")),
            ("250       1.0   3   1    1    1", ("2:15", "record")),
            ("250       1.0   1   1    3    1", ("2:15", "record")),
            ("250       1.0   1 99999999    1", ("2:22", "columns")),
            ("250       1.0   1   3    5    9", ("2:28", "unknown-id")),
            ("250       1.0   1   3    9   12", ("2:23", "unknown-id")),
            ("250   x   1.0   1   3    1    2", ("2:10", "record")),
            ("250       1.0   1   2    1    2\n250       1.0   2   2    2    2", ("3:10", "record")),
            ("260   1   3    1    9", ("2:18", "unknown-id")),
            ("260   1   3    1", ("2:13", "record")),
            ("260   1   3    1    1", ("2:13", "duplicate-id")),
            ("260   3   1    1    2", ("2:9", "round-out-of-range")),
            ("260   1   34   1    2", ("2:12", "columns")),
            ("260   1   3    1         2", ("2:18", "unknown-id")),
            ("XXP 1 1", ("2:4", "duplicate-id")),
            ("XXP 1", ("2:4", "record")),
            ("XXP 1 one", ("2:7", "unknown-id")),
            ("XXZ 77", ("2:5", "unknown-id")),
            ("240 X   1    2", ("2:5", "record")),
            ("240 U   1    2", ("2:5", "record")),
            ("240 H   13   2", ("2:10", "columns")),
            ("240 H        2", ("2:7", "record")),
        ],
    )
    def test_records_that_cannot_be_meant_are_refused(self, line: str, fault: tuple[str, str]) -> None:
        assert fault in self.faults(line)

    def test_forbidden_pairs_hold_for_some_rounds_or_for_all(self) -> None:
        report = self.one("XXP 1 2  3", "260   2   4    1    5", "260   3   9    2    6", head=("XXR 9",))
        assert report.forbidden_pairs == (
            ForbiddenPairs((1, 2, 3)),
            ForbiddenPairs((1, 5), 2, 4),
            ForbiddenPairs((2, 6), 3, None),
        )

    def test_byes_of_240_and_absences_of_xxz_belong_to_their_rounds(self) -> None:
        report = self.one("240 H   1    2    3", "240 F   1    4", "240 h   2    5", "XXZ 6 2", head=("XXR 5",))
        assert report.tournament().unavailable == {
            2: Kind.HALF_POINT_BYE,
            3: Kind.HALF_POINT_BYE,
            4: Kind.FULL_POINT_BYE,
            6: Kind.ZERO_POINT_BYE,
        }
        assert report.entries[4].rounds == (None, (None, None, "H"))

    def test_a_bye_of_240_may_repeat_the_column_but_not_contradict_it(self) -> None:
        lines = (player(1, "2 w 1", "- H"), player(2, "1 b 0"))
        assert read_trf(trf("240 H   2    1", *lines)).tournament().unavailable == {1: Kind.HALF_POINT_BYE}
        assert problems(refused(trf("240 Z   2    1", *lines))) == [("4:5", "record")]
        assert problems(refused(trf("240 H   1    1", *lines))) == [("4:5", "record")]
        assert problems(refused(trf("240 H   2    1", "240 Z   2    1", *lines)))[0] == ("5:11", "record")

    def test_the_system_is_kept_in_capitals_and_must_be_one(self) -> None:
        assert self.one("192 Fide_Dutch_2026").system_code == "FIDE_DUTCH_2026"
        assert self.faults("192 FIDE_DUTCH", "192 FIDE_DUBOV") == [("3:5", "record")]

    def test_a_competition_of_teams_needs_a_team(self) -> None:
        report = self.one("192 FIDE_TEAM", "013 An old team", head=("XXR 5",))
        assert [line[:3] for line in report.others] == ["013"]
        with pytest.raises(InvalidTournament) as caught:
            report.tournament()
        assert problems(caught.value) == [("", "teams")]

    def test_what_is_not_known_is_kept_and_named(self) -> None:
        report = self.one("XYZ anything", "FRA    1 m  A Somebody                         2700 BRE", "### a remark")
        assert (len(report.others), report.comments) == (2, ("### a remark",))
        assert [note.message for note in report.notes] == [
            "record 'XYZ' (1 line) is not known: kept, not used for the pairing",
            "national ratings of FRA (1 line): kept, not used for the pairing",
        ]

    def test_a_wrong_number_of_players_is_noted(self) -> None:
        assert notes(self.one("062 7")) == ["count"]
        assert notes(self.one("062 6")) == []

    @pytest.mark.parametrize(
        ("lines", "place", "code"),
        [
            (("042 01/02/2026",), "2:5", "date"),
            (("042 2026/02/01", "042 2025/02/01"), "3:5", "record"),
            (("062 six",), "2:5", "count"),
            (("182 W 3.0 D 1.0",), "2:5", "record"),
            (("122 FIDE_DUTCH_2026",), "2:5", "record"),
            (("XXR15",), "2:4", "columns"),
            (("260   9   9    1    2", "XXR 5"), "2:5", "round-out-of-range"),
        ],
    )
    def test_texts_that_could_have_meant_something_are_noted(
        self, lines: tuple[str, ...], place: str, code: str
    ) -> None:
        assert [(note.pointer, note.code) for note in self.one(*lines).notes] == [(place, code)]

    def test_one_code_with_two_values_is_refused(self) -> None:
        assert self.faults("BBW 3.0", "BBW 2.0") == [("3:5", "scoring")]

    @pytest.mark.parametrize("slip", ["101    7", "OO1    7", " 001    7", "01    7", "002    7", "0.1    7"], ids=repr)
    def test_a_line_that_reads_like_a_player_is_not_left_out(self, slip: str) -> None:
        line = slip + player(7)[8:]
        (problem,) = refused(trf(*(player(tpn) for tpn in range(1, 7)), line)).problems
        assert (problem.code, problem.pointer) == ("player-line", "10:1")
        assert "player 7" in problem.message

    @pytest.mark.parametrize("line", ["012Name", "012 Name", "012    Name  "])
    def test_a_header_begins_in_column_4_or_5(self, line: str) -> None:
        assert self.one(head=(line,)).name == "Name"


class TestDates:
    @pytest.mark.parametrize(
        ("text", "day"),
        [
            ("2026/02/01", date(2026, 2, 1)),
            ("2026-2-1", date(2026, 2, 1)),
            ("26/02/01", date(2026, 2, 1)),
            ("01.02.2026", date(2026, 2, 1)),
            ("28. 07. 2005", date(2005, 7, 28)),
            ("May 29, 2020", date(2020, 5, 29)),
            ("Mar 8, 2026", date(2026, 3, 8)),
            ("8 March 2026", date(2026, 3, 8)),
            ("8-Mar-2026", date(2026, 3, 8)),
            ("2026-03-08T18:00:00Z", date(2026, 3, 8)),
            ("Ma 8, 2026", None),
            ("Mart 8, 2026", None),
            ("Mar 32, 2026", None),
            ("01/02/2026", None),
            ("2026/02/30", None),
            ("", None),
        ],
    )
    def test_dates_that_can_mean_one_day_only(self, text: str, day: date | None) -> None:
        assert read_date(text) == day

    def test_the_start_counts_else_the_first_round(self) -> None:
        rounds = "132 " + " " * 87 + "26/02/01  26/02/02"
        assert read_trf(trf(rounds, head=("012 T",))).first_round_date == date(2026, 2, 1)
        assert read_trf(trf(rounds, head=("042 2025/12/31",))).first_round_date == date(2025, 12, 31)
