"""The facts of a tournament: frozen values, standard library only."""

from nextround.core.tournament.errors import (
    InvalidOptions,
    InvalidTournament,
    InvariantViolation,
    NoLegalPairing,
    PairingError,
    Problem,
    UnknownSystem,
)
from nextround.core.tournament.history import History, histories
from nextround.core.tournament.matches import TeamScoring, double_match, double_points, team_bye, team_match
from nextround.core.tournament.players import PairingNumber, Player
from nextround.core.tournament.points import MatchScore, Points, PointSystem, format_points, parse_points
from nextround.core.tournament.rounds import UNAVAILABLE, Colour, Kind, Outcome, Record, points_of
from nextround.core.tournament.tournament import ForbiddenPairs, MatchKind, Tournament

__all__ = [
    "UNAVAILABLE",
    "Colour",
    "ForbiddenPairs",
    "History",
    "InvalidOptions",
    "InvalidTournament",
    "InvariantViolation",
    "Kind",
    "MatchKind",
    "MatchScore",
    "NoLegalPairing",
    "Outcome",
    "PairingError",
    "PairingNumber",
    "Player",
    "PointSystem",
    "Points",
    "Problem",
    "Record",
    "TeamScoring",
    "Tournament",
    "UnknownSystem",
    "double_match",
    "double_points",
    "format_points",
    "histories",
    "parse_points",
    "points_of",
    "team_bye",
    "team_match",
]
