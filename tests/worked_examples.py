"""The worked tournaments of Amalfi and Vega as events, round by round, with what must come back.

The tournaments lie beside the tests of their systems; games are [White, Black, White's score].
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]

RESULTS = {1: "1-0", 0: "0-1", 0.5: "1/2-1/2"}


def examples(system: str) -> dict[str, Json]:
    """The worked tournaments of a system, by name."""
    path = Path(__file__).parent / "systems" / system / "examples.json"
    return {example["id"]: example for example in json.loads(path.read_text())}


def events(system: str, example: Json) -> Iterator[tuple[Json, Json]]:
    """Each round as an event and the round that must be the answer."""
    recorded: list[Json] = []
    for expected in example["rounds"]:
        yield (
            {
                "specversion": "1.0",
                "id": f"{example['id']}/{expected['round']}",
                "source": "/platform",
                "type": "io.nextround.round.finished.v1",
                "subject": example["id"],
                "data": {
                    "tournament": {
                        "id": example["id"],
                        "number_of_rounds": example["total_rounds"],
                        "initial_colour": "white",
                    },
                    "pairing": {"system": system, "options": example.get("options", {})},
                    "round": expected["round"],
                    "revision": 1,
                    "players": [
                        {"id": f"#{tpn}", "tpn": tpn, "name": f"P{tpn:02}"} for tpn in range(1, example["players"] + 1)
                    ],
                    "rounds": list(recorded),
                },
            },
            expected,
        )
        recorded.append(
            {
                "round": expected["round"],
                "games": [
                    {"white": f"#{white}", "black": f"#{black}", "result": RESULTS[score]}
                    for white, black, score in expected["games"]
                ],
                "byes": [{"player": f"#{expected['bye']}", "kind": "pab"}] if expected["bye"] else [],
            }
        )


def is_answered_by(expected: Json, data: Json) -> bool:
    """Whether the data of an answer has the boards, the colours and the bye of a worked round."""
    boards = {(board["white"]["tpn"], board["black"]["tpn"]) for board in data["boards"]}
    bye = data["pab"] and data["pab"]["player"]["tpn"]
    return boards == {(white, black) for white, black, _ in expected["games"]} and bye == expected["bye"]
