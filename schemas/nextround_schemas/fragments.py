"""The parts that the events are made of: players, games, byes, points, boards, problems.

Points are JSON numbers with at most one decimal (0.5, 1, 3): no tournament uses finer ones.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, FailFast, Field, JsonValue
from pydantic_core import PydanticCustomError


class Received(BaseModel):
    """What a platform sends. Strict types; unknown keys are ignored with a warning, so that the contract can grow."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class Published(BaseModel):
    """What NextRound sends. Nothing that is not declared here."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def _id(value: object) -> object:
    if isinstance(value, str):
        if 1 <= len(value) <= _LONGEST_ID and value.isprintable() and value == value.strip():
            return value
        wrong = "text" if 1 <= len(value) <= _LONGEST_ID else "id_too_long" if value else "id_too_short"
    else:
        wrong = "id_type"
    raise PydanticCustomError(
        wrong, f"Input should be a text of 1 to {_LONGEST_ID} printable characters, without blanks at its ends"
    )


_LONGEST_ID = 100


def _one_decimal(points: float) -> float:
    # The nearest double of n/10 is what a JSON parser makes of its decimal text, so this comparison is exact.
    if round(points * 10) / 10 != points:
        raise PydanticCustomError("points", "Input should have at most one decimal")
    return points


def _iso_date(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        if len(value) == len("2026-02-01"):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise PydanticCustomError("date", "Input should be a date as in 2026-02-01")


Item = TypeVar("Item")
Listed = Annotated[list[Item], FailFast()]
"""A list of which pydantic reports the first fault alone; `nextround_schemas.shapes` finds the others."""

Id = Annotated[str, Field(min_length=1, max_length=_LONGEST_ID), BeforeValidator(_id)]
KnownId = Annotated[str, Field(description="The id of one of `players`.")]
Points = Annotated[float, Field(ge=0, le=1000), AfterValidator(_one_decimal)]
RoundNumber = Annotated[int, Field(ge=1, le=999)]
PairingNumber = Annotated[int, Field(ge=1, le=99_999)]
Revision = Annotated[int, Field(ge=1, le=2**53 - 1)]
IsoDate = Annotated[date, BeforeValidator(_iso_date)]
Colour = Literal["white", "black"]
ByeKind = Literal["pab", "full-point", "half-point", "zero-point", "absent", "not-entered"]
Reason = Literal[
    "full-point", "half-point", "zero-point", "absent", "not-entered", "withdrawn", "rest", "opponent-absent"
]
Result = Literal[
    "1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "1F-0F", "0F-1F", "0F-0F", "adjourned"
]  # fmt: skip


class PointSystem(Received):
    """What a result is worth. A tournament that gives 1, 0.5 and 0 leaves this out."""

    win: Points
    draw: Points
    loss: Points = 0.0
    forfeit_win: Points | None = Field(default=None, description="Default: as a win.")
    forfeit_loss: Points | None = Field(default=None, description="Default: as a loss.")
    pab: Points | None = Field(default=None, description="The pairing-allocated bye. Default: as a win.")
    full_point_bye: Points | None = Field(default=None, description="Default: as a win.")
    half_point_bye: Points | None = Field(default=None, description="Default: as a draw.")
    zero_point_bye: Points = Field(default=0.0, description="Also of absent and not yet entered players.")

    def in_full(self) -> PointSystem:
        """Fill in the defaults."""
        defaults = {
            "forfeit_win": self.win,
            "forfeit_loss": self.loss,
            "pab": self.win,
            "full_point_bye": self.win,
            "half_point_bye": self.draw,
        }
        return self.model_copy(update={key: worth for key, worth in defaults.items() if getattr(self, key) is None})


class ForbiddenPairs(Received):
    """Players of whom no two may be paired with each other, in all rounds or in some."""

    players: Annotated[Listed[KnownId], Field(min_length=2)]
    first_round: RoundNumber = 1
    last_round: RoundNumber | None = Field(default=None, description="Default: the last round of the tournament.")


class MatchSettings(Received):
    """Says that every round is a match of several games; `tournament.points` are then the points of one game.

    The participants in `players` are the teams, or the players of a Double-Swiss.
    """

    kind: Literal["two-games", "teams"] = Field(
        description="`two-games`: two players, each once with White (C.04.5). `teams`: board against board (C.04.6)."
    )
    boards: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, description="Of `teams`: how many games a match has."
    )
    points: PointSystem | None = Field(
        default=None,
        description="Of `teams`: the match points. Default: 2, 1 and 0, and the pairing-allocated bye a drawn match.",
    )
    score: Literal["match-points", "game-points"] = Field(
        default="match-points", description="Of `teams`: the score by which they are paired."
    )
    secondary: bool = Field(
        default=True, description="Of `teams`: whether the other score counts for colours (C.04.6 4.2.2)."
    )
    pab: Points | None = Field(
        default=None,
        description="The game points of the pairing-allocated bye. Default: a game won and a game drawn in a match of "
        "two games; half of the boards for a team.",
    )


class TournamentSettings(Received):
    """What was announced before the first round."""

    id: Id
    name: Annotated[str, Field(max_length=200)] | None = None
    first_round_date: IsoDate | None = Field(
        default=None, description="Chooses the edition of the rules where `pairing.edition` does not name it."
    )
    number_of_rounds: RoundNumber | None = Field(
        default=None, description="Of the whole tournament; the last round has rules of its own."
    )
    initial_colour: Colour | None = Field(
        default=None, description="The colour drawn by lot before the first round. NextRound never draws lots."
    )
    points: PointSystem | None = None
    matches: MatchSettings | None = Field(
        default=None, description="Only where every round is a match of several games."
    )
    forbidden_pairs: Listed[ForbiddenPairs] = []


class PairingSettings(Received):
    """Who pairs, and how."""

    system: Annotated[str, Field(min_length=1, max_length=50, examples=["dutch", "amalfi", "vega"])]
    edition: Annotated[str, Field(min_length=1, max_length=20)] | None = Field(default=None, examples=["2026"])
    acceleration: Annotated[str, Field(min_length=1, max_length=50)] | None = Field(
        default=None, examples=["baku-2026"]
    )
    options: dict[str, JsonValue] = Field(default={}, description="Options of the system. An unknown one is refused.")


class Player(Received):
    """One entry of the list of participants. Names travel for people who read events; no pairing depends on them."""

    id: Id
    tpn: PairingNumber = Field(description="Tournament pairing number: 1 is the strongest of the initial list.")
    name: Annotated[str, Field(max_length=200)] | None = None
    rating: Annotated[int, Field(ge=0, le=99_999)] | None = None
    title: Annotated[str, Field(max_length=16)] | None = None
    federation: Annotated[str, Field(max_length=16)] | None = None
    club: Annotated[str, Field(max_length=200)] | None = None
    withdrawn_after: Annotated[int, Field(ge=0, le=999)] | None = Field(
        default=None,
        description="Not paired any more after this round; 0: never started. Later rounds need not mention them.",
    )
    points: Points | None = Field(
        default=None, description="If given, it must equal the sum of the recorded rounds; virtual points don't count."
    )


class Game(Received):
    """A game of a recorded round. `result` is null as long as it is missing; such a round can't be followed yet."""

    white: KnownId
    black: KnownId
    result: Result | None = Field(
        description="White's points first. `1F-0F`: White won by forfeit, nobody played; `0F-0F`: both forfeited. "
        "`adjourned`: counts as a draw for the pairing (C.04.2 3.1)."
    )
    unrated: bool = Field(
        default=False, description="Played for the pairing, but shorter than a move: TRF codes W, D, L."
    )


