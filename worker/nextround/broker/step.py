"""The intake as a part of the Celery worker."""

import atexit
import threading
from typing import Any

import structlog
from celery import bootsteps
from celery.exceptions import WorkerShutdown

from nextround.broker import queues
from nextround.broker.amqp_intake import AmqpIntake
from nextround.broker.connection import UnsupportedServer
from nextround.broker.intake import Intake
from nextround.operations.health import PULSE
from nextround.settings import Settings

log = structlog.get_logger(__name__)

AT_ONCE = {"max_retries": 3, "interval_start": 0, "interval_step": 0.2}


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
        self._intake = _amqp_intake(consumer) if settings.is_amqp else _redis_intake(consumer)
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


def _redis_intake(consumer: Any) -> Intake:
    def dispatch(entry: str, delivery: int) -> None:
        # No retry: the intake dispatches again what fails here, and a doubled message is work done twice.
        _send(consumer.app, entry, f"{entry}:{delivery}", retry=False)

    return Intake(consumer.app.conf.nextround.settings, dispatch, children=lambda: consumer.pool.num_processes)


def _amqp_intake(consumer: Any) -> AmqpIntake:
    def dispatch(entry: str, name: str, delivery: int) -> None:
        # Nobody reads from this connection, so that the broker closes it now and then.
        _send(consumer.app, entry, f"{name}:{delivery}", retry=True, retry_policy=AT_ONCE)

    return AmqpIntake(consumer.app.conf.nextround.settings, dispatch, children=lambda: consumer.pool.num_processes)


def _send(app: Any, entry: str, name: str, **options: Any) -> None:
    # The entry may be the event itself, which no log line must show.
    app.send_task(queues.PAIR, args=[entry], argsrepr="", queue=app.conf.task_default_queue, task_id=name, **options)
