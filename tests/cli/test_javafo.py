"""`nextround javafo`: the calls of platforms that had an external engine there before."""

from pathlib import Path

import pytest

from tests.cli.running import WORKED_EXAMPLE, case, run

LATE = case("39_late_entry_round2")


@pytest.mark.parametrize(
    "call",
    [
        (LATE, "-p", "--system", "dutch-2026"),
        ("--system", "dutch-2026", LATE, "-p"),
        ("--dutch", LATE, "-p", "--edition", "2026"),
    ],
)
def test_p_prints_the_number_of_pairs_a_line_for_each_and_the_bye_as_0(call: tuple[object, ...]) -> None:
    result = run("javafo", *call)
    assert (result.exit_code, result.stdout) == (0, "4\n2 1\n4 3\n7 5\n6 0\n")


def test_p_writes_them_to_a_file(tmp_path: Path) -> None:
    out = tmp_path / "pairs.txt"
    result = run("javafo", LATE, "-p", out, "--system", "dutch-2026")
    assert (result.exit_code, result.stdout, out.read_text()) == (0, "", "4\n2 1\n4 3\n7 5\n6 0\n")


def test_a_bye_given_beforehand_is_no_line() -> None:
    given = run("javafo", case("10_preassigned_pab_next_round"), "-p", "--system", "dutch-2026")
    assert given.stdout == "3\n1 5\n6 2\n3 7\n"


def test_nobody_left_is_no_pair() -> None:
    assert run("javafo", case("09_all_withdrawn"), "-p", "--system", "dutch-2026", "--edition", "2026").stdout == "0\n"


def test_no_legal_pairing_is_status_1_and_writes_no_file(tmp_path: Path) -> None:
    out = tmp_path / "pairs.txt"
    result = run("javafo", case("07_no_legal_pairing_even"), "-p", out, "--system", "dutch-2026")
    assert (result.exit_code, out.exists()) == (1, False)
    assert "no complete pairing exists" in result.stderr


def test_c_names_every_round_and_both_pairings_where_they_differ() -> None:
    same = run("javafo", WORKED_EXAMPLE, "-c", "--system", "dutch-2017")
    assert same.exit_code == 0
    assert same.stdout.splitlines() == [f"{WORKED_EXAMPLE}: Round #{number}" for number in range(1, 10)]
    other = run("javafo", WORKED_EXAMPLE, "-c", "5", "--system", "amalfi")
    assert other.exit_code == 1
    assert other.stdout.splitlines() == [
        f"{WORKED_EXAMPLE}: Round #5",
        "  Checker pairings:    4-9 7-2 5-3 6-11",
        "  Tournament pairings: 4-2 6-3 5-9 7-11",
    ]


@pytest.mark.parametrize(
    "call",
    [(), ("-p",), (LATE,), (LATE, "-x"), (LATE, "-p", "a", "b"), (LATE, "-c", "zero"), ("--lim", LATE, "-p")],
)
def test_other_calls_are_wrong_usage_and_say_what_is_accepted(call: tuple[object, ...]) -> None:
    result = run("javafo", *call, "--system", "dutch-2026")
    assert result.exit_code == 2
    assert "accepted: FILE -p [OUT]" in result.stderr


def test_without_an_edition_both_are_named() -> None:
    result = run("javafo", "--dutch", LATE, "-p")
    assert result.exit_code == 2
    assert "2017 and 2026" in result.stderr
