"""Why: what was decided, by which article, about whom. One type for each kind of decision.

Players are pairing numbers, points are tenths, and both are tuples in the order that matters. ``reason`` is a sentence
for an arbiter, which the system makes beside its rule; programs read the fields and never the sentence.

| step | about |
|---|---|
| `FieldStep` | who is paired at all, the order, the parameters of the round |
| `ByeStep` | who gets the pairing-allocated bye, and who was passed over |
| `BracketStep` | a scoregroup or bracket: residents, floaters, pairs, criteria reached |
| `DivisionStep` | how the bracket before is divided into those who meet across |
| `FloaterStep` | somebody who comes from another scoregroup into the bracket that follows |
| `PairStep` | two players and why these |
| `ColourStep` | who has White, and the rule that says so |
| `WaiverStep` | a rule that had to be set aside |
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from nextround.core.tournament import PairingNumber, Points

Players = tuple[PairingNumber, ...]
Meetings = tuple[tuple[PairingNumber, PairingNumber], ...]


# What only one system knows


@dataclass(frozen=True, slots=True)
class NumberFact:
    """A number of a system's own, such as the offset of Amalfi."""

    name: str
    value: int
    kind: ClassVar[Literal["number"]] = "number"


@dataclass(frozen=True, slots=True)
class PlayersFact:
    """Players who have something in common, in their order, such as a column of Vega."""

    name: str
    players: Players
    kind: ClassVar[Literal["players"]] = "players"


@dataclass(frozen=True, slots=True)
class ValuesFact:
    """What each of some players has, such as his Buchholz: whole numbers, of which ``parts`` make one.

    Points are counted in tenths, 10 parts.
    """

    name: str
    values: tuple[tuple[PairingNumber, int], ...]
    parts: int = 10
    kind: ClassVar[Literal["values"]] = "values"


Fact = NumberFact | PlayersFact | ValuesFact


# The parts of steps


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A player who came before the chosen one in the order, and why it is not he; the article where one says so."""

    player: PairingNumber
    reason: str
    article: str = ""


@dataclass(frozen=True, slots=True)
class CriterionValue:
    """How far a bracket fails a criterion: a number, or the points of a list, in the order of their comparison."""

    name: str
    article: str
    value: int | tuple[Points, ...]
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class FirstCandidate:
    """The candidate that comes first by the rules of order; ``criteria`` are measured where all its pairs are legal."""

    pairs: Meetings
    may_not_meet: Meetings = ()
    criteria: tuple[CriterionValue, ...] = ()


#: What made the choice in a bracket: all below must be paired; one player alone floats; a candidate without failures;
#: or the first of the best.
Choice = Literal["completion", "alone", "perfect", "best"]


# The steps


@dataclass(frozen=True, slots=True)
class _Decision:
    """What every step has: the place in the rules, as ``C.04.3 (2026) 2.4.9``, the sentence, a system's own facts."""

    article: str
    reason: str
    facts: tuple[Fact, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class FieldStep(_Decision):
    """Who is paired, in their order, or whom a parameter of the round is about."""

    players: Players = ()
    kind: ClassVar[Literal["field"]] = "field"


@dataclass(frozen=True, slots=True)
class ByeStep(_Decision):
    """Who has no opponent; ``eligible`` are all who might have the bye, where the system looks at them."""

    player: PairingNumber
    eligible: Players = ()
    passed_over: tuple[PassedOver, ...] = ()
    kind: ClassVar[Literal["bye"]] = "bye"

    @property
    def players(self) -> Players:
        """The player, as in the other steps."""
        return (self.player,)


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketStep(_Decision):
    """What was paired at once, and how.

    ``score`` is that of its residents, None where there are none. ``moved_down`` and ``moved_up`` came into it from
    above and below; ``downfloaters`` and ``upfloaters`` leave it downwards and upwards. ``pairs`` have the higher
    ranked first. ``criteria`` are in the order of their priority, and None where the system has none; those that
    nothing fails may be left out.
    """

    name: str = "scoregroup"
    score: Points | None
    residents: Players
    moved_down: Players = ()
    moved_up: Players = ()
    downfloaters: Players = ()
    upfloaters: Players = ()
    pairs: Meetings = ()
    criteria: tuple[CriterionValue, ...] | None = None
    choice: Choice | None = None
    first_candidate: FirstCandidate | None = None
    kind: ClassVar[Literal["bracket"]] = "bracket"

    @property
    def players(self) -> Players:
        """All who are in the bracket: who came, then the residents."""
        return (*self.moved_down, *self.moved_up, *self.residents)


@dataclass(frozen=True, slots=True)
class DivisionStep(_Decision):
    """The two parts of the bracket of the step before, whose players meet across."""

    first: Players
    second: Players
    kind: ClassVar[Literal["division"]] = "division"

    @property
    def players(self) -> Players:
        """Both parts."""
        return (*self.first, *self.second)


@dataclass(frozen=True, slots=True)
class FloaterStep(_Decision):
    """Who comes into the bracket of a step that follows, and who was passed over."""

    player: PairingNumber
    passed_over: tuple[PassedOver, ...] = ()
    kind: ClassVar[Literal["floater"]] = "floater"

    @property
    def players(self) -> Players:
        """The player, as in the other steps."""
        return (self.player,)


@dataclass(frozen=True, slots=True)
class PairStep(_Decision):
    """Two who meet: ``one`` looked for an opponent, beginning at ``target`` where the system has one."""

    one: PairingNumber
    other: PairingNumber
    target: PairingNumber | None = None
    passed_over: tuple[PassedOver, ...] = ()
    kind: ClassVar[Literal["pair"]] = "pair"

    @property
    def players(self) -> Players:
        """The two."""
        return (self.one, self.other)


@dataclass(frozen=True, slots=True)
class ColourStep(_Decision):
    """Who has White and who Black."""

    white: PairingNumber
    black: PairingNumber
    kind: ClassVar[Literal["colour"]] = "colour"

    @property
    def players(self) -> Players:
        """White, then Black."""
        return (self.white, self.black)


@dataclass(frozen=True, slots=True)
class WaiverStep(_Decision):
    """A rule that does not hold in this round, or a pair that was undone."""

    players: Players = ()
    kind: ClassVar[Literal["waiver"]] = "waiver"


Step = FieldStep | ByeStep | BracketStep | DivisionStep | FloaterStep | PairStep | ColourStep | WaiverStep
Trace = tuple[Step, ...]
