"""The Burstein system where a test is about the rounds after the seeding ones only, and its long way alone."""

import pytest
from nextround.core.pairing import RoundPairing, RoundToPair
from nextround.core.systems.burstein import Burstein, Options, brackets


class NoSeeding:
    """Stands for the system of the seeding rounds, and refuses to pair one."""

    def pair(self, asked: RoundToPair) -> RoundPairing:
        raise AssertionError(f"round {asked.round_number} is no seeding round")


def late(*, series_reaches_this_round: bool = True) -> Burstein:
    return Burstein(NoSeeding(), Options(series_reaches_this_round))


def by_weights_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away all that is looked for before every criterion is weighed."""
    monkeypatch.setattr(brackets, "_usual", lambda bracket: None)
    monkeypatch.setattr(brackets, "_best", lambda bracket: brackets._weighed(bracket)[:2])
