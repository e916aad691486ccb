"""Bytes to lines."""

import re
from typing import NamedTuple

from nextround.core.formats.problems import Findings
from nextround.core.tournament import Points, parse_points

# str.splitlines would also split at form feeds and at the Unicode separators that may stand in a name.
_LINE_END = re.compile(r"\r\n|\r|\n")
#: A setting in points. A whole number of several digits is none: it is what a lost decimal point leaves.
POINTS = r"\d{1,3}\.\d|\d"
_POINTS = re.compile(POINTS, re.ASCII)
_UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


class Line(NamedTuple):
    """A line of the file, numbered from 1, without blanks at its end."""

    number: int
    text: str

    @property
    def tag(self) -> str:
        """The first three characters."""
        return self.text[:3]

    @property
    def content(self) -> str:
        """What stands behind the tag, without blanks at the ends; the blank in column 4 may be missing."""
        return self.text[3:].strip()

    def field(self, first: int, last: int) -> str:
        """Cut out the columns ``first`` to ``last``, both from 1 and inclusive, without blanks at the ends."""
        return self.text[first - 1 : last].strip()


def decode(data: bytes | str, findings: Findings) -> str:
    """Decode UTF-8, with or without a mark; else UTF-16 with its mark; else Latin-1, with a note."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if data[:2] in _UTF16:
        findings.note("encoding", 1, 1, "the file is UTF-16; read as such, UTF-8 is usual")
        return data[2:].decode(_UTF16[data[:2]], errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        line = len(_LINE_END.findall(before)) + 1
        column = len(_LINE_END.split(before)[-1]) + 1
        findings.note("encoding", line, column, f"the file is not UTF-8 (byte offset {error.start}); read as Latin-1")
        return data.decode("latin-1")


def split(text: str) -> list[Line]:
    """Split at CR, LF or CRLF; blank lines are left out but counted."""
    lines = (Line(number, part.rstrip(" ")) for number, part in enumerate(_LINE_END.split(text), start=1))
    return [line for line in lines if line.text.strip()]


def whole_number(text: str) -> int | None:
    """Read a whole number in ASCII digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def given_points(text: str) -> Points:
    """Read the points that a record sets, as 1.0, in tenths; raise ValueError for anything else, also below 0."""
    if _POINTS.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not in a form as 1.0")
    return parse_points(text)
