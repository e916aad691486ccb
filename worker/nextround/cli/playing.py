"""A tournament that plays itself: what a platform knows, and how its games end by a fixed rule."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from nextround_schemas import DEFAULT_PREFIX, ROUND_FINISHED

Json = dict[str, Any]

TENTHS = {"1-0": (10, 0), "0-1": (0, 10), "1/2-1/2": (5, 5)}


def by_number(white: int, black: int, round_number: int) -> str:
    """Let the lower pairing number win; every fourth pair of numbers or so draws."""
    if (white + black + round_number) % 4 == 0:
        return "1/2-1/2"
    return "1-0" if white < black else "0-1"


@dataclass
class Playing:
    """A tournament in play; `names` by pairing number, from 1, without gaps.

    `id` is also what keeps two runs on one broker apart. `result` ends a game between White and Black of a round.
    Points are in tenths.
    """

    id: str
    names: dict[int, str]
    number_of_rounds: int
    pairing: Json
    prefix: str = DEFAULT_PREFIX
    result: Callable[[int, int, int], str] = by_number
    rounds: list[Json] = field(default_factory=list)

    @property
    def round(self) -> int:
        """The round to pair now."""
        return len(self.rounds) + 1

    def event(self) -> Json:
        """Write the event that asks for the pairing of that round."""
        return {
            "specversion": "1.0",
            "id": f"{self.id}/{self.round}",
            "source": "/nextround/demo",
            "type": ROUND_FINISHED.type(self.prefix),
            "data": {
                "tournament": {
                    "id": self.id,
                    "number_of_rounds": self.number_of_rounds,
                    "initial_colour": "white",
                },
                "pairing": self.pairing,
                "round": self.round,
                "revision": 1,
                "players": [{"id": str(tpn), "tpn": tpn, "name": name} for tpn, name in self.names.items()],
                "rounds": self.rounds,
            },
        }

    def play(self, paired: Json) -> None:
        """Play the round that `paired`, the data of a `round.paired`, holds."""
        games = [
            {
                "white": board["white"]["id"],
                "black": board["black"]["id"],
                "result": self.result(board["white"]["tpn"], board["black"]["tpn"], self.round),
            }
            for board in paired["boards"]
        ]
        byes = [{"player": paired["pab"]["player"]["id"], "kind": "pab"}] if paired["pab"] else []
        self.rounds.append({"round": self.round, "games": games, "byes": byes})

    def points(self) -> dict[int, int]:
        """Count everybody's points, in tenths."""
        points = dict.fromkeys(self.names, 0)
        for played in self.rounds:
            for game in played["games"]:
                white, black = TENTHS[game["result"]]
                points[int(game["white"])] += white
                points[int(game["black"])] += black
            for bye in played["byes"]:
                points[int(bye["player"])] += TENTHS["1-0"][0]
        return points


def written(tenths: int) -> str:
    """Write points as arbiters do."""
    whole, rest = divmod(tenths, 10)
    return f"{whole or ''}½" if rest == 5 else str(whole)
