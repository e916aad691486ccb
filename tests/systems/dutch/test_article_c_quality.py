"""C.04.3 (2017) C.5 to C.19: for each criterion positions that nothing but it decides.

Each says which candidate of a bracket wins, which loses, and by what count; for two criteria in a row, that they
would decide otherwise the other way round. Scores and differences are in points, the highest first.
"""

import pytest
from nextround.core.pairing import RoundToPair
from nextround.core.tournament import Colour

from tests.builders import question
from tests.systems.dutch.positions import (
    DOWNFLOATS_TWO_ROUNDS_AGO,
    THREE_ONE_NOTHING,
    UPFLOATS_TWO_ROUNDS_AGO,
    answers,
    article,
    decides,
)

POSITIONS = (
    decides(
        "C.5 before C.6",
        article("C.04.3 (2017) C.5", "C.04.3 (2017) C.6"),
        ("1-3 2-5 and 8 down (downfloaters: 1) before 8-3 and 1 2 5 down (3), though C.6 says 3½ 1 ½ to 2½ 2 1½ 1"),
        question(
            8,
            "2-7 ½, 4-1 0-1, 5 zero, 8-6 1-0",
            "1-2 ½, 5-8 0-1, 6-4 1-0, 7-3 ½",
            "3-5 ½, 6-1 0-1, 7-4 0-1, 8-2 1-0",
            "1-8 0-1, 3-6 ½-0, 4-2 0-1, 5-7 1-0",
        ),
        "8-4 1-3 2-5 6-7",
    ),
    decides(
        "C.6",
        article("C.04.3 (2017) C.6"),
        ("4-2 and 3 down (score differences: 1 1) before 2-3 and 4 down (2 0)"),
        question(4, "2-1 0-1, 4-3 1-0", unavailable={1: "absent"}),
        "2-4, 3 bye",
    ),
    decides(
        "C.6 before C.7",
        article("C.04.3 (2017) C.6", "C.04.3 (2017) C.7"),
        (
            "3-2 and 5 down (score differences: 1 ½) before 2-5 and 3 down (1½ 0), though C.7 says 2 left, 2+1 to"
            " nobody left"
        ),
        question(5, "1-5 0-1, 3 pab, 4-2 ½", "2 pab, 3-1 1-0, 5-4 ½-0"),
        "2-3 4-1, 5 bye",
    ),
    decides(
        "C.6 before C.8",
        article("C.04.3 (2017) C.6", "C.04.3 (2017) C.8"),
        ("1-5 2-6 3-4 (score differences: 4 3 2) before 1-6 2-4 3-5 (6 2 1), though C.8 says 1 to 0"),
        question(6, "1-2 1-0, 3-6 1-0, 5-4 ½", "1-4 1-0, 2-3 1-0, 5-6 ½-0", points=THREE_ONE_NOTHING),
        "5-1 4-3 6-2",
    ),
    decides(
        "C.6 before C.7, again",
        article("C.04.3 (2017) C.6", "C.04.3 (2017) C.7"),
        (
            "1-7 2-3 and 4 5 down (score differences: 2 1 ½ 0) before 2-7 3-5 and 4 1 down (2 1½ 0 0), though C.7"
            " says 1 left, 2½+½ to 1 left, 2+1½"
        ),
        question(
            7,
            "2-5 0-0, 4-1 ½, 6-3 1-0, 7 pab",
            "1-2 ½, 3-4 ½, 5 pab, 7-6 1-0",
            "3 pab, 4-7 ½, 5-1 ½, 6-2 0-1",
            "1-3 ½-0, 2-4 0-1, 6 pab, 7-5 0-1",
            "1-6 1-0, 2 pab, 3-7 1-0, 5-4 0-1",
            of=7,
            initial_colour=Colour.BLACK,
        ),
        "7-1 2-3 6-5, 4 bye",
    ),
    decides(
        "C.7",
        article("C.04.3 (2017) C.7"),
        (
            "2-4 3-6 and 5 down (what the next bracket must leave: nobody left) before 2-4 3-5 and 6 down (the "
            "rest can't be completed)"
        ),
        question(6, "4-3 ½, 5-2 ½, 6-1 ½-0"),
        "2-4 3-6 1-5",
    ),
    decides(
        "C.7 before C.8",
        article("C.04.3 (2017) C.7", "C.04.3 (2017) C.8"),
        (
            "3-2 and 5 down (what the next bracket must leave: 1 left, 1+½) before 3-5 and 2 down (1 left, 1½+0),"
            " though C.8 says 1 to 0"
        ),
        question(6, "2-1 ½-0, 3-4 ½-0, 5-6 ½-0", "1-5 ½, 2-4 ½, 3-6 1-0", initial_colour=Colour.BLACK),
        "2-3 4-5 6-1",
    ),
    decides(
        "C.7, again",
        article("C.04.3 (2017) C.7"),
        ("2-3 and 4 down (what the next bracket must leave: nobody left) before 4-3 and 2 down (2 left, 2+1)"),
        question(5, "1-2 0-1, 4 pab, 5-3 ½", "2-5 1-0, 3 pab, 4-1 1-0", "2-4 ½, 3-1 ½, 5 pab"),
        "3-2 4-5, 1 bye",
    ),
    decides(
        "C.8 before C.9",
        article("C.04.3 (2017) C.8", "C.04.3 (2017) C.9"),
        ("6-2 8-3 and 4 down (beyond difference 2: 0) before 6-2 8-4 and 3 down (1), though C.9 says 2 to 1"),
        question(
            8,
            "2-8 1-0, 3-4 1-0, 5-6 0-1, 7-1 ½",
            "1-5 ½, 4-2 ½, 6-8 0-1, 7-3 ½",
            "2-1 0-0, 5-4 ½, 6-3 ½, 8-7 1-0",
            "1-8 ½, 2-5 ½, 6 pab, 7-4 0-1",
        ),
        "6-2 8-3 4-1 5-7",
    ),
    decides(
        "C.9",
        article("C.04.3 (2017) C.9"),
        ("3-6 and 2 down (three times one colour: 0) before 2-6 and 3 down (1)"),
        question(
            6,
            "1-6 0-1, 3-5 1-0, 4-2 0-1",
            "2-3 0-1, 5-1 ½, 6-4 0-0",
            "2-1 1-0, 3-4 0-0, 6-5 1-0",
            initial_colour=Colour.BLACK,
        ),
        "6-2 1-3 4-5",
    ),
    decides(
        "C.9 before C.10",
        article("C.04.3 (2017) C.9", "C.04.3 (2017) C.10"),
        ("3-5 7-4 and 1 down (three times one colour: 0) before 3-1 7-5 and 4 down (1), though C.10 says 2 to 1"),
        question(
            8,
            "1-5 ½-0, 2-4 0-0, 3-6 1-0, 7-8 0-0",
            "1-7 ½, 4-3 ½, 5-2 1-0, 8-6 ½-0",
            "2-1 ½-0, 5-4 ½, 6-7 0-1, 8-3 ½-0",
            "2 pab, 4-8 1-0, 5 pab, 6-1 0-1, 7-3 ½",
            "3 pab, 4-1 ½, 6-5 0-0, 7 pab, 8-2 ½",
        ),
        "3-5 7-4 1-8 2-6",
    ),
    decides(
        "C.9, again",
        article("C.04.3 (2017) C.9"),
        ("5-1 2-4 (three times one colour: 0) before 5-4 1-2 (1)"),
        question(
            8,
            "3-1 0-1, 4-6 1-0, 5-8 1-0, 7-2 0-1",
            "1-4 1-0, 2-6 1-0, 5-7 1-0, 8-3 0-1",
            "1-8 0-1, 2-3 0-0, 4-7 1-0, 6-5 0-1",
            initial_colour=Colour.BLACK,
        ),
        "5-1 4-2 3-6 7-8",
    ),
    decides(
        "C.9 before C.10, again",
        article("C.04.3 (2017) C.9", "C.04.3 (2017) C.10"),
        ("7-1 6-3 2-4 (three times one colour: 0) before 7-2 6-1 3-4 (1), though C.10 says 3 to 1"),
        question(
            7, "1-5 1-0, 2 pab, 3-7 0-1, 6-4 1-0", "2-1 ½, 4 pab, 5-3 ½, 7-6 ½", "2-6 0-½, 3 pab, 4-1 ½-0, 5-7 0-1"
        ),
        "1-7 6-3 4-2, 5 bye",
    ),
    decides(
        "C.10",
        article("C.04.3 (2017) C.10"),
        ("1-5 and 4 down (preferences denied: 0) before 1-4 and 5 down (1)"),
        question(5, "1 pab, 2-5 ½, 4-3 ½", "2 pab, 3-1 1-0, 5-4 ½"),
        "3-2 1-5, 4 bye",
    ),
    decides(
        "C.10 before C.11",
        article("C.04.3 (2017) C.10", "C.04.3 (2017) C.11"),
        ("4-7 1-3 and 6 down (preferences denied: 1) before 4-3 1-6 and 7 down (2), though C.11 says 1 to 0"),
        question(
            7,
            "1-4 0-1, 2 pab, 6-3 ½-0, 7-5 0-1",
            "3 pab, 4-2 ½, 5-6 ½, 7-1 ½-0",
            "1 pab, 2-7 ½, 3-5 0-1, 4-6 0-0",
            of=5,
        ),
        "5-2 7-4 1-3, 6 bye",
    ),
    decides(
        "C.11",
        article("C.04.3 (2017) C.11"),
        ("2-1 and 5 down (strong preferences denied: 0) before 5-1 and 2 down (1)"),
        question(5, "1 pab, 2-5 ½, 4-3 ½", "3-2 0-1, 4-1 0-0, 5 pab", points=THREE_ONE_NOTHING),
        "1-2 5-3, 4 bye",
    ),
    decides(
        "C.11 before C.12",
        article("C.04.3 (2017) C.11", "C.04.3 (2017) C.12"),
        ("2-4 and 1 down (strong preferences denied: 0) before 2-1 and 4 down (1), though C.12 says 2 to 1"),
        question(5, "1-4 ½, 2 pab, 3-5 ½", "1 pab, 2-3 1-0, 4-5 1-0", of=4, initial_colour=Colour.BLACK),
        "4-2 5-1, 3 bye",
    ),
    decides(
        "C.12 before C.13",
        article("C.04.3 (2017) C.12", "C.04.3 (2017) C.13"),
        ("6-4 2-5 and 3 down (downfloats again: 0) before 6-2 3-4 and 5 down (1), though C.13 says 1 to 0"),
        question(6, "2-1 ½, 4-5 0-1, 6-3 ½", "1-4 0-1, 3-2 ½, 5-6 0-1", initial_colour=Colour.BLACK),
        "6-4 2-5 1-3",
    ),
    decides(
        "C.13",
        article("C.04.3 (2017) C.13"),
        ("5-3 and 4 1 down (upfloats again: 0) before 4-1 and 5 3 down (1)"),
        question(
            5, "2 pab, 3-1 ½, 4-5 ½", "2-3 0-1, 4 pab, 5-1 1-0", "1-2 1-0, 3-4 0-1, 5 pab", points=THREE_ONE_NOTHING
        ),
        "5-3 4-2, 1 bye",
    ),
    decides(
        "C.13 before C.14",
        article("C.04.3 (2017) C.13", "C.04.3 (2017) C.14"),
        ("3-6 4-7 and 1 down (upfloats again: 0) before 3-1 4-6 and 7 down (1), though C.14 says 1 to 0"),
        question(
            7, "2-6 0-1, 3-5 1-0, 4 pab, 7-1 1-0", "1 pab, 4-3 ½, 5-2 1-0, 6-7 ½", "1-4 ½-0, 2 pab, 6-5 0-0, 7-3 0-1"
        ),
        "3-6 4-7 2-1, 5 bye",
    ),
    decides(
        "C.14 before C.15",
        article("C.04.3 (2017) C.14", "C.04.3 (2017) C.15"),
        (
            "4-5 2-7 and 3 down (downfloats again, two rounds ago: 0) before 4-3 5-7 and 2 down (1), though C.15 "
            "says 1 to 0"
        ),
        question(
            7, "3-1 ½, 5-2 0-1, 6 pab, 7-4 ½", "1 half, 4-2 1-0, 6-5 ½-0, 7-3 ½", "1-7 1-0, 2-3 0-0, 4-6 ½, 5 pab"
        ),
        "6-1 5-4 2-7, 3 bye",
    ),
    decides(
        "C.15",
        article("C.04.3 (2017) C.15"),
        ("1-7 5-3 and 2 down (upfloats again, two rounds ago: 0) before 1-3 5-2 and 7 down (1)"),
        question(
            7,
            "1 pab, 4-3 1-0, 5-7 1-0, 6-2 1-0",
            "2-1 1-0, 3-7 0-1, 4 pab, 5-6 ½",
            "1-5 1-0, 3 pab, 4-2 1-0, 7-6 0-1",
            points=THREE_ONE_NOTHING,
        ),
        "6-4 7-1 3-5, 2 bye",
    ),
    decides(
        "C.15 before C.16",
        article("C.04.3 (2017) C.15", "C.04.3 (2017) C.16"),
        (
            "The games not yet played form a ring, 1-3-5-4-2-6-1: either 1 or 2 goes down to 6. 2-4 5-3 and 1 down "
            "(upfloats again, two rounds ago: 0) before 1-3 4-5 and 2 down (1, 3 met 6 above him in round 2), though "
            "C.16 says 2 to 1 for 1, who floated last round"
        ),
        question(6, "1-2 ½, 6-5 ½, 3-4 0-1", "4-1 0-1, 2-5 ½, 6-3 0-1", "5-1 0-½, 3-2 0-1, 4-6 0-0", of=9),
        "2-4 1-6 5-3",
    ),
    decides(
        "C.16",
        article("C.04.3 (2017) C.16"),
        ("4-1 and 2 down (differences of downfloats again: ½) before 2-1 and 4 down (1½)"),
        question(6, "1-5 1-0, 2-4 ½, 6-3 ½", "1-6 0-0, 3-2 0-1, 5-4 0-1", initial_colour=Colour.BLACK),
        "4-1 2-6 5-3",
    ),
    decides(
        "C.16 before C.17",
        article("C.04.3 (2017) C.16", "C.04.3 (2017) C.17"),
        (
            "6-1 3-7 and 4 down (differences of downfloats again: 1½ ½) before 6-7 4-1 and 3 down (1½ 1½), though"
            " C.17 says 1½ to ½"
        ),
        question(
            7,
            "1-2 1-0, 3 pab, 4-7 ½, 6-5 1-0",
            "2-6 0-1, 4 pab, 5-3 0-1, 7-1 0-0",
            "1-5 0-0, 3-4 ½, 6 pab, 7-2 1-0",
            "1 pab, 2 pab, 5-4 1-0, 6-3 1-0, 7 pab",
            "2 zero, 3-1 ½, 4-6 1-0, 5-7 1-0",
        ),
        "6-1 7-3 2-4, 5 bye",
    ),
    decides(
        "C.17",
        article("C.04.3 (2017) C.17"),
        ("7-5 4-3 (differences of upfloats again: ½) before 7-3 4-5 (1)"),
        question(8, "3-6 0-1, 4-7 0-1, 5-2 0-1, 8-1 ½-0", "2-4 ½, 3-8 0-1, 5-1 0-1, 6-7 ½-0", of=4),
        "8-2 1-6 7-5 4-3",
    ),
    decides(
        "C.17 before C.18",
        article("C.04.3 (2017) C.17", "C.04.3 (2017) C.18"),
        ("3-1 6-5 4-2 (differences of upfloats again: 3) before 3-5 6-2 4-1 (6), though C.18 says 6 3 to 3 3"),
        question(
            6, "1-6 ½, 2-3 0-1, 4-5 1-0", "3 pab, 5-1 1-0, 6-4 1-0", "3-4 ½, 5-2 ½, 6 pab", points=THREE_ONE_NOTHING
        ),
        "6-5 1-3 4-2",
    ),
    decides(
        "C.18",
        article("C.04.3 (2017) C.18"),
        ("3-1 5-2 and 4 down (differences of downfloats again, two rounds ago: ½) before 3-2 5-4 and 1 down (1)"),
        question(5, "2-1 1-0, 3-4 ½, 5 pab", "2-4 0-0, 3 pab, 5-1 ½"),
        "5-2 1-3, 4 bye",
    ),
    decides(
        "C.18 before C.19",
        article("C.04.3 (2017) C.18", "C.04.3 (2017) C.19"),
        (
            "4-5 6-2 and 3 down (differences of downfloats again, two rounds ago: 2 ½) before 4-2 3-5 and 6 down "
            "(2 1½), though C.19 says 2 to ½"
        ),
        DOWNFLOATS_TWO_ROUNDS_AGO,
        "5-4 2-6 1-3",
    ),
    decides(
        "C.19",
        article("C.04.3 (2017) C.19"),
        ("1-5 3-4 (differences of upfloats again, two rounds ago: ½) before 1-4 3-5 (1)"),
        UPFLOATS_TWO_ROUNDS_AGO,
        "5-1 4-3, 2 bye",
    ),
)


@pytest.mark.parametrize(("asked", "wanted", "why"), POSITIONS)
def test_the_criterion_decides(asked: RoundToPair, wanted: str, why: str):
    assert answers("dutch-2017", asked) == {wanted}, why
