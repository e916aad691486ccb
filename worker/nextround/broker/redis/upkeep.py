"""What a worker does beside its events: it examines the broker, makes room on it, and shows that it lives."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version

import structlog
from redis import Redis, ResponseError

from nextround.broker.intake import Children
from nextround.broker.redis import keys, scripts
from nextround.broker.redis.connection import check_server, facts
from nextround.broker.redis.observer import RedisObserver
from nextround.broker.redis.repair import Repair
from nextround.broker.redis.retention import Retention
from nextround.operations.examination import Finding, Severity, examine
from nextround.operations.fingerprint import fingerprint
from nextround.operations.health import PULSE
from nextround.settings import Settings

log = structlog.get_logger(__name__)

TIDY_EVERY = 10.0
PAUSED_TIDY_EVERY = 1.0
EXAMINE_EVERY = (60.0, 5.0)
"""Seconds between two examinations of the broker: of one that is fit, and of one that is not."""
REPAIR_EVERY = 1.0


class Upkeep:
    """Examination, repair, retention and signs of life, each in its own rhythm; every worker does all of them.

    `me` names the worker's consumer. `next_examination`, `next_repair` and `next_tidy` are by the monotonic clock.
    """

    def __init__(self, client: Redis, settings: Settings, me: Callable[[], str], children: Children) -> None:
        self._client = client
        self._settings = settings
        self._me = me
        self._children = children
        self._repair = Repair(client)
        self._retention = Retention(client, settings)
        self._observer = RedisObserver(client, settings)
        self._sign = client.register_script(scripts.SHOW_WORKER)
        self._since = datetime.now(UTC).isoformat(timespec="seconds")
        self._fingerprint = fingerprint(settings)
        self._found: tuple[Finding, ...] = ()
        self._differing: tuple[str, ...] = ()
        self.next_examination = self.next_repair = self.next_tidy = 0.0

    def check(self) -> str:
        """Examine the broker and return its name and version; raises as `check_server` does."""
        told = facts(self._client)
        shown = check_server(told)
        self._note(examine(told))
        return shown

    def examine_again(self) -> None:
        """Let the broker be examined at the next turn."""
        self.next_examination = 0.0

    def turn(self, now: float) -> None:
        """Do what is due."""
        if now >= self.next_examination:
            self._note(examine(facts(self._client)))
        if now >= self.next_repair:
            self.next_repair = now + (0 if self._repair.turn() else REPAIR_EVERY)
        if now >= self.next_tidy:
            more = self.tidy_up()
            self.next_tidy = now + (0 if more else PAUSED_TIDY_EVERY if PULSE.paused else TIDY_EVERY)

    def tidy_up(self) -> bool:
        """Let answers go, pause or resume the intake, show that this worker lives; True where more can go at once."""
        pause, more = self._retention.turn()
        if not more:
            before, PULSE.paused = PULSE.paused, pause
            if pause and not before:
                log.error("intake_paused", group=pause.group, reason=pause.reason)
            elif before and not pause:
                log.info("intake_resumed")
        self._show()
        if not more:
            self._compare_settings()
        return more

    def _note(self, found: tuple[Finding, ...]) -> None:
        """Log what is new of the broker, and let nothing be taken in while it is unfit."""
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
        self.next_examination = time.monotonic() + EXAMINE_EVERY[bool(PULSE.unfit)]

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
                keys=[keys.IN, keys.worker(self._me())],
                args=[self._settings.group, self._me(), json.dumps(sign), seconds],
            )

    def _compare_settings(self) -> None:
        """Log where the workers of the group are not set alike: one event could then have two answers."""
        differing = self._observer.differing()
        if differing != self._differing:
            if differing:
                log.error("workers_differ", settings=differing)
            else:
                log.info("workers_agree")
            self._differing = differing
