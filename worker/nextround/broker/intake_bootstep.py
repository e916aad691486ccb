"""The intake as a part of the Celery worker."""

import atexit
import threading
from typing import Any

import structlog
from celery import bootsteps
from celery.exceptions import WorkerShutdown
from kombu.message import Message
from kombu.serialization import dumps

from nextround.broker import queues
from nextround.broker.errors import UnsupportedServer
from nextround.broker.intake import Dispatch, Intake
from nextround.broker.worker_context import WorkerContext
from nextround.operations.health import PULSE

log = structlog.get_logger(__name__)


class IntakeBootstep(bootsteps.StartStopStep):  # type: ignore[misc]  # Celery has no types
    """Runs the intake in a thread of the worker's main process while Celery is connected.

    A step of the *consumer*: one of the worker that requires the consumer would never start.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:
        super().__init__(consumer, **options)
        self._intake: Intake | None = None
        self._thread: threading.Thread | None = None
        self._pulse: Any = None

    def start(self, consumer: Any) -> None:
        """Check the broker, then take in events; ends the worker where the broker cannot be worked with."""
        context: WorkerContext = consumer.app.worker_context
        self._intake = context.intake(
            _into_the_pool(consumer),
            lambda: consumer.pool.num_processes,
            # The pool may be spoken to from the thread of the event loop alone.
            consumer.hub.call_soon,
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
        settings = context.settings
        log.info("intake_started", broker=settings.broker_address, server=server, group=settings.group)

    def stop(self, consumer: Any) -> None:
        """Stop taking in; what was handed to Celery is finished."""
        PULSE.consuming = False
        if self._pulse:
            self._pulse.cancel()
            self._pulse = None
        if self._intake and self._thread:
            self._intake.stop()
            if self._intake.outlives_pool:
                atexit.register(self._thread.join, timeout=5)
            else:
                self._thread.join(timeout=5)
            self._intake = self._thread = None


def _into_the_pool(consumer: Any) -> Dispatch:
    """Return what runs the task `PAIR` with a handle, under a name, as if the message came from a broker.

    It goes to a child process from here: a list between would be one more place where messages are lost, held up, or
    put by somebody else.
    """

    def dispatch(handle: str, name: str) -> None:
        # The handle may hold the event itself, which no log line must show.
        told = consumer.app.amqp.create_task_message(name, queues.PAIR, args=[handle], argsrepr="")
        kind, encoding, body = dumps(told.body, "json")
        message = Message(body, None, kind, encoding, headers=told.headers, properties=told.properties)
        consumer.strategies[queues.PAIR](message, None, _nobody, _nobody, ())

    return dispatch


def _nobody(*_: Any) -> None:
    """Stand in for the broker that Celery acknowledges messages to."""
