"""The Index of the Burstein system and the ranking by it (C.04.4.2 (2026) 1.7, 1.8)."""

from collections.abc import Mapping
from dataclasses import dataclass

from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.pairing.entrant import Entrant
from nextround.core.tournament import Kind, PairingNumber, Points, points_of

#: B-5: a zero-point bye is whatever keeps a player away without points; a forfeit loss is none.
ZERO_POINT_BYES = frozenset({Kind.ZERO_POINT_BYE, Kind.ABSENT, Kind.NOT_ENTERED})


@dataclass(frozen=True, slots=True)
class IndexedPlayer(Entrant):
    """A player to be paired. ``buchholz`` is in tenths of a point, ``sonneborn_berger`` in hundredths.

    His pairing score makes scoregroups and compares floaters, but does not rank.
    """

    buchholz: Points
    sonneborn_berger: int

    @property
    def rank(self) -> tuple[int, int, PairingNumber]:
        """Sort by it to rank (1.8): Buchholz, Sonneborn-Berger, pairing number; residents and floaters alike."""
        return -self.buchholz, -self.sonneborn_berger, self.tpn


def indexed_players(question: RoundToPair, *, series_reaches_this_round: bool) -> tuple[IndexedPlayer, ...]:
    """Compute everybody's Index, by the points of the standings: virtual points are no part of it.

    B-7: points of completed rounds only. B-8: registered points, whatever a bye or a win is worth.
    """
    own = {tpn: competitor.points for tpn, competitor in question.everyone.items()}
    for_opponents = {
        tpn: own[tpn] + question.points.draw * _series(question, competitor, series_reaches_this_round)
        for tpn, competitor in question.everyone.items()
    }
    return tuple(_contestant(question, competitor, own, for_opponents) for competitor in question.competitors)


def _series(question: RoundToPair, competitor: Competitor, reaches_this_round: bool) -> int:
    """Count the zero-point byes that his opponents see as draws (1.7.2.3): those of an unbroken series up to now.

    B-1: "up to the current round, each of the ones gathered in previous rounds": by default the player must be absent
    from this round too, else these words would say nothing. The other reading takes any series that ends with the
    round before.
    """
    if reaches_this_round and question.unavailable.get(competitor.tpn) not in ZERO_POINT_BYES:
        return 0
    count = 0
    for record in reversed(competitor.history.records):
        if record.kind not in ZERO_POINT_BYES:
            break
        count += 1
    return count


def _contestant(
    question: RoundToPair,
    competitor: Competitor,
    own: Mapping[PairingNumber, Points],
    for_opponents: Mapping[PairingNumber, Points],
) -> IndexedPlayer:
    """Add up opponents' points, and products of points; a round without a game is one against oneself (1.7.2)."""
    buchholz = sonneborn_berger = 0
    for record in competitor.history.records:
        met = record.opponent if record.played else None
        points = own[competitor.tpn] if met is None else for_opponents[met]
        buchholz += points
        sonneborn_berger += points * points_of(record, question.points)
    return IndexedPlayer(competitor, buchholz, sonneborn_berger)
