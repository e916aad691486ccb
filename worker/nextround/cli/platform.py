"""A platform in few lines: it sends events, and waits for their answers."""

import json
import time
from typing import Any, cast

from redis import Redis

from nextround.broker.append import append
from nextround.broker.redis import keys
from nextround.broker.redis.dead_letters import DeadLetters, Letter
from nextround.service import RequestContext

Event = dict[str, Any]
PAGE = 100


class Platform:
    """Sends events and finds their answers in the stream.

    A real platform reads the stream with a consumer group of its own; this one looks at what came since it was made.
    """

    def __init__(self, client: Redis) -> None:
        self._client = client
        newest = cast("list[tuple[bytes, Any]]", client.xrevrange(keys.OUT, count=1))
        self._seen = newest[0][0] if newest else b"0"

    def send(self, event: Event | bytes) -> str:
        """Append an event; return the id of its entry."""
        return append(event, self._client)

    def answer(self, event: str, entry: str, patience: float) -> Event | None:
        """Wait for the answer to the event of that id, which was appended as `entry`.

        None where it does not come in `patience` seconds; at once where the entry is gone without one, which `letter`
        and `earlier` explain.
        """
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            is_settled = not self._client.xrange(keys.IN, entry, entry)
            found = cast(
                "Any", self._client.xread({keys.OUT: self._seen}, count=PAGE, block=None if is_settled else 200)
            )
            for place, fields in found[0][1] if found else []:
                self._seen = place
                if answers(fields, event):
                    return read(fields)
            if is_settled and not found:
                return None
        return None

    def waits(self, entry: str) -> bool:
        """Tell whether an event still lies in the stream."""
        return bool(self._client.xrange(keys.IN, entry, entry))

    def letter(self, entry: str) -> Letter | None:
        """Return the dead letter that an event became; None where it became none."""
        since = f"{int(entry.partition('-')[0])}-0"
        letters = (letter for letter in DeadLetters(self._client).all(since=since) if letter.entry == entry)
        return next(letters, None)

    def earlier(self, cause: RequestContext) -> Event | None:
        """Return the answer to the same event, or to another with the same data, that was published before."""
        upper = "+"
        while page := cast("list[tuple[bytes, Any]]", self._client.xrevrange(keys.OUT, max=upper, count=PAGE)):
            for event in (read(fields) for _, fields in page):
                if event.get("causationid") == cause.id or (
                    cause.digest and event["data"].get("digest") == cause.digest
                ):
                    return event
            upper = f"({page[-1][0].decode()}"
        return None


def answers(fields: dict[bytes, bytes], event: str) -> bool:
    """Tell whether an entry of the stream answers the event of that id."""
    return read(fields).get("causationid") == event


def read(fields: dict[bytes, bytes]) -> Event:
    """Parse the event in an entry of the stream."""
    return cast("Event", json.loads(fields[keys.BODY.encode()]))
