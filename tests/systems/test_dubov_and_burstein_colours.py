"""Colour preferences and 5.2 of C.04.4.1 and C.04.4.2 (2026), which word them alike; each position for both systems.

Only two players are left to be paired, so nothing but their colours is decided. Player 2 is the higher ranked by his
score, and by the Index too; his opponents' points are added up where that is not plain.
"""

import pytest

from tests.builders import boards, question
from tests.systems.burstein.late import late
from tests.systems.deciding import article, decides, only
from tests.systems.literal import burstein, dubov
from worker.pairing import PairingSystem, RoundToPair, check
from worker.systems.dubov import Dubov
from worker.tournament import Colour, Player

SYSTEMS: dict[str, PairingSystem] = {"dubov": Dubov(), "burstein": late()}
READINGS = {"dubov": dubov.pair, "burstein": burstein.pair}
RATED = tuple(Player(tpn, f"P{tpn}", f"P{tpn}", 2400 - 10 * tpn) for tpn in range(1, 7))

POSITIONS = (
    decides(
        "a difference of two is absolute",
        article("C.04.4.1 (2026) 1.6.1", "C.04.4.2 (2026) 1.5.1", "C.04.4.1 (2026) 5.2.3", "C.04.4.2 (2026) 5.2.3"),
        # Buchholz 4 for both; Sonneborn-Berger 0 and 1
        "1 had WWBW: absolute Black before the strong Black of 2 (W)",
        only((1, 2), RATED, "1-3 0-1, 2-4 1-0", "1-4 0-1", "5-1 1-0", "1-6 0-1", of=6),
        "2-1",
    ),
    decides(
        "two equal last colours are absolute",
        article("C.04.4.1 (2026) 1.6.1", "C.04.4.2 (2026) 1.5.1"),
        "1 had BWW: absolute Black before the strong Black of 2 (W)",
        only((1, 2), RATED, "3-1 1-0, 2-4 1-0", "1-4 0-1", "1-5 0-1", of=5),
        "2-1",
    ),
    decides(
        "a difference of one is strong",
        article("C.04.4.1 (2026) 1.6.2", "C.04.4.2 (2026) 1.5.2", "C.04.4.1 (2026) 5.2.3", "C.04.4.2 (2026) 5.2.3"),
        # Buchholz 3 for both; Sonneborn-Berger 0 and 1
        "1 had WBW: strong Black before the mild Black of 2 (BW)",
        only((1, 2), RATED, "1-3 0-1, 4-2 0-1", "5-1 1-0, 2-6 1-0", "1-4 0-1", of=5),
        "2-1",
    ),
    decides(
        "different preferences are granted before colours alternate",
        article("C.04.4.1 (2026) 5.2.2", "C.04.4.2 (2026) 5.2.2"),
        "1 had WWB, 2 had BBW; the latest round alone would turn both against what they are due",
        only((1, 2), RATED, "1-3 ½, 4-2 ½", "1-4 ½, 3-2 ½", "5-1 ½, 2-6 ½", of=5),
        "2-1",
    ),
    decides(
        "the latest round in which they differed",
        article("C.04.4.1 (2026) 5.2.4", "C.04.4.2 (2026) 5.2.4"),
        # Buchholz 4 for both; Sonneborn-Berger 0 and 4
        "1 had WBWB, 2 had BWWB: mild White for both; in the second round 1 had Black, so he has White",
        only(
            (1, 2),
            RATED,
            *("1-3 0-1, 4-2 0-1", "5-1 1-0, 2-6 1-0", "1-4 0-1, 2-3 1-0", "6-1 1-0, 5-2 0-1"),
            of=6,
        ),
        "1-2",
    ),
    decides(
        "the higher ranked where all else is equal",
        article("C.04.4.1 (2026) 5.2.5", "C.04.4.2 (2026) 5.2.5"),
        # Buchholz 2 for both; Sonneborn-Berger 0 and 2
        "both had WB: mild White, and 2 is the higher ranked",
        only((1, 2), RATED, "1-3 0-1, 2-4 1-0", "4-1 1-0, 3-2 0-1", of=4),
        "2-1",
    ),
    decides(
        "without a difference the other colour than the last",
        article("C.04.4.1 (2026) 1.6.3", "C.04.4.2 (2026) 1.5.3"),
        "1 and 2 had WB, 3 and 4 had BW; the first number of each has White, then Black",
        question(RATED[:4], "1-4 1-0, 2-3 1-0", "3-1 1-0, 4-2 1-0", of=4),
        "1-2 4-3",
    ),
    decides(
        "an odd number has the initial colour",
        article("C.04.4.1 (2026) 5.2.1", "C.04.4.2 (2026) 5.2.1"),
        "3 and 2 are new; 3 is the higher ranked by his bye, and his number is odd",
        only((2, 3), RATED[:4], "1-4 ½, 3 half, 2 zero", of=3),
        "3-2",
    ),
    decides(
        "whichever was drawn",
        article("C.04.4.1 (2026) 5.2.1", "C.04.4.2 (2026) 5.2.1"),
        "the same with Black for odd numbers",
        only((2, 3), RATED[:4], "1-4 ½, 3 half, 2 zero", of=3, initial_colour=Colour.BLACK),
        "2-3",
    ),
    decides(
        "an even number has the other colour",
        article("C.04.4.1 (2026) 5.2.1", "C.04.4.2 (2026) 5.2.1"),
        "4 is the higher ranked by his bye, and his number is even",
        only((2, 4), RATED[:4], "1-3 ½, 4 half, 2 zero", of=3),
        "2-4",
    ),
)


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize(("asked", "wanted", "why"), POSITIONS)
def test_the_colours_are_those_of_the_article(name: str, asked: RoundToPair, wanted: str, why: str):
    answer = check(asked, SYSTEMS[name].pair(asked))
    assert boards(answer) == wanted, why
    read = READINGS[name](asked)
    assert read is not None
    assert {(pair.white, pair.black) for pair in answer.pairs} == set(read[0])
