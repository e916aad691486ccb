"""`nextround explain`: forms, statuses, and the pages of the worked example, which were checked by hand."""

import json
from pathlib import Path

import pytest

from tests.cli.running import GOLDEN, WORKED_EXAMPLE, case, run
from tests.explain.pages import PAGES, written

SYSTEM = ("--system", "dutch-2026")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.article("C.04.3 (2026) 1.9", "C.04.3 (2017) A.9")
def test_the_pages_of_the_worked_example_are_those_that_were_checked_by_hand(name: str) -> None:
    assert written(name) == (GOLDEN / "explanations" / name).read_text("utf-8"), "python -m tests.explain.pages"


def test_json_holds_the_same() -> None:
    result = run("explain", WORKED_EXAMPLE, "--round", "9", *SYSTEM, "--format", "json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["round"], len(told["seats"]), len(told["brackets"])) == (0, 9, 6, 6)
    assert told["people"]["3"]["preference"] == "mild Black"
    assert [r["article"] for r in told["brackets"][0]["reached"]][:2] == [
        "C.04.3 (2026) 2.4.1",
        "C.04.3 (2026) 2.4.2",
    ]


def test_a_player_and_a_pair_can_be_asked_about() -> None:
    player = run("explain", WORKED_EXAMPLE, "--round", "4", *SYSTEM, "--player", "4").stdout
    assert "meets 8 Hans (1.5) at board 2 and has Black" in player
    assert "Why not somebody else?" in player
    pair = run("explain", WORKED_EXAMPLE, "--round", "5", *SYSTEM, "--pair", "1", "2").stdout
    assert "C12, colour preference not granted, would be 2 instead of 0 in the bracket of 2.5" in pair


def test_an_event_is_explained_as_well(tmp_path: Path) -> None:
    event = Path(__file__).parents[2] / "schemas" / "nextround_schemas" / "v1" / "examples" / "round.finished.json"
    result = run("explain", event)
    assert result.exit_code == 0
    assert "Boards" in result.stdout


def test_a_file_that_has_the_round_otherwise_is_warned_of(tmp_path: Path) -> None:
    file = case("03_full_point_bye_blocks_pab")
    text = WORKED_EXAMPLE.read_text("utf-8")
    swapped = tmp_path / "swapped.trf"
    swapped.write_text(text, "utf-8")
    assert "The file has another pairing" not in run("explain", swapped, "--round", "2", *SYSTEM).stdout
    assert run("explain", file, *SYSTEM).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("--player", "77"), 2, "there is no player 77"),
        (("--pair", "1", "1"), 2, "two different players"),
        (("--round", "12"), 3, "round 12 can't be paired"),
    ],
)
def test_what_cannot_be_explained_says_why(arguments: tuple[str, ...], status: int, message: str) -> None:
    result = run("explain", WORKED_EXAMPLE, *SYSTEM, "--round", "5", *arguments)
    assert result.exit_code == status
    assert message in result.stderr


def test_no_legal_pairing_is_a_negative_answer() -> None:
    result = run("explain", case("07_no_legal_pairing_even"), *SYSTEM)
    assert result.exit_code == 1
    assert "no complete pairing exists" in result.stderr
