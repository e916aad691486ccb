"""Input that broke other programs, through both doors: the command line, and events that carry the report."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from nextround import service
from nextround.registry import registry

from tests.cli.running import CASES, run
from tests.formats.texts import player, trf
from tests.golden.reader import expected

EXPECTED = expected("cases")
EDITIONS = ("dutch-2017", "dutch-2026")

#: The rounds to ask for in the files that the command line refuses to pair; 2 in the others.
ROUNDS = {
    "07_no_legal_pairing_even.trf": 4,
    "18b_pending_round.trf": 3,
    "18b_pending_round_b.trf": 3,
    "35_six_player_deadlock.trf": 4,
    "40_round_after_last.trf": 3,
}


def reply(text: str, round_number: int, system: str = "dutch-2026", **data: object) -> Mapping[str, Any]:
    """Send an event that carries a report; give the data of its answer."""
    event = {
        "specversion": "1.0",
        "id": "strange/1",
        "source": "/test",
        "type": "io.nextround.round.finished.v1",
        "data": {
            "tournament": {"id": "strange"},
            "pairing": {"system": system},
            "round": round_number,
            "revision": 1,
            "trf": text,
            **data,
        },
    }
    answer = service.answer(json.dumps(event).encode(), systems=registry(experimental=True))
    assert answer.failure is None
    found: Mapping[str, Any] = json.loads(answer.event)["data"]
    return found


def written(data: Mapping[str, Any]) -> str:
    boards = " ".join(f"{board['white']['tpn']}-{board['black']['tpn']}" for board in data["boards"])
    pab = data["pab"] and data["pab"]["player"]["tpn"]
    return boards if pab is None else f"{boards}, {pab} bye".lstrip(", ")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", EXPECTED)
def test_each_case_gives_what_is_expected_of_it_on_the_command_line(name: str, edition: str) -> None:
    wanted = EXPECTED[name]
    result = run("pair", CASES / name, "--system", edition, "--format", "json")
    assert "Traceback" not in result.stderr
    assert "internal" not in result.stderr
    if "refused" in wanted:
        assert result.exit_code == 3
        assert result.stdout == ""
    elif "no_legal_pairing" in wanted:
        assert result.exit_code == 1
        assert "no complete pairing exists" in result.stderr
    elif edition in wanted and "acceleration" not in wanted:
        assert result.exit_code == 0, result.stderr
        # The bye that the arbiter gave beforehand is in the answer, and not in the table.
        assert written(json.loads(result.stdout)).removesuffix(", 4 bye") == wanted[edition].removesuffix(", 4 bye")
    else:
        assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize("name", [name for name in EXPECTED if name != "16_latin1_names.trf"])
def test_each_case_gives_the_same_in_an_event(name: str) -> None:
    wanted = EXPECTED[name]
    text = (CASES / name).read_bytes().decode()
    printed = run("pair", CASES / name, "--system", "dutch-2026", "--format", "json")
    number = json.loads(printed.stdout)["round"] if printed.exit_code == 0 else ROUNDS.get(name, 2)
    data = reply(text, number)
    if "refused" in wanted:
        assert (data["code"], data["final"]) == ("invalid-tournament", False)
        assert all(problem["message"] for problem in data["problems"])
    elif "no_legal_pairing" in wanted:
        assert (data["code"], data["final"]) == ("no-legal-pairing", True)
        assert data["problems"][0]["article"] == "C.04.3 (2026) 1.9"
    else:
        assert data["boards"] == json.loads(printed.stdout)["boards"] or "acceleration" in wanted


@pytest.mark.parametrize(("name", "day"), [("54_lichess_date_not_read", None), ("54_lichess_date_not_read_b", "4:5")])
def test_the_edition_follows_from_a_date_or_the_message_says_why_not(name: str, day: str | None) -> None:
    path = CASES / f"{name}.trf"
    result = run("pair", path, "--system", "dutch", "--format", "json")
    answer = reply(path.read_text(), 2, system="dutch")
    if day is None:
        assert (json.loads(result.stdout)["edition"], answer["edition"]) == ("2026", "2026")
        return
    assert (result.exit_code, answer["code"]) == (2, "invalid-options")
    assert "/pairing" not in result.stderr
    assert "--edition" in result.stderr
    for said in (result.stderr, " ".join(problem["message"] for problem in answer["problems"])):
        assert f"{day}: record 042: '03/08/2026'" in said
        assert "accepted is 2026/03/08" in said


class TestOthersOfEachKind:
    def test_a_double_forfeit_gives_no_colour_no_meeting_and_no_bar(self) -> None:
        text = trf(player(1, "3 w -"), player(2, "- U"), player(3, "1 b -"))
        data = reply(text, 2)
        assert {data["boards"][0]["white"]["tpn"], data["boards"][0]["black"]["tpn"]} == {2, 1} or written(data)
        assert data["pab"]["player"]["tpn"] != 2

    @pytest.mark.parametrize("letter", ["H", "F", "U", "Z"])
    def test_every_bye_with_an_opponent_is_refused(self, letter: str) -> None:
        text = trf(player(1, "2 w 1", "2 w 1"), player(2, "1 b 0", f"1 b {letter}"))
        data = reply(text, 3)
        assert data["code"] == "invalid-tournament"
        assert any("player 2, round 2" in problem["message"] for problem in data["problems"])

    @pytest.mark.parametrize(("white", "black"), [("1", "1"), ("=", "1"), ("+", "1"), ("+", "+"), ("1", "-")])
    def test_results_that_cannot_both_be_are_refused(self, white: str, black: str) -> None:
        data = reply(trf(player(1, f"2 w {white}"), player(2, f"1 b {black}")), 2)
        assert data["code"] == "invalid-tournament"
        assert "round 1" in data["problems"][0]["message"]

    @pytest.mark.parametrize(("white", "black"), [("0", "0"), ("=", "0"), ("0", "=")])
    @pytest.mark.article("C.04.2 (2026) 3.1")
    def test_unusual_results_that_can_be_are_played_games(self, white: str, black: str) -> None:
        text = trf(player(1, f"3 w {white}"), player(2, "4 b 1"), player(3, f"1 b {black}"), player(4, "2 w 0"))
        meetings = {frozenset((b["white"]["tpn"], b["black"]["tpn"])) for b in reply(text, 2)["boards"]}
        assert frozenset((1, 3)) not in meetings
        assert len(meetings) == 2

    def test_everybody_away_for_every_reason_there_is_is_nobody_to_pair(self) -> None:
        text = trf(player(1, "2 w 1", "- H"), player(2, "1 b 0", "- Z"), player(3, "- U", "- F"))
        data = reply(text, 2)
        assert (data["boards"], data["pab"], len(data["not_paired"])) == ([], None, 3)
        assert [warning["code"] for warning in data["warnings"]] == ["nobody-to-pair"]

    def test_all_but_one_away_is_a_bye(self) -> None:
        data = reply(trf(player(1, "- H"), player(2, "- Z"), player(3), player(4, "- Z")), 1)
        assert written(data) == "3 bye"

    def test_all_but_one_away_who_had_the_bye_is_no_legal_pairing(self) -> None:
        data = reply(trf(player(1, "2 w 1", "- Z"), player(2, "1 b 0", "- Z"), player(3, "- U")), 2)
        assert (data["code"], data["final"]) == ("no-legal-pairing", True)

    @pytest.mark.parametrize(
        "system", [name for name, e in registry().systems.items() if not e.matches and not e.schedule]
    )
    def test_of_two_hundred_players_all_but_two_are_away(self, system: str) -> None:
        away = [player(tpn, "- Z") for tpn in range(1, 201) if tpn not in (17, 150)]
        lines = sorted([*away, player(17), player(150)], key=lambda line: int(line[4:8]))
        data = reply(trf(*lines), 1, system)
        assert [{b["white"]["tpn"], b["black"]["tpn"]} for b in data["boards"]] == [{17, 150}]
        assert (data["pab"], len(data["not_paired"])) == (None, 198)

    def test_a_bye_given_beforehand_to_an_odd_rest_is_refused(self) -> None:
        data = reply(trf(player(1), player(2), player(3), player(4, "- U")), 1)
        assert data["code"] == "invalid-tournament"
        assert data["problems"][0]["code"] == "second-pab"

    def test_manual_pairs_of_the_event_are_kept_and_the_rest_is_paired(self) -> None:
        text = trf(*(player(tpn) for tpn in range(1, 8)))
        data = reply(text, 1, fixed_pairs=[{"white": "5", "black": "2"}])
        boards = {(b["white"]["tpn"], b["black"]["tpn"]) for b in data["boards"]}
        assert (5, 2) in boards
        assert written(data).endswith("7 bye")
        (step,) = (step for step in data["trace"] if step["kind"] == "pair" and {step["one"], step["other"]} == {5, 2})
        assert "fixed by the arbiter" in step["reason"]

    @pytest.mark.parametrize(
        ("pairs", "code"),
        [
            ([{"white": "5", "black": "9"}], "unknown-id"),
            ([{"white": "5", "black": "5"}], "fixed-pair"),
            ([{"white": "1", "black": "2"}, {"white": "2", "black": "3"}], "fixed-pair"),
            ([{"white": "7", "black": "2"}], "fixed-pair"),
        ],
    )
    def test_manual_pairs_that_cannot_be_are_refused_with_their_place(
        self, pairs: list[dict[str, str]], code: str
    ) -> None:
        text = trf(*(player(tpn) for tpn in range(1, 7)), player(7, "- H"))
        data = reply(text, 1, fixed_pairs=pairs)
        assert code in {problem["code"] for problem in data["problems"]}
        assert any((problem["pointer"] or "").startswith("/data/fixed_pairs/") for problem in data["problems"])

    @pytest.mark.parametrize(
        ("pairs", "code"),
        [
            ([{"white": "a", "black": "x"}], "unknown-id"),
            ([{"white": "a", "black": "a"}], "second-record"),
            ([{"white": "a", "black": "b"}, {"white": "b", "black": "c"}], "second-record"),
            ([{"white": "e", "black": "b"}], "second-record"),
            ([{"white": "f", "black": "b"}], "plays-after-withdrawal"),
        ],
    )
    def test_in_an_event_of_players_too(self, pairs: list[dict[str, str]], code: str) -> None:
        players = [{"id": name, "tpn": tpn} for tpn, name in enumerate("abcde", 1)]
        data = {
            "tournament": {"id": "strange", "number_of_rounds": 3, "initial_colour": "white"},
            "players": [*players, {"id": "f", "tpn": 6, "withdrawn_after": 0}],
            "rounds": [],
            "byes": [{"player": "e", "kind": "half-point"}],
            "trf": None,
        }
        found = reply("", 1, **data, fixed_pairs=pairs)
        assert found["code"] == "invalid-event"
        assert [p["code"] for p in found["problems"]] == [code]
        assert found["problems"][0]["pointer"].startswith("/data/fixed_pairs/")
        good = reply("", 1, **data, fixed_pairs=[{"white": "d", "black": "a"}])
        assert {(b["white"]["id"], b["black"]["id"]) for b in good["boards"]} >= {("d", "a")}

    @pytest.mark.parametrize("number", [3, 4, 99])
    def test_a_round_after_the_last_is_refused(self, number: int) -> None:
        data = reply((CASES / "40_round_after_last.trf").read_text(), number)
        assert data["code"] == "invalid-tournament"

    def test_a_player_who_meets_himself_or_nobody_there_is_refused(self) -> None:
        for cell in ("1 w 1", "9 w 1"):
            assert reply(trf(player(1, cell), player(2, "- U")), 2)["code"] == "invalid-tournament"

    def test_hundreds_of_prohibitions_of_everybody_are_read_and_answered(self) -> None:
        lines = ["XXP " + " ".join(map(str, range(1, 400)))] * 300
        data = reply(trf(*lines, *(player(tpn) for tpn in range(1, 401))), 1)
        assert (data["code"], data["final"]) == ("no-legal-pairing", True)
