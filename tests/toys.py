"""Small pairing systems for tests of what stands around the real ones."""

from dataclasses import dataclass
from typing import Literal

from nextround.core.pairing import Pair, RoundPairing, RoundToPair, published
from nextround.core.pairing.trace import FieldStep, NumberFact
from nextround.core.tournament import Kind, NoLegalPairing, Problem
from nextround.registry import Entry, Registry


@dataclass(frozen=True, slots=True)
class ToyOptions:
    mirrored: bool = False
    depth: int = 1
    key: Literal["rating", "points"] = "points"


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Pairs the first with the second, and so on; the last of an odd field has the bye. Gives up if they met."""

    options: ToyOptions = ToyOptions()

    def pair(self, question: RoundToPair) -> RoundPairing:
        order = [competitor.tpn for competitor in question.competitors]
        pab = order.pop() if question.is_odd else None
        pairs = [Pair(white, black) for white, black in zip(order[::2], order[1::2], strict=True)]
        trace = (FieldStep("Toy 1", "neighbours", tuple(order), facts=(NumberFact("depth", self.options.depth),)),)
        met = [pair for pair in pairs if pair.black in question.everyone[pair.white].history.opponents]
        if met or (
            pab is not None and any(record.kind is Kind.PAB for record in question.everyone[pab].history.records)
        ):
            raise NoLegalPairing(Problem("no-legal-pairing", "the neighbours can't be paired", article="Toy 2"))
        return published(question, pairs, pab, trace)


@dataclass(frozen=True, slots=True)
class Broken:
    """Raises what it is told to, or leaves everybody out."""

    error: Exception | None = None

    def pair(self, question: RoundToPair) -> RoundPairing:
        if self.error is not None:
            raise self.error
        return RoundPairing((), None, ())


NEIGHBOURS: Entry[Neighbours] = Entry("neighbours", "Neighbours", "Toy", Neighbours, ToyOptions)


def toys(*entries: Entry[Neighbours] | Entry[Broken]) -> Registry:
    """A registry with the toy `neighbours` and more."""
    return Registry.of((NEIGHBOURS, *entries))
