"""The facts of a tournament before the round to be paired."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from nextround.core.tournament.players import PairingNumber, Player
from nextround.core.tournament.points import Points, PointSystem
from nextround.core.tournament.rounds import Colour, Kind, Record

#: Two games with both colours, or the boards of two teams.
MatchKind = Literal["two-games", "teams"]


@dataclass(frozen=True, slots=True)
class ForbiddenPairs:
    """Players of whom no two may meet, in rounds ``first_round`` to ``last_round`` (None: to the end)."""

    players: tuple[PairingNumber, ...]
    first_round: int = 1
    last_round: int | None = None

    def applies(self, round_number: int) -> bool:
        """Whether the prohibition holds in that round."""
        return self.first_round <= round_number and (self.last_round is None or round_number <= self.last_round)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A snapshot: everything that pairing the round ``round_number`` may depend on.

    ``players`` ascend by pairing number, without gaps being required. ``records[tpn]`` has one record for each
    of the rounds 1 to ``round_number - 1``. ``unavailable`` names who is not paired in the coming round and
    what he has instead; a player with ``withdrawn_after`` set is not paired either. ``virtual_points[tpn]`` are
    given points of an acceleration, by round from 1, in tenths; whoever or whatever is missing has none.
    ``initial_colour`` is the lot before round 1, or None where nobody has drawn it. ``matches`` says what a round is
    where it is not a single game; the players may be teams then. ``fixed_pairs`` are the pairs of the coming round that
    the arbiter has made himself, White first; the others are paired as if those were not there.
    """

    number_of_rounds: int
    round_number: int
    players: tuple[Player, ...]
    records: Mapping[PairingNumber, tuple[Record, ...]]
    unavailable: Mapping[PairingNumber, Kind] = field(default_factory=dict)
    initial_colour: Colour | None = None
    points: PointSystem = PointSystem()
    forbidden_pairs: tuple[ForbiddenPairs, ...] = ()
    virtual_points: Mapping[PairingNumber, tuple[Points, ...]] = field(default_factory=dict)
    fixed_pairs: tuple[tuple[PairingNumber, PairingNumber], ...] = ()
    id: str = ""
    name: str = ""
    first_round_date: date | None = None
    matches: MatchKind | None = None
