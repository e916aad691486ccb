"""An event in, an answer out."""

import json
from copy import deepcopy
from dataclasses import replace
from importlib.metadata import version
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nextround.core.tournament import InvalidOptions, InvalidTournament, NoLegalPairing, PairingError, Problem
from nextround.registry import Entry, registry
from nextround.service import TITLES, Answer, Unaddressable, answer, give_up, refuse_by_ledger
from nextround_schemas import Event, RoundPaired, RoundRefused
from nextround_schemas.trace import FieldStep, NumberFact

from tests.formats.texts import player, trf
from tests.schemas.events import event
from tests.toys import NEIGHBOURS, Broken, toys
from tests.worked_examples import events, examples, is_answered_by

Json = dict[str, Any]
SYSTEMS = toys()


def first_round(**changes: Any) -> Json:
    """An event that asks the toy system for round 1."""
    return event(**({"pairing": {"system": "neighbours"}, "round": 1, "rounds": [], "byes": []} | changes))


def answered(document: object, systems: Any = SYSTEMS) -> Answer:
    return answer(json.dumps(document).encode(), systems=systems)


def paired(document: object) -> RoundPaired:
    return Event[RoundPaired].model_validate_json(answered(document).event).data


def refused(document: object, systems: Any = SYSTEMS) -> RoundRefused:
    return Event[RoundRefused].model_validate_json(answered(document, systems).event).data


def problems(document: object) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.pointer) for problem in refused(document).problems]


def test_a_round_is_paired_with_tables_colours_and_ids():
    boards = [(board.board, board.white.id, board.black.id) for board in paired(first_round()).boards]
    assert boards == [(1, "p1", "p2"), (2, "p3", "p4"), (3, "p5", "p6")]


def test_the_answer_carries_what_the_platform_needs_to_file_it():
    document = first_round() | {
        "correlationid": "match-day-1",
        "traceparent": "00-" + "a" * 32 + "-" + "b" * 16 + "-01",
    }
    envelope = json.loads(answered(document).event)
    UUID(envelope.pop("id"))
    data = envelope.pop("data")
    assert envelope == {
        "specversion": "1.0",
        "source": "/nextround",
        "type": "io.nextround.round.paired.v1",
        "subject": "city-open-2026",
        "time": "2026-03-08T16:40:00Z",
        "datacontenttype": "application/json",
        "dataschema": "urn:nextround:round:paired:v1",
        "correlationid": "match-day-1",
        "causationid": document["id"],
        "causationsource": document["source"],
        "traceparent": document["traceparent"],
    }
    assert (data["tournament"], data["round"], data["revision"], data["system"]) == (
        "city-open-2026",
        1,
        1,
        "neighbours",
    )


def test_an_answer_correlates_with_the_event_where_nothing_else_is_said():
    assert json.loads(answered(first_round()).event)["correlationid"] == first_round()["id"]


def test_the_bye_has_a_place_of_its_own_and_who_was_left_out_has_a_reason():
    byes = [{"player": "p2", "kind": "half-point"}]
    document = first_round(byes=byes)
    document["data"]["players"][5]["withdrawn_after"] = 0
    document["data"]["players"].append({"id": "p7", "tpn": 7})
    answer_data = paired(document)
    assert answer_data.pab is not None
    assert (answer_data.pab.player.id, answer_data.pab.points) == ("p7", 1.0)
    assert [(left.player.tpn, left.reason) for left in answer_data.not_paired] == [(2, "half-point"), (6, "withdrawn")]


def test_a_bye_that_was_given_beforehand_is_the_rounds_bye():
    document = first_round(byes=[{"player": "p2", "kind": "pab"}, {"player": "p6", "kind": "absent"}])
    answer_data = paired(document)
    assert answer_data.pab is not None
    assert answer_data.pab.player.id == "p2"
    assert [left.player.id for left in answer_data.not_paired] == ["p6"]


def test_a_bye_that_was_given_beforehand_and_leaves_an_odd_number_is_refused():
    assert problems(first_round(byes=[{"player": "p2", "kind": "pab"}])) == [("second-pab", "/data/byes")]


def test_nobody_left_to_pair_is_an_answer_with_a_warning():
    document = first_round(byes=[{"player": f"p{tpn}", "kind": "absent"} for tpn in range(1, 7)])
    answer_data = paired(document)
    assert answer_data.boards == []
    assert answer_data.pab is None
    assert [warning.code for warning in answer_data.warnings] == ["nobody-to-pair"]


def test_the_trace_goes_with_the_pairing():
    (step,) = paired(first_round()).trace
    assert isinstance(step, FieldStep)
    assert (step.article, step.players) == ("Toy 1", [1, 2, 3, 4, 5, 6])
    assert step.facts == [NumberFact(kind="number", name="depth", value=1)]


