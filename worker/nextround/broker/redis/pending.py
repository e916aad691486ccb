"""The pending list of the stream of events: who holds which entry, and which comes after which."""

import itertools
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, cast

from redis import Redis, ResponseError

from nextround.broker import signature
from nextround.broker.redis import keys, scripts
from nextround.broker.redis.admission import Admission
from nextround.broker.turns import Held
from nextround.service import tournament_of
from nextround.settings import Settings

MOST = 20_000
"""Entries of one consumer that are looked at."""
ORDER_SECONDS = 24 * 3600
GIVEN_BACK_MS = 3_600_000
"""What the idle time of an entry is set to that is given back: more than anybody waits."""
TRIES = 3
"""Tries, `BETWEEN` seconds apart, before a worker takes in what another one has read, as it came before its own."""
BETWEEN = 0.005


class PendingList:
    """The pending list, as the worker of the consumer `me` sees and changes it.

    An entry that was read belongs to the consumer `arrived` until its tournament is known, then, waiting for its turn,
    to that of a worker, and while it is worked on to `at-work`. Deliveries count how often an entry was worked on.
    """

    def __init__(self, client: Redis, settings: Settings, me: Callable[[], str], admission: Admission) -> None:
        self._client = client
        self._settings = settings
        self._me = me
        self._admission = admission
        self._enter = client.register_script(scripts.ENTER)

    def create_group(self) -> None:
        """Make the group, with the stream, where they are missing."""
        try:
            # From the beginning: events that came before the first worker are events too.
            self._client.xgroup_create(keys.IN, self._settings.group, "0", mkstream=True)
        except ResponseError as error:
            if "BUSYGROUP" not in str(error):
                raise
        if not self._client.xlen(keys.IN):
            # From now on nobody can append an entry of the past; refused where one was appended just now.
            seconds, _ = self._client.time()
            with suppress(ResponseError):
                self._client.execute_command("XSETID", keys.IN, f"{seconds}000-0")  # type: ignore[no-untyped-call]

    def of(self, consumer: str, count: int = MOST, idle: int | None = None) -> dict[str, tuple[int, int]]:
        """Return a consumer's entries, in order, each with its deliveries and the milliseconds since it was touched."""
        found = cast(
            "list[dict[str, Any]]",
            self._client.xpending_range(
                keys.IN, self._settings.group, "-", "+", count, consumername=consumer, idle=idle
            ),
        )
        return {
            entry["message_id"].decode(): (entry["times_delivered"], entry["time_since_delivered"]) for entry in found
        }

    def owner(self, entry: str) -> tuple[str, int] | None:
        """Return the consumer that an entry belongs to, and its deliveries; None where it is not pending."""
        found = cast(
            "list[dict[str, Any]]", self._client.xpending_range(keys.IN, self._settings.group, entry, entry, 1)
        )
        return (found[0]["consumer"].decode(), found[0]["times_delivered"]) if found else None

    def silent(self, milliseconds: int) -> list[str]:
        """Return the workers' consumers that have shown no sign of life for so long."""
        found = self._client.xinfo_consumers(keys.IN, self._settings.group)
        idle = [consumer["name"].decode() for consumer in found if consumer["idle"] >= milliseconds]
        return [name for name in idle if name not in (self._me(), keys.AT_WORK, keys.ARRIVED)]

    def show_life(self) -> None:
        """Show that this worker lives: by a claim of no entry, which also a broker takes whose memory is full."""
        self.claim(["0-1"])

    def claim(self, entries: list[str], least: int = 0, deliveries: int | None = None) -> list[str]:
        """Take entries that nobody has touched for `least` milliseconds; return those that were taken."""
        return self._claim(self._me(), entries, least, retrycount=deliveries)

    def give_back(self, entries: list[str]) -> None:
        """Let any worker take entries in, at once."""
        self._claim(keys.ARRIVED, entries, idle=GIVEN_BACK_MS)

    def _claim(self, consumer: str, entries: list[str], least: int = 0, **more: int | None) -> list[str]:
        if not entries:
            return []
        found = self._client.xclaim(
            keys.IN, self._settings.group, consumer, least, cast("Any", entries), justid=True, **cast("Any", more)
        )
        return [entry.decode() for entry in cast("list[bytes]", found)]

    def read(self, count: int, seconds: float) -> dict[str, str | None]:
        """Wait for new entries, and return them, each with its tournament. They belong to `arrived` then.

        What `Admission` refuses is not among them.
        """
        found = self._client.xreadgroup(
            self._settings.group, keys.ARRIVED, {keys.IN: ">"}, count=count, block=max(1, round(1000 * seconds))
        )
        streams = cast("list[tuple[bytes, list[tuple[bytes, dict[bytes, bytes] | None]]]]", found or [])
        return {
            entry.decode(): self._tournament(fields or {})
            for _, entries in streams
            for entry, fields in entries
            if not self._admission.refuses(entry.decode(), fields or {})
        }

    def read_again(self, entries: Iterable[str]) -> dict[str, str | None]:
        """Return entries that were read before, each with its tournament."""
        return {entry: self._tournament(self._fields(entry)) for entry in entries}

    def enter(self, named: dict[str, str | None], stop: threading.Event) -> tuple[list[Held], list[str]]:
        """Take in entries of these tournaments; return those that are this worker's now, and those that are not.

        What came earlier and nobody has taken in yet is taken in with them: an order is right where all is in it.
        """
        named = dict(named)
        for trial in itertools.count():
            entries = sorted(named, key=place)
            orders = [keys.IN if (name := named[entry]) is None else keys.order(name) for entry in entries]
            earlier, verdicts = cast(
                "tuple[list[bytes], list[tuple[int, bytes]]]",
                self._enter(
                    keys=[keys.IN, *orders],
                    args=[self._settings.group, self._me(), keys.ARRIVED, ORDER_SECONDS, *entries],
                ),
            )
            if not earlier:
                break
            if trial < TRIES:
                stop.wait(BETWEEN)  # whoever read them is about to take them in
            else:
                named |= self.read_again(entry.decode() for entry in earlier)
        held, others = [], []
        for entry, (deliveries, after) in zip(entries, verdicts, strict=True):
            if deliveries:
                # Who was worked on before, and did not come to an end, may have killed who did.
                name, before = named[entry], after.decode() or None
                held.append(Held(entry, place(entry), deliveries, name, before, lane=deliveries > 1))
            else:
                others.append(entry)
        return held, others

    def _fields(self, entry: str) -> dict[bytes, bytes]:
        found = cast("list[tuple[bytes, dict[bytes, bytes]]]", self._client.xrange(keys.IN, entry, entry))
        return found[0][1] if found else {}

    def _tournament(self, fields: dict[bytes, bytes]) -> str | None:
        """Read the tournament of an event; None where it will not be answered in anybody's name."""
        body, limits = fields.get(keys.BODY.encode(), b""), self._settings
        if not body or len(body) > limits.max_event_bytes:
            return None
        signed = fields.get(keys.SIGNATURE.encode())
        if signature.fault(body, signed, limits.keys, required=limits.signature_required):
            return None
        return tournament_of(body)


def place(entry: str) -> tuple[int, int]:
    """Return where an entry stands in the stream."""
    milliseconds, _, number = entry.partition("-")
    return int(milliseconds), int(number)
