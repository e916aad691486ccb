"""Matches of several games: two games with both colours, or the boards of two teams. Each becomes one record a side."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from nextround.core.tournament.players import PairingNumber
from nextround.core.tournament.points import MatchScore, Points, PointSystem
from nextround.core.tournament.rounds import Colour, Kind, Outcome, Record, worth

#: One side's result of one game: played, or forfeited.
Side = Outcome | Kind
#: A game of a match: the result of the side named first, and of the other.
Game = tuple[Side, Side]

_FORFEITED = Kind.FORFEIT_LOSS


def times(game: PointSystem, games: int, pab: Points) -> PointSystem:
    """Give the values of a match in which everything happens ``games`` times; ``pab`` is that of the whole bye."""
    return PointSystem(
        win=games * game.win,
        draw=games * game.draw,
        loss=games * game.loss,
        forfeit_win=games * game.forfeit_win,
        forfeit_loss=games * game.forfeit_loss,
        pab=pab,
        full_point_bye=games * game.full_point_bye,
        half_point_bye=games * game.half_point_bye,
        zero_point_bye=games * game.zero_point_bye,
    )


def double_points(game: PointSystem, pab: Points | None = None) -> PointSystem:
    """Give the values of a match of two games from those of a game.

    C.04.5 (2026) 1.3.2: the pairing-allocated bye is worth a game won and a game drawn, unless the event says otherwise
    with ``pab``.
    """
    return times(game, 2, game.win + game.draw if pab is None else pab)


def double_match(
    first: PairingNumber, second: PairingNumber, games: tuple[Game, Game], game: PointSystem
) -> tuple[Record, Record]:
    """Make both records of a match of two games; ``first`` has White in the first game.

    The match is forfeited, and may be repeated, only if a side forfeited both games (C.04.5 (2026) preface). D8:
    if each side forfeited one game, they have met, but nobody had a colour.
    """
    points = _points(games, game)
    lost = [all(result[side] is Kind.FORFEIT_LOSS for result in games) for side in (0, 1)]
    ends: list[Side] = [Kind.FORFEIT_LOSS if gone else Kind.FORFEIT_WIN for gone in lost]
    if not any(lost):
        ends = _compared(points)
    colour = Colour.WHITE if _played(games) or any(lost) else None
    return (
        _record(ends[0], second, colour, MatchScore(points[0])),
        _record(ends[1], first, colour and colour.opposite, MatchScore(points[1])),
    )


@dataclass(frozen=True, slots=True)
class TeamScoring:
    """How the matches of teams score.

    ``match`` values a match, ``game`` one of its ``boards`` games. ``primary`` says which of both is the score; the
    other one is the secondary score if ``secondary`` is true (C.04.6 (2026) 1.2). 1.4: the pairing-allocated bye is
    worth a drawn match and half of the boards: ``match.pab`` and ``pab``, in game points, say it.
    """

    match: PointSystem
    boards: int
    game: PointSystem = PointSystem()
    pab: Points | None = None
    primary: Literal["match", "game"] = "match"
    secondary: bool = True

    def score(self, match_points: Points, game_points: Points) -> MatchScore:
        """Put both scores in their places."""
        scores = (match_points, game_points) if self.primary == "match" else (game_points, match_points)
        return MatchScore(scores[0], scores[1] if self.secondary else 0)

    @property
    def game_points(self) -> PointSystem:
        """What all boards of a match bring together."""
        return times(self.game, self.boards, self.boards * self.game.draw if self.pab is None else self.pab)

    @property
    def points(self) -> PointSystem:
        """The values of a match in the primary score."""
        return self.match if self.primary == "match" else self.game_points


def team_match(
    first: PairingNumber, second: PairingNumber, boards: Sequence[Game], scoring: TeamScoring
) -> tuple[Record, Record]:
    """Make both records of a team match; ``boards`` is not empty, and ``first`` was scheduled White on its board 1.

    The match was played if any game was (C.04.6 (2026) 1.6.1); the match points compare the game points. D8:
    boards forfeited crosswise to a tie are a drawn match that nobody played and nobody won by forfeit.
    """
    points = _points(boards, scoring.game)
    ends = values = _compared(points)
    if not _played(boards):
        ends = [Kind.FORFEIT_WIN if value is Outcome.WIN else Kind.FORFEIT_LOSS for value in values]
        values = values if points[0] == points[1] > 0 else ends
    match = worth(scoring.match)
    scores = [scoring.score(match[value], mine) for value, mine in zip(values, points, strict=True)]
    return _record(ends[0], second, Colour.WHITE, scores[0]), _record(ends[1], first, Colour.BLACK, scores[1])


def team_bye(kind: Kind, scoring: TeamScoring) -> Record:
    """Make the record of a team without an opponent."""
    return Record(kind, match=scoring.score(worth(scoring.match)[kind], worth(scoring.game_points)[kind]))


def _points(games: Sequence[Game], system: PointSystem) -> tuple[Points, Points]:
    values = worth(system)
    return sum(values[mine] for mine, _ in games), sum(values[theirs] for _, theirs in games)


def _played(games: Sequence[Game]) -> bool:
    return any(isinstance(mine, Outcome) for mine, _ in games)


def _compared(points: tuple[Points, Points]) -> list[Side]:
    mine, theirs = points
    if mine == theirs:
        return [Outcome.DRAW, Outcome.DRAW]
    return [Outcome.WIN, Outcome.LOSS] if mine > theirs else [Outcome.LOSS, Outcome.WIN]


def _record(end: Side, opponent: PairingNumber, colour: Colour | None, score: MatchScore) -> Record:
    if isinstance(end, Outcome):
        return Record(Kind.PLAYED, opponent, colour, end, match=score)
    return Record(end, opponent, colour, match=score)
