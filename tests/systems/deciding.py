"""How the tests of the articles write down a position that nothing but one rule decides."""

from collections.abc import Callable
from typing import Any

import pytest
from nextround.core.pairing import RoundToPair
from nextround.core.tournament import Player

from tests.builders import question

article: Callable[..., pytest.MarkDecorator] = pytest.mark.article


def decides(which: str, pins: pytest.MarkDecorator, why: str, asked: RoundToPair, wanted: str) -> Any:
    """Name the rule, its article, what it prefers to what, the position, and the answer."""
    return pytest.param(asked, wanted, why, id=which, marks=pins)


def only(
    present: tuple[int, int], players: int | tuple[Player, ...], *rounds: str, of: int | None = None, **facts: Any
) -> RoundToPair:
    """Ask for a round in which only two of the players are there, so that nothing but their past matters."""
    count = players if isinstance(players, int) else len(players)
    away = {tpn: "half" for tpn in range(1, count + 1) if tpn not in present}
    return question(players, *rounds, of=of, unavailable=away, **facts)
