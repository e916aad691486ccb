"""Events with a slip, a contradiction, or a form that another standard allows: the answer, and the words of it."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from nextround import service
from nextround.registry import registry
from nextround_schemas.contradictions import BY_CODE
from nextround_schemas.standards import is_json_media_type, moment

from tests.cli.running import CASES, run


def answered(name: str) -> Mapping[str, Any]:
    answer = service.answer((CASES / f"{name}.json").read_bytes(), systems=registry())
    assert answer.failure is None
    found: Mapping[str, Any] = json.loads(answer.event)["data"]
    return found


def refusals(name: str) -> list[tuple[str, str, str | None]]:
    """Give the problems as (code, pointer, article); the command line must refuse the event too, with the pointer."""
    problems = answered(name)["problems"]
    result = run("pair", CASES / f"{name}.json")
    assert result.exit_code == 3
    for problem in problems:
        assert problem["pointer"] in result.stderr
    return [(problem["code"], problem["pointer"], problem["article"]) for problem in problems]


@pytest.mark.article("C.04.2 (2026) 3.2")
@pytest.mark.parametrize(
    ("name", "code", "pointer"),
    [
        ("50_withdrawn_then_bye_with_points", "plays-after-withdrawal", "/data/rounds/1/byes/1/kind"),
        ("50_withdrawn_then_half_point_coming", "plays-after-withdrawal", "/data/byes/0/kind"),
        ("50_not_entered_after_playing", "not-entered-after-playing", "/data/rounds/1/byes/1/kind"),
    ],
)
def test_who_is_gone_has_no_points_and_who_has_played_has_entered(name: str, code: str, pointer: str) -> None:
    row = BY_CODE[code]
    assert row.verdict == "refused"
    assert refusals(name) == [(code, pointer, row.article or None)]


@pytest.mark.article("C.04.1 (2026) 4")
@pytest.mark.parametrize("name", ["49_pab_by_hand_after_forfeit_win", "49_pab_by_hand_after_full_point_bye"])
def test_a_bye_by_hand_of_one_who_is_barred_is_paired_and_warned_of(name: str) -> None:
    data = answered(name)
    assert (data["pab"]["player"]["id"], len(data["boards"])) == ("a", 2)
    assert "second-bye" in [warning["code"] for warning in data["warnings"]]
    printed = json.loads(run("pair", CASES / f"{name}.json", "--format", "json").stdout)
    assert printed["warnings"] == data["warnings"]


@pytest.mark.parametrize("name", ["53_time_lower_case", "53_time_leap_second", "58_datacontenttype_plus_json"])
def test_what_the_standards_allow_is_accepted(name: str) -> None:
    assert len(answered(name)["boards"]) == 3
    assert run("pair", CASES / f"{name}.json").exit_code == 0


def test_a_week_date_is_no_timestamp() -> None:
    assert refusals("53_time_iso_week") == [("timestamp", "/time", None)]


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("1985-04-12T23:20:50.52Z", True),  # this and the next four are the examples of RFC 3339 5.8
        ("1996-12-19T16:39:57-08:00", True),
        ("1990-12-31T23:59:60Z", True),
        ("1990-12-31T15:59:60-08:00", True),
        ("1937-01-01T12:00:27.87+00:20", True),
        ("2026-03-08t16:40:00z", True),
        ("2026-03-08T16:40:60Z", False),
        ("20260308T164000Z", False),
        ("2026-03-08T16:40:00,5Z", False),
        ("2026-03-08T16:40:00+0530", False),
        ("2026-03-08T16:40Z", False),
        ("2026-03-08T16:40:00", False),
        ("2026-03-08 16:40:00Z", False),
        ("2026-03-08T24:00:00Z", False),
        ("2026-02-29T10:00:00Z", False),
        ("2026-03-08T16:40:00+24:00", False),
        ("٢026-03-08T16:40:00Z", False),
    ],
)
def test_timestamps_are_those_of_rfc_3339(text: str, good: bool) -> None:
    assert (moment(text) is not None) is good


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("application/json", True),
        ("Application/JSON; charset=UTF-8", True),
        ("application/cloudevents+json", True),
        ('application/json ; a="b;c"', True),
        ("text/json", True),
        ("application/xml", False),
        ("application/jsonx", False),
        ("application/+json", False),
        ("application/json charset", False),
        ("json", False),
    ],
)
def test_media_types_of_json_are_those_of_cloudevents(text: str, good: bool) -> None:
    assert is_json_media_type(text) is good


def test_a_media_type_that_is_refused_hears_what_is_accepted() -> None:
    event = json.loads((CASES / "58_datacontenttype_plus_json.json").read_text()) | {"datacontenttype": "text/xml"}
    data = json.loads(service.answer(json.dumps(event).encode(), systems=registry()).event)["data"]
    (problem,) = data["problems"]
    assert problem["pointer"] == "/datacontenttype"
    assert "application/json, or one that ends in +json" in problem["message"]
    assert "^" not in problem["message"]


def test_names_that_differ_in_their_unicode_form_only_are_reported_as_such() -> None:
    unknown = [p for p in answered("56_id_nfc_nfd")["problems"] if p["code"] == "unknown-id"]
    assert [problem["pointer"] for problem in unknown] == ["/data/rounds/0/games/2/black"]
    assert "differs in Unicode form only" in unknown[0]["message"]
    assert {"NFC", "NFD"} <= {word.strip(";") for word in unknown[0]["message"].split()}


@pytest.mark.parametrize(
    ("name", "pointer", "said"),
    [
        ("47_tournament_id_is_a_number", "/data/tournament/id", "7"),
        ("47_tournament_id_101_characters", "/data/tournament/id", "100"),
        ("47_tournament_id_zero_width_joiner", "/data/tournament/id", "u200d"),
        ("47_data_is_text", "/data", "text"),
        ("48_lone_surrogate_in_name", "/data/players/0/name", "ud83d"),
    ],
)
def test_what_an_event_gets_wrong_is_told_with_its_pointer(name: str, pointer: str, said: str) -> None:
    assert [place for _, place, _ in refusals(name)] == [pointer]
    assert said in answered(name)["problems"][0]["message"]
    assert said in run("pair", CASES / f"{name}.json").stderr


@pytest.mark.article("C.04.3 (2026) 5.2.5")
def test_a_pair_that_the_arbiter_fixes_as_the_system_would_turns_no_other_board() -> None:
    data = answered("44_fixed_pair_turns_colours")
    boards = [f"{board['white']['tpn']}-{board['black']['tpn']}" for board in data["boards"]]
    assert boards == ["1-5", "6-2", "3-7", "8-4"]
    asked = ("--system", "dutch-2026", "--format", "javafo")
    fixed = run("pair", CASES / "44_fixed_pair_turns_colours.trf", *asked, "--fix", "6-2")
    free = run("pair", CASES / "44_fixed_pair_turns_colours.trf", *asked)
    assert fixed.stdout == free.stdout


@pytest.mark.article("C.04.1 (2026) 3")
def test_several_byes_of_a_recorded_round_are_warned_of_with_their_places_through_both_doors() -> None:
    name, row = "55_three_pabs_in_one_round", BY_CODE["recorded-pabs"]
    data = answered(name)
    (warning,) = (one for one in data["warnings"] if one["code"] == row.code)
    assert (row.verdict, warning["pointer"]) == ("warned", "/data/rounds/0/byes/1")
    assert '"b", "d", "e" all have' in warning["message"]
    printed = json.loads(run("pair", CASES / f"{name}.trf", "--system", "dutch-2026", "--format", "json").stdout)
    (noted,) = (one for one in printed["warnings"] if one["code"] == row.code)
    assert noted["pointer"] == "7:92"
    assert [board["white"]["tpn"] for board in printed["boards"]] == [board["white"]["tpn"] for board in data["boards"]]


def test_the_command_line_tells_of_unicode_forms_too() -> None:
    result = run("pair", CASES / "56_id_nfc_nfd.json")
    assert (result.exit_code, "differs in Unicode form only" in result.stderr) == (3, True)


def test_two_players_whose_names_differ_in_unicode_form_only_are_told_so() -> None:
    event = json.loads((CASES / "58_datacontenttype_plus_json.json").read_text())
    event["data"]["players"] += [{"id": "Jos\u00e9", "tpn": 98}, {"id": "Jose\u0301", "tpn": 99}]
    problems = json.loads(service.answer(json.dumps(event).encode(), systems=registry()).event)["data"]["problems"]
    at = len(event["data"]["players"]) - 1
    (found,) = (one for one in problems if one["code"] == "duplicate-id")
    assert found["pointer"] == f"/data/players/{at}/id"
    assert "NFC there, NFD here" in found["message"]
