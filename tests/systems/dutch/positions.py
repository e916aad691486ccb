"""How the tests of the articles write down a position, and what they ask of it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.builders import question
from tests.systems.dutch.editions import answer
from worker.pairing import RoundToPair
from worker.systems.dutch import rounds
from worker.tournament import PointSystem

THREE_ONE_NOTHING = PointSystem.of(30, 10)
article: Callable[..., pytest.MarkDecorator] = pytest.mark.article


def decides(which: str, pins: pytest.MarkDecorator, why: str, asked: RoundToPair, wanted: str) -> Any:
    """Name the criterion, its article, what it prefers to what, the position, and the answer."""
    return pytest.param(asked, wanted, why, id=which, marks=pins)


def answers(edition: str, asked: RoundToPair, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Ask the engine as it is, and with nothing but its table of criteria as weights: the rest are short cuts."""
    as_it_is = answer(asked, edition)
    monkeypatch.setattr(rounds._Round, "simple", lambda *_: None)
    return {as_it_is, answer(asked, edition)}


def only(present: tuple[int, int], n: int, *rounds: str, of: int | None = None) -> RoundToPair:
    """Ask for a round in which only two of n players are there, so that nothing but their past matters."""
    return question(n, *rounds, of=of, unavailable={tpn: "half" for tpn in range(1, n + 1) if tpn not in present})
