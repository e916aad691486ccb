"""The pairing system: from the question to the boards."""

from collections.abc import Sequence
from dataclasses import dataclass

from nextround.core.pairing import Pair, RoundPairing, RoundToPair, published
from nextround.core.pairing.colours import allocate
from nextround.core.pairing.judging import Rule, Verdict, rules_of
from nextround.core.pairing.trace import ColourStep, Step
from nextround.core.systems.dutch.colours import Claim
from nextround.core.systems.dutch.edition import Edition
from nextround.core.systems.dutch.explain import bracket_steps, bye_step, field_step, refusal
from nextround.core.systems.dutch.field import Field, field_of
from nextround.core.systems.dutch.judging import judge
from nextround.core.systems.dutch.rounds import Stage, Unpairable
from nextround.core.tournament import Colour


@dataclass(frozen=True, slots=True)
class Options:
    """The Dutch system leaves nothing to choose."""


@dataclass(frozen=True, slots=True)
class Dutch:
    """Pairs a round by C.04.3 in one edition.

    ``weights_only`` leaves every bracket to the weights of its criteria; the answers are the same.
    """

    edition: Edition
    options: Options = Options()
    weights_only: bool = False

    def pair(self, question: RoundToPair) -> RoundPairing:
        """Pair the round.

        Raises NoLegalPairing where no complete pairing exists, and InvalidTournament where the initial colour is needed
        and nobody has drawn it.
        """
        edition = self.edition
        field = field_of(question, edition.bars, edition.unplayed_float)
        try:
            brackets = list(edition.brackets(field, weights_only=self.weights_only))
        except Unpairable:
            raise refusal(field, edition) from None
        pairs, colours = _boards(field, edition, brackets)
        trace: list[Step] = [field_step(field, edition)]
        seated = {tpn for pair in pairs for tpn in (pair.white, pair.black)}
        pab = next((tpn for tpn in field.numbers if tpn not in seated), None)
        if pab is not None:
            trace.append(bye_step(field, edition, pab))
        trace += bracket_steps(field, edition, brackets)
        return published(question, pairs, pab, (*trace, *colours))

    @property
    def rules(self) -> Sequence[Rule]:
        """The quality criteria of the edition."""
        return rules_of(self.edition.criteria)

    def judge(self, question: RoundToPair, best: RoundPairing, other: RoundPairing) -> Verdict | None:
        """Find the first criterion by which the edition's own answer is better than another pairing."""
        return judge(self.edition, question, best, other)


def _boards(field: Field, edition: Edition, brackets: list[Stage]) -> tuple[list[Pair], list[ColourStep]]:
    """Allocate the colours (C.04.3 (2026) 5.2; 2017 E)."""
    claims, numbers = _claims(field), field.numbers
    pairs, steps = [], []
    for stage in brackets:
        for higher, lower in stage.paired.pairs:
            colour, rule = allocate(edition.colours, claims[higher], claims[lower])
            white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
            pair = Pair(numbers[white], numbers[black])
            pairs.append(pair)
            steps.append(ColourStep(rule.article, rule.reason, pair.white, pair.black))
    return pairs, steps


def _claims(field: Field) -> list[Claim]:
    """Give every player the colour of his number."""
    question = field.question
    initial = question.initial_colour
    colours = (initial and initial.opposite, initial)
    numbers = question.numbers()
    return [
        Claim(traits, competitor.history.colours, colours[numbers[tpn] % 2])
        for traits, competitor, tpn in zip(field.traits, field.competitors, field.numbers, strict=True)
    ]
