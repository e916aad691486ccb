"""Slips in a line: a character or a number that is not what was meant."""

import re
from collections.abc import Iterator

_NUMBER = re.compile(r"\d+(?![.\d])")
LETTERS = "0123456789 WBPZXx+-."


Slip = tuple[str, str, str]
"""The kind of a slip, what it is, and the line with it."""


def slips(line: str) -> Iterator[Slip]:
    """Give all slips of a line."""
    yield from _of_characters(line)
    yield from _of_numbers(line)


def _of_characters(line: str) -> Iterator[Slip]:
    """Change, insert or lose one character, from column 1 to two behind the end."""
    padded = line + "  "
    for column, letter in enumerate(padded, start=1):
        before, after = padded[: column - 1], padded[column:]
        kind = "tag" if column < 4 else "character"
        for other in LETTERS:
            if other != letter:
                yield kind, f"column {column}: {other!r}", before + other + after
        yield kind, f"column {column} lost", before + after
        yield kind, f"column {column}: a blank before", before + " " + padded[column - 1 :]


def _of_numbers(line: str) -> Iterator[Slip]:
    """Put a number that nobody has or that is too long, a neighbour's, or two neighbours in each other's place."""
    found = [number for number in _NUMBER.finditer(line) if number.start() > 3]
    for index, number in enumerate(found):
        yield "longer", f"{number[0]}: a digit more", _put(line, (number, number[0] + "0"))
        for other in ("0", "77", "999"):
            yield "number", f"{number[0]}: {other}", _put(line, (number, other))
        for neighbour in found[max(index - 1, 0) : index] + found[index + 1 : index + 2]:
            yield "number", f"{number[0]}: {neighbour[0]} too", _put(line, (number, neighbour[0]))
        for after in found[index + 1 : index + 2]:
            yield (
                "exchanged",
                f"{number[0]} and {after[0]}: exchanged",
                _put(line, (after, number[0]), (number, after[0])),
            )


def _put(line: str, *changes: tuple[re.Match[str], str]) -> str:
    """Write numbers in the place of others, their last digits where the others' were; the last in the line first."""
    for number, text in changes:
        start = max(number.end() - len(text), 0)
        line = line[: min(start, number.start())] + text.rjust(len(number[0])) + line[number.end() :]
    return line.rstrip()
