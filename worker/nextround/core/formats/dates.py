"""Dates as reports write them."""

import re
from datetime import date

#: 2026/02/01, 26/02/01 (record 132), 2026-02-01; and 1.2.2026 or 01. 02. 2026. A date with slashes and the year
#: last could be meant either way round and is not read. A month in words has one meaning: Mar 8, 2026; 8 March 2026.
#: A time behind the year first, as in 2026-03-08T18:00:00Z, is left out.
_YEAR_FIRST = re.compile(r"(\d{4}|\d{2})([/.-])(\d{1,2})\2(\d{1,2})(?:[Tt ]\d{2}:\d{2}\S*)?", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})", re.ASCII)
_MONTH_FIRST = re.compile(r"([A-Za-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})", re.ASCII)
_MONTH_SECOND = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?[ -]([A-Za-z]+)[.,]?[ -](\d{4})", re.ASCII)
_MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)

ACCEPTED = "2026/03/08, 2026-03-08, 08.03.2026, Mar 8, 2026 or 8 March 2026"


def read_date(text: str) -> date | None:
    """Read a date; None for what is none, or could be two."""
    if found := _YEAR_FIRST.fullmatch(text.strip()):
        year, _, month, day = found.groups()
    elif found := _DAY_FIRST.fullmatch(text.strip()):
        day, month, year = found.groups()
    elif found := _MONTH_FIRST.fullmatch(text.strip()):
        word, day, year = found.groups()
        month = _month(word)
    elif found := _MONTH_SECOND.fullmatch(text.strip()):
        day, word, year = found.groups()
        month = _month(word)
    else:
        return None
    try:
        return date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))
    except ValueError:
        return None


def _month(word: str) -> str:
    """Give the number of an English month, written out or by its first three letters or more; 0 for none."""
    word = word.lower()
    return next((str(n) for n, name in enumerate(_MONTHS, 1) if len(word) >= 3 and name.startswith(word)), "0")


def first_date(start: str, rounds: str) -> date | None:
    """Give the date of record 042, else the one of round 1 in record 132 (its columns 92 to 99)."""
    return read_date(start) or read_date(rounds[87:97])
