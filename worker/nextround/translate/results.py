"""Results and points, from the wire to the domain."""

from __future__ import annotations

from collections.abc import Mapping

from nextround_schemas import fragments as wire

from nextround.core.tournament import Kind, Outcome, Points, PointSystem
from nextround.core.tournament.matches import Game

#: What a result is for White, or the side named first, and for the other.
ENDS: Mapping[str, Game] = {
    "1-0": (Outcome.WIN, Outcome.LOSS),
    "0-1": (Outcome.LOSS, Outcome.WIN),
    "1/2-1/2": (Outcome.DRAW, Outcome.DRAW),
    "0-0": (Outcome.LOSS, Outcome.LOSS),
    "1/2-0": (Outcome.DRAW, Outcome.LOSS),
    "0-1/2": (Outcome.LOSS, Outcome.DRAW),
    "adjourned": (Outcome.DRAW, Outcome.DRAW),
    "1F-0F": (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS),
    "0F-1F": (Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN),
    "0F-0F": (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS),
}


def point_system(points: wire.PointSystem) -> PointSystem:
    """Take over what results are worth."""
    return PointSystem(**{key: tenths(worth) for key, worth in points.in_full().model_dump().items()})


def tenths(points: float) -> Points:
    """Make tenths of a number with one decimal."""
    return round(points * 10)
