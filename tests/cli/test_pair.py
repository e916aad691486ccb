"""`nextround pair`: answers, refusals, statuses. The cases have the pairings of the programs that agree on them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from nextround.cli.playing import Playing
from nextround_schemas import RoundPaired

from tests.cli.running import WORKED_EXAMPLE, case, run
from tests.formats.texts import player, trf


def javafo(*arguments: object) -> list[str]:
    result = run("pair", *arguments, "--format", "javafo")
    assert (result.exit_code, result.stderr) == (0, "")
    return str(result.stdout).splitlines()


Edited = Callable[[str, dict[str, str]], Path]


@pytest.fixture
def edited(tmp_path: Path) -> Edited:
    """Give a case with some texts replaced."""

    def edit(name: str, changes: dict[str, str]) -> Path:
        text = case(name).read_text()
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "edited.trf"
        path.write_text(text)
        return path

    return edit


class TestAnswers:
    def test_javafo_is_the_number_of_pairs_and_a_line_each_with_the_bye_as_0(self) -> None:
        file = case("39_late_entry_round2")
        assert javafo(file, "--system", "dutch-2026") == ["4", "2 1", "4 3", "7 5", "6 0"]

    @pytest.mark.parametrize(
        ("edition", "lines"), [("2017", ["3", "1 2", "3 4", "5 0"]), ("2026", ["3", "1 4", "3 5", "2 0"])]
    )
    @pytest.mark.article("C.04.3 (2026) 2.1.2")
    def test_the_edition_is_the_one_asked_for(self, edition: str, lines: list[str]) -> None:
        file = case("03_full_point_bye_blocks_pab")
        assert javafo(file, "--system", "dutch", "--edition", edition) == lines
        assert javafo(file, "--system", f"dutch-{edition}") == lines

    def test_any_round_of_a_whole_file_can_be_paired(self) -> None:
        lines = javafo(WORKED_EXAMPLE, "--system", "dutch-2017", "--round", "5")
        assert lines == ["6", "12 1", "4 2", "5 9", "7 11", "6 3", "10 8"]

    def test_pairs_that_the_arbiter_made_are_fixed_and_the_others_paired(self) -> None:
        file = case("39_late_entry_round2")
        result = run("pair", file, "--system", "dutch-2026", "--fix", "1-7", "--fix", "4-3", "--format", "javafo")
        assert result.exit_code == 0
        assert {"1 7", "4 3"} <= set(result.stdout.splitlines())
        whole = javafo(file, "--system", "dutch-2026", "--fix", "2-1", "--fix", "3-4", "--fix", "7-5")
        assert whole == ["4", "2 1", "3 4", "7 5", "6 0"]

    @pytest.mark.parametrize(("fix", "status"), [("5", 2), ("a-b", 2), ("5-5", 3), ("5-77", 3), ("1-4", 3)])
    def test_pairs_that_cannot_be_fixed_are_refused(self, fix: str, status: int) -> None:
        result = run("pair", case("39_late_entry_round2"), "--system", "dutch-2026", "--fix", fix)
        assert result.exit_code == status
        assert "fix" in result.stderr

    def test_a_bye_given_beforehand_is_not_printed_as_a_pair(self) -> None:
        assert javafo(case("10_preassigned_pab_next_round"), "--system", "dutch-2026") == ["3", "1 5", "6 2", "3 7"]

    def test_json_is_the_data_of_a_round_paired(self) -> None:
        result = run("pair", case("10_preassigned_pab_next_round"), "--system", "dutch-2026", "--format", "json")
        data = RoundPaired.model_validate_json(result.stdout)
        assert (data.round, data.system, data.edition) == (1, "dutch", "2026")
        assert [(board.white.tpn, board.black.tpn) for board in data.boards] == [(1, 5), (6, 2), (3, 7)]
        assert data.pab is not None
        assert data.pab.player.tpn == 4

    def test_the_table_names_players_points_and_who_is_left_out(self) -> None:
        result = run("pair", case("13_round1_absentees_colours"), "--system", "dutch-2026")
        assert result.exit_code == 0
        assert "Player 6 (6)" in result.stdout
        assert "Player 1 (1): zero-point" in result.stdout

    @pytest.mark.parametrize("name", ["[/bold] Ann", "[red]Ann", "\x1b[2JAnn"])
    def test_a_name_is_a_text_whatever_it_holds(self, name: str) -> None:
        result = run("pair", "-", "--system", "dutch-2026", stdin=trf(player(1, name=name), player(2)).encode())
        assert f"{name} (1)".replace("\x1b", "?") in result.stdout

    def test_a_report_comes_from_standard_input_too(self) -> None:
        data = case("18_trimmed_lines").read_bytes()
        result = run("pair", "-", "--system", "amalfi", "--format", "javafo", stdin=data)
        assert result.stdout.splitlines()[0] == "3"

    def test_nobody_left_is_an_answer_with_a_warning(self) -> None:
        result = run("pair", case("09_all_withdrawn"), "--system", "dutch-2026", "--format", "javafo")
        assert (result.exit_code, result.stdout) == (0, "0\n")
        assert "nobody is left to pair in round 3" in result.stderr

    def test_what_the_reading_noted_is_a_warning(self) -> None:
        result = run("pair", case("16_latin1_names"), "--system", "dutch-2026", "--format", "javafo")
        assert (result.exit_code, result.stdout.splitlines()) == (0, ["3", "2 1", "4 3", "6 5"])
        assert "not UTF-8 (byte offset 76)" in result.stderr

    def test_what_the_file_lacks_can_be_said(self, edited: Edited) -> None:
        file = edited("18_trimmed_lines", {"XXR 5\n": "", "XXC white1\n": ""})
        said = ("--rounds", "5", "--initial-colour", "black")
        assert javafo(file, "--system", "dutch-2026", *said) == ["3", "4 1", "2 5", "6 3"]

    def test_adjourned_games_count_as_draws_when_it_is_said(self) -> None:
        arguments = ("--system", "dutch-2026", "--adjourned-as-draws", "--format", "javafo")
        result = run("pair", case("18b_pending_round"), *arguments)
        assert (result.exit_code, result.stdout.splitlines()[0]) == (0, "3")
        assert "2 and 5 met in round 1 and again in round 2" in result.stderr


class TestWhichSystem:
    @pytest.mark.parametrize(
        ("records", "edition"),
        [
            ("192 FIDE_DUTCH_2017\n", "2017"),
            ("192 FIDE_DUTCH_2026\n", "2026"),
            ("192 FIDE_DUTCH_2025\n", "2026"),
            ("192 FIDE_DUTCH\n042 2026/01/31\n", "2017"),
            ("192 FIDE_DUTCH\n042 2026/02/01\n", "2026"),
        ],
    )
    def test_the_record_192_counts_and_the_date_where_it_leaves_the_edition_open(
        self, records: str, edition: str, edited: Edited
    ) -> None:
        file = edited("18_trimmed_lines", {"XXR 5\n": f"XXR 5\n{records}"})
        data = json.loads(run("pair", file, "--format", "json").stdout)
        assert (data["system"], data["edition"]) == ("dutch", edition)

    def test_the_argument_wins_over_the_record_with_a_warning(self, edited: Edited) -> None:
        file = edited("18_trimmed_lines", {"XXR 5\n": "XXR 5\n192 FIDE_DUBOV\n"})
        result = run("pair", file, "--system", "dutch-2026", "--format", "javafo")
        assert result.exit_code == 0
        assert "record 192 says FIDE_DUBOV; paired with dutch-2026, as asked" in result.stderr

    def test_there_is_no_warning_where_argument_and_record_agree(self, edited: Edited) -> None:
        file = edited("18_trimmed_lines", {"XXR 5\n": "XXR 5\n192 FIDE_DUTCH_2026\n"})
        assert run("pair", file, "--system", "dutch-2026", "--format", "javafo").stderr == ""

    def test_virtual_points_of_the_file_go_before_a_computed_acceleration(self, edited: Edited) -> None:
        file = edited("25_baku_group_rounding_c", {"152 W\n": "152 W\n192 FIDE_DUTCH_2026_BAKU\n"})
        assert javafo(file) == ["5", "1 4", "5 2", "3 6", "7 9", "10 8"]

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ([], "--system is missing, and the file has no record 192; known are amalfi"),
            (["--system", "duch"], 'unknown system "duch"; known: amalfi'),
            (["--system", "dutch"], '"dutch" has the editions 2017 and 2026'),
            (["--system", "dutch", "--edition", "1999"], 'no edition "1999"'),
            (["--system", "dutch-2026", "--acceleration", "bakoo"], 'unknown acceleration "bakoo"'),
            (["--system", "dutch-2026", "--option", "fast=1"], 'unknown option "fast"'),
            (["--system", "amalfi", "--option", "cap_half=maybe"], 'option "cap_half" accepts true or false'),
            (["--system", "amalfi", "--option", "cap_half"], "accepted is name=value"),
            (["--system", "amalfi", "--format", "xml"], "xml"),
            (["--system", "amalfi", "--round", "0"], "1"),
        ],
    )
    def test_wrong_usage_is_status_2_and_says_what_is_accepted(self, arguments: list[str], said: str) -> None:
        result = run("pair", case("18_trimmed_lines"), *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert said in result.stderr

    def test_an_option_reaches_the_system(self) -> None:
        assert javafo(case("18_trimmed_lines"), "--system", "amalfi", "--option", "cap_half=true")[0] == "3"

    def test_a_record_192_that_names_no_system_here_is_unusable_input(self, edited: Edited) -> None:
        file = edited("18_trimmed_lines", {"XXR 5\n": "XXR 5\n192 CUSTOM_KNOCKOUT\n"})
        result = run("pair", file)
        assert (result.exit_code, result.stdout) == (3, "")
        assert "record 192 says CUSTOM_KNOCKOUT; known are FIDE_DUTCH" in result.stderr


class TestRefusals:
    @pytest.mark.parametrize("name", ["07_no_legal_pairing_even", "35_six_player_deadlock"])
    @pytest.mark.article("C.04.1 (2026) 2")
    def test_no_legal_pairing_is_a_negative_answer(self, name: str) -> None:
        result = run("pair", case(name), "--system", "dutch-2026")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "no complete pairing exists" in result.stderr

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("12_opponent_with_Z_result", "7:99: player 2, round 1: result 'Z' with opponent 5"),
            ("14_rating_five_digits", "6:53: player 1"),
            ("18b_pending_round", "with --adjourned-as-draws games without a result count as draws"),
            ("19_rounds_missing", "say it with --rounds"),
            ("28_non_reciprocal", "11:92: player 6, round 1"),
            ("40_round_after_last", "2 rounds of 2 are played"),
        ],
    )
    def test_unusable_input_is_status_3_with_all_reasons(self, name: str, said: str) -> None:
        result = run("pair", case(name), "--system", "dutch-2026")
        assert (result.exit_code, result.stdout) == (3, "")
        assert said in result.stderr

    @pytest.mark.parametrize("data", [b"", b"\x00\xff", b"{", b"[1]", b"{}", b'{"data": 3}', b"<html>"])
    def test_what_is_neither_report_nor_event_is_status_3(self, data: bytes) -> None:
        result = run("pair", "-", "--system", "dutch-2026", stdin=data)
        assert (result.exit_code, result.stdout) == (3, "")
        assert result.stderr.startswith("nextround: -:")

    def test_a_file_that_is_not_there_is_status_3(self, tmp_path: Path) -> None:
        result = run("pair", tmp_path / "none.trf", "--system", "dutch-2026")
        assert result.exit_code == 3
        assert "No such file" in result.stderr

    def test_a_hopeless_file_is_reported_in_twenty_lines(self) -> None:
        lines = "".join(f"001 {tpn:>4} {'':>82}{tpn:>4} w 1\n" for tpn in range(1, 60))
        result = run("pair", "-", "--system", "dutch-2026", stdin=lines.encode())
        assert result.exit_code == 3
        assert len(result.stderr.splitlines()) == 22
        assert result.stderr.endswith("and 39 more\n")


class TestEvents:
    def event(self, **pairing: object) -> dict[str, object]:
        names = dict(enumerate(("Ann", "Bob", "Cid", "Dee", "Eve"), start=1))
        return Playing(id="club", names=names, number_of_rounds=3, pairing={"system": "amalfi"} | pairing).event()

    def run(self, event: object, *arguments: str) -> object:
        return run("pair", "-", *arguments, stdin=json.dumps(event).encode())

    def test_an_event_is_paired_as_it_says(self) -> None:
        result = run("pair", "-", "--format", "json", stdin=json.dumps(self.event()).encode())
        data = RoundPaired.model_validate_json(result.stdout)
        assert (data.tournament, data.system, len(data.boards)) == ("club", "amalfi", 2)

    def test_its_players_are_in_the_table(self) -> None:
        result = run("pair", "-", stdin=json.dumps(self.event()).encode())
        assert result.exit_code == 0
        assert "Ann (1)" in result.stdout

    def test_the_argument_wins_over_the_event_with_a_warning(self) -> None:
        arguments = ("--system", "dutch-2026", "--format", "json")
        result = run("pair", "-", *arguments, stdin=json.dumps(self.event(options={"cap_half": True})).encode())
        assert json.loads(result.stdout)["edition"] == "2026"
        assert "the event says amalfi; paired with dutch-2026, as asked" in result.stderr

    @pytest.mark.parametrize(
        ("pairing", "arguments", "status", "said"),
        [
            ({"system": "duch"}, (), 3, 'unknown system "duch"'),
            ({}, ("--system", "duch"), 2, 'unknown system "duch"'),
            ({"options": {"fast": 1}}, (), 3, 'unknown option "fast"'),
            ({}, ("--round", "2"), 2, "an event says it all"),
        ],
    )
    def test_refusals_have_the_same_statuses(
        self, pairing: dict[str, object], arguments: tuple[str, ...], status: int, said: str
    ) -> None:
        result = run("pair", "-", *arguments, stdin=json.dumps(self.event(**pairing)).encode())
        assert (result.exit_code, result.stdout) == (status, "")
        assert said in result.stderr

    def test_no_legal_pairing_is_a_negative_answer(self) -> None:
        event = self.event()
        event["data"]["tournament"]["forbidden_pairs"] = [{"players": ["1", "2", "3", "4", "5"]}]  # type: ignore[index]
        assert run("pair", "-", stdin=json.dumps(event).encode()).exit_code == 1


class TestEventsThatAreNone:
    @pytest.mark.parametrize(
        ("content", "told"),
        [
            ("", "empty; accepted: a round.finished event as JSON, or a TRF"),
            ("[]", "the body is an array; accepted: an object"),
            ("7", "the body is 7; accepted: an object"),
            ('"text"', 'the body is "text"; accepted: an object'),
            ("{", "not JSON: "),
            ("{}", "/id: This key is required"),
            ('{"id": 7}', "/id: Input should be a valid string; found 7"),
            ('{"id": "x\\ud83d", "data": []}', "/id: Input should be text; found half of a character"),
        ],
    )
    @pytest.mark.parametrize("command", ["pair", "explain"])
    def test_a_file_that_is_no_event_is_called_what_it_is(
        self, command: str, content: str, told: str, tmp_path: Path
    ) -> None:
        file = tmp_path / "EVENT.json"
        file.write_text(content)
        result = run(command, file)
        assert (result.exit_code, result.stdout) == (3, "")
        assert told in result.stderr

    def test_an_event_of_another_name_is_refused_with_the_same_pointer(self, tmp_path: Path) -> None:
        event = Playing("open", {1: "a", 2: "b"}, 1, {"system": "amalfi"}).event()
        event["data"]["tournament"]["id"] = 7
        file = tmp_path / "event"
        file.write_text(json.dumps(event))
        result = run("pair", file)
        assert (result.exit_code, result.stdout) == (3, "")
        assert "/data/tournament/id: Input should be a text of 1 to 100 printable characters" in result.stderr
