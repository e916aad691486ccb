"""What an edition of C.04.3 consists of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nextround.core.pairing.byes import Bar
from nextround.core.pairing.colours import ColourRule
from nextround.core.systems.dutch.colours import Claim
from nextround.core.systems.dutch.field import Field, UnplayedFloat
from nextround.core.systems.dutch.local_bracket import DutchCriterion
from nextround.core.systems.dutch.rounds import Procedure, RoundRules, Stage


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule that is no quality criterion of a bracket: its short name, its article, its sentence."""

    name: str
    article: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Articles:
    """Where an edition says what is no criterion of a bracket."""

    no_meeting: Clause
    bye: Clause
    absolute_colours: Clause
    completion: str
    bye_taker: str
    bracket: str
    round: str
    field: str
    order: str


@dataclass(frozen=True, slots=True)
class Edition:
    """A dated text of C.04.3, whole: nothing outside its fields asks which edition it is.

    ``criteria`` are the quality criteria of a bracket in order of priority; those for the number and the scores of the
    downfloaters come first. ``procedure`` goes about the brackets. ``bye_score`` is the rule that fixes the score of
    who has the bye before the first bracket, as the lowest possible; None where the last bracket leaves the bye.
    ``bars`` keep from the bye and ``unplayed_float`` says which unplayed rounds count as downfloats.
    """

    name: str
    text: str
    criteria: Sequence[DutchCriterion]
    procedure: Procedure
    bye_score: Clause | None
    colours: Sequence[ColourRule[Claim]]
    bars: Sequence[Bar]
    unplayed_float: UnplayedFloat
    articles: Articles

    def brackets(self, field: Field, *, weights_only: bool = False) -> Iterator[Stage]:
        """Pair a round, bracket by bracket; raise Unpairable."""
        return self.procedure(field, RoundRules(self.criteria, self.bye_score is not None, weights_only))
