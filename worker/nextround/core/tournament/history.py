"""What the recorded rounds add up to, player by player."""

from collections.abc import Mapping
from dataclasses import dataclass

from nextround.core.tournament.players import PairingNumber
from nextround.core.tournament.points import Points
from nextround.core.tournament.rounds import Colour, Kind, Outcome, Record, worth
from nextround.core.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class History:
    """One player's past.

    ``records`` are by round. ``colours`` is the squeezed colour history: a letter ``W`` or ``B`` for each
    *played* game, oldest first (C.04.2 (2026) 3.4). ``opponents`` are those really met. ``scores[r]`` are the
    points after ``r`` rounds, so ``scores[0]`` is 0 and the last is the present score; in tenths. ``secondary`` is the
    present secondary score of a team.
    """

    records: tuple[Record, ...]
    colours: str
    opponents: frozenset[PairingNumber]
    scores: tuple[Points, ...]
    secondary: Points = 0

    @property
    def points(self) -> Points:
        """The points of the standings."""
        return self.scores[-1]

    @property
    def took_part(self) -> bool:
        """Whether the player was ever paired or had the pairing-allocated bye; a forfeit is a pairing too."""
        return any(record.opponent is not None or record.kind is Kind.PAB for record in self.records)


def histories(tournament: Tournament) -> Mapping[PairingNumber, History]:
    """Add up every player's records, by pairing number."""
    value = worth(tournament.points)
    return {player.tpn: _history(tournament.records.get(player.tpn, ()), value) for player in tournament.players}


def _history(records: tuple[Record, ...], value: Mapping[Kind | Outcome, Points]) -> History:
    total = secondary = 0
    scores = [0]
    colours = ""
    opponents = []
    for record in records:
        outcome, match = record.outcome, record.match
        if outcome is not None and record.opponent is not None:
            opponents.append(record.opponent)
            if record.colour is not None:
                colours += "W" if record.colour is Colour.WHITE else "B"
        if match is None:
            total += value[outcome or record.kind]
        else:
            total += match.primary
            secondary += match.secondary
        scores.append(total)
    return History(records, colours, frozenset(opponents), tuple(scores), secondary)
