"""A walk over the records of a report: one slip at a time, and none changes the pairing without a word.

A slip inside a field may leave another legal value there, which nobody can tell from the right one: the fields that are
exempt are those of `FIELDS`. Everything else is a slip that must be refused, or noted with its line and column, if the
pairing changes: a character in a tag or between the fields, a number that nobody has, a line that stands twice.
"""

import random
from collections.abc import Iterator

import pytest
from nextround import service
from nextround.core.formats import read_trf
from nextround.core.formats.columns import LAYOUTS
from nextround.core.formats.text import Line
from nextround.core.tournament import PairingError
from nextround.registry import registry

from tests.formats.texts import player, trf

SAMPLE = 300
PLAYERS = (
    player(1, "5 w 1", "3 b =", points="1.5"), player(2, "6 b 1", "4 w 1", points="2.0"),
    player(3, "7 w 1", "1 w =", points="1.5"), player(4, "8 b 1", "2 b 0", points="1.0"),
    player(5, "1 b 0", "- H", points="0.5"), player(6, "2 w 0", "8 w 1", points="1.0"),
    player(7, "3 b 0", "- U", points="1.0"), player(8, "4 w 0", "6 b 0", points="0.0"),
)  # fmt: skip
TRF16 = trf("BBW  1.0", "BBD  0.5", "XXA    1  1.0  1.0  1.0", "XXP 1 2", "XXZ 8", "260   1   4    3    4", *PLAYERS)
TRF26 = trf(
    "162  W 1.0    D 0.5", "240 H   3    8    5", "250       1.0   1   3    1    2", "260   1   4    1    2", *PLAYERS,
    head=("012 T", "042 2026/03/08", "142 5", "152 W", "192 FIDE_DUTCH_2026"),
)  # fmt: skip

#: The fields by first and last column, where they are not in `LAYOUTS`; of other records everything from column 5 on.
FIELDS = {"001": ((5, 8), (10, 13), (15, 47), (49, 52), (54, 56), (58, 68), (70, 84), (86, 89)), "XXA": ((5, 8),)}

#: Tags that one character makes one another, with the same form behind them.
SAME_FORM = ({"XXP", "XXZ"}, {"BBW", "BBD", "BBL", "BBU", "BBF", "BBZ"})

Told = tuple[object, frozenset[str]]


def told(text: str) -> Told | None:
    """Give the pairing and the places of the notes; None where the report is refused."""
    entry = registry().systems["dutch-2026"]
    try:
        report = read_trf(text)
        _, answer = service.pair(report.tournament(), entry.make(entry.options()))
    except PairingError:
        return None
    return (answer.pairs, answer.pab), frozenset(note.pointer for note in report.notes)


def exempt(line: str, column: int) -> bool:
    tag = line[:3]
    if tag in LAYOUTS:
        return LAYOUTS[tag].stray(Line(0, " " * (column - 1) + "x")) is None
    if tag == "001" and column >= 92:
        return (column - 92) % 10 in (0, 1, 2, 3, 5, 7)
    if tag == "XXA" and column >= 10:
        return (column - 10) % 5 < 4
    return any(a <= column <= b for a, b in FIELDS[tag]) if tag in FIELDS else column >= 5


def slips(text: str) -> Iterator[tuple[str, str]]:
    """Change one character of a tag or between the fields, double a line, put a number that nobody has."""
    lines = text.splitlines()
    for index, line in enumerate(lines):
        for column in range(1, len(line) + 1):
            if exempt(line, column):
                continue
            for letter in "0123456789 WPZX":
                changed = line[: column - 1] + letter + line[column:]
                if changed != line and not any({line[:3], changed[:3]} <= same for same in SAME_FORM):
                    yield (
                        f"{line!r}, column {column}: {letter!r}",
                        "\n".join((*lines[:index], changed, *lines[index + 1 :])),
                    )
        yield f"{line!r} twice", "\n".join((*lines[: index + 1], line, *lines[index + 1 :]))
        if line[:3] in ("XXP", "XXZ", "240", "250", "260"):
            yield f"{line!r}: 99", "\n".join((*lines[:index], line[:-2] + "99", *lines[index + 1 :]))


@pytest.mark.parametrize("text", [TRF16, TRF26], ids=["TRF16", "TRF26"])
def test_no_slip_changes_the_pairing_without_a_word(text: str) -> None:
    right = told(text)
    assert right is not None
    every = list(slips(text))
    silent = []
    for what, changed in random.Random(9).sample(every, min(SAMPLE, len(every))):
        found = told(changed)
        if found is not None and found[0] != right[0] and not any(":" in place for place in found[1] - right[1]):
            silent.append(what)
    assert silent == []
