"""The Burstein system where a test is about the rounds after the seeding ones only."""

from nextround.core.pairing import RoundPairing, RoundToPair
from nextround.core.systems.burstein import Burstein, Options


class NoSeeding:
    """Stands for the system of the seeding rounds, and refuses to pair one."""

    def pair(self, asked: RoundToPair) -> RoundPairing:
        raise AssertionError(f"round {asked.round_number} is no seeding round")


def late(*, series_reaches_this_round: bool = True, weights_only: bool = False) -> Burstein:
    return Burstein(NoSeeding(), Options(series_reaches_this_round), weights_only=weights_only)
