"""The two editions by name, as the fast engine and as the literal reading."""

from collections.abc import Mapping

from tests.systems.literal.dutch import LiteralDutch
from worker.pairing import PairingSystem
from worker.systems.dutch import DUTCH_2017, DUTCH_2026, Dutch

EDITIONS: Mapping[str, PairingSystem] = {"dutch-2017": Dutch(DUTCH_2017), "dutch-2026": Dutch(DUTCH_2026)}
LITERAL: Mapping[str, PairingSystem] = {"dutch-2017": LiteralDutch(2017), "dutch-2026": LiteralDutch(2026)}
