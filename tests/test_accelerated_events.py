"""Accelerated events: from the wire to the answer, and what is refused."""

import json
from typing import Any

import pytest
from nextround.registry import registry
from nextround.service import answer

from tests.schemas.events import event

Json = dict[str, Any]


def data(acceleration: str, **changes: Any) -> Json:
    """The data of the answer to an event of six players, five rounds, the third to be paired."""
    pairing = {"system": "vega", "acceleration": acceleration}
    body = json.dumps(event(pairing=pairing, **changes)).encode()
    answered: Json = json.loads(answer(body, systems=registry()).event)["data"]
    return answered


@pytest.mark.article("C.04.7 (2026) 1.2", "C.04.7 (2026) 1.4")
def test_the_answer_names_the_text_by_date_and_tells_the_groups():
    paired = data("baku")
    assert paired["acceleration"] == "baku-2026"
    told = paired["trace"][0]
    assert (told["article"], told["kind"], told["players"]) == ("C.04.7 (2026) 1.2", "field", [1, 2, 3, 4])
    assert told["facts"] == [
        {"kind": "players", "name": "first and last of GA", "players": [1, 4]},
        {"kind": "players", "name": "first and last of GB", "players": [5, 6]},
        {
            "kind": "values",
            "name": "virtual points",
            "parts": 10,
            "values": [{"player": tpn, "value": 0.5} for tpn in (1, 2, 3, 4)],
        },
    ]


@pytest.mark.article("C.04.5.1 (2016) 1")
def test_the_text_of_2016_is_refused_for_five_rounds_with_its_article():
    refused = data("baku-2016")
    (problem,) = refused["problems"]
    assert (problem["code"], problem["pointer"], problem["article"]) == (
        "acceleration-not-allowed",
        "/data/pairing/acceleration",
        "C.04.5.1 (2016) 1",
    )
    assert refused["final"] is False


@pytest.mark.article("C.04.7 (2026) 1.4")
def test_given_virtual_points_that_differ_from_the_computed_ones_are_refused_player_by_player():
    given = [{"player": "p1", "points": [1, 1, 0.5]}, {"player": "p5", "points": [1, 1, 0.5]}]
    refused = data("baku-2026", virtual_points=given)
    assert [problem["message"].split(" is ")[0] for problem in refused["problems"]] == [
        f'player "p{tpn}"' for tpn in (2, 3, 4, 5)
    ]
    assert {problem["pointer"] for problem in refused["problems"]} == {"/data/virtual_points"}


def test_given_virtual_points_that_agree_are_paired():
    given = [{"player": f"p{tpn}", "points": [1, 1, 0.5]} for tpn in (1, 2, 3, 4)]
    assert data("baku-2026", virtual_points=given)["boards"] == data("baku-2026")["boards"]
