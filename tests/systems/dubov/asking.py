"""A field with the ratings that the Dubov system needs, and its long way alone."""

import pytest
from nextround.core.systems.dubov import upfloaters
from nextround.core.tournament import Player


def rated(count: int) -> tuple[Player, ...]:
    """Rate every player 10 points below the one before, from 2390 down."""
    return tuple(Player(tpn, f"P{tpn:02}", f"P{tpn:02}", 2400 - 10 * tpn) for tpn in range(1, count + 1))


def by_weights_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away all that is looked for before every criterion is weighed."""
    monkeypatch.setattr(
        upfloaters,
        "_in_turn",
        lambda field, inside, below: [upfloaters._best(field, field.rows, inside.alive, below.alive, ())],
    )
