"""The intake on RabbitMQ: the unacknowledged messages of its one channel are what the pending list is on Redis."""

import itertools
import queue
import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import structlog
from kombu.messaging import Consumer

from nextround.broker import signature, task_request
from nextround.broker.delivery import Delivery
from nextround.broker.intake import Children, Dispatch, Soon
from nextround.broker.rabbitmq import topology
from nextround.broker.rabbitmq.ledger import RabbitMQLedger, written
from nextround.broker.task_request import TaskEnd
from nextround.broker.turns import Held, Turns
from nextround.operations.health import PULSE
from nextround.service import tournament_of
from nextround.settings import Settings

log = structlog.get_logger(__name__)

HEARTBEAT = 10
WAIT = (0.02, 0.5)
"""Seconds that one look for messages may take: while something is at work, and while nothing is."""


_NUMBERS = itertools.count(1)
"""Names deliveries. One for all intakes of a process: after a reconnection an older one may still wait for its last."""


class RabbitMQIntake:
    """Receives events, hands them to `dispatch`, and acknowledges each when its task has come to its end.

    `dispatch` gets the whole delivery as text. An event
    whose task fails, or whose process dies, is delivered again from here after `takeover` seconds, doubled at each
    further delivery; at once where its process died for the first time. A worker that dies or stops gives all of its
    events back to the broker at once. Of a tournament one event at a time is at work here; other workers are not asked.
    """

    outlives_pool = True

    def __init__(self, settings: Settings, dispatch: Dispatch, children: Children, soon: Soon) -> None:
        self._settings = settings
        self._dispatch = dispatch
        self._children = children
        self._soon = soon
        self._ledger = RabbitMQLedger(settings)
        self._turns = Turns()
        self._messages: dict[str, Any] = {}
        self._ended: queue.SimpleQueue[tuple[str, TaskEnd]] = queue.SimpleQueue()
        self._beat = 0.0
        self._stop = threading.Event()

    def check(self) -> str:
        """Declare what we need and return the broker's name and version; raises as `topology.declare` does."""
        with topology.connection(self._settings) as connection:
            connection.ensure_connection(max_retries=1)
            with connection.channel() as channel:
                topology.declare(channel)
            told = connection.connection.server_properties
            return f"{told.get('product', 'AMQP')} {told.get('version', '')}"

    def stop(self) -> None:
        """Let `run` return when what it has handed over has come to its end, or its patience has."""
        self._stop.set()

    def ended(self, name: str, end: TaskEnd) -> None:
        """Hear that a task has come to its end, and let the next begin; in the thread of the event loop."""
        entry = name.rpartition(":")[0]
        if end is TaskEnd.RETURNED:
            self._turns.answered(entry)
        else:
            self._turns.failed(entry)
        self._ended.put((entry, end))
        self._pump()

    def _pump(self) -> None:
        """Let begin whatever has its turn; in the thread of the event loop."""
        while not self._stop.is_set() and (held := self._turns.next(self._children(), time.monotonic())):
            if (message := self._messages.get(held.name)) is None:
                self._turns.leave(held.name)  # of a connection that is gone
                continue
            try:
                self._dispatch(written(_delivery(held, message)), f"{held.name}:{held.delivery}")
            except Exception:
                self._turns.add(held)
                raise

    def run(self) -> None:
        """Take in events until `stop` is called. Never raises: what goes wrong is logged and tried again."""
        failures = 0
        task_request.listeners.append(self.ended)
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
        if self.ended in task_request.listeners:
            task_request.listeners.remove(self.ended)

    def _receive(self) -> None:
        # With a connection, what was delivered on it is lost to us: the broker delivers it again.
        self._turns.empty()
        self._messages.clear()
        with topology.connection(self._settings, HEARTBEAT) as connection, connection.channel() as channel:
            topology.declare(channel)
            channel.basic_qos(0, (self._settings.waiting + 1) * self._children(), False)
            consumer = Consumer(channel, [topology.EVENTS], on_message=self._take, auto_declare=False)
            consumer.consume()
            while not self._stop.is_set():
                self._turn(connection)
                PULSE.take_in()
            consumer.cancel()
            for name in self._turns.empty():
                self._messages.pop(name).requeue()
            # What still comes to its end is acknowledged; the rest goes back to the broker with the channel.
            deadline = time.monotonic() + self._settings.time_limit
            while self._messages and time.monotonic() < deadline:
                self._turn(connection)

    def _turn(self, connection: Any) -> None:
        with suppress(TimeoutError):
            connection.drain_events(timeout=WAIT[0] if self._messages else WAIT[1])
        self._settle()
        if self._turns.waiting:
            self._soon(self._pump)
        if time.monotonic() - self._beat > HEARTBEAT / 4:
            self._beat = time.monotonic()
            connection.heartbeat_check()

    def _take(self, message: Any) -> None:
        number = next(_NUMBERS)
        name = f"m{number}"
        message.arrived = time.time()
        deliveries = 1 + int(message.headers.get("x-delivery-count") or 0)
        body = _body(message)
        if len(body) > self._settings.max_event_bytes:
            delivery = Delivery(name, body, None, deliveries, message.arrived)
            self._ledger.bury(delivery, "too-large", f"{len(body)} bytes")
            message.ack()
            return
        self._messages[name] = message
        limits = self._settings
        forged = signature.fault(body, _signature(message), limits.keys, required=limits.signature_required)
        tournament = None if forged else tournament_of(body)
        # Once it may have been given back by a worker with which it only waited.
        self._add(Held(name, (number,), deliveries, tournament, lane=deliveries > 2), self._turns.follow)

    def _add(self, held: Held, add: Callable[[Held], None]) -> None:
        if held.delivery > self._settings.max_deliveries + 2:
            message = self._messages.pop(held.name)
            self._ledger.bury(_delivery(held, message), "deliveries", "every process that took it up died")
            message.ack()
            self._turns.answered(held.name)
            log.error("buried", reason="deliveries", delivery=held.delivery)
        else:
            add(held)

    def _settle(self) -> None:
        with suppress(queue.Empty):
            while True:
                name, end = self._ended.get_nowait()
                if name not in self._messages:
                    continue  # of a connection that is gone
                if end is TaskEnd.RETURNED:
                    self._messages.pop(name).ack()
                elif self._stop.is_set():
                    self._messages.pop(name).requeue()
                elif held := self._turns.take_failed(name):
                    killed = end is TaskEnd.KILLED
                    rest = 0.0 if killed and held.delivery == 1 else self._patience(held.delivery)
                    again = replace(held, delivery=held.delivery + 1, after=None, lane=held.lane or killed)
                    self._add(replace(again, due=time.monotonic() + rest), self._turns.add)

    def _patience(self, deliveries: int) -> float:
        return min(self._settings.takeover * 2.0 ** min(deliveries - 1, 30), self._settings.takeover_cap)


def _body(message: Any) -> bytes:
    return message.body.encode() if isinstance(message.body, str) else bytes(message.body)


def _signature(message: Any) -> bytes | None:
    signed = message.headers.get("sig")
    return signed.encode() if isinstance(signed, str) else None


def _delivery(held: Held, message: Any) -> Delivery:
    return Delivery(held.name, _body(message), _signature(message), held.delivery, message.arrived)
