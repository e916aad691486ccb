"""C.04.4.2 (2026) after the seeding rounds, article by article: positions that come out otherwise without the rule.

Each sentence says what the rule prefers to what. The rules of colour are tested with those of C.04.4.1, which has the
same.
"""

import pytest
from nextround.core.pairing import RoundToPair

from tests.builders import question
from tests.systems.agreement import assert_decided
from tests.systems.burstein.asking import late
from tests.systems.deciding import article, decides
from tests.systems.literal import burstein as literal

POSITIONS = (
    decides(
        "scores do not rank, and floaters play in the next bracket",
        article("C.04.4.2 (2026) 1.2.2", "C.04.4.2 (2026) 1.8.1", "C.04.4.2 (2026) 1.8.2"),
        "4 (1) floats to 1 (½); Buchholz and Sonneborn-Berger are 0 for both, so 1 is the higher ranked and has Black",
        question(4, "1-3 ½-0, 4-2 1-0", of=3),
        "4-1 2-3",
    ),
    decides(
        "Buchholz ranks",
        article("C.04.4.2 (2026) 1.7.1.1", "C.04.4.2 (2026) 1.8.1"),
        "4 (Buchholz 1) is ranked before 3 (½), and has the White that both are due",
        question(4, "1-3 ½-0, 2-4 1-0", of=2),
        "2-1 4-3",
    ),
    decides(
        "then Sonneborn-Berger",
        article("C.04.4.2 (2026) 1.7.1.2", "C.04.4.2 (2026) 1.8.1"),
        "3 (Buchholz 2, Sonneborn-Berger 1) is ranked before 1 (2, 0), and has the White that both are due",
        question(4, "1-4 0-0, 3-2 ½", "2-1 1-0, 4-3 ½", of=4),
        "4-2 3-1",
    ),
    decides(
        "C1 and C8",
        article("C.04.4.2 (2026) 2.1.1", "C.04.4.2 (2026) 2.3.4"),
        "all are equal; 1-4 2-3, the first, grants two preferences, 1-3 2-4 have met, 1-2 3-4 grants all",
        question(4, "2-4 ½, 3-1 ½", of=3),
        "1-2 4-3",
    ),
    decides(
        "C4",
        article("C.04.4.2 (2026) 2.2.1", "C.04.4.2 (2026) 3.2.1"),
        "3 and 4 (1) could meet, but then 1 and 5 (½) below, who have, could not be paired; so both float",
        question(5, "1-5 ½, 3-2 1-0, 4 pab", of=2),
        "5-3 4-1, 2 bye",
    ),
    decides(
        "C5 before C6",
        article("C.04.4.2 (2026) 2.3.1"),
        "7-2 1-4 with 6 (2½) floating to 3, whom only 6 7 2 may meet, before 4-6 with 7 (2), 2, 1 floating",
        question(
            8,
            "1-2 1-0, 3-5 ½-0, 4-7 ½, 8-6 0-1",
            "2-8 ½-0, 4-3 0-0, 5-1 0-0, 7-6 0-1",
            "1-3 ½, 5-7 0-1, 6-2 0-1, 8-4 ½-0",
            "2-4 0-1, 3-8 0-0, 6-5 ½, 7-1 ½-0",
            of=6,
        ),
        "3-6 7-2 4-1 8-5",
    ),
    decides(
        "as many pairs as possible before granted preferences",
        article("C.04.4.2 (2026) 2.3.1", "C.04.4.2 (2026) 3.2.1"),
        "2-1 and 3-4, which fulfil two preferences, before the four in one bracket, 4-1 and 3-2, which fulfil all",
        question(4, "1-3 1-0, 2-4 1-0", of=2),
        "2-1 3-4",
    ),
    decides(
        "the lowest scores float",
        article("C.04.4.2 (2026) 2.3.2"),
        "the bracket 1 3 4 (ranked so) makes 1-3, and 4 (½) floats, before 1-4, the first, with which 3 (1) would",
        question(6, "1-5 ½-0, 3-2 1-0, 4-6 ½-0", of=2),
        "3-1 2-4 5-6",
    ),
    decides(
        "C7",
        article("C.04.4.2 (2026) 2.3.3"),
        "of 1 3 6, 6 floats to 5 and leaves 4 (½); 3 has met 4 and 5, and would float once more (1½)",
        question(6, "3-4 1-0, 5-1 0-1, 6-2 1-0", "1-2 1-0, 3-5 ½, 4-6 ½", of=4),
        "1-3 5-6 2-4",
    ),
    decides(
        "whom the bye leaves a complete pairing",
        article("C.04.4.2 (2026) 3.1.2"),
        "4 is the lowest ranked of the lowest score, but 1 and 3 have met",
        question(4, "3-1 ½, 4-2 ½", of=2, unavailable={2: "full"}),
        "1-4, 3 bye",
    ),
    decides(
        "the bye goes to the lowest score",
        article("C.04.4.2 (2026) 3.1.3"),
        "5 (0 points, no game) before 4 (½, one game)",
        question(5, "3-2 ½, 4-1 ½, 5 absent", of=2),
        "1-3 2-4, 5 bye",
    ),
    decides(
        "then to the most games",
        article("C.04.4.2 (2026) 3.1.4"),
        "5 (0, one game) before 3 (0, no game), though 3 is ranked lower by Buchholz",
        question(5, "1-4 ½, 3 zero, 5-2 0-1", of=2),
        "2-1 4-3, 5 bye",
    ),
    decides(
        "then to the lowest rank",
        article("C.04.4.2 (2026) 3.1.5"),
        "2 (0, Buchholz ½) is ranked below 3 (0, Buchholz 1), though 3 is the larger number",
        question(5, "1-2 ½-0, 3-4 0-1, 5 pab", of=2),
        "4-5 1-3, 2 bye",
    ),
    decides(
        "numbers by rank, the largest opponent first, floating last",
        article("C.04.4.2 (2026) 3.2.2", "C.04.4.2 (2026) 4.1", "C.04.4.2 (2026) 4.2", "C.04.4.2 (2026) 4.3"),
        "of 1 3 4, 1 meets 3 and 4 floats before 1 floats; then of 2 5 6 4 (Buchholz 1 ½ ½ 0), 2 meets the last",
        question(6, "1-5 ½-0, 3-2 1-0, 4-6 ½-0", of=2),
        "3-1 2-4 5-6",
    ),
)


@pytest.mark.parametrize("weights_alone", [False, True])
@pytest.mark.parametrize(("asked", "wanted", "why"), POSITIONS)
def test_the_article_decides(asked: RoundToPair, wanted: str, why: str, weights_alone: bool):
    assert_decided(asked, late(weights_only=weights_alone), literal.pair(asked), wanted, why)
