"""Where a problem is, as a JSON pointer, and how much a reply says of problems; without pydantic."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

MOST = 100
"""A reply names this many problems or warnings. A hopeless event of megabytes would cost gigabytes to list in full."""

LONGEST = 200
"""Characters of a key in a pointer: with longer ones, a hundred problems would be a hundred times the event."""


def pointer(place: Iterable[str | int]) -> str:
    """Write a place as a JSON pointer (RFC 6901); of one behind a key that is too long, the place before that."""
    parts = takewhile(lambda part: len(part) <= LONGEST, map(str, place))
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def clipped(text: str) -> str:
    """Shorten a text of an event for a message."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
