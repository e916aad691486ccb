"""The recommended way to read answers for a platform written in Python; it stands beside `append`."""

import json
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, cast

from redis import Redis, ResponseError

from nextround.broker.redis import keys

BLOCK_MS = 500
"""How long one read waits for new answers; below every socket timeout that can be set."""
REMEMBERED = 10_000
"""Ids of answers that were handled last, so that a repeated one is not handled again."""

Entries = list[tuple[bytes, dict[bytes, bytes] | None]]


class Reader:
    """Reads `{nextround}:out` as `consumer` of `group`, and loses sight of nothing.

    What was delivered to a connection that broke stays in the reader's own pending list, also where the client made a
    new connection and repeated the command by itself; so that list comes before new answers at every read. What another
    consumer of the group took and did not acknowledge for `reclaim` seconds is taken over. One group for each platform,
    one consumer for each of its processes. `count` answers are read at most at once.
    """

    def __init__(self, broker: Redis, group: str, consumer: str, *, count: int = 10, reclaim: float = 60.0) -> None:
        self._broker = broker
        self._group = group
        self._consumer = consumer
        self._count = count
        self._reclaim = reclaim
        self._next_reclaim = 0.0
        self._handled: OrderedDict[str, None] = OrderedDict()

    def read(self, handle: Callable[[dict[str, Any]], None], timeout: float = 5.0) -> int:
        """Give every answer that is there to `handle`, or wait for one; return how many were handled.

        An answer is acknowledged when `handle` has returned. Where it raises, the answer comes first at the next read,
        and nothing that came later is handled before it. `handle` gets each id once, as far as this reader knows:
        store the id together with what you make of the answer, for a process that dies in between gets it again.

        Raises what `handle` raises, and `redis.RedisError`: then read again.
        """
        deadline = time.monotonic() + timeout
        while True:
            entries = self._entries(deadline)
            if entries:
                return sum(self._take(place, fields, handle) for place, fields in entries)
            if time.monotonic() >= deadline:
                return 0

    def _entries(self, deadline: float) -> Entries:
        try:
            if mine := self._group_read("0"):
                return mine
            if time.monotonic() >= self._next_reclaim:
                self._next_reclaim = time.monotonic() + self._reclaim / 2
                left = self._broker.xautoclaim(
                    keys.OUT, self._group, self._consumer, round(1000 * self._reclaim), count=self._count
                )
                if found := cast("tuple[Any, Entries]", left)[1]:
                    return found
            left_ms = round(1000 * (deadline - time.monotonic()))
            return self._group_read(">", max(1, min(BLOCK_MS, left_ms)))
        except ResponseError as error:
            if "NOGROUP" not in str(error):
                raise
            # At the very start, and after somebody emptied the broker.
            self._create_group()
            return []

    def _group_read(self, place: str, block: int | None = None) -> Entries:
        found = self._broker.xreadgroup(self._group, self._consumer, {keys.OUT: place}, count=self._count, block=block)
        if not found:
            return []
        [(_, entries)] = found.items() if isinstance(found, dict) else cast("Any", found)
        return cast("Entries", entries)

    def _create_group(self) -> None:
        try:
            # From the beginning: answers that came before the first read are answers too.
            self._broker.xgroup_create(keys.OUT, self._group, "0", mkstream=True)
        except ResponseError as error:
            if "BUSYGROUP" not in str(error):
                raise

    def _take(self, place: bytes, fields: dict[bytes, bytes] | None, handle: Callable[[dict[str, Any]], None]) -> int:
        # Of what somebody trimmed before it was acknowledged only the place is left.
        event = json.loads(fields[keys.BODY.encode()]) if fields else None
        is_new = event is not None and event["id"] not in self._handled
        if event is not None and is_new:
            handle(event)
            self._handled[event["id"]] = None
            if len(self._handled) > REMEMBERED:
                self._handled.popitem(last=False)
        self._broker.xack(keys.OUT, self._group, place)
        return int(is_new)
