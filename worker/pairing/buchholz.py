"""Sums over past opponents' present points."""

from collections.abc import Set

from worker.pairing.round_to_pair import RoundToPair
from worker.tournament import Kind, PairingNumber, Points


def buchholz(question: RoundToPair, own_points_for: Set[Kind]) -> dict[PairingNumber, Points]:
    """Add up, for everybody, the points that his opponents have now; in tenths, without virtual points.

    A round without a game counts the player's own present points where its kind is one of ``own_points_for``, else
    nothing.
    """
    points = {tpn: competitor.points for tpn, competitor in question.everyone.items()}
    return {
        tpn: sum(
            points[record.opponent]
            if record.played and record.opponent is not None
            else points[tpn]
            if record.kind in own_points_for
            else 0
            for record in competitor.history.records
        )
        for tpn, competitor in question.everyone.items()
    }