class LineUp(Received):
    """Who sat at one board of a match; for people who read events. No pairing depends on it."""

    white: Annotated[str, Field(max_length=200)] = Field(description="The player of the side that `white` names.")
    black: Annotated[str, Field(max_length=200)] = Field(description="The player of the side that `black` names.")


class Match(Received):
    """A match of a recorded round: of two games, or of the boards of two teams."""

    white: KnownId = Field(description="Who had White in the first game; or the team that had White on board 1.")
    black: KnownId
    results: Listed[Result | None] = Field(
        default=[],
        description="Of every game or board in order, the points of `white` first, whatever the colours. "
        "A missing one is null.",
    )
    forfeit: Literal["1F-0F", "0F-1F", "0F-0F"] | None = Field(
        default=None, description="The whole match was forfeited; then `results` is left out."
    )
    line_ups: Listed[LineUp] = Field(default=[], description="By board; may be left out.")


class Bye(Received):
    """A player without an opponent in a round.

    `pab`: the pairing-allocated bye; `full-point`, `half-point`, `zero-point`: requested byes; `absent`: did not come;
    `not-entered`: a late entry before the first round of theirs.
    """

    player: KnownId
    kind: ByeKind


class FixedPair(Received):
    """A pair of the round to pair that the arbiter has made himself; the others are paired without these two."""

    white: KnownId
    black: KnownId


class RecordedRound(Received):
    """A round that was paired before. Every player who had not withdrawn is in exactly one game or bye of it."""

    round: RoundNumber
    games: Listed[Game] = []
    matches: Listed[Match] = Field(default=[], description="In place of `games`, where `tournament.matches` says so.")
    byes: Listed[Bye] = []


class VirtualPoints(Received):
    """The virtual points of an accelerated player: one number a round, from round 1 to at least the round to pair."""

    player: KnownId
    points: Annotated[Listed[Points], Field(min_length=1, max_length=999)]


class PlayerRef(Published):
    """A player, by the platform's id and by pairing number."""

    id: str
    tpn: int


class Board(Published):
    """A pair of the round, and the table it sits at."""

    board: int = Field(ge=1)
    white: PlayerRef
    black: PlayerRef


class PairingAllocatedBye(Published):
    """The one player for whom an odd number leaves no opponent, and what it is worth."""

    player: PlayerRef
    points: float


class NotPaired(Published):
    """A player who has no opponent in this round by the event's own word, or by the table of a round robin.

    In a round robin `rest` is worth nothing, and `opponent-absent` is a win by forfeit.
    """

    player: PlayerRef
    reason: Reason


class Problem(Published):
    """One thing that is wrong, where it is (JSON pointer into the event), and what would be accepted."""

    code: str
    message: str
    pointer: str | None = None
    article: str | None = None


class Warning(Published):
    """Something that did not stand in the way, but that somebody should look at."""

    code: str
    message: str
    pointer: str | None = None
