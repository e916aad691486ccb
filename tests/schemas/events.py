"""Events to start from: valid ones, which a test then breaks in one place."""

from copy import deepcopy
from typing import Any

from nextround_schemas import ROUND_FINISHED

SIX_PLAYERS: dict[str, Any] = {
    "tournament": {
        "id": "city-open-2026",
        "name": "City Open",
        "first_round_date": "2026-03-07",
        "number_of_rounds": 5,
        "initial_colour": "white",
    },
    "pairing": {"system": "amalfi"},
    "round": 3,
    "revision": 1,
    "players": [
        {"id": f"p{tpn}", "tpn": tpn, "name": f"Player {tpn}", "rating": 2300 - 50 * tpn} for tpn in range(1, 7)
    ],
    "rounds": [
        {
            "round": 1,
            "games": [
                {"white": "p1", "black": "p4", "result": "1-0"},
                {"white": "p5", "black": "p2", "result": "1/2-1/2"},
                {"white": "p3", "black": "p6", "result": "1F-0F"},
            ],
        },
        {
            "round": 2,
            "games": [
                {"white": "p3", "black": "p1", "result": "adjourned"},
                {"white": "p2", "black": "p4", "result": "0-1"},
            ],
            "byes": [{"player": "p5", "kind": "half-point"}, {"player": "p6", "kind": "absent"}],
        },
    ],
    "byes": [{"player": "p2", "kind": "zero-point"}],
}


def data(**changes: Any) -> dict[str, Any]:
    """The data of a valid event: six players, round 3 of 5; `changes` replace whole keys."""
    return deepcopy(SIX_PLAYERS) | changes


def event(**changes: Any) -> dict[str, Any]:
    """A valid event around `data(**changes)`."""
    return {
        "specversion": "1.0",
        "id": "1f0c6f1e-8a5e-4c1c-9d0e-6f2f0c1b7a10",
        "source": "https://platform.example/tournaments",
        "type": ROUND_FINISHED.type(),
        "subject": "city-open-2026",
        "time": "2026-03-08T16:40:00Z",
        "datacontenttype": "application/json",
        "data": data(**changes),
    }
