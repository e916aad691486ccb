"""What the tests of the articles ask of a position, and how they write it down."""

from nextround.core.pairing import RoundToPair
from nextround.core.tournament import Colour, PointSystem

from tests.builders import question
from tests.systems.deciding import article as article
from tests.systems.deciding import decides as decides
from tests.systems.deciding import only as only
from tests.systems.dutch.editions import WEIGHTS, answer, outcome

THREE_ONE_NOTHING = PointSystem.of(30, 10)

#: Both editions judge these by the same criterion, under another name.
DOWNFLOATS_TWO_ROUNDS_AGO = question(
    6, "1-4 0-1, 3-6 ½, 5-2 0-0", "2-1 1-0, 4-3 1-0, 6-5 1-0", "1-5 0-1, 3-2 1-0, 6-4 0-1"
)
UPFLOATS_TWO_ROUNDS_AGO = question(
    5,
    "2 zero, 3-1 0-1, 4 zero, 5 pab",
    "1-2 1-0, 3 pab, 5-4 ½",
    "1 half, 2-5 0-0, 3 full, 4 pab",
    of=5,
    initial_colour=Colour.BLACK,
)


def answers(edition: str, asked: RoundToPair) -> set[str]:
    """Ask the engine as it is, and with nothing but its table of criteria as weights: the rest are short cuts."""
    return {answer(asked, edition), outcome(WEIGHTS[edition], asked)}
