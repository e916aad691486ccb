"""What the tests of the articles ask of a position, and how they write it down."""

import pytest

from tests.systems.deciding import article as article
from tests.systems.deciding import decides as decides
from tests.systems.deciding import only as only
from tests.systems.dutch.editions import answer
from worker.pairing import RoundToPair
from worker.systems.dutch import rounds
from worker.tournament import PointSystem

THREE_ONE_NOTHING = PointSystem.of(30, 10)


def answers(edition: str, asked: RoundToPair, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Ask the engine as it is, and with nothing but its table of criteria as weights: the rest are short cuts."""
    as_it_is = answer(asked, edition)
    monkeypatch.setattr(rounds._Round, "simple", lambda *_: None)
    return {as_it_is, answer(asked, edition)}
