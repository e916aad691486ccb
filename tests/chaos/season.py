"""A whole tournament as its platform tells it: an event after each round."""

PLAYERS = 20


def season(tournament, rounds=9):
    """Return the events that ask for round 1, 2 …: pairs by the circle method, and all games drawn."""
    played = []
    events = []
    for number in range(1, rounds + 1):
        events.append(
            {
                "specversion": "1.0",
                "id": f"{tournament}/{number}",
                "source": "/platform",
                "type": "io.nextround.round.finished.v1",
                "subject": tournament,
                "data": {
                    "tournament": {"id": tournament, "number_of_rounds": rounds, "initial_colour": "white"},
                    "pairing": {"system": "dutch", "edition": "2026"},
                    "round": number,
                    "revision": 1,
                    "players": [{"id": f"p{tpn}", "tpn": tpn} for tpn in range(1, PLAYERS + 1)],
                    "rounds": list(played),
                },
            }
        )
        played.append({"round": number, "games": _games(number)})
    return events


def _games(number):
    circle = [1, *(2 + (place + number) % (PLAYERS - 1) for place in range(PLAYERS - 1))]
    pairs = [(circle[i], circle[-1 - i]) for i in range(PLAYERS // 2)]
    return [
        {"white": f"p{a if (number + i) % 2 else b}", "black": f"p{b if (number + i) % 2 else a}", "result": "1/2-1/2"}
        for i, (a, b) in enumerate(pairs)
    ]
