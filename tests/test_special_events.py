"""Events of systems that are not an individual Swiss, from the event's bytes to the answer's."""

import json
from typing import Any

from schemas import Event, RoundPaired, RoundRefused
from tests.schemas.events import event
from worker.registry import registry
from worker.service import answer

Json = dict[str, Any]


def replied(document: Json, *, experimental: bool = False) -> RoundPaired | RoundRefused:
    found = answer(json.dumps(document).encode(), systems=registry(experimental=experimental))
    model = RoundPaired if found.outcome == "paired" else RoundRefused
    return Event[model].model_validate_json(found.event).data


def boards(reply: RoundPaired | RoundRefused) -> str:
    assert isinstance(reply, RoundPaired), reply
    return " ".join(f"{board.white.id}-{board.black.id}" for board in reply.boards)


def round_robin(size: int, number: int, rounds: list[Json], **changes: Any) -> Json:
    settings = {"id": "city-open-2026", "number_of_rounds": size - 1 + size % 2, "initial_colour": "white"}
    players = [{"id": f"p{tpn}", "tpn": tpn} for tpn in range(1, size + 1)]
    return event(
        **{"tournament": settings, "pairing": {"system": "berger"}, "round": number, "players": players}
        | {"rounds": rounds, "byes": []}
        | changes
    )


def test_a_round_robin_tells_who_rests_and_whose_opponent_is_absent():
    reply = replied(round_robin(5, 1, [], byes=[{"player": "p2", "kind": "absent"}]))
    assert boards(reply) == "p3-p4"
    assert [(left.player.id, left.reason) for left in reply.not_paired] == [
        ("p2", "absent"),
        ("p1", "rest"),
        ("p5", "opponent-absent"),
    ]
    assert reply.pab is None


def test_who_withdrew_from_a_round_robin_goes_on_losing_by_forfeit():
    players = [{"id": f"p{tpn}", "tpn": tpn} for tpn in range(1, 5)]
    players[3]["withdrawn_after"] = 1
    rounds = [
        {
            "round": 1,
            "games": [
                {"white": "p1", "black": "p4", "result": "1-0"},
                {"white": "p2", "black": "p3", "result": "1-0"},
            ],
        },
        {
            "round": 2,
            "games": [
                {"white": "p4", "black": "p3", "result": "0F-1F"},
                {"white": "p1", "black": "p2", "result": "1/2-1/2"},
            ],
        },
    ]
    reply = replied(round_robin(4, 3, rounds, players=players))
    assert boards(reply) == "p3-p1"
    assert [(left.player.id, left.reason) for left in reply.not_paired] == [
        ("p4", "withdrawn"),
        ("p2", "opponent-absent"),
    ]


def test_a_number_of_rounds_that_is_not_the_table_s_is_refused():
    reply = replied(round_robin(6, 1, [], pairing={"system": "berger", "options": {"cycles": 2}}))
    assert isinstance(reply, RoundRefused)
    assert [(problem.code, problem.pointer) for problem in reply.problems] == [
        ("wrong-number-of-rounds", "/data/tournament/number_of_rounds")
    ]


def test_an_experimental_system_is_refused_until_the_operator_allows_it_and_then_says_so():
    document = event(pairing={"system": "lim-2026-c1"}, round=1, rounds=[], byes=[])
    refused = replied(document)
    assert isinstance(refused, RoundRefused)
    assert [(problem.code, problem.pointer) for problem in refused.problems] == [
        ("experimental-system", "/data/pairing/system")
    ]
    reply = replied(document, experimental=True)
    assert boards(reply) == "p1-p4 p5-p2 p3-p6"
    assert [warning.code for warning in reply.warnings] == ["experimental-system"]