def test_unknown_keys_come_back_as_warnings():
    document = first_round()
    document["data"]["players"][2]["fideId"] = 4_000_000
    assert [(w.code, w.pointer) for w in paired(document).warnings] == [("unknown-key", "/data/players/2/fideId")]


def test_the_same_bytes_have_the_same_answer():
    body = json.dumps(first_round()).encode()
    assert answer(body, systems=toys()) == answer(body, systems=toys())


def test_another_layout_of_the_same_data_has_the_same_digest_and_id():
    document = first_round()
    shuffled = document | {"data": dict(reversed(document["data"].items()))}
    one, other = answered(document), answer(json.dumps(shuffled, indent=3).encode(), systems=SYSTEMS)
    assert one.digest == other.digest
    assert json.loads(one.event)["id"] == json.loads(other.event)["id"]


@pytest.mark.parametrize(
    "change", [{"revision": 2}, {"byes": [{"player": "p1", "kind": "absent"}, {"player": "p2", "kind": "absent"}]}]
)
def test_other_data_has_another_digest_and_id(change: Json):
    one, other = answered(first_round()), answered(first_round(**change))
    assert one.digest != other.digest
    assert json.loads(one.event)["id"] != json.loads(other.event)["id"]


def test_prefix_and_source_are_the_operators():
    document = first_round() | {"type": "org.example.round.finished.v1"}
    body = json.dumps(document).encode()
    envelope = json.loads(answer(body, systems=SYSTEMS, prefix="org.example", source="https://pair.example").event)
    assert (envelope["type"], envelope["source"]) == ("org.example.round.paired.v1", "https://pair.example")


def test_a_final_answer_differs_from_one_that_leaves_the_revision_open():
    assert answered(first_round()).final
    assert not answered(first_round(byes=[{"player": "p9", "kind": "absent"}])).final


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (event() | {"type": "io.nextround.round.paired.v1"}, [("not-accepted", "/type")]),
        (event() | {"subject": "another"}, [("not-accepted", "/subject")]),
        (event() | {"specversion": "0.3"}, [("not-accepted", "/specversion")]),
        (event() | {"time": "yesterday"}, [("timestamp", "/time")]),
        (event() | {"id": ""}, [("out-of-range", "/id")]),
        (event() | {"data": None}, [("wrong-type", "/data")]),
        (event(revision=2**53), [("out-of-range", "/data/revision")]),
        ({"subject": "t"}, [("missing-key", f"/{key}") for key in ("specversion", "id", "source", "type", "data")]),
    ],
)
def test_a_body_that_is_no_such_event_is_refused_where_a_tournament_can_be_read(document: Json, expected: Any):
    answer_ = answered(document)
    assert answer_.outcome == "invalid-event"
    assert problems(document)[: len(expected)] == expected


def test_the_refusal_names_round_and_revision_as_far_as_they_can_be_read():
    data = refused(event(revision="first"))
    assert (data.tournament, data.round, data.revision) == ("city-open-2026", 3, None)
    assert refused({"subject": "t"}).round is None


def test_an_event_with_one_key_twice_is_refused():
    body = json.dumps(event()).replace('"revision": 1', '"revision": 1, "revision": 2').encode()
    data = Event[RoundRefused].model_validate_json(answer(body, systems=SYSTEMS).event).data
    assert [(problem.code, problem.pointer) for problem in data.problems] == [("duplicate-key", "/data/revision")]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999", "90071992547409930"])
def test_a_number_that_no_two_readers_read_alike_is_refused(number: str):
    body = json.dumps(event()).replace('"rating": 2250', f'"rating": {number}').encode()
    answer_ = answer(body, systems=SYSTEMS)
    data = Event[RoundRefused].model_validate_json(answer_.event).data
    assert ("out-of-range", "/data/players/0/rating") in [(problem.code, problem.pointer) for problem in data.problems]
    assert answer_.digest == ""


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "not-json"),
        (b"\xff\xfe{", "not-json"),
        (b"[" * 100_000 + b"]" * 100_000, "not-an-event"),
        (b"9" * 5000, "not-an-event"),
        (b'{"subject": "\\ud800"}', "no-address"),
        (b"[]", "not-an-event"),
        (b"null", "not-an-event"),
        (b"{}", "no-address"),
        (b'{"data": {"tournament": {"id": 7}}, "subject": ""}', "no-address"),
    ],
)
def test_a_body_that_cannot_be_answered_is_a_dead_letter(body: bytes, reason: str):
    with pytest.raises(Unaddressable) as error:
        answer(body, systems=SYSTEMS)
    assert error.value.reason == reason


