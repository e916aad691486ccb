"""Why a round is paired as it is: one type for each kind of decision, told apart by `kind`.

Players are given by their pairing numbers, points as decimal numbers.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from nextround_schemas.fragments import Published

Players = list[int]
Meeting = Annotated[list[int], Field(min_length=2, max_length=2)]


class NumberFact(Published):
    """A number of a system's own."""

    kind: Literal["number"]
    name: str
    value: int


class PlayersFact(Published):
    """Players who have something in common, in their order."""

    kind: Literal["players"]
    name: str
    players: Players


class PlayerValue(Published):
    """What one player has."""

    player: int
    value: float


class ValuesFact(Published):
    """A number of each of some players, such as the Buchholz; whole numbers of `parts` of one."""

    kind: Literal["values"]
    name: str
    parts: int = Field(ge=1, description="Of how many parts one is made: 10 where values are points, 1 for integers.")
    values: list[PlayerValue]


Fact = Annotated[NumberFact | PlayersFact | ValuesFact, Field(discriminator="kind")]


class PassedOver(Published):
    """A player who came before the chosen one in the order, and why it was not he."""

    player: int
    reason: str
    article: str | None = Field(description="The article that says so, where there is one.")


class CriterionValue(Published):
    """How far a bracket fails a criterion: `count`, or for a criterion about scores the `points` of a list."""

    name: str = Field(examples=["C12"])
    article: str
    count: int | None
    points: list[float] | None


class FirstCandidate(Published):
    """The candidate that comes first by the rules of order, where another one was taken."""

    pairs: list[Meeting]
    may_not_meet: list[Meeting] = Field(description="Its pairs that a rule forbids; then criteria were not looked at.")
    criteria: list[CriterionValue]


class Decision(Published):
    """What every step has: the article, a sentence in English, and what only its own system knows."""

    kind: str
    article: str
    reason: str
    facts: list[Fact]


class FieldStep(Decision):
    """Who is paired, in their order, or whom a parameter of the round is about."""

    kind: Literal["field"]
    players: Players


class ByeStep(Decision):
    """Who has no opponent, and who was passed over."""

    kind: Literal["bye"]
    player: int
    eligible: Players = Field(description="All who might have the bye, where the system looks at them; else empty.")
    passed_over: list[PassedOver]


class BracketStep(Decision):
    """What was paired at once, and how."""

    kind: Literal["bracket"]
    name: str
    score: float | None = Field(description="Of the residents; null where there are none.")
    residents: Players
    moved_down: Players = Field(description="Who came into the bracket from above.")
    moved_up: Players = Field(description="Who came into the bracket from below.")
    downfloaters: Players = Field(description="Who leaves the bracket downwards.")
    upfloaters: Players = Field(description="Who leaves the bracket upwards.")
    pairs: list[Meeting] = Field(description="The higher ranked first.")
    criteria: list[CriterionValue] | None = Field(
        description="By priority; those that nothing fails may be left out. Null where the system has no criteria."
    )
    choice: Literal["completion", "alone", "perfect", "best"] | None = Field(
        description="`completion`: so many had to stay unpaired that all others can be paired. `alone`: one player "
        "floats. `perfect`: a candidate without failures. `best`: none is perfect, and the first of the best was taken."
    )
    first_candidate: FirstCandidate | None


class DivisionStep(Decision):
    """The two parts of the bracket of the step before, whose players meet across."""

    kind: Literal["division"]
    first: Players
    second: Players


class FloaterStep(Decision):
    """Who comes into the bracket of a step that follows, and who was passed over."""

    kind: Literal["floater"]
    player: int
    passed_over: list[PassedOver]


class PairStep(Decision):
    """Two who meet: `one` looked for an opponent, beginning at `target` where the system has one."""

    kind: Literal["pair"]
    one: int
    other: int
    target: int | None
    passed_over: list[PassedOver]


class ColourStep(Decision):
    """Who has White and who Black."""

    kind: Literal["colour"]
    white: int
    black: int


class WaiverStep(Decision):
    """A rule that does not hold in this round, or a pair that was undone."""

    kind: Literal["waiver"]
    players: Players


TraceStep = Annotated[
    FieldStep | ByeStep | BracketStep | DivisionStep | FloaterStep | PairStep | ColourStep | WaiverStep,
    Field(discriminator="kind"),
]
