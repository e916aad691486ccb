"""Whoever can be told hears what is wrong with an event: where, what was found, and what is accepted."""

import json
from copy import deepcopy
from typing import Any

import pytest
from nextround.broker.append import append
from nextround.registry import registry
from nextround.service import Answer, Unaddressable, answer
from nextround_schemas import Event, RoundRefused

from tests.schemas.events import event

Place = tuple[str, ...]
ABSENT = object()
SYSTEMS = registry()
EVENT = event() | {"subject": "city-open-2026"}

ATTRIBUTES = ("id", "source", "type")
IDS = (("subject",), ("data", "tournament", "id"))
NUMBERS = (("data", "round"), ("data", "revision"))

WRONG_TYPES: tuple[object, ...] = (7, 1.5, True, [], {}, ["x"])
NO_TEXTS = ("", "a\x00b", "a\nb", "a\x7fb", "a\x85b", "a\ufffeb", "a\ud83d", "\udc00b")
#: What an id may not be, and an attribute of CloudEvents 1.0 may.
NO_IDS = ("a\u200db", "a\u202eb", "a\u00adb", " a", "a\u3000", "x" * 101)

WRONG: list[tuple[Place, object]] = [
    *(((name,), value) for name in ATTRIBUTES for value in (*WRONG_TYPES, *NO_TEXTS, "x" * 501, None, ABSENT)),
    *((place, value) for place in IDS for value in (*WRONG_TYPES, *NO_TEXTS, *NO_IDS)),
    *((("data", "tournament", "id"), value) for value in (None, ABSENT)),
    *((("time",), value) for value in (*WRONG_TYPES, "", "yesterday", "2026-03-08T16:40:00", "x" * 41, "2\ud83d")),
    *((("data",), value) for value in (7, 1.5, True, [], "text", "", "a\ud83d", "a\u200db", None, ABSENT)),
    *((("data", "tournament"), value) for value in (7, True, [], "text", None, ABSENT)),
    *((place, value) for place in NUMBERS for value in ("2", 1.5, True, [], {}, 0, -1, 2**53, 10**30, None, ABSENT)),
    *(((name,), value) for name in ("correlationid", "traceparent") for value in (*WRONG_TYPES, *NO_TEXTS)),
]


def changed(place: Place, value: object) -> dict[str, Any]:
    document = deepcopy(EVENT)
    parent: Any = document
    for key in place[:-1]:
        parent = parent[key]
    if value is ABSENT:
        del parent[place[-1]]
    else:
        parent[place[-1]] = value
    return document


def heard(body: bytes) -> tuple[Answer, Event[RoundRefused]]:
    """The answer, valid by our own schema."""
    given = answer(body, systems=SYSTEMS)
    assert given.failure is None
    assert not given.final
    return given, Event[RoundRefused].model_validate_json(given.event)


@pytest.mark.parametrize(("place", "value"), WRONG)
def test_each_wrong_id_or_attribute_is_refused_with_its_pointer(place: Place, value: object):
    _, told = heard(json.dumps(changed(place, value)).encode())
    assert told.data.code == "invalid-event"
    found = {problem.pointer: problem.message for problem in told.data.problems}
    where = "/" + "/".join(place)
    assert where in found
    if value is not ABSENT:
        assert "found" in found[where] or "accepted" in found[where]
    assert told.causationid == (None if place == ("id",) else EVENT["id"])
    assert told.causationsource == (None if place == ("source",) else EVENT["source"])
    assert told.data.tournament == told.subject == "city-open-2026"  # the subject says it too


@pytest.mark.parametrize("value", [*WRONG_TYPES, *NO_TEXTS, *NO_IDS, None, ABSENT])
def test_an_unreadable_tournament_is_null_and_the_platform_hears_all_the_same(value: object):
    document = changed(("data", "tournament", "id"), value)
    del document["subject"]
    given, told = heard(json.dumps(document).encode())
    assert told.data.tournament is None
    assert told.subject is None
    assert (told.causationid, told.causationsource) == (EVENT["id"], EVENT["source"])
    (found,) = (problem for problem in told.data.problems if problem.pointer == "/data/tournament/id")
    if isinstance(value, str) and "\ud7ff" < max(value, default="") < "\ue000":
        assert "half of a character" in found.message
        assert given.digest == ""
    elif value is not ABSENT:
        assert "1 to 100 printable characters" in found.message
        assert "; found " in found.message


