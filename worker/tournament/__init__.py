"""The facts of a tournament: frozen values, standard library only."""

from worker.tournament.errors import (
    InvalidOptions,
    InvalidTournament,
    InvariantViolation,
    NoLegalPairing,
    PairingError,
    Problem,
    UnknownSystem,
)
from worker.tournament.history import History, histories
from worker.tournament.players import PairingNumber, Player
from worker.tournament.points import Points, PointSystem, format_points, parse_points
from worker.tournament.rounds import UNAVAILABLE, Colour, Kind, Outcome, Record, points_of
from worker.tournament.tournament import ForbiddenPairs, Tournament

__all__ = [
    "UNAVAILABLE",
    "Colour",
    "ForbiddenPairs",
    "History",
    "InvalidOptions",
    "InvalidTournament",
    "InvariantViolation",
    "Kind",
    "NoLegalPairing",
    "Outcome",
    "PairingError",
    "PairingNumber",
    "Player",
    "PointSystem",
    "Points",
    "Problem",
    "Record",
    "Tournament",
    "UnknownSystem",
    "format_points",
    "histories",
    "parse_points",
    "points_of",
]
