"""Streams whose ids run ahead of the server's time are made anew.

Whoever may append may choose the id of an entry. With the last possible one nobody could append any more, and after one
of next year every later entry would claim to have come next year.
"""

from typing import cast

import structlog
from redis import Redis

from nextround.broker.redis import keys, scripts
from nextround.broker.redis.entry_time import AHEAD_MS
from nextround.operations.health import PULSE

log = structlog.get_logger(__name__)

STEP = 100
"""Entries that one script moves, or fewer where they have together more than `STEP_BYTES`."""
STEP_BYTES = 1_000_000
STEPS = 20
"""Scripts in one turn; what is left goes on in the next."""
NOTE_SECONDS = 86_400

SOUND, UNDER_WAY, REPAIRED = range(3)


class Repair:
    """Looks at the three streams, and makes anew those that run ahead."""

    def __init__(self, client: Redis) -> None:
        self._repair = client.register_script(scripts.REPAIR)

    def turn(self) -> bool:
        """Look once, or go on; True where there is more to do at once."""
        more = [self._look_at(stream) for stream in (keys.IN, keys.OUT, keys.DEAD)]
        return any(more)

    def _look_at(self, stream: str) -> bool:
        for _ in range(STEPS):
            state, entries = cast(
                "tuple[int, int]",
                self._repair(
                    keys=[stream, f"{stream}:anew", f"{stream}:delivered", keys.REPAIRED],
                    args=[AHEAD_MS, STEP, STEP_BYTES, NOTE_SECONDS],
                ),
            )
            if state == REPAIRED:
                PULSE.repaired += 1
                log.error("stream_repaired", stream=stream, entries=entries)
            if state != UNDER_WAY:
                return False
        return True
