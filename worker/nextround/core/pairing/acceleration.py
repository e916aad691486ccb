"""Acceleration: virtual points on top of the real ones. It composes with any system that goes by scores."""

from typing import Protocol

from nextround.core.pairing.round_to_pair import VirtualPoints
from nextround.core.pairing.trace import FieldStep
from nextround.core.tournament import InvalidTournament, Kind, PairingNumber, Problem, Tournament, format_points


class Acceleration(Protocol):
    """Whatever gives virtual points. Pure, like a system."""

    def virtual_points(self, tournament: Tournament) -> VirtualPoints:
        """Give each player's virtual points for every round from 1 to the one to be paired, in tenths.

        The whole history is needed: floats of past rounds are judged on the pairing scores of those rounds. Raises
        InvalidTournament where the text doesn't allow the acceleration.
        """
        ...

    def explain(self, tournament: Tournament) -> FieldStep:
        """Tell who is accelerated and by how much: the first step of the trace."""
        ...


def agree(tournament: Tournament, computed: VirtualPoints, name: str, article: str) -> None:
    """Refuse virtual points that the tournament carries as well if they differ; raise naming every such player.

    Rounds in which a player had not entered, and those after the one to be paired, don't matter.
    """
    if not tournament.virtual_points:
        return
    problems = []
    for player in tournament.players:
        given, wanted = tournament.virtual_points.get(player.tpn, ()), computed.get(player.tpn, ())
        for number, kind in enumerate(kinds(tournament, player.tpn), start=1):
            theirs, ours = sum(given[number - 1 : number]), sum(wanted[number - 1 : number])
            if theirs != ours and kind is not Kind.NOT_ENTERED:
                message = (
                    f"player {player.label} is given {format_points(theirs)} virtual points in round {number} and has "
                    f"{format_points(ours)} by {name}; leave out either the points or the acceleration"
                )
                problems.append(Problem("virtual-points-differ", message, "/virtual_points", article))
                break
    if problems:
        raise InvalidTournament(problems)


def kinds(tournament: Tournament, tpn: PairingNumber) -> tuple[Kind | None, ...]:
    """List what a player did, round by round, and what he is known to do in the coming one, else None."""
    records = tournament.records.get(tpn, ())
    return (*(record.kind for record in records), tournament.unavailable.get(tpn))
