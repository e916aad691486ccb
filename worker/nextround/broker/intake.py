"""The intake: from the stream of events to Celery, one entry id at a time."""

import json
import os
import random
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, cast

import structlog
from kombu.exceptions import OperationalError
from redis import RedisError, ResponseError

from nextround.broker import keys, scripts
from nextround.broker.connection import check_server, connect, facts
from nextround.broker.observer import Observer
from nextround.broker.redis_ledger import RedisLedger
from nextround.broker.repair import Repair
from nextround.broker.retention import Retention
from nextround.operations.examination import Finding, Severity, examine
from nextround.operations.fingerprint import fingerprint
from nextround.operations.health import PULSE
from nextround.settings import Settings

log = structlog.get_logger(__name__)

BLOCK_MS = 500
"""How long one read waits for new events; below every socket timeout that can be set."""
PAUSES = (0.002, 0.05)
"""Seconds between two looks for room: the first after there was some, and the longest."""
CLAIM_EVERY = 1.0
JITTER = 0.75
"""The least part of its time after which a silent entry is taken over: workers that look at once don't look alike."""
TIDY_EVERY = 10.0
PAUSED_TIDY_EVERY = 1.0
EXAMINE_EVERY = (60.0, 5.0)
"""Seconds between two examinations of the broker: of one that is fit, and of one that is not."""
REPAIR_EVERY = 1.0