def test_deep_options_are_refused_and_not_a_fault_of_ours():
    nested: Any = 1
    for _ in range(25):
        nested = [nested]
    assert (
        answered(first_round(pairing={"system": "neighbours", "options": {"depth": nested}})).outcome
        == "invalid-options"
    )


def with_broken(error: Exception | None, **more: str) -> Any:
    return toys(Entry("broken", "Broken", "Toy", lambda _: Broken(error), **more))


BROKEN = {"pairing": {"system": "broken"}}


@pytest.mark.parametrize(
    ("error", "code", "final"),
    [
        (InvalidTournament(Problem("x", "m", "/round")), "invalid-tournament", False),
        (InvalidOptions(Problem("x", "m", "/round")), "invalid-options", False),
        (NoLegalPairing(Problem("x", "m", "/round")), "no-legal-pairing", True),
    ],
)
def test_an_error_of_a_system_is_answered_by_its_kind(error: PairingError, code: str, final: bool):
    answer_ = answered(first_round(**BROKEN), with_broken(error))
    assert (answer_.outcome, answer_.final, answer_.failure) == (code, final, None)
    assert [problem.pointer for problem in refused(first_round(**BROKEN), with_broken(error)).problems] == [
        "/data/round"
    ]


@pytest.mark.parametrize("error", [ZeroDivisionError("p1"), RecursionError(), NoLegalPairing(()), None])
def test_our_own_fault_is_not_final_and_marked_for_the_dead_letters(error: Exception | None):
    answer_ = answered(first_round(**BROKEN), with_broken(error))
    assert (answer_.outcome, answer_.final) == ("internal", False)
    assert answer_.failure is not None


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ZeroDivisionError("p1"), "ZeroDivisionError while pairing, in the plugin toy 1.0"),
        (InvalidTournament(Problem("x", "m", "/round")), "m"),
    ],
)
def test_a_fault_of_a_plugin_names_it_and_so_does_the_engine(error: Exception, message: str):
    found = refused(first_round(**BROKEN), with_broken(error, origin="toy 1.0"))
    assert (found.problems[0].message, found.engine) == (message, f"nextround {version('nextround')} with toy 1.0")


def test_an_unforeseen_exception_tells_the_platform_its_kind_and_nothing_else():
    (problem,) = refused(first_round(**BROKEN), with_broken(ZeroDivisionError("secret"))).problems
    assert problem.message == "ZeroDivisionError while pairing"


def test_unknown_system_and_acceleration_are_named_together():
    document = first_round(pairing={"system": "neighbors", "acceleration": "baku"})
    assert problems(document) == [
        ("unknown-system", "/data/pairing/system"),
        ("unknown-acceleration", "/data/pairing/acceleration"),
    ]


@pytest.mark.parametrize("verdict", ["conflict", "stale", "superseded"])
def test_what_the_ledger_does_not_let_pass_is_refused_with_an_id_of_its_own(verdict: Any):
    final = answered(first_round())
    answer_ = refuse_by_ledger(final, verdict)
    data = Event[RoundRefused].model_validate_json(answer_.event).data
    assert (data.code, data.title, data.final, data.round) == (verdict, TITLES[verdict], False, 1)
    assert json.loads(answer_.event)["id"] != json.loads(final.event)["id"]


def previous(earlier: Json, then: Json) -> Any:
    """What the second event's answer says about the first one's."""
    written = answered(then).after(answered(earlier).kept)
    return Event[RoundPaired].model_validate_json(written).data.previous


def seats(boards: Any) -> list[tuple[int, str, str]]:
    return [(board.board, board.white.id, board.black.id) for board in boards]


def test_a_correction_names_the_boards_that_came_and_went_and_the_bye_of_before():
    seven = [{"id": f"p{tpn}", "tpn": tpn} for tpn in range(1, 8)]
    found = previous(
        first_round(players=seven, byes=[]),
        first_round(players=seven, byes=[{"player": "p2", "kind": "absent"}], revision=2),
    )
    assert (found.id, found.revision, found.outcome) == (
        json.loads(answered(first_round(players=seven, byes=[])).event)["id"], 1, "paired",
    )  # fmt: skip
    assert seats(found.removed) == [(1, "p1", "p2"), (2, "p3", "p4"), (3, "p5", "p6")]
    assert seats(found.added) == [(1, "p1", "p3"), (2, "p4", "p5"), (3, "p6", "p7")]
    assert (found.changed, found.pab.player.id) == ([], "p7")


