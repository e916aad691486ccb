"""`nextround check`: what it compares, counts and says."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from nextround import pairing_request
from nextround.core.formats import read_trf, write_trf
from nextround.core.tournament import Colour, InvariantViolation, Kind, Outcome, Problem, Record

from tests.cli.running import WORKED_EXAMPLE, case, run
from tests.formats.texts import player, trf


def checked(*arguments: object, status: int = 0) -> dict[str, Any]:
    result = run("check", *arguments, "--json")
    assert result.exit_code == status, result.stderr
    return dict(json.loads(result.stdout))


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """Give the worked example with the colours of round 5's first board swapped: 1-12 for 12-1."""
    text = WORKED_EXAMPLE.read_text()
    for old, new in (
        ("    12 b =     2 b =     3 w 0", "    12 w =     2 b =     3 w 0"),
        ("     1 w =    11 b =", "     1 b =    11 b ="),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = tmp_path / "wrong.trf"
    path.write_text(text)
    return path


@pytest.mark.parametrize("system", ["dutch-2017", "dutch-2026"])
def test_a_tournament_paired_by_the_rules_has_no_difference(system: str) -> None:
    assert checked(WORKED_EXAMPLE, "--system", system) == {
        "files": 1,
        "rounds": 9,
        "differing": 0,
        "differences": [],
        "unusable": [],
        "warnings": [],
    }


def test_three_byes_in_one_round_are_named_as_such() -> None:
    found = checked(case("55_three_pabs_in_one_round"), "--system", "dutch-2026", status=1)
    (difference,) = found["differences"]
    assert (difference["level"], difference["article"]) == ("illegal", "C.04.1 (2026) 3")
    assert difference["reason"].startswith("2, 4, 5 all have the pairing-allocated bye")


def test_warnings_come_with_their_codes() -> None:
    found = checked(case("59_round_of_byes_only"), "--system", "dutch-2026")
    (warning,) = found["warnings"]
    assert (warning["code"], warning["pointer"]) == ("round-without-games", "4:92")


def test_swapped_colours_are_a_difference_of_that_round_alone(wrong: Path) -> None:
    found = checked(wrong, "--system", "dutch-2026", "--round", "5", status=1)
    assert (found["rounds"], found["differing"]) == (1, 1)
    (difference,) = found["differences"]
    assert (difference["file"], difference["round"]) == (str(wrong), 5)
    assert (difference["expected"], difference["got"]) == (["1-12"], ["12-1"])


def test_the_summary_says_what_differs(wrong: Path) -> None:
    result = run("check", wrong, "--system", "dutch-2026", "--round", "5")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"{wrong} round 5: expected 1-12; got 12-1",
        "  later: 12 would have White against 1: both preferences are granted [C.04.3 (2026) 5.2.1]",
        "1 files, 1 rounds: 1 differ",
    ]


def by_hand(tmp_path: Path, number: int, pairs: dict[int, int]) -> Path:
    """Give the worked example up to a round, paired by hand in that round: White to Black; nothing was played yet."""
    facts = read_trf(WORKED_EXAMPLE.read_bytes()).tournament(number)
    column = {}
    for white, black in pairs.items():
        column[white] = Record(Kind.PLAYED, black, Colour.WHITE, Outcome.DRAW)
        column[black] = Record(Kind.PLAYED, white, Colour.BLACK, Outcome.DRAW)
    records = {tpn: (*past, column[tpn]) for tpn, past in facts.records.items()}
    path = tmp_path / "hand.trf"
    path.write_text(write_trf(replace(facts, records=records, round_number=number + 1)))
    return path


@pytest.mark.article("C.04.3 (2026) 2.4.7", "C.04.1 (2026) 2")
@pytest.mark.parametrize(
    ("number", "pairs", "level", "article", "said"),
    [
        (
            2,
            {1: 5, 4: 9, 12: 2, 8: 6, 3: 11, 10: 7},
            "worse",
            "2.4.7",
            "C12, colour preference not granted, would be 2",
        ),
        (5, {1: 4, 2: 12, 9: 5, 11: 7, 3: 6, 8: 10}, "illegal", "C.04.1 (2026) 2", "1 and 4 have met"),
        (1, {1: 8, 7: 2, 3: 9, 10: 4, 5: 11, 12: 6}, "later", "C.04.3 (2026) 4", "comes first in the order"),
    ],
)
def test_a_round_paired_by_hand_is_judged_by_how_gravely_it_differs_and_by_which_rule(
    tmp_path: Path, number: int, pairs: dict[int, int], level: str, article: str, said: str
) -> None:
    path = by_hand(tmp_path, number, pairs)
    (difference,) = checked(path, "--system", "dutch-2026", "--round", number, status=1)["differences"]
    assert (difference["level"], article in difference["article"], said in difference["reason"]) == (level, True, True)


@pytest.mark.article("Amalfi step 4")
def test_a_system_without_criteria_says_which_decision_is_another(tmp_path: Path) -> None:
    found = checked(WORKED_EXAMPLE, "--system", "amalfi", "--round", "1", status=1)
    (difference,) = found["differences"]
    assert difference["level"] == "other"
    assert difference["article"].startswith("Amalfi")


