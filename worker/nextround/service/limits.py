"""How large a tournament may be: found out from the JSON as it came, before anything is validated or paired."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from nextround_schemas.fragments import Problem
from nextround_schemas.raw import get, text, whole

MAX_PLAYERS = 10_000
MOST_RECORDS = 1_000_000
"""Players times rounds. 10,000 players have a hundred rounds, and a league of 1,000 rounds a thousand players."""

_ENTRY = re.compile(r"(?:\A\ufeff?|[\r\n])(001|310)")


def beyond_limits(event: dict[str, Any], max_players: int) -> Iterator[Problem]:
    """Find where an event has more players, or more records of theirs, than are taken."""
    data = event.get("data")
    listed, report = get(data, "players"), text(get(data, "trf"))
    in_list = len(listed) if isinstance(listed, list) else 0
    in_report = _entries(report) if report else 0
    for number, place in ((in_list, "/data/players"), (in_report, "/data/trf")):
        if number > max_players:
            yield Problem(
                code="too-many-players",
                message=f"{number} players or teams; accepted are {max_players} (NEXTROUND_MAX_PLAYERS)",
                pointer=place,
            )
    records = max(in_list, in_report) * (whole(get(data, "round")) or 0)
    if records > MOST_RECORDS:
        message = f"so many rounds of so many players are {records} records; accepted are {MOST_RECORDS}"
        yield Problem(code="too-many-records", message=message, pointer="/data/round")


def _entries(report: str) -> int:
    """Count the lines of players and of teams in a report; the larger of both."""
    found = [match[1] for match in _ENTRY.finditer(report)]
    teams = found.count("310")
    return max(teams, len(found) - teams)
