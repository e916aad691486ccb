"""The recommended road for a platform written in Python."""

import json
from collections.abc import Mapping
from typing import Any, cast

from redis import Redis

from nextround.broker.redis import keys
from nextround.broker.signature import sign


def append(event: Mapping[str, Any] | str | bytes, broker: Redis, key: tuple[str, bytes] | None = None) -> str:
    """Append a `round.finished.v1` event to the stream of events; return the id of its entry.

    `key`, an id and the secret, signs it.

    `event` is the whole CloudEvent, as a mapping or as JSON text. Nothing is checked here: what is wrong with it is
    told in the answer, a `round.refused.v1`. Once this has returned, an answer will come.

    Raises `redis.RedisError` where the broker does not confirm; the event may have arrived all the same. Send it again:
    an event that arrives twice, also because the client repeated the command by itself, is answered once.
    """
    body = written(event)
    fields: dict[str, bytes | str] = {keys.BODY: body}
    if key:
        fields[keys.SIGNATURE] = sign(body, *key)
    return cast("bytes", broker.xadd(keys.IN, cast("Any", fields))).decode()


def written(event: Mapping[str, Any] | str | bytes) -> bytes:
    """Return the bytes of an event, as they are appended."""
    text = event if isinstance(event, str | bytes) else json.dumps(event, ensure_ascii=False)
    # Half a character can't be written in UTF-8, and in JSON it is written just as Python escapes it.
    return text.encode(errors="backslashreplace") if isinstance(text, str) else text
