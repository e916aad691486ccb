"""What one player did in one round: exactly one record."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from nextround.core.tournament.players import PairingNumber
from nextround.core.tournament.points import MatchScore, Points, PointSystem


class Colour(Enum):
    """White or Black; the value is the letter in a squeezed colour history."""

    __hash__ = object.__hash__  # members are looked up by the million; the hash of Enum is slow

    WHITE = "W"
    BLACK = "B"

    @property
    def opposite(self) -> "Colour":
        """The other colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE

    @property
    def word(self) -> str:
        """The colour as the Handbook writes it: White, Black."""
        return "White" if self is Colour.WHITE else "Black"


class Outcome(Enum):
    """One side's result of a game. The two sides need not add up: 0-0 and ½-0 occur."""

    __hash__ = object.__hash__  # members are looked up by the million; the hash of Enum is slow

    WIN = "1"
    DRAW = "="
    LOSS = "0"


class Kind(Enum):
    """The ways to spend a round."""

    __hash__ = object.__hash__  # members are looked up by the million; the hash of Enum is slow

    PLAYED = "played"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    PAB = "pairing-allocated bye"
    FULL_POINT_BYE = "full-point bye"
    HALF_POINT_BYE = "half-point bye"
    ZERO_POINT_BYE = "zero-point bye"
    ABSENT = "absent"
    NOT_ENTERED = "not yet entered"


#: Kinds that a player may have asked for, or been given, before a round is paired.
UNAVAILABLE = frozenset(
    {
        Kind.PAB,
        Kind.FULL_POINT_BYE,
        Kind.HALF_POINT_BYE,
        Kind.ZERO_POINT_BYE,
        Kind.ABSENT,
        Kind.NOT_ENTERED,
    }
)


@dataclass(frozen=True, slots=True)
class Record:
    """One player's one round.

    ``opponent`` and ``colour`` are set for a game and for a forfeit (there the colour is the allotted one, kept
    for display: it counts for nothing). ``outcome`` is set for a game. An adjourned game is a draw for
    pairing (C.04.2 (2026) 3.1). An unrated game (under one move) is played like any other. ``match`` is set where a
    round is a match of several games: what it brought stands there, and a played match may be without colour.
    """

    kind: Kind
    opponent: PairingNumber | None = None
    colour: Colour | None = None
    outcome: Outcome | None = None
    adjourned: bool = False
    rated: bool = True
    match: MatchScore | None = None

    @property
    def played(self) -> bool:
        """Whether a game was played: only then is it a meeting and counts its colour (C.04.2 (2026) 3.4, 3.5)."""
        return self.kind is Kind.PLAYED


@lru_cache(maxsize=64)
def worth(system: PointSystem) -> Mapping[Kind | Outcome, Points]:
    """Table what every outcome of a game and every kind of unplayed round is worth, in tenths."""
    return {
        Outcome.WIN: system.win,
        Outcome.DRAW: system.draw,
        Outcome.LOSS: system.loss,
        Kind.FORFEIT_WIN: system.forfeit_win,
        Kind.FORFEIT_LOSS: system.forfeit_loss,
        Kind.PAB: system.pab,
        Kind.FULL_POINT_BYE: system.full_point_bye,
        Kind.HALF_POINT_BYE: system.half_point_bye,
        Kind.ZERO_POINT_BYE: system.zero_point_bye,
        Kind.ABSENT: system.zero_point_bye,
        Kind.NOT_ENTERED: system.zero_point_bye,
    }


def points_of(record: Record, system: PointSystem) -> Points:
    """Say what a record is worth, in tenths."""
    return worth(system)[record.outcome or record.kind] if record.match is None else record.match.primary