def test_the_comment_of_a_round_paired_by_hand_is_one_that_a_report_can_hold(tmp_path: Path) -> None:
    path = by_hand(tmp_path, 2, {1: 5, 4: 9, 12: 2, 8: 6, 3: 11, 10: 7})
    line = run("check", path, "--system", "dutch-2026", "--round", "2", "--comments").stdout
    assert line == (
        "### Round 2: 1-5 4-9 was paired by hand instead of 1-9 5-4 by C.04.3 (2026); worse: C12, colour preference "
        "not granted, would be 2 instead of 0 in the bracket of 1.0 [C.04.3 (2026) 2.4.7]\n"
    )
    report = read_trf((line + path.read_text()).encode())
    assert report.comments == (line.removesuffix("\n"),)


@pytest.mark.article("C.04.1 (2026) 3")
def test_a_bye_for_somebody_else_is_a_difference(tmp_path: Path) -> None:
    path = tmp_path / "bye.trf"
    path.write_text(trf(player(1, "3 w 1"), player(2, "- U"), player(3, "1 b 0")))
    (difference,) = checked(path, "--system", "dutch-2026", status=1)["differences"]
    assert (difference["expected"], difference["got"]) == (["1-3", "2 bye"], ["1-2", "3 bye"])


def test_a_round_for_which_nothing_is_legal_differs_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "forbidden.trf"
    path.write_text(trf("XXP 1 2", player(1, "2 w 1"), player(2, "1 b 0")))
    (difference,) = checked(path, "--system", "dutch-2026", status=1)["differences"]
    assert (difference["expected"], difference["got"]) == (["1-2"], None)
    assert "no complete pairing" in difference["reason"]


def test_unusable_files_are_listed_and_do_not_stop_the_others(tmp_path: Path) -> None:
    missing = tmp_path / "none.trf"
    bad = case("28_non_reciprocal")
    found = checked(bad, WORKED_EXAMPLE, missing, case("19_rounds_missing"), "--system", "dutch-2026", status=3)
    assert (found["files"], found["rounds"], found["differing"]) == (4, 9, 0)
    assert [entry["file"] for entry in found["unusable"]] == [str(bad), str(missing), str(case("19_rounds_missing"))]
    assert "8:92: player 3, round 1" in found["unusable"][0]["problems"][0]
    assert "round 1: the number of rounds is missing" in found["unusable"][2]["problems"][0]


def test_the_number_of_rounds_can_be_said() -> None:
    assert checked(case("19_rounds_missing"), "--system", "dutch-2026", "--rounds", "5")["rounds"] == 1


def test_rounds_after_one_with_open_boards_cannot_be_checked(tmp_path: Path) -> None:
    text = case("18b_pending_round").read_text()
    path = tmp_path / "open.trf"
    path.write_text(
        text.replace("     4 w 1 ", "     4 w   ")
        .replace("     1 b 0 ", "     1 b   ")
        .replace(" 1.0    1", "        1")
    )
    found = checked(path, "--system", "dutch-2026", status=3)
    assert found["rounds"] == 1
    assert "round 2: 6:99: round 1: the result of 1 – 4 is missing" in found["unusable"][0]["problems"][0]


def test_a_column_of_byes_alone_is_no_round_to_check() -> None:
    assert checked(case("09_all_withdrawn"), "--system", "amalfi", "--round", "3")["rounds"] == 0


def test_each_file_may_name_its_own_system(tmp_path: Path) -> None:
    path = tmp_path / "named.trf"
    path.write_text("192 FIDE_DUTCH_2017\n" + WORKED_EXAMPLE.read_text())
    assert checked(path)["differing"] == 0
    result = run("check", path, path, "--system", "dutch-2026", "--json")
    warning = f"{path} (and 1 files more): warning: record 192 says FIDE_DUTCH_2017; paired with dutch-2026, as asked"
    assert result.stderr == f"nextround: {warning}\n"


def test_wrong_usage_is_status_2() -> None:
    result = run("check", WORKED_EXAMPLE, "--system", "duch")
    assert result.exit_code == 2
    assert 'unknown system "duch"' in result.stderr


def test_several_processes_find_the_same(wrong: Path) -> None:
    files = [WORKED_EXAMPLE, wrong] * 3
    alone = checked(*files, "--system", "dutch-2026", "--round", "5", "--jobs", "1", status=1)
    assert checked(*files, "--system", "dutch-2026", "--round", "5", "--jobs", "2", status=1) == alone
    assert (alone["files"], alone["rounds"], alone["differing"]) == (6, 6, 3)


@pytest.mark.parametrize("accident", [KeyError("x"), InvariantViolation(Problem("seated-twice", "1 is seated twice"))])
def test_our_own_fault_is_status_4_and_does_not_hide_the_rest(
    accident: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise accident

    monkeypatch.setattr(pairing_request, "pair", broken)
    found = checked(WORKED_EXAMPLE, case("38_no_players"), "--system", "dutch-2026", status=4)
    assert [entry["file"] for entry in found["unusable"]] == [str(WORKED_EXAMPLE)]
