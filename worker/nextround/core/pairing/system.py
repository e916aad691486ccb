"""The protocol of a pairing system, and its answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from nextround.core.pairing.order import board_order
from nextround.core.pairing.round_to_pair import RoundToPair
from nextround.core.pairing.trace import ColourStep, PairStep, Trace
from nextround.core.tournament import InvalidTournament, Kind, NoLegalPairing, PairingNumber, Problem


@dataclass(frozen=True, slots=True)
class Pair:
    """A game of the coming round, by pairing numbers."""

    white: PairingNumber
    black: PairingNumber


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """The answer: the pairs in publishing order, the pairing-allocated bye if there is one, and why.

    ``unopposed`` is None for every Swiss. A schedule that was fixed before round 1, as in a round robin, names there
    who of the competitors has no opponent, and what he has instead: a forfeit win, or a zero-point bye where he rests.
    """

    pairs: tuple[Pair, ...]
    pab: PairingNumber | None
    trace: Trace
    unopposed: Mapping[PairingNumber, Kind] | None = None


class PairingSystem(Protocol):
    """Whatever pairs a round.

    A system is pure: the same question gives the same answer, and nothing else happens. It answers, or raises one
    error of `nextround.core.tournament.errors`; every competitor is seated once or has the bye; each decision leaves a
    step in the trace; and no input costs more than polynomial time.
    """

    def pair(self, question: RoundToPair) -> RoundPairing:
        """Pair the round."""
        ...


def published(question: RoundToPair, pairs: Iterable[Pair], pab: PairingNumber | None, trace: Trace) -> RoundPairing:
    """Put the pairs of a system in publishing order (C.04.2 (2026) 3.6)."""
    return RoundPairing(tuple(board_order(question, pairs, lambda pair: (pair.white, pair.black))), pab, trace)


def pair_round(system: PairingSystem, question: RoundToPair) -> RoundPairing:
    """Put a question to a system, and the pairs that the arbiter fixed into its answer.

    G-1 (no text says how the others are paired): the two of a fixed pair may meet each other alone, and the rules
    pair the whole field with that. So a pair that the system itself would make changes nothing else, and one that it
    would not changes no more than the rules then ask for. Where the rules let the two not meet, as for their
    colours, the others are paired as if the two were absent. Raises as the system does, and InvalidTournament where a
    schedule answered: its tables leave nothing to fix.
    """
    if not question.fixed:
        return system.pair(question)
    try:
        answer = system.pair(question)
    except NoLegalPairing:
        answer = system.pair(question.without_fixed())
    if answer.unopposed is not None:
        message = "pairs can't be fixed in a round robin: its tables say who meets whom; leave `fixed_pairs` out"
        raise InvalidTournament(Problem("fixed-pair", message, "/fixed_pairs", "C.05 annex 1"))
    fixed = {frozenset(pair) for pair in question.fixed}
    others = (pair for pair in answer.pairs if {pair.white, pair.black} not in fixed)
    decided = (s for s in answer.trace if not isinstance(s, PairStep | ColourStep) or {*s.players} not in fixed)
    pairs = [Pair(white, black) for white, black in question.fixed]
    steps = (
        PairStep("C.04.2 (2026) 4.4", "fixed by the arbiter, colours too", pair.white, pair.black) for pair in pairs
    )
    return published(question, (*others, *pairs), answer.pab, (*decided, *steps))
