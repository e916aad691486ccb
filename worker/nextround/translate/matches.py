"""Matches of several games, from the wire to the domain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from nextround_schemas import fragments as wire

from nextround.core.tournament import (
    Kind,
    PairingNumber,
    PointSystem,
    Record,
    TeamScoring,
    double_match,
    double_points,
    team_bye,
    team_match,
)
from nextround.core.tournament.matches import Game
from nextround.translate.results import ENDS, point_system, tenths


@dataclass(frozen=True, slots=True)
class TwoGames:
    """Matches of two games; ``points`` are those of a whole match."""

    game: PointSystem
    points: PointSystem

    def match(self, found: wire.Match, white: PairingNumber, black: PairingNumber) -> tuple[Record, Record]:
        """Make the records of a match."""
        first, second = _games(found, 2)
        return double_match(white, black, (first, second), self.game)

    def bye(self, kind: Kind) -> Record:
        """Make the record of a round without an opponent."""
        return Record(kind)


@dataclass(frozen=True, slots=True)
class TeamMatches:
    """Matches of teams; ``points`` are those of a whole match, in the score by which teams are paired."""

    scoring: TeamScoring

    @property
    def points(self) -> PointSystem:
        """The points of a whole match."""
        return self.scoring.points

    def match(self, found: wire.Match, white: PairingNumber, black: PairingNumber) -> tuple[Record, Record]:
        """Make the records of a match."""
        return team_match(white, black, _games(found, self.scoring.boards), self.scoring)

    def bye(self, kind: Kind) -> Record:
        """Make the record of a round without an opponent."""
        return team_bye(kind, self.scoring)


def counting(settings: wire.MatchSettings, game: PointSystem) -> TwoGames | TeamMatches:
    """Say how the matches of an event count; ``game`` are the points of one game."""
    pab = None if settings.pab is None else tenths(settings.pab)
    if settings.kind == "two-games":
        return TwoGames(game, double_points(game, pab))
    points = settings.points or wire.PointSystem(win=2.0, draw=1.0)
    match = replace(point_system(points), pab=tenths(points.draw if points.pab is None else points.pab))
    primary: Literal["match", "game"] = "match" if settings.score == "match-points" else "game"
    return TeamMatches(TeamScoring(match, settings.boards or 0, game, pab, primary, settings.secondary))


def _games(found: wire.Match, games: int) -> list[Game]:
    return [ENDS[result or ""] for result in found.results] or [ENDS[found.forfeit or ""]] * games
