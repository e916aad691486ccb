"""Dates as reports write them."""

import re
from datetime import date

#: 2026/02/01, 26/02/01 (record 132), 2026-02-01; and 1.2.2026 or 01. 02. 2026. A date with slashes and the year
#: last could be meant either way round and is not read.
_YEAR_FIRST = re.compile(r"(\d{4}|\d{2})([/.-])(\d{1,2})\2(\d{1,2})", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})", re.ASCII)


def read_date(text: str) -> date | None:
    """Read a date; None for what is none, or could be two."""
    if found := _YEAR_FIRST.fullmatch(text.strip()):
        year, _, month, day = found.groups()
    elif found := _DAY_FIRST.fullmatch(text.strip()):
        day, month, year = found.groups()
    else:
        return None
    try:
        return date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))
    except ValueError:
        return None


def first_date(start: str, rounds: str) -> date | None:
    """Give the date of record 042, else the one of round 1 in record 132 (its columns 92 to 99)."""
    return read_date(start) or read_date(rounds[87:97])