class Intake:
    """Reads events from the stream and hands the ids of their entries to `dispatch`, as many as may wait here.

    The stream's pending list is the one retry authority. An entry that waits for a task belongs to this worker's own
    consumer and is touched from here; one that is worked on belongs to the consumer `at-work` and is touched by its
    task. Whatever lost its worker, its child process or its Celery message is touched by nobody, and any
    worker claims it after `takeover` seconds and dispatches it again.

    `dispatch(entry, delivery)` may raise: the entry is then dispatched at the next turn. `children` tells how many
    processes work here.
    """

    def __init__(self, settings: Settings, dispatch: Callable[[str, int], None], children: Callable[[], int]) -> None:
        self._settings = settings
        self._dispatch = dispatch
        self._children = children
        self._client = connect(settings, "nextround-intake")
        self._ledger = RedisLedger(self._client, settings)
        self._repair = Repair(self._client)
        self._next_repair = 0.0
        self._retention = Retention(self._client, settings)
        self._sign = self._client.register_script(scripts.SHOW)
        # Unlike a plain host name, this tells two workers on one machine apart.
        self._me = f"{socket.gethostname()}/{os.getpid()}"
        self._dispatched: dict[str, float] = {}
        self._since = datetime.now(UTC).isoformat(timespec="seconds")
        self._next_tidy = 0.0
        self._next_examination = 0.0
        self._found: tuple[Finding, ...] = ()
        self._observer = Observer(self._client, settings)
        self._fingerprint = fingerprint(settings)
        self._differing: tuple[str, ...] = ()
        self._next_claim = self._when_the_living_have_shown_it()
        self._pause = PAUSES[0]
        self._stop = threading.Event()

    def check(self) -> str:
        """Examine the broker and return its name and version; raises as `check_server` does."""
        told = facts(self._client)
        shown = check_server(told)
        self._note(examine(told))
        return shown

    def stop(self) -> None:
        """Let `run` return after its turn."""
        self._stop.set()

    def run(self) -> None:
        """Take in events until `stop` is called. Never raises: what goes wrong is logged and tried again."""
        failures = 0
        while not self._stop.is_set():
            try:
                self.turn()
                PULSE.take_in()
                failures = 0
            except Exception as error:  # the broker is out of reach, or we have a bug: the stream must go on
                failures += 1
                pause = min(0.2 * 2 ** min(failures, 6), 5.0) * random.uniform(0.5, 1)  # noqa: S311
                is_ours = not isinstance(error, RedisError | OSError | OperationalError)
                log.warning("intake_interrupted", failures=failures, pause=pause, error=repr(error), exc_info=is_ours)
                self._client.connection_pool.disconnect()
                self._next_claim = self._when_the_living_have_shown_it()
                self._next_examination = 0.0  # it may be another server by then
                self._stop.wait(pause)
        if not failures:
            with suppress(RedisError):
                self._client.delete(keys.worker(self._me))
        self._client.close()

    def turn(self) -> None:
        """Do once what `run` does all the time; raises what the broker and `dispatch` raise."""
        try:
            self._turn()
        except ResponseError as error:
            if "NOGROUP" not in str(error):
                raise
            # At the very start, and after somebody emptied the broker.
            self._create_group()

    def _turn(self) -> None:
        now = time.monotonic()
        waiting = self._waiting()
        self._keep(waiting, now)
        if now >= self._next_examination:
            self._note(examine(facts(self._client)))
        if now >= self._next_repair:
            self._next_repair = now + (0 if self._repair.turn() else REPAIR_EVERY)
        if now >= self._next_tidy:
            more = self._tidy_up()
            self._next_tidy = now + (0 if more else PAUSED_TIDY_EVERY if PULSE.paused else TIDY_EVERY)
        is_held = PULSE.paused or PULSE.unfit
        room = 0 if is_held else self._settings.waiting * self._children() - len(waiting)
        if room > 0 and now >= self._next_claim:
            self._next_claim = now + CLAIM_EVERY * random.uniform(0.5, 1)  # noqa: S311 - spreads the workers
            room -= self._claim(room)
        if room > 0:
            self._pause = PAUSES[0]
            self._read(room)
        else:
            self._stop.wait(self._pause)
            self._pause = min(2 * self._pause, PAUSES[1])

    def _note(self, found: tuple[Finding, ...]) -> None:
        """Tell what is new of the broker, and take in nothing while it is unfit."""
        for finding in found:
            if finding not in self._found:
                tell = log.warning if finding.severity is Severity.WARNED else log.error
                tell("broker_finding", finding=finding.name, severity=str(finding.severity), text=finding.text)
        for finding in self._found:
            if finding not in found:
                log.info("broker_mended", finding=finding.name)
        self._found = found
        PULSE.unfit = tuple(finding.name for finding in found if finding.severity is not Severity.WARNED)
        if PULSE.unfit:
            # A new connection may reach another server, such as the primary in place of one that is no longer.
            self._client.connection_pool.disconnect()
        self._next_examination = time.monotonic() + EXAMINE_EVERY[bool(PULSE.unfit)]

    def _waiting(self) -> list[dict[str, Any]]:
        return self._pending(count=1000, consumer=self._me)

    def _pending(self, count: int, consumer: str | None = None, idle: int | None = None) -> list[dict[str, Any]]:
        found = self._client.xpending_range(
            keys.IN, self._settings.group, "-", "+", count, consumername=consumer, idle=idle
        )
        return cast("list[dict[str, Any]]", found)

    def _keep(self, waiting: list[dict[str, Any]], now: float) -> None:
        """Touch what waits for its task; dispatch what could not be dispatched before."""
        ids = {entry["message_id"].decode(): entry for entry in waiting}
        self._dispatched = {entry: since for entry, since in self._dispatched.items() if entry in ids}
        heartbeat = round(self._settings.heartbeat * 1000)
        # A message that waits longer than everything before it may take was lost inside Celery.
        patience = (self._settings.waiting + 2) * self._settings.time_limit
        for entry, pending in ids.items():
            if entry not in self._dispatched:
                self._hand_over(entry, pending["times_delivered"])
            elif pending["time_since_delivered"] >= heartbeat and now - self._dispatched[entry] < patience:
                # The least idle time: a task that took the entry up in between keeps it.
                self._client.xclaim(keys.IN, self._settings.group, self._me, heartbeat, [entry], justid=True)

    def _claim(self, room: int) -> int:
        """Take over what nobody has touched for its time, at most `room` entries; return how many."""
        taken = 0
        for pending in self._pending(count=1000, idle=round(1000 * JITTER * self._settings.takeover)):
            if taken == room:
                break
            entry, deliveries = pending["message_id"].decode(), pending["times_delivered"]
            least = round(1000 * self._patience(deliveries) * random.uniform(JITTER, 1))  # noqa: S311
            if pending["time_since_delivered"] < least:
                continue
            claimed = self._client.xclaim(
                keys.IN, self._settings.group, self._me, least, [entry], retrycount=deliveries + 1, justid=True
            )
            if claimed:
                taken += 1
                self._dispatched.pop(entry, None)
                PULSE.taken_over += 1
                log.warning("taken_over", entry=entry, delivery=deliveries + 1)
                self._hand_over(entry, deliveries + 1)
        return taken

    def _when_the_living_have_shown_it(self) -> float:
        # At the start and after an outage everything may look silent.
        return time.monotonic() + 2 * self._settings.heartbeat

    def _patience(self, deliveries: int) -> float:
        doubled = self._settings.takeover * 2.0 ** min(deliveries - 1, 30)
        return min(doubled, self._settings.takeover_cap)

    def _read(self, room: int) -> None:
        found = self._client.xreadgroup(self._settings.group, self._me, {keys.IN: ">"}, count=room, block=BLOCK_MS)
        for _, entries in cast("list[tuple[bytes, list[tuple[bytes, Any]]]]", found or []):
            for entry, _ in entries:
                self._hand_over(entry.decode(), 1)

    def _hand_over(self, entry: str, deliveries: int) -> None:
        # The task itself buries what was delivered too often, and answers it where its ids can be read. What kills the
        # child process even then is buried from here, unread.
        if deliveries > self._settings.max_deliveries + 2:
            self._ledger.bury(entry, "deliveries", "every process that took it up died")
            log.error("buried", entry=entry, reason="deliveries", delivery=deliveries)
            return
        self._dispatch(entry, deliveries)
        self._dispatched[entry] = time.monotonic()

    def _show(self) -> None:
        """Show that this worker lives, to operators alone: nothing here depends on it."""
        sign = {
            "version": version("nextround"),
            "children": self._children(),
            "since": self._since,
            "paused": PULSE.paused.reason if PULSE.paused else None,
            "fingerprint": self._fingerprint,
        }
        seconds = round(3 * TIDY_EVERY)
        # A broker that has an older list of what a worker may do must not keep it from its work.
        with suppress(ResponseError):
            self._sign(
                keys=[keys.IN, keys.worker(self._me)], args=[self._settings.group, self._me, json.dumps(sign), seconds]
            )

    def _tidy_up(self) -> bool:
        """Let answers go, and tell how it stands; True where more can go at once."""
        pause, more = self._retention.turn()
        if not more:
            before, PULSE.paused = PULSE.paused, pause
            if pause and not before:
                log.error("intake_paused", group=pause.group, reason=pause.reason)
            elif before and not pause:
                log.info("intake_resumed")
        self._show()
        if not more:
            self._compare()
        return more

    def _compare(self) -> None:
        """Tell where the workers of the group are not set alike: one event could then have two answers."""
        differing = self._observer.differing()
        if differing != self._differing:
            if differing:
                log.error("workers_differ", settings=differing)
            else:
                log.info("workers_agree")
            self._differing = differing

    def _create_group(self) -> None:
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
