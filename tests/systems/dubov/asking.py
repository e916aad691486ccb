"""A field with the ratings that the Dubov system needs."""

from nextround.core.tournament import Player


def rated(count: int) -> tuple[Player, ...]:
    """Rate every player 10 points below the one before, from 2390 down."""
    return tuple(Player(tpn, f"P{tpn:02}", f"P{tpn:02}", 2400 - 10 * tpn) for tpn in range(1, count + 1))
