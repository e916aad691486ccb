"""The pairing system: from the question to the boards."""

from dataclasses import dataclass

from worker.pairing import Pair, RoundPairing, RoundToPair, published
from worker.pairing.colours import allocate
from worker.systems.dutch.colours import Claim
from worker.systems.dutch.editions import Edition
from worker.systems.dutch.field import Field, field_of
from worker.systems.dutch.rounds import Unpairable, stages
from worker.tournament import Colour, NoLegalPairing, Problem


@dataclass(frozen=True, slots=True)
class Options:
    """The Dutch system leaves nothing to choose."""


@dataclass(frozen=True, slots=True)
class Dutch:
    """Pairs a round by C.04.3 in one edition."""

    edition: Edition
    options: Options = Options()

    def pair(self, question: RoundToPair) -> RoundPairing:
        """Pair the round. Raises NoLegalPairing where no complete pairing exists."""
        field = field_of(question, self.edition.bars, self.edition.unplayed_float)
        try:
            done = list(stages(field, self.edition))
        except Unpairable:
            raise NoLegalPairing(
                Problem("no-legal-pairing", "no complete pairing exists", article=self.edition.articles.round)
            ) from None
        claims = _claims(field)
        pairs = []
        for stage in done:
            for higher, lower in stage.paired.pairs:
                colour, _ = allocate(self.edition.colours, claims[higher], claims[lower])
                numbers = field.competitors[higher].tpn, field.competitors[lower].tpn
                pairs.append(Pair(*(numbers if colour is Colour.WHITE else numbers[::-1])))
        seated = {tpn for pair in pairs for tpn in (pair.white, pair.black)}
        pab = next((competitor.tpn for competitor in field.competitors if competitor.tpn not in seated), None)
        return published(question, pairs, pab, ())


def _claims(field: Field) -> list[Claim]:
    question = field.question
    numbered: dict[int, Colour | None] = {}
    initial = question.initial_colour
    present = {competitor.tpn for competitor in question.competitors}
    counted = sorted(
        tpn for tpn, everybody in question.everyone.items() if tpn in present or everybody.history.took_part
    )
    for place, tpn in enumerate(counted, 1):
        numbered[tpn] = initial if place % 2 or initial is None else initial.opposite
    return [
        Claim(traits, competitor.colours, numbered[competitor.tpn])
        for traits, competitor in zip(field.traits, field.competitors, strict=True)
    ]
