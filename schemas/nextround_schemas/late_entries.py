"""What an event says of players before their first round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from nextround_schemas.raw import Fault, Place, get, items, name, text, whole

#: Byes that bring points, whatever the event counts for them.
BYES_WITH_POINTS = ("pab", "full-point", "half-point")


def not_entered_any_more(data: object, round_number: int | None) -> Iterator[Fault]:
    """Find `not-entered` after a game or a bye with points: who has taken part has entered."""
    entered: dict[str, int] = {}
    late: list[tuple[int, Place, str]] = []
    for place, recorded in items(data, "rounds"):
        number = whole(get(recorded, "round"))
        if number is None:
            continue
        for _, game in chain(items(recorded, "games"), items(recorded, "matches")):
            for player in (text(get(game, "white")), text(get(game, "black"))):
                if player is not None:
                    entered[player] = min(number, entered.get(player, number))
        for at, bye in items(recorded, "byes", *place):
            player, kind = text(get(bye, "player")), get(bye, "kind")
            if player is not None and kind in BYES_WITH_POINTS:
                entered[player] = min(number, entered.get(player, number))
            elif player is not None and kind == "not-entered":
                late.append((number, at, player))
    if round_number is not None:
        for at, bye in items(data, "byes"):
            player = text(get(bye, "player"))
            if player is not None and get(bye, "kind") == "not-entered":
                late.append((round_number, at, player))
    for number, at, player in late:
        if entered.get(player, number) < number:
            message = (
                f"{name(player)} is `not-entered` in round {number} but took part in round {entered[player]}; "
                "accepted is `absent`"
            )
            yield Fault((*at, "kind"), "not-entered-after-playing", message)
