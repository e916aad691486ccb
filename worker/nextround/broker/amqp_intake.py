"""The intake on RabbitMQ: the unacknowledged messages of its one channel are what the pending list is on Redis."""

import itertools
import queue
import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog
from kombu.messaging import Consumer

from nextround.broker import amqp, request
from nextround.broker.amqp_ledger import AmqpLedger, wrapped
from nextround.operations.health import PULSE
from nextround.settings import Settings

log = structlog.get_logger(__name__)

HEARTBEAT = 10
WAIT = (0.02, 0.5)
"""Seconds that one look for messages may take: while something is at work, and while nothing is."""


_NUMBERS = itertools.count(1)
"""Names deliveries. One for all intakes of a process: after a reconnection an older one may still wait for its last."""


class AmqpIntake:
    """Receives events, hands them to `dispatch`, and acknowledges each when its task has come to its end.

    `dispatch(entry, name, delivery)` gets the whole event as text. A task that fails, or whose process dies, gives its
    event back to the broker after `takeover` seconds, doubled at each further delivery; a worker that dies gives all of
    its events back at once.
    """

    def __init__(
        self, settings: Settings, dispatch: Callable[[str, str, int], None], children: Callable[[], int]
    ) -> None:
        self._settings = settings
        self._dispatch = dispatch
        self._children = children
        self._ledger = AmqpLedger(settings)
        self._at_work: dict[str, Any] = {}
        self._ended: queue.SimpleQueue[tuple[str, bool]] = queue.SimpleQueue()
        self._to_return: list[tuple[float, Any]] = []
        self._beat = 0.0
        self._stop = threading.Event()

    def check(self) -> str:
        """Declare what we need and return the broker's name and version; raises as `amqp.declare` does."""
        with amqp.connection(self._settings) as connection:
            connection.ensure_connection(max_retries=1)
            with connection.channel() as channel:
                amqp.declare(channel)
            told = connection.connection.server_properties
            return f"{told.get('product', 'AMQP')} {told.get('version', '')}"

    def stop(self) -> None:
        """Let `run` return when what it has handed over has come to its end, or its patience has."""
        self._stop.set()

    def ended(self, name: str, answered: bool) -> None:
        """Note that a task has come to its end; called from another thread."""
        self._ended.put((name.rpartition(":")[0], answered))

    def run(self) -> None:
        """Take in events until `stop` is called. Never raises: what goes wrong is logged and tried again."""
        failures = 0
        request.listeners.append(self.ended)
        while not self._stop.is_set():
            try:
                self._receive()
                failures = 0
            except Exception as error:  # the broker is out of reach, or we have a bug: the events stay with the broker
                failures += 1
                pause = min(0.2 * 2 ** min(failures, 6), 5.0) * random.uniform(0.5, 1)  # noqa: S311
                log.warning("intake_interrupted", failures=failures, pause=pause, error=repr(error))
                self._stop.wait(pause)
        self._ledger.close()
        if self.ended in request.listeners:
            request.listeners.remove(self.ended)

    def _receive(self) -> None:
        # With a connection, what was delivered on it is lost to us: the broker delivers it again.
        self._at_work.clear()
        self._to_return.clear()
        with amqp.connection(self._settings, HEARTBEAT) as connection, connection.channel() as channel:
            amqp.declare(channel)
            channel.basic_qos(0, (self._settings.waiting + 1) * self._children(), False)
            consumer = Consumer(channel, [amqp.EVENTS], on_message=self._take, auto_declare=False)
            consumer.consume()
            while not self._stop.is_set():
                self._turn(connection)
                PULSE.take_in()
            consumer.cancel()
            # What still comes to its end is acknowledged; the rest goes back to the broker with the channel.
            deadline = time.monotonic() + self._settings.time_limit
            while self._at_work and time.monotonic() < deadline:
                self._turn(connection)

    def _turn(self, connection: Any) -> None:
        busy = self._at_work or self._to_return
        with suppress(TimeoutError):
            connection.drain_events(timeout=WAIT[0] if busy else WAIT[1])
        self._settle()
        if time.monotonic() - self._beat > HEARTBEAT / 4:
            self._beat = time.monotonic()
            connection.heartbeat_check()

    def _take(self, message: Any) -> None:
        name = f"m{next(_NUMBERS)}"
        deliveries = 1 + int(message.headers.get("x-delivery-count") or 0)
        signature = message.headers.get("sig")
        body = message.body.encode() if isinstance(message.body, str) else bytes(message.body)
        if len(body) > self._settings.max_event_bytes:
            self._ledger.bury(wrapped(name, body[:1000], None, deliveries, 0.0), "too-large", f"{len(body)} bytes")
            message.ack()
            return
        entry = wrapped(name, body, signature if isinstance(signature, str) else None, deliveries, time.time())
        if deliveries > self._settings.max_deliveries + 2:
            self._ledger.bury(entry, "deliveries", "every process that took it up died")
            message.ack()
            log.error("buried", reason="deliveries", delivery=deliveries)
            return
        self._at_work[name] = message
        try:
            self._dispatch(entry, name, deliveries)
        except Exception as error:
            # Not raised: with the connection every other event would be given back too, and counted as delivered.
            log.warning("not_dispatched", entry=name, error=repr(error))
            self._to_return.append((time.monotonic() + 1, self._at_work.pop(name)))

    def _settle(self) -> None:
        with suppress(queue.Empty):
            while True:
                name, answered = self._ended.get_nowait()
                if (message := self._at_work.pop(name, None)) is None:
                    continue  # of a connection that is gone
                if answered:
                    message.ack()
                else:
                    deliveries = 1 + int(message.headers.get("x-delivery-count") or 0)
                    patience = min(
                        self._settings.takeover * 2.0 ** min(deliveries - 1, 30), self._settings.takeover_cap
                    )
                    self._to_return.append((time.monotonic() + patience, message))
        now = time.monotonic()
        for due, message in [returning for returning in self._to_return if returning[0] <= now]:
            self._to_return.remove((due, message))
            message.requeue()
