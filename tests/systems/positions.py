"""Positions given by what a system sees, without the rounds that led to them: for vectors of a rules paper."""

from dataclasses import dataclass

from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.tournament import Colour, History, Kind, Outcome, Player, PointSystem, Record

#: The opponent of every recorded game; he is not in the field.
NOBODY = 99


@dataclass(frozen=True)
class At:
    """A participant: score in points, colours of the games played, opponents met.

    ``floated``: met another score in the last round. ``barred``: had the bye. ``before`` is the score before the last
    round and ``last`` the opponent in it, where that matters.
    """

    tpn: int
    score: float
    colours: str = ""
    met: tuple[int, ...] = ()
    floated: bool = False
    barred: bool = False
    rating: int = 0
    before: float | None = None
    last: int = NOBODY


def position(
    round_number: int, of: int, *players: At, initial: Colour | None = Colour.WHITE, points: PointSystem | None = None
) -> RoundToPair:
    """Build the question of a round in which all ``players`` are paired."""
    everyone = {player.tpn: _competitor(player, round_number) for player in players}
    nobody = At(NOBODY, 0, "")
    return RoundToPair(
        round_number=round_number,
        number_of_rounds=of,
        initial_colour=initial,
        points=points or PointSystem(),
        competitors=tuple(sorted(everyone.values(), key=lambda c: (-c.score, c.tpn))),
        everyone=everyone | {NOBODY: _competitor(nobody, round_number)},
        unavailable={NOBODY: Kind.ABSENT},
    )


def _competitor(player: At, round_number: int) -> Competitor:
    games = [Record(Kind.PLAYED, NOBODY, Colour(colour), Outcome.DRAW) for colour in player.colours]
    if games:
        games[-1] = Record(Kind.PLAYED, player.last, Colour(player.colours[-1]), Outcome.DRAW)
    byes = [Record(Kind.PAB)] if player.barred else []
    absences = [Record(Kind.ABSENT)] * (round_number - 1 - len(games) - len(byes))
    score = round(10 * player.score)
    before = (-1 if player.floated else 0) if player.before is None else round(10 * player.before)
    scores = (*[0] * (round_number - 2), *([before] if round_number > 1 else []), score)
    history = History((*absences, *byes, *games), player.colours, frozenset(player.met), scores)
    return Competitor(Player(player.tpn, str(player.tpn), rating=player.rating), history, scores)