@pytest.mark.parametrize("kept", ["id", "source", "subject"])
def test_one_readable_name_is_enough_for_an_answer(kept: str):
    document = changed(("data", "tournament", "id"), 7) | dict.fromkeys({"id", "source", "subject"} - {kept}, 7)
    _, told = heard(json.dumps(document).encode())
    assert {"id": told.causationid, "source": told.causationsource, "subject": told.subject} == {
        name: EVENT[name] if name == kept else None for name in ("id", "source", "subject")
    }


def test_a_dead_letter_says_what_is_wrong():
    document = changed(("data", "tournament", "id"), 7) | {"id": 7, "source": "", "subject": None}
    with pytest.raises(Unaddressable) as error:
        answer(json.dumps(document).encode(), systems=SYSTEMS)
    assert error.value.reason == "no-address"
    assert {"/id", "/source", "/data/tournament/id"} <= {problem.pointer for problem in error.value.problems}
    assert "/data/tournament/id: Input should be a text of 1 to 100" in error.value.detail


def test_two_senders_of_the_same_data_without_a_tournament_hear_an_answer_each():
    document = changed(("data", "tournament", "id"), 7)
    del document["subject"]
    first, second = (heard(json.dumps(document | {"id": name}).encode())[1] for name in ("one", "two"))
    assert first.id != second.id


BODY = json.dumps(EVENT, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("old", "new", "pointer", "code"),
    [
        (b'"revision": 1', b'"revision": ' + b"9" * 5000, "/data/revision", "out-of-range"),
        (b'"revision": 1', b'"revision": -' + b"9" * 5000, "/data/revision", "out-of-range"),
        (b'"revision": 1', b'"revision": 1e999', "/data/revision", "out-of-range"),
        (b'"revision": 1', b'"revision": NaN', "/data/revision", "out-of-range"),
        (b'"revision": 1', b'"revision": 1, "revision": 1', "/data/revision", "duplicate-key"),
        (b'"id": "city-open-2026"', b'"id": "a", "id": "city-open-2026"', "/data/tournament/id", "duplicate-key"),
        (b"City Open", b"Caf\xe9", "/data/tournament/name", "not-utf-8"),
        (b"City Open", b"Caf\xed\xa0\xbd", "/data/tournament/name", "not-utf-8"),
        (b"City Open", b"Caf\\ud83d", "/data/tournament/name", "half-character"),
        (b"City Open", b"Caf\\uDE00\\uD83D", "/data/tournament/name", "half-character"),
        (b'"name": "City Open"', b'"name": "City Open", "\\ud83d": 1', "/data/tournament/\ufffd", "half-character"),
        (
            b"amalfi",
            b'amalfi", "options": {"x": ["\\udfff"]}, "edition": "1',
            "/data/pairing/options/x/0",
            "half-character",
        ),
    ],
)
def test_what_no_two_readers_of_json_would_read_alike_is_heard_with_its_place(
    old: bytes, new: bytes, pointer: str, code: str
):
    assert BODY.count(old) == 1
    given, told = heard(BODY.replace(old, new))
    assert (code, pointer) in [(problem.code, problem.pointer) for problem in told.data.problems]
    assert told.causationid == EVENT["id"]
    if code != "duplicate-key":
        assert given.digest == ""


def test_pairs_of_halves_and_a_byte_order_mark_are_no_fault():
    named = BODY.replace(b"City Open", b"Caf\\ud83d\\ude00")
    assert answer(named, systems=SYSTEMS).outcome == "paired"
    assert answer(b"\xef\xbb\xbf" + BODY, systems=SYSTEMS).digest == answer(BODY, systems=SYSTEMS).digest


def test_a_sound_replacement_character_is_a_character():
    body = BODY.replace(b"city-open-2026", "city\ufffd".encode())
    assert answer(body, systems=SYSTEMS).tournament == "city\ufffd"


class _Broker:
    """Takes what is appended."""

    def xadd(self, _: str, fields: dict[str, bytes]) -> bytes:
        self.body = fields["ce"]
        return b"1-0"


@pytest.mark.parametrize("as_text", [False, True])
def test_half_a_character_comes_through_the_door_of_celery(as_text: bool):
    document = changed(("data", "tournament", "name"), "Caf\ud83d")
    broker = _Broker()
    append(json.dumps(document, ensure_ascii=False) if as_text else document, broker)  # type: ignore[arg-type]
    _, told = heard(broker.body)
    assert [problem.pointer for problem in told.data.problems] == ["/data/tournament/name"]


def test_what_is_no_mapping_comes_through_the_door_of_celery():
    broker = _Broker()
    append([1], broker)  # type: ignore[arg-type]
    with pytest.raises(Unaddressable, match="an array; accepted: an object"):
        answer(broker.body, systems=SYSTEMS)
