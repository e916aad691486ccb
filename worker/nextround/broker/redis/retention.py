"""How long answers stay: until every group has read them, and beyond that as long as there is room."""

import math
import time
from dataclasses import dataclass
from typing import cast

from redis import Redis

from nextround.broker.redis import keys, scripts
from nextround.broker.redis.connection import facts
from nextround.operations.examination import memory
from nextround.operations.health import Pause
from nextround.settings import Settings

ROOMY = 0.7
"""The part of its memory that the broker may use before answers that were read go although their own limits hold."""
SPARE = 0.9
"""What has reached a limit is brought down to this part of it, so that not every answer costs a look."""
STEP = 20
"""Answers that one script looks at: their bodies pass through the server's Lua."""
STEPS = 100
IDLE_CONSUMER_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Kept:
    """What a look found: the number of answers, their bytes, when the oldest came, and who has read how much.

    `groups` holds of each group its name and what it has not read or not acknowledged; `None` where nobody can tell.
    """

    answers: int
    bytes: int
    oldest: float | None
    groups: tuple[tuple[str, int | None, int], ...]


class Retention:
    """Lets answers go that every group has read, and tells whether the others leave no room for more."""

    def __init__(self, client: Redis, settings: Settings) -> None:
        self._client = client
        self._settings = settings
        self._tidy = client.register_script(scripts.TRIM_ANSWERS)
        self._drop = client.register_script(scripts.DROP_READ)
        self._place = "-"

    def turn(self) -> tuple[Pause | None, bool]:
        """Look once; return why intake must wait, if it must, and whether more can be dropped at once."""
        kept = self._look()
        surplus = self._surplus(kept)
        if surplus and kept.groups and self._let_go(surplus):
            return None, True
        return self._hold(kept), False

    def _look(self) -> Kept:
        kept_since = round((time.time() - self._settings.answers_days * 86_400) * 1000)
        answers, size, oldest, groups = cast(
            "tuple[int, int, bytes, list[tuple[bytes, int, int]]]",
            self._tidy(keys=[keys.IN, keys.OUT], args=[self._settings.group, f"{kept_since}-0", IDLE_CONSUMER_MS]),
        )
        return Kept(
            answers,
            size,
            int(oldest.partition(b"-")[0]) / 1000 if oldest else None,
            tuple((name.decode(errors="replace"), None if lag < 0 else lag, pending) for name, lag, pending in groups),
        )

    def _surplus(self, kept: Kept) -> int:
        """Count the answers that should go: so many that what has reached its limit comes down below it."""
        surplus = 0
        if kept.answers >= self._settings.answers_limit:
            surplus = kept.answers - math.floor(SPARE * self._settings.answers_limit)
        if kept.bytes >= self._settings.answers_bytes:
            surplus = max(surplus, _part(kept, kept.bytes - SPARE * self._settings.answers_bytes))
        used, limit = memory(facts(self._client))
        if limit and (over := used - ROOMY * limit) > 0:
            surplus = max(surplus, _part(kept, over))
        return surplus

    def _let_go(self, surplus: int) -> bool:
        """Drop so many answers, the oldest first, as far as they were read; tell whether any went."""
        gone = 0
        for _ in range(STEPS):
            dropped, place = cast(
                "tuple[int, bytes]", self._drop(keys=[keys.OUT], args=[self._place, STEP, surplus - gone])
            )
            gone += dropped
            self._place = place.decode()
            if gone >= surplus or not place:
                self._place = "-"
                break
        return gone > 0

    def _hold(self, kept: Kept) -> Pause | None:
        days = self._settings.answers_days
        if not kept.groups and kept.oldest is not None and kept.oldest < time.time() - days * 86_400:
            return Pause("", f"no reader: no group has read the {kept.answers} answers, the oldest is older than "
                f"{days:g} days")  # fmt: skip
        if kept.answers < self._settings.answers_limit and kept.bytes < self._settings.answers_bytes:
            return None
        if not kept.groups:
            return Pause("", f"no reader: no group has read the {kept.answers} answers of {kept.bytes} bytes")
        group, unread, pending = max(
            kept.groups, key=lambda told: (kept.answers if told[1] is None else told[1]) + told[2]
        )
        told = "an unknown number" if unread is None else unread
        return Pause(group, f"group {group!r}: {told} not read, {pending} not acknowledged, of {kept.answers} answers "
            f"of {kept.bytes} bytes")  # fmt: skip


def _part(kept: Kept, size: float) -> int:
    """Count the answers that make so many bytes."""
    return min(kept.answers, math.ceil(kept.answers * size / kept.bytes)) if kept.bytes else 0
