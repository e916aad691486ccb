"""The road for Python platforms that have Celery already: a task on a list, which becomes an entry of the stream."""

import base64
import json
from collections.abc import Mapping
from typing import Any, cast

import structlog
from redis import Redis

from nextround.broker import queues
from nextround.broker.append import written
from nextround.broker.redis import keys, scripts
from nextround.settings import Settings

log = structlog.get_logger(__name__)

BATCH = 100
"""Messages that one turn moves."""
PRIORITIES = ("", "\x06\x163", "\x06\x166", "\x06\x169")
"""How Celery's Redis transport ends the names of a queue's lists."""


class NotATask(ValueError):
    """A message that does not call the task with an event."""


class CeleryList:
    """Moves events from the list to the stream, each in one step on the server.

    It is read here and not by Celery: a message that Celery has taken is lost with its worker, and one that it cannot
    read ends the worker, or lets it connect again and again.
    """

    def __init__(self, client: Redis, settings: Settings) -> None:
        self._client = client
        self._settings = settings
        self._move = client.register_script(scripts.MOVE_TASK)

    def turn(self) -> None:
        """Move what lies there; what is no such task becomes a dead letter."""
        for priority in PRIORITIES:
            name = queues.EVENTS + priority
            for message in reversed(cast("list[bytes]", self._client.lrange(name, -BATCH, -1))):
                event, wrong = b"", ""
                try:
                    event = event_of(message)
                except NotATask as error:
                    wrong = str(error)
                args: list[bytes | str | int] = [message, event, wrong, self._settings.max_event_bytes]
                if self._move(keys=[name, keys.IN, keys.DEAD], args=args) and wrong:
                    log.error("buried", reason="not-a-task", detail=wrong, bytes=len(message))


def event_of(message: bytes) -> bytes:
    """Return the event with which a message of Celery's protocol calls the task; raise NotATask."""
    try:
        envelope = json.loads(message)
        called = envelope["headers"]["task"]
        body = envelope["body"]
        if envelope.get("properties", {}).get("body_encoding") == "base64":
            body = base64.b64decode(body)
        args, named, *_ = json.loads(body)
        event: Any = args[0] if args else named["event"]
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise NotATask(f"no message of Celery's protocol 2 in JSON: {type(error).__name__}") from None
    if called != queues.ROUND_FINISHED:
        raise NotATask(f'another task; accepted: "{queues.ROUND_FINISHED}"')
    if not isinstance(event, Mapping):
        raise NotATask("the task's argument is no object; accepted: a CloudEvent")
    return written(event)
