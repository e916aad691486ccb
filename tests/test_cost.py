"""What reading costs: counted in steps of the interpreter, for twice the bytes at most about twice as many."""

import json
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from nextround import document, service
from nextround.document import MOST_DEPTH
from nextround.registry import registry

SYSTEMS = registry()
Made = Callable[[int], bytes]


def event(**data: Any) -> bytes:
    whole = {
        "specversion": "1.0",
        "id": "cost/1",
        "source": "/test",
        "type": "io.nextround.round.finished.v1",
        "data": {
            "tournament": {"id": "cost", "number_of_rounds": 9, "initial_colour": "white"},
            "pairing": {"system": "amalfi"},
            "round": 1,
            "revision": 1,
            "players": players(4),
            "rounds": [],
        }
        | data,
    }
    return json.dumps(whole, ensure_ascii=False).encode()


def players(number: int, **more: Any) -> list[dict[str, Any]]:
    return [{"id": f"p{tpn}", "tpn": tpn} | more for tpn in range(1, number + 1)]


def raw(options: str) -> bytes:
    """Put a text of JSON in the place of the options."""
    return event(pairing={"system": "amalfi", "options": {"x": "HERE"}}).replace(b'"HERE"', options.encode())


def report(*lines: str, number: int = 4) -> str:
    return "\n".join([*lines, *(f"001 {tpn:4}" for tpn in range(1, number + 1)), "XXR 9", "XXC white1", ""])


def reported(*lines: str, number: int = 4) -> bytes:
    return event(players=[], tournament={"id": "cost"}, trf=report(*lines, number=number))


