"""How the tests of the quality criteria write down a position."""

from collections.abc import Callable
from typing import Any

import pytest

from worker.pairing import RoundToPair
from worker.systems.dutch import rounds
from worker.tournament import PointSystem

THREE_ONE_NOTHING = PointSystem.of(30, 10)
article: Callable[..., pytest.MarkDecorator] = pytest.mark.article


def decides(which: str, pins: pytest.MarkDecorator, why: str, asked: RoundToPair, wanted: str) -> Any:
    """Name the criterion, its article, what it prefers to what, the position, and the answer."""
    return pytest.param(asked, wanted, why, id=which, marks=pins)


def no_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the engine its table of criteria as weights, so that what the short way settles is asked of it too."""
    monkeypatch.setattr(rounds._Round, "simple", lambda *_: None)
