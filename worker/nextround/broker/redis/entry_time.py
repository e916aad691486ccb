"""When something came, by the id of its entry: an id that the broker made is the time, and any other is a claim."""

from datetime import UTC, datetime

AHEAD_MS = 10_000
"""How far an id may lie beyond the server's time: a clock that was set back leaves ids ahead of it, too."""
EARLIEST_MS = 1_000_000_000_000
"""September 2001: an id that is earlier tells no time."""
LATEST_MS = 253_402_300_799_000
"""The last second of the year 9999, which is the last one that can be written."""


def milliseconds(entry: str | bytes) -> int:
    """Return the milliseconds of an entry's id."""
    text = entry.decode() if isinstance(entry, bytes) else entry
    return int(text.partition("-")[0])


def arrival(entry: str | bytes, now_ms: float) -> float:
    """Return when an entry came, in seconds since 1970; `now_ms` is the server's time when it is read.

    Whoever chooses the id of an entry chooses no later time than that of its reading, and none before there were ids.
    """
    claimed = milliseconds(entry)
    return (min(claimed, now_ms) if claimed >= EARLIEST_MS else now_ms) / 1000


def moment(milliseconds: int) -> datetime:
    """Return a time that can be written, whatever somebody has claimed."""
    return datetime.fromtimestamp(min(max(milliseconds, 0), LATEST_MS) / 1000, UTC)
