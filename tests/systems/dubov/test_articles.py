"""C.04.4.1 (2026), article by article: for each rule a position that would come out otherwise without it.

Every player is rated 10 points below the one before. Each sentence says what the rule prefers to what. The rules of
colour are tested with those of C.04.4.2, which has the same.
"""

import pytest
from nextround.core.pairing import RoundToPair
from nextround.core.systems.dubov import Dubov

from tests.builders import question
from tests.systems.agreement import assert_decided
from tests.systems.deciding import article, decides
from tests.systems.dubov.asking import rated
from tests.systems.literal import dubov as literal

POSITIONS = (
    decides(
        "upfloaters only",
        article("C.04.4.1 (2026) 1.3.2", "C.04.4.1 (2026) 3.2.4.2"),
        "the odd scoregroup 1 2 3 (all Black) keeps its three and takes 4 (White); 2, in the middle of it, is shifted",
        question(rated(6), "1-4 1-0, 2-5 1-0, 3-6 1-0", of=5),
        "2-1 4-3 5-6",
    ),
    decides(
        "a game that was not played is no part of the average",
        article("C.04.4.1 (2026) 1.7.1", "C.04.4.1 (2026) 1.7.3", "C.04.4.1 (2026) 3.2.5"),
        "S1 is 3 (average 0: his game was forfeited), then 2 (2360); with the forfeit (2390) 2 would be first: 2-1 3-5",
        question(rated(5), "3-1 +-, 4-2 0-1, 5 pab", of=4),
        "2-5 3-1, 4 bye",
    ),
    decides(
        "C1",
        article("C.04.4.1 (2026) 2.1.1"),
        "1 and 4 (½) have met; with 2 and 3 they make 1-2 3-4, and not 4-1 again",
        question(rated(4), "2-3 0-0, 4-1 ½", of=5),
        "1-2 3-4",
    ),
    decides(
        "C4",
        article("C.04.4.1 (2026) 2.2.1", "C.04.4.1 (2026) 4.2.1"),
        "1 and 4 (1) could meet, but not 2 and 3 below, who have; so both come up, though from two scoregroups",
        question(rated(5), "1-5 1-0, 3-2 ½-0, 4 pab", of=4),
        "4-3 2-1, 5 bye",
    ),
    decides(
        "no upfloaters before granted preferences",
        article("C.04.4.1 (2026) 2.3.1", "C.04.4.1 (2026) 3.2.1"),
        "2-1 and 3-4, which fulfil two preferences, before the four in one bracket, 4-1 and 3-2, which fulfil all",
        question(rated(4), "1-3 1-0, 2-4 1-0", of=5),
        "2-1 3-4",
    ),
    decides(
        "C6 before C7",
        article("C.04.4.1 (2026) 2.3.2"),
        "1 (½) comes up to 2 though both had White, before 3 (0), who had Black",
        question(rated(4), "1-3 ½-0, 2-4 1-0", of=5),
        "1-2 3-4",
    ),
    decides(
        "C7",
        article("C.04.4.1 (2026) 2.3.3"),
        "4 (½, had Black) comes up to 1 (had White) before 3 (½, had White)",
        question(rated(4), "1-2 1-0, 3-4 ½", of=5),
        "4-1 2-3",
    ),
    decides(
        "whom the bye leaves a complete pairing",
        article("C.04.4.1 (2026) 3.1.2"),
        "4 has the largest number of three equals, but 1 and 2 have met",
        question(rated(4), "2-1 ½, 4-3 ½", of=4, unavailable={3: "full"}),
        "1-4, 2 bye",
    ),
    decides(
        "the bye goes to the lowest score",
        article("C.04.4.1 (2026) 3.1.3"),
        "4 (0 points, one game) before 5 (½, one game)",
        question(rated(5), "2-4 1-0, 3 zero, 5-1 ½", of=6),
        "1-2 3-5, 4 bye",
    ),
    decides(
        "then to the most games",
        article("C.04.4.1 (2026) 3.1.4"),
        "3 (0, one game) before 4 (0, no game), though 4 is the larger number",
        question(rated(5), "2-1 ½, 3-5 0-1, 4 late", of=4),
        "5-2 1-4, 3 bye",
    ),
    decides(
        "then to the largest number",
        article("C.04.4.1 (2026) 3.1.5"),
        "5 before 3, both 0 after one game",
        question(rated(5), "2-3 1-0, 4 pab, 5-1 0-1", of=4),
        "1-2 3-4, 5 bye",
    ),
    decides(
        "White seekers are G1",
        article("C.04.4.1 (2026) 3.2.3"),
        "G1 is 1 (average 2350) and 3 (2380), who had Black, G2 is 2 and 4; halves by number would be 1 2 and 3 4",
        question(rated(5), "2-3 1-0, 4 pab, 5-1 0-1", of=4),
        "1-2 3-4, 5 bye",
    ),
    decides(
        "S1 by average",
        article("C.04.4.1 (2026) 3.2.5"),
        "6 (2360) before 3 (2390) in S1: 6-2 and 5-3; by number it would be 3-2 and 6-5",
        question(rated(6), "1-3 1-0, 2-5 ½, 4-6 1-0", of=5),
        "4-1 6-2 5-3",
    ),
    decides(
        "the first transposition",
        article("C.04.4.1 (2026) 3.2.6", "C.04.4.1 (2026) 4.4.1", "C.04.4.1 (2026) 4.4.2"),
        "S1 is 2 (2370), 3 (2380); T2 is 1 4 before 4 1, though 2-4 and 3-1 could meet too",
        question(rated(5), "1-5 1-0, 3-2 0-1, 4 pab", of=6),
        "2-1 4-3, 5 bye",
    ),
    decides(
        "the first set of two upfloaters",
        article("C.04.4.1 (2026) 4.1", "C.04.4.1 (2026) 4.2.3"),
        "1 and 4 have met and need two of 2 3 5 6, all 0; of those that leave a pair below, 2 3 is the first set",
        question(rated(6), "1-4 ½, 3-5 0-0, 6-2 0-0", of=6),
        "2-1 4-3 5-6",
    ),
    decides(
        "the first of equal upfloaters",
        article("C.04.4.1 (2026) 4.2.2"),
        "1 before 4 to meet 3: both ½ after White; then 2 before 5 and 6, all 0 after Black, to meet 4",
        question(rated(6), "1-5 ½-0, 3-2 1-0, 4-6 ½-0", of=5),
        "1-3 2-4 5-6",
    ),
    decides(
        "White seekers are shifted by their averages",
        article("C.04.4.1 (2026) 4.3.1", "C.04.4.1 (2026) 4.3.2"),
        "of 4 (2340) 5 (2370) 1 (2380) the middle is 5; by number it would be 4",
        question(rated(6), "2-1 ½, 3-5 1-0, 6-4 1-0", of=7),
        "6-3 1-5 4-2",
    ),
    decides(
        "Black seekers are shifted by their numbers",
        article("C.04.4.1 (2026) 4.3.1", "C.04.4.1 (2026) 4.3.2", "C.04.4.1 (2026) 4.3.3"),
        "of 1 3 4 the middle is 3; by averages (4: 0, 1: 2350, 3: 2380) it would be 1, and 1 is also the first",
        question(rated(5), "1-5 1-0, 3-2 0-1, 4 pab", of=6),
        "2-1 4-3, 5 bye",
    ),
)


@pytest.mark.parametrize("weights_alone", [False, True])
@pytest.mark.parametrize(("asked", "wanted", "why"), POSITIONS)
def test_the_article_decides(asked: RoundToPair, wanted: str, why: str, weights_alone: bool):
    assert_decided(asked, Dubov(weights_only=weights_alone), literal.pair(asked), wanted, why)
