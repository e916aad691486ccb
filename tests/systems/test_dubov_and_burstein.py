"""What C.04.4.1 and C.04.4.2 (2026) word alike, for both systems: colour preferences and 5.2, and what they refuse.

Where only two players are left to be paired, nothing but their colours is decided. There player 2 is the higher ranked
by his score, and by the Index too; his opponents' points are added up where that is not plain.
"""

import pytest
from nextround.core.pairing import PairingSystem, RoundToPair
from nextround.core.systems.dubov import Dubov
from nextround.core.tournament import Colour, NoLegalPairing, Player, PointSystem

from tests.builders import question
from tests.systems.agreement import assert_decided
from tests.systems.burstein.asking import late
from tests.systems.deciding import article, decides, only
from tests.systems.literal import burstein, dubov

SYSTEMS: dict[str, PairingSystem] = {"dubov": Dubov(), "burstein": late()}
TEXTS = {"dubov": "C.04.4.1 (2026)", "burstein": "C.04.4.2 (2026)"}
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


both = pytest.mark.parametrize("name", SYSTEMS)


@both
@pytest.mark.parametrize(("asked", "wanted", "why"), POSITIONS)
def test_the_colours_are_those_of_the_article(name: str, asked: RoundToPair, wanted: str, why: str):
    assert_decided(asked, SYSTEMS[name], READINGS[name](asked), wanted, why)


@article("C.04.4.1 (2026) 2.1.3", "C.04.4.1 (2026) 2.2.1", "C.04.4.2 (2026) 2.1.3", "C.04.4.2 (2026) 2.2.1")
@both
def test_two_due_one_colour_absolutely_do_not_meet_even_in_the_last_round_and_the_refusal_says_so(name: str):
    # White twice for 1 and 2, who have met both others
    asked = question(RATED[:4], "1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0", of=3)
    with pytest.raises(NoLegalPairing, match="two equal absolute colour preferences") as caught:
        SYSTEMS[name].pair(asked)
    assert caught.value.problems[0].article == f"{TEXTS[name]} 2.2.1"


@article("C.04.4.1 (2026) 2.1.2", "C.04.4.1 (2026) 3.1.1", "C.04.4.2 (2026) 2.1.2", "C.04.4.2 (2026) 3.1.1")
@both
@pytest.mark.parametrize("pab", [10, 5])
def test_a_field_in_which_nobody_may_have_the_bye_is_refused_with_the_article(name: str, pab: int):
    """A full-point bye bars, and so does the pairing-allocated bye, whatever it is worth."""
    asked = question(RATED[:3], "1 pab, 2 full, 3 pab", of=3, points=PointSystem(pab=pab))
    with pytest.raises(NoLegalPairing, match="bye") as caught:
        SYSTEMS[name].pair(asked)
    assert caught.value.problems[0].article == f"{TEXTS[name]} 3.1"
