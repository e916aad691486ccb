"""The protocol of a pairing system, and its answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from nextround.core.pairing.order import board_order
from nextround.core.pairing.round_to_pair import RoundToPair
from nextround.core.pairing.trace import Step, Trace
from nextround.core.tournament import InvalidTournament, Kind, PairingNumber, Problem


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


def with_fixed(question: RoundToPair, answer: RoundPairing) -> RoundPairing:
    """Add the pairs that the arbiter fixed to a system's answer for all the others.

    Reading: who is in a fixed pair is not there for the system, as if he were absent; so an odd rest has a
    pairing-allocated bye, and scoregroups, brackets and floats are those of the rest. Raises InvalidTournament where a
    schedule answered: its tables leave nothing to fix.
    """
    if not question.fixed:
        return answer
    if answer.unopposed is not None:
        message = "pairs can't be fixed in a round robin: its tables say who meets whom; leave `fixed_pairs` out"
        raise InvalidTournament(Problem("fixed-pair", message, "/fixed_pairs", "C.05 annex 1"))
    pairs = [Pair(white, black) for white, black in question.fixed]
    steps = (
        Step("C.04.2 (2026) 4.4", "pair", (pair.white, pair.black), "fixed by the arbiter, colours too")
        for pair in pairs
    )
    return published(question, (*answer.pairs, *pairs), answer.pab, (*answer.trace, *steps))
