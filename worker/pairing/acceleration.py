"""Acceleration: virtual points on top of the real ones. It composes with any system that goes by scores."""

from typing import Protocol

from worker.pairing.round_to_pair import VirtualPoints
from worker.tournament import Tournament


class Acceleration(Protocol):
    """Whatever gives virtual points. Pure, like a system."""

    def virtual_points(self, tournament: Tournament) -> VirtualPoints:
        """Give each player's virtual points for every round from 1 to the one to be paired, in tenths.

        The whole history is needed: floats of past rounds are judged on the pairing scores of those rounds. Raises
        InvalidTournament where the text doesn't allow the acceleration.
        """
        ...