def test_a_correction_that_changes_tables_or_colours_alone_names_both_boards():
    listed = first_round()["data"]["players"]
    order = {"p1": 2, "p2": 1, "p3": 5, "p4": 6, "p5": 3, "p6": 4}
    found = previous(
        first_round(), first_round(players=[player | {"tpn": order[player["id"]]} for player in listed], revision=2)
    )
    assert (found.added, found.removed, found.pab) == ([], [], None)
    assert [seats((board.before, board.now)) for board in found.changed] == [
        [(1, "p1", "p2"), (1, "p2", "p1")],
        [(3, "p5", "p6"), (2, "p5", "p6")],
        [(2, "p3", "p4"), (3, "p3", "p4")],
    ]


def test_a_correction_that_moves_nobody_says_so():
    renumbered = [player | {"tpn": 2 * player["tpn"]} for player in first_round()["data"]["players"]]
    found = previous(first_round(), first_round(players=renumbered, revision=2))
    assert (found.added, found.removed, found.changed) == ([], [], [])


def test_a_pairing_after_a_final_refusal_adds_every_board():
    met = event(pairing={"system": "neighbours"}, round=2, revision=1, byes=[], rounds=[
        {"round": 1, "games": [{"white": f"p{n}", "black": f"p{n + 1}", "result": "1/2-1/2"} for n in (1, 3, 5)]}
    ])  # fmt: skip
    assert answered(met).outcome == "no-legal-pairing"
    free = deepcopy(met)
    free["data"] |= {"revision": 2, "byes": [{"player": "p1", "kind": "absent"}, {"player": "p6", "kind": "absent"}]}
    found = previous(met, free)
    assert (found.outcome, len(found.added), found.removed) == ("refused", 2, [])


def test_an_answer_says_nothing_of_an_earlier_one_where_nothing_was_kept_and_a_refusal_never_does():
    final = answered(first_round())
    assert final.after(b"") == final.event
    refusal = refuse_by_ledger(final, "stale")
    assert refusal.after(final.kept) == refusal.event


def test_what_was_taken_up_too_often_is_refused_as_our_fault():
    answer_ = give_up(json.dumps(first_round()).encode(), "every worker that took it up died")
    assert (answer_.outcome, answer_.final, answer_.round) == ("internal", False, 1)


def test_facts_for_the_log_name_no_player():
    assert answered(first_round()).facts == {
        "system": "neighbours", "players": 6, "boards": 3, "warnings": 0,
    }  # fmt: skip


REPORT = trf(
    player(1, "4 w 1", "- H", points="1.5"),
    player(2, "3 b 0", points="0.0"),
    player(3, "2 w 1", points="1.0"),
    player(4, "1 b 0", points="0.0"),
)


@pytest.mark.parametrize(
    ("report", "code"),
    [("no report", "no-report"), (REPORT.replace("XXR", "###"), "number-of-rounds-missing")],
)
def test_of_a_report_that_cannot_be_used_no_edition_is_missed_but_its_own_place_is_named(report: str, code: str):
    document = event(
        tournament={"id": "city-open-2026"},
        pairing={"system": "dutch"},
        players=[],
        rounds=[],
        byes=[],
        round=2,
        trf=report,
    )
    assert [(found.code, found.pointer) for found in refused(document, registry()).problems] == [(code, "/data/trf")]


@pytest.mark.parametrize(
    ("system", "name"), [(system, name) for system in ("amalfi", "vega") for name in examples(system)]
)
def test_the_worked_examples_match_expected_event_by_event(system: str, name: str):
    for document, expected in events(system, examples(system)[name]):
        data = json.loads(answered(document, registry()).event)["data"]
        assert is_answered_by(expected, data), document["id"]


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_unaddressable(body: bytes):
    try:
        answer(body, systems=SYSTEMS)
    except Unaddressable as error:
        assert error.reason  # noqa: PT017


@given(st.data())
def test_no_value_anywhere_in_an_event_is_a_fault_of_ours(data: st.DataObject):
    document = event()
    parent: Any = document
    while True:
        keys = list(parent) if isinstance(parent, dict) else list(range(len(parent)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(parent[key], dict | list) and parent[key] and data.draw(st.booleans()):
            parent = parent[key]
            continue
        parent[key] = data.draw(JSON_VALUES)
        break
    systems = toys(replace(NEIGHBOURS, name="amalfi"))
    try:
        answer_ = answered(document, systems)
    except Unaddressable as error:
        assert error.reason in ("no-address", "not-json")  # noqa: PT017
    else:
        assert answer_.failure is None
        assert answer_ == answered(document, systems)


@given(st.text(max_size=200), st.integers(0, len(REPORT)), st.integers(0, 60))
def test_no_text_of_a_report_is_a_fault_of_ours(text: str, start: int, length: int):
    document = first_round(trf=REPORT[:start] + text + REPORT[start + length :], round=2)
    del document["data"]["players"]
    assert answered(document, toys(replace(NEIGHBOURS, name="amalfi"))).failure is None
