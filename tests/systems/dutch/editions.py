"""The two editions by name, as the fast engine and as the literal reading."""

from collections.abc import Mapping

from nextround.core.pairing import PairingSystem, RoundToPair
from nextround.core.systems.dutch import DUTCH_2017, DUTCH_2026, Dutch
from nextround.core.tournament import NoLegalPairing

from tests.builders import boards
from tests.systems.literal.dutch import LiteralDutch

EDITIONS: Mapping[str, PairingSystem] = {"dutch-2017": Dutch(DUTCH_2017), "dutch-2026": Dutch(DUTCH_2026)}
WEIGHTS: Mapping[str, PairingSystem] = {
    "dutch-2017": Dutch(DUTCH_2017, weights_only=True),
    "dutch-2026": Dutch(DUTCH_2026, weights_only=True),
}
LITERAL: Mapping[str, PairingSystem] = {"dutch-2017": LiteralDutch(2017), "dutch-2026": LiteralDutch(2026)}


def answer(asked: RoundToPair, edition: str) -> str:
    """Give the answer in which the engine and the literal reading agree."""
    fast, literal = (outcome(systems[edition], asked) for systems in (EDITIONS, LITERAL))
    assert fast == literal
    return fast


def outcome(system: PairingSystem, asked: RoundToPair) -> str:
    """Give the boards of a system's answer, or that there is no pairing."""
    try:
        return boards(system.pair(asked))
    except NoLegalPairing:
        return "no legal pairing"
