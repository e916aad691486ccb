"""Texts that another standard defines: timestamps (RFC 3339), media types (RFC 2046, RFC 6838), Unicode forms."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime, timedelta, timezone

#: RFC 3339 5.6: T and Z may be small; the zone is never left out. No week dates, no basic form, no comma.
_TIMESTAMP = re.compile(
    r"(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))", re.ASCII
)

_NAME = r"[A-Za-z0-9!#$%&'*+.^_`|~-]+"
#: CloudEvents, JSON format 3.1: JSON is what has the subtype json, or one that ends in +json; letters of any size, and
#: parameters may follow (RFC 9110 5.6.6, 8.3.1).
JSON_MEDIA_TYPE = (
    rf"^{_NAME}/({_NAME}\+)?[Jj][Ss][Oo][Nn]"
    rf"([ \t]*;[ \t]*({_NAME}=({_NAME}|\"([^\"\\]|\\.)*\"))?)*[ \t]*$"
)


def moment(text: str) -> datetime | None:
    """Read a date-time of RFC 3339; None for anything else.

    Second 60 is read, as the one before it, where a leap second can be: the last of a month in UTC (5.7).
    """
    found = _TIMESTAMP.fullmatch(text)
    if found is None:
        return None
    to_the_minute, second, fraction, sign, hours, minutes = found.groups()
    leap = second == "60"
    offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    try:
        zone = timezone(-offset if sign == "-" else offset)
        read = datetime.fromisoformat(f"{to_the_minute}:{'59' if leap else second}.{(fraction or '0')[:6]:0<6}")
        read = read.replace(tzinfo=zone)
        following = read.astimezone(UTC) + timedelta(seconds=1)
    except (ValueError, OverflowError):
        return None
    return None if leap and (following.day, following.hour, following.minute) != (1, 0, 0) else read


def is_json_media_type(text: str) -> bool:
    """Whether a media type says that the data is JSON."""
    return re.fullmatch(JSON_MEDIA_TYPE, text, re.ASCII) is not None


def form_of(text: str) -> str:
    """Name the Unicode form of a text."""
    return next((form for form in ("NFC", "NFD") if unicodedata.is_normalized(form, text)), "a mixed form")


def look_of(text: str) -> str:
    """Give what texts have in common that look alike and differ only in their Unicode form."""
    return unicodedata.normalize("NFC", text)


def same_but_form(one: str, other: str) -> bool:
    """Whether two texts look alike, and differ only in their Unicode form."""
    return one != other and look_of(one) == look_of(other)