def team_report(n: int) -> bytes:
    teams = [f"310 {team:3} {'T':65}{team:4}" for team in range(1, n + 1)]
    forfeits = [f"330 +-   {1:1} {2 * game - 1:3} {2 * game:3}" for game in range(1, n // 2 + 1)]
    return reported("192 FIDE_TEAM", *teams, *forfeits, number=n)


def withdrawn_and_empty_rounds(n: int) -> dict[str, Any]:
    return {
        "round": 999,
        "tournament": {"id": "cost", "number_of_rounds": 999, "initial_colour": "white"},
        "players": players(n, withdrawn_after=0),
        "rounds": [{"round": number} for number in range(1, n)],
    }


SHAPES: dict[str, Made] = {
    "numbers, deep, and one key twice": lambda n: raw("[" * 25 + "1," * n + '{"a":1,"a":2}' + "]" * 25),
    "objects with a key twice": lambda n: raw("[" + ",".join(['{"a":1,"a":2}'] * n) + "]"),
    "keys twice in one object": lambda n: raw("{" + ",".join(f'"{i // 2}":1' for i in range(n)) + "}"),
    "numbers that cannot be kept": lambda n: raw("[" + ",".join(["9007199254740993"] * n) + "]"),
    "numbers with exponents": lambda n: raw("[" + ",".join(["1e300"] * n) + "]"),
    "unknown keys": lambda n: event(**{f"k{i}": 1 for i in range(n)}),
    "unknown keys of other alphabets": lambda n: event(**{f"ключ{i}": 1 for i in range(n)}),
    "unknown options": lambda n: event(pairing={"system": "amalfi", "options": {f"k{i}": 1 for i in range(n)}}),
    "nested arrays": lambda n: b"[" * n + b"]" * n,
    "nested objects": lambda n: b'{"a":' * n + b"1" + b"}" * n,
    "nested arrays in options": lambda n: raw("[" * n + "]" * n),
    "empty objects": lambda n: raw("[" + ",".join(["{}"] * n) + "]"),
    "players without anything": lambda n: event(players=[{}] * n),
    "players": lambda n: event(players=players(n, withdrawn_after=0)),
    "players who are one": lambda n: event(players=players(1) * n),
    "rounds that are one": lambda n: event(round=9, rounds=[{"round": 1}] * n),
    "rounds without numbers": lambda n: event(round=9, rounds=[{}] * n),
    "rounds of nobody": lambda n: event(**withdrawn_and_empty_rounds(n)),
    "games of strangers": lambda n: event(round=2, rounds=[{"round": 1, "games": [{"white": "a", "black": "b"}] * n}]),
    "byes": lambda n: event(byes=[{"player": "p1", "kind": "absent"}] * n),
    "byes of nobody": lambda n: event(byes=[{}] * n),
    "a forbidden group": lambda n: event(
        players=players(n, withdrawn_after=0),
        tournament={
            "id": "cost",
            "number_of_rounds": 9,
            "initial_colour": "white",
            "forbidden_pairs": [{"players": [f"p{i}" for i in range(1, n + 1)]}],
        },
    ),
    "virtual points of strangers": lambda n: event(virtual_points=[{"player": "x", "points": [1]}] * n),
    "one long text": lambda n: event(name="x" * 20 * n),
    "escapes": lambda n: event().replace(b'"cost"', b'"' + b"\\u0041" * n + b'"'),
    "a report of nothing": lambda n: reported(*["999"] * n),
    "a report of prohibitions": lambda n: reported(*["XXP 1 2"] * n),
    "a report with virtual points of nought": lambda n: reported("XXA    1 " + " 0.0 " * n),
    "a report with byes": lambda n: reported(*[f"240 Z {1 + i % 9:3}    1" for i in range(n)]),
    "a report of players": lambda n: reported("XXZ " + " ".join(map(str, range(1, n + 1))), number=n),
    "a report of faults": lambda n: reported(*["XXP 7 8 9"] * n),
    "a report of teams": team_report,
}


def steps(work: Callable[[], object]) -> int:
    """Count the lines of our code, and of what writes the canonical form, that some work takes."""
    count = 0

    def trace(frame: FrameType, kind: str, argument: object) -> Any:
        nonlocal count
        if not frame.f_globals.get("__name__", "").startswith(("nextround", "rfc8785", "json")):
            return None
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def answered(body: bytes) -> None:
    try:
        found = service.answer(body, systems=SYSTEMS)
        assert found.outcome == "paired" or len(found.event) < 2 * len(body) + 100_000
    except service.Unaddressable:
        pass


@pytest.mark.parametrize("name", SHAPES)
def test_twice_the_bytes_are_at_most_twice_the_steps(name: str) -> None:
    made = SHAPES[name]
    small, large = made(400), made(800)
    answered(small)  # what is made once is made now
    few, many = steps(lambda: answered(small)), steps(lambda: answered(large))
    assert many < 2.2 * few + 500, (few, many)


def refused(body: bytes, **limits: int) -> list[tuple[str, str | None]]:
    found = service.answer(body, systems=SYSTEMS, **limits)
    assert found.outcome == "invalid-event"
    return [(problem["code"], problem["pointer"]) for problem in json.loads(found.event)["data"]["problems"]]


@pytest.mark.parametrize("depth", [MOST_DEPTH, 100, 250, 100_000])
def test_what_lies_too_deep_is_refused_with_its_place(depth: int) -> None:
    above = MOST_DEPTH - len(("data", "pairing", "options", "x"))
    assert refused(raw("[" * depth + "]" * depth)) == [("too-deep", "/data/pairing/options/x" + "/0" * above)]


def test_the_deepest_that_is_read_is_read() -> None:
    depth = MOST_DEPTH - len(("data", "pairing", "options", "x"))
    found = service.answer(raw("[" * depth + "]" * depth), systems=SYSTEMS)
    assert found.outcome == "invalid-options"


def test_too_many_members_are_refused_with_the_largest_part(monkeypatch: pytest.MonkeyPatch) -> None:
    body = event(rounds=[1] * 100)
    monkeypatch.setattr(document, "MOST_MEMBERS", 50)
    assert refused(body) == [("too-many-members", "/data/rounds")]


def test_too_many_players_are_refused_through_both_doors() -> None:
    teams = [f"310 {team:3} {'T':65}{team:4}" for team in range(1, 8)]
    assert refused(event(players=players(6)), max_players=5) == [("too-many-players", "/data/players")]
    assert refused(reported(number=6), max_players=5) == [("too-many-players", "/data/trf")]
    assert refused(reported(*teams, number=2), max_players=5) == [("too-many-players", "/data/trf")]
    assert service.answer(event(players=players(5)), systems=SYSTEMS, max_players=5).outcome == "paired"


def test_too_many_rounds_of_too_many_players_are_refused() -> None:
    assert refused(event(players=players(2000), round=999)) == [("too-many-records", "/data/round")]


def test_a_few_records_of_a_report_fill_no_millions_of_rounds() -> None:
    data = reported("250       1.0   1 999    1 2000", number=2000)
    found = json.loads(service.answer(data, systems=SYSTEMS).event)["data"]
    assert [problem["code"] for problem in found["problems"]] == ["too-large"]


def test_one_long_key_is_not_repeated_a_hundred_times() -> None:
    body = raw('{"' + "k" * 10_000 + '":[' + ",".join(["1e999"] * 200) + "]}")
    assert len(service.answer(body, systems=SYSTEMS).event) < 100_000
