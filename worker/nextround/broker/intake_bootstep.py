"""The intake as a part of the Celery worker."""

import atexit
import threading
from collections.abc import Callable
from typing import Any

import structlog
from celery import bootsteps
from celery.exceptions import WorkerShutdown
from kombu.message import Message
from kombu.serialization import dumps

from nextround.broker import queues
from nextround.broker.rabbitmq.intake import AmqpIntake
from nextround.broker.redis.connection import UnsupportedServer
from nextround.broker.redis.intake import Intake
from nextround.operations.health import PULSE
from nextround.settings import Settings

log = structlog.get_logger(__name__)


class IntakeStep(bootsteps.StartStopStep):  # type: ignore[misc]  # Celery has no types
    """Runs the intake in a thread of the worker's main process while Celery is connected.

    A step of the *consumer*: one of the worker that requires the consumer would never start.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:
        super().__init__(consumer, **options)
        self._intake: Intake | AmqpIntake | None = None
        self._thread: threading.Thread | None = None
        self._pulse: Any = None

    def start(self, consumer: Any) -> None:
        """Check the broker, then take in events; ends the worker where the broker cannot be worked with."""
        settings: Settings = consumer.app.conf.nextround.settings
        intake = AmqpIntake if settings.is_amqp else Intake
        self._intake = intake(
            settings,
            _into_the_pool(consumer),
            children=lambda: consumer.pool.num_processes,
            # The pool may be spoken to from the thread of the event loop alone.
            soon=consumer.hub.call_soon,
        )
        try:
            server = self._intake.check()
        except UnsupportedServer as error:
            log.critical("broker_unsupported", reason=str(error))
            raise WorkerShutdown(1) from None
        self._thread = threading.Thread(target=self._intake.run, name="intake", daemon=True)
        self._thread.start()
        PULSE.turn()
        PULSE.take_in()
        PULSE.consuming = True
        self._pulse = consumer.timer.call_repeatedly(1.0, PULSE.turn)
        log.info("intake_started", broker=settings.broker_address, server=server, group=settings.group)

    def stop(self, consumer: Any) -> None:
        """Stop taking in; what was handed to Celery is finished."""
        PULSE.consuming = False
        if self._pulse:
            self._pulse.cancel()
            self._pulse = None
        if self._intake and self._thread:
            self._intake.stop()
            if isinstance(self._intake, AmqpIntake):
                # It acknowledges what ends after this, and what ends last ends when the pool has stopped.
                atexit.register(self._thread.join, timeout=5)
            else:
                self._thread.join(timeout=5)
            self._intake = self._thread = None


def _into_the_pool(consumer: Any) -> Callable[[str, str], None]:
    """Return what runs the task `PAIR` with an entry, under a name, as if the message came from a broker.

    It goes to a child process from here: a list between would be one more place where messages are lost, held up, or
    put by somebody else.
    """

    def dispatch(entry: str, name: str) -> None:
        # The entry may be the event itself, which no log line must show.
        told = consumer.app.amqp.create_task_message(name, queues.PAIR, args=[entry], argsrepr="")
        kind, encoding, body = dumps(told.body, "json")
        message = Message(body, None, kind, encoding, headers=told.headers, properties=told.properties)
        consumer.strategies[queues.PAIR](message, None, _nobody, _nobody, ())

    return dispatch


def _nobody(*_: Any) -> None:
    """Stand in for the broker that Celery acknowledges messages to."""
