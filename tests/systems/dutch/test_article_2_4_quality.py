"""C.04.3 (2026) 2.4 (C6 to C21): for each criterion positions that nothing but it decides.

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
        "C6 before C7",
        article("C.04.3 (2026) 2.4.1", "C.04.3 (2026) 2.4.2"),
        ("8-6 1-7 and 2 down (downfloaters: 1) before 2-7 and 8 1 6 down (3), though C7 says 8 to 7 5 5"),
        question(
            8,
            "3-1 ½-0, 4-6 0-1, 5-2 0-1, 8-7 1-0",
            "1-4 1-0, 5-8 0-1, 6-2 ½, 7-3 ½",
            "1-6 ½, 2-8 ½-0, 4-3 1-0, 7-5 ½",
            "2-4 1-0, 3-5 ½, 6-7 0-1, 8-1 ½",
            of=6,
            points=THREE_ONE_NOTHING,
        ),
        "3-2 8-6 1-7 5-4",
    ),
    decides(
        "C7",
        article("C.04.3 (2026) 2.4.2"),
        ("4-3 and 1 down (scores of the downfloaters: 1½) before 1-3 and 4 down (2)"),
        question(5, "1-5 ½, 3-2 ½, 4 pab", "1 pab, 2-4 0-1, 5-3 0-1", of=5, initial_colour=Colour.BLACK),
        "4-3 2-1, 5 bye",
    ),
    decides(
        "C7 before C8",
        article("C.04.3 (2026) 2.4.2", "C.04.3 (2026) 2.4.3"),
        (
            "1-2 and 4 down (scores of the downfloaters: 1½) before 2-4 and 1 down (2), though C8 says 2 left, "
            "1½+1 to nobody left"
        ),
        question(6, "1-5 1-0, 3-4 ½, 6-2 0-1", "2-3 ½, 4-5 1-0, 6-1 0-1", of=7),
        "1-2 4-6 5-3",
    ),
    decides(
        "C8",
        article("C.04.3 (2026) 2.4.3"),
        ("5-4 and 1 down (what the next bracket must leave: 1 left, 1) before 5-1 and 4 down (1 left, 4)"),
        question(
            6,
            "1-6 ½, 2-4 ½, 5-3 1-0",
            "3-1 0-1, 4-6 1-0, 5-2 1-0",
            initial_colour=Colour.BLACK,
            points=THREE_ONE_NOTHING,
        ),
        "4-5 1-2 6-3",
    ),
    decides(
        "C8, again",
        article("C.04.3 (2026) 2.4.3"),
        ("6-1 and 5 3 down (what the next bracket must leave: 1 left, 1½) before 6-3 and 5 1 down (1 left, 2)"),
        question(6, "1-3 ½, 4-2 ½, 6-5 1-0", "2-6 0-1, 3-4 1-0, 5-1 1-0", "1-2 1-0, 3-5 0-1, 6-4 ½"),
        "1-6 4-5 2-3",
    ),
    decides(
        "C9",
        article("C.04.3 (2026) 2.4.4"),
        ("1-4 and 2 down (unplayed games of the player with the bye: 0) before 1-2 and 4 down (1)"),
        question(4, "1 pab, 2-3 0-1, 4 late", unavailable={3: "absent"}),
        "1-4, 2 bye",
    ),
    decides(
        "C9, again",
        article("C.04.3 (2026) 2.4.4"),
        ("2-3 and 4 down (unplayed games of the player with the bye: 0) before 3-4 and 2 down (1)"),
        question(5, "1-3 ½, 4-2 ½, 5 late", "2-1 -+, 3 zero, 4-5 0-1"),
        "5-1 2-3, 4 bye",
    ),
    decides(
        "C9 before C10",
        article("C.04.3 (2026) 2.4.4", "C.04.3 (2026) 2.4.5"),
        (
            "1, 2 and 3 are alone, all topscorers. 2-1 and 3 down (unplayed games of the player with the bye: 0) "
            "before 3-1 and 2 down (1), though C10 says 1 to 0: 1 and 2 had White twice and never Black"
        ),
        question(
            9,
            "1-4 1-0, 2-5 1-0, 6-3 0-1",
            "1-7 1-0, 2 half, 3-8 1-0",
            "1 half, 2-9 1-0, 4-3 ½",
            unavailable=dict.fromkeys(range(4, 10), "absent"),
        ),
        "2-1, 3 bye",
    ),
    decides(
        "C10",
        article("C.04.3 (2026) 2.4.5"),
        ("2-5 3-4 and 7 down (beyond difference 2: 0) before 3-7 4-5 and 2 down (1)"),
        question(
            7,
            "2-1 ½, 3 pab, 4-6 1-0, 5-7 ½",
            "1-7 0-1, 4-2 0-1, 5 pab, 6-3 0-1",
            "1-6 ½, 3-2 ½, 5 zero, 7-4 ½",
            "2-7 ½, 3 zero, 4-1 1-0, 5-6 1-0",
            initial_colour=Colour.BLACK,
        ),
        "2-5 3-4 6-7, 1 bye",
    ),
    decides(
        "C10 before C11",
        article("C.04.3 (2026) 2.4.5", "C.04.3 (2026) 2.4.6"),
        ("2-5 3-8 (beyond difference 2: 0) before 2-8 3-5 (1), though C11 says 1 to 0"),
        question(
            8,
            "1-5 0-1, 2-4 ½, 7-3 0-1, 8-6 ½",
            "2-6 ½, 3 pab, 4-5 0-0, 8-1 1-0",
            "1-2 0-1, 5-8 1-0, 6-4 ½, 7 pab",
            "2-7 ½, 3-1 ½, 5-6 ½, 8-4 1-0",
        ),
        "5-2 3-8 6-7 4-1",
    ),
    decides(
        "C11",
        article("C.04.3 (2026) 2.4.6"),
        ("7-6 2-4 (three times one colour: 0) before 7-2 4-6 (1)"),
        question(
            8, "1-7 0-1, 4-5 1-0, 6-3 ½, 8-2 ½", "2-1 ½, 3-8 ½, 5-6 0-1, 7-4 1-0", "2-3 1-0, 4-1 1-0, 6-8 ½, 7-5 ½-0"
        ),
        "6-7 4-2 8-5 1-3",
    ),
    decides(
        "C11 before C12",
        article("C.04.3 (2026) 2.4.6", "C.04.3 (2026) 2.4.7"),
        ("2-5 4-1 and 3 down (three times one colour: 0) before 2-3 4-5 and 1 down (1), though C12 says 2 to 1"),
        question(
            7,
            "2-4 1-0, 3-1 0-0, 5 pab, 6 late",
            "1 zero, 4 pab, 5-3 0-1, 6 late, 7-2 0-1",
            "1-2 1-0, 4-3 ½-0, 6 late, 7-5 ½-0",
        ),
        "2-5 1-4 3-7, 6 bye",
    ),
    decides(
        "C12",
        article("C.04.3 (2026) 2.4.7"),
        ("1-5 and 4 down (preferences denied: 0) before 1-4 and 5 down (1)"),
        question(5, "1 pab, 2-5 ½, 4-3 ½", "2 pab, 3-1 1-0, 5-4 ½"),
        "3-2 1-5, 4 bye",
    ),
    decides(
        "C12 before C13",
        article("C.04.3 (2026) 2.4.7", "C.04.3 (2026) 2.4.8"),
        ("4-7 1-3 and 6 down (preferences denied: 1) before 4-3 1-6 and 7 down (2), though C13 says 1 to 0"),
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
        "C13",
        article("C.04.3 (2026) 2.4.8"),
        ("2-1 and 5 down (strong preferences denied: 0) before 5-1 and 2 down (1)"),
        question(5, "1 pab, 2-5 ½, 4-3 ½", "3-2 0-1, 4-1 0-0, 5 pab", points=THREE_ONE_NOTHING),
        "1-2 5-3, 4 bye",
    ),
    decides(
        "C13 before C14",
        article("C.04.3 (2026) 2.4.8", "C.04.3 (2026) 2.4.9"),
        ("2-4 and 1 down (strong preferences denied: 0) before 2-1 and 4 down (1), though C14 says 1 to 0"),
        question(5, "1-4 ½, 2 pab, 3-5 ½", "1 pab, 2-3 1-0, 4-5 1-0", of=4, initial_colour=Colour.BLACK),
        "4-2 5-1, 3 bye",
    ),
    decides(
        "C13 before C14, again",
        article("C.04.3 (2026) 2.4.8", "C.04.3 (2026) 2.4.9"),
        ("5-8 and 1 6 down (strong preferences denied: 0) before 5-6 and 1 8 down (1), though C14 says 2 to 1"),
        question(
            9,
            "4-2 ½-0, 6-3 0-1, 7-5 ½, 8-1 0-1, 9 pab",
            "1-9 0-0, 2-3 0-0, 5-4 0-0, 6 full, 7-8 0-1",
            "1-4 1-0, 2-8 0-0, 5 half, 6-7 1-0, 9 half",
            "2-7 0-1, 3-9 ½, 4 pab, 5-1 1-0, 8-6 1-0",
            of=6,
            unavailable={2: "absent", 3: "absent", 9: "zero"},
        ),
        "8-5 7-1 4-6",
    ),
    decides(
        "C14",
        article("C.04.3 (2026) 2.4.9"),
        ("3-5 and 4 down (downfloats again: 0) before 3-4 and 5 down (1)"),
        question(5, "1-4 0-1, 3-2 1-0, 5 pab", points=THREE_ONE_NOTHING),
        "5-3 4-2, 1 bye",
    ),
    decides(
        "C14 before C15",
        article("C.04.3 (2026) 2.4.9", "C.04.3 (2026) 2.4.10"),
        ("6-4 2-5 and 3 down (downfloats again: 0) before 6-2 3-4 and 5 down (1), though C15 says 1 to 0"),
        question(6, "2-1 ½, 4-5 0-1, 6-3 ½", "1-4 0-1, 3-2 ½, 5-6 0-1", initial_colour=Colour.BLACK),
        "6-4 2-5 1-3",
    ),
    decides(
        "C15",
        article("C.04.3 (2026) 2.4.10"),
        ("5-3 and 4 1 down (upfloats again: 0) before 4-1 and 5 3 down (1)"),
        question(
            5, "2 pab, 3-1 ½, 4-5 ½", "2-3 0-1, 4 pab, 5-1 1-0", "1-2 1-0, 3-4 0-1, 5 pab", points=THREE_ONE_NOTHING
        ),
        "5-3 4-2, 1 bye",
    ),
    decides(
        "C15 before C16",
        article("C.04.3 (2026) 2.4.10", "C.04.3 (2026) 2.4.11"),
        ("3-2 5-4 and 1 down (upfloats again: 0) before 3-2 5-1 and 4 down (1), though C16 says 1 to 0"),
        question(5, "2-1 0-1, 4-3 ½, 5 pab", "1-4 0-0, 3 pab, 5-2 ½", "2-4 ½, 3-1 0-0"),
        "3-2 4-5, 1 bye",
    ),
    decides(
        "C16",
        article("C.04.3 (2026) 2.4.11"),
        ("5-4 and 2 down (downfloats again, two rounds ago: 0) before 5-2 and 4 down (1)"),
        question(5, "1-2 ½, 4 pab, 5-3 1-0", "2 pab, 3-4 ½, 5-1 1-0"),
        "4-5 2-3, 1 bye",
    ),
    decides(
        "C16 before C17",
        article("C.04.3 (2026) 2.4.11", "C.04.3 (2026) 2.4.12"),
        (
            "4-1 2-5 and 3 down (downfloats again, two rounds ago: 0) before 4-5 1-3 and 2 down (1), though C17 "
            "says 1 to 0"
        ),
        question(
            6,
            "1-2 0-1, 3 late, 4 pab, 5-6 0-0",
            "4-3 1-0, 5 pab, 6-1 0-0",
            "1-5 ½, 3-2 ½, 4 zero, 6 pab",
            "1 pab, 4 zero, 5-3 0-1, 6 zero",
            points=THREE_ONE_NOTHING,
        ),
        "1-4 2-5 3-6",
    ),
    decides(
        "C17 before C18",
        article("C.04.3 (2026) 2.4.12", "C.04.3 (2026) 2.4.13"),
        (
            "The games not yet played form a ring, 1-3-5-4-2-6-1: either 1 or 2 goes down to 6. 2-4 5-3 and 1 down "
            "(upfloats again, two rounds ago: 0) before 1-3 4-5 and 2 down (1, 3 met 6 above him in round 2), though "
            "C18 says 2 to 1 for 1, who floated last round"
        ),
        question(6, "1-2 ½, 6-5 ½, 3-4 0-1", "4-1 0-1, 2-5 ½, 6-3 0-1", "5-1 0-½, 3-2 0-1, 4-6 0-0", of=9),
        "2-4 1-6 5-3",
    ),
    decides(
        "C18",
        article("C.04.3 (2026) 2.4.13"),
        ("4-1 and 2 down (differences of downfloats again: ½) before 2-1 and 4 down (1½)"),
        question(6, "1-5 1-0, 2-4 ½, 6-3 ½", "1-6 0-0, 3-2 0-1, 5-4 0-1", initial_colour=Colour.BLACK),
        "4-1 2-6 5-3",
    ),
    decides(
        "C18 before C19",
        article("C.04.3 (2026) 2.4.13", "C.04.3 (2026) 2.4.14"),
        (
            "7-2 6-4 and 5 down (differences of downfloats again: ½) before 7-4 5-2 and 6 down (1½), though C19 "
            "says 1½ to ½"
        ),
        question(
            7,
            "3-2 ½, 4-1 ½, 5 pab, 6-7 ½",
            "1-7 0-1, 2-4 ½, 5-3 ½, 6 pab",
            "1-2 ½-0, 3-6 0-1, 4-5 0-1, 7 pab",
            "1-3 ½, 2-6 1-0, 4 pab, 7-5 1-0",
            of=7,
        ),
        "7-2 6-4 5-1, 3 bye",
    ),
    decides(
        "C19",
        article("C.04.3 (2026) 2.4.14"),
        ("3-6 4-1 5-2 (differences of upfloats again: 1) before 3-2 4-6 5-1 (3)"),
        question(
            6,
            "2-4 0-1, 3-5 1-0, 6-1 1-0",
            "1-2 1-0, 4-3 ½-0, 5-6 1-0",
            "3-1 1-0, 4-5 ½, 6-2 0-1",
            initial_colour=Colour.BLACK,
            points=THREE_ONE_NOTHING,
        ),
        "6-3 1-4 2-5",
    ),
    decides(
        "C19 before C20",
        article("C.04.3 (2026) 2.4.14", "C.04.3 (2026) 2.4.15"),
        ("5-4 2-1 and 3 down (differences of upfloats again: 2) before 5-1 3-4 and 2 down (4), though C20 says 3 to 2"),
        question(7, "1-7 ½, 3 pab, 4-2 ½, 5-6 1-0", "1-3 ½, 4-7 ½-0, 5 full, 6-2 -+", points=THREE_ONE_NOTHING),
        "5-4 2-1 7-3, 6 bye",
    ),
    decides(
        "C20",
        article("C.04.3 (2026) 2.4.15"),
        ("5-4 and 1 down (differences of downfloats again, two rounds ago: 1) before 1-4 and 5 down (2)"),
        question(5, "2-1 0-1, 4-3 ½, 5 pab", "1 pab, 2-4 ½, 3-5 0-1"),
        "5-4 1-3, 2 bye",
    ),
    decides(
        "C20 before C21",
        article("C.04.3 (2026) 2.4.15", "C.04.3 (2026) 2.4.16"),
        (
            "4-5 6-2 and 3 down (differences of downfloats again, two rounds ago: 2 ½) before 4-2 3-5 and 6 down "
            "(2 1½), though C21 says 2 to ½"
        ),
        DOWNFLOATS_TWO_ROUNDS_AGO,
        "5-4 2-6 1-3",
    ),
    decides(
        "C21",
        article("C.04.3 (2026) 2.4.16"),
        ("1-5 3-4 (differences of upfloats again, two rounds ago: ½) before 1-4 3-5 (1)"),
        UPFLOATS_TWO_ROUNDS_AGO,
        "5-1 4-3, 2 bye",
    ),
)


@pytest.mark.parametrize(("asked", "wanted", "why"), POSITIONS)
def test_the_criterion_decides(asked: RoundToPair, wanted: str, why: str):
    assert answers("dutch-2026", asked) == {wanted}, why
