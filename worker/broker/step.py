"""The intake as a part of the Celery worker."""

import threading
from typing import Any

import structlog
from celery import bootsteps
from celery.exceptions import WorkerShutdown

from worker.broker import queues
from worker.broker.connection import UnsupportedServer
from worker.broker.intake import Intake
from worker.operations.health import PULSE
from worker.settings import Settings

log = structlog.get_logger(__name__)


class IntakeStep(bootsteps.StartStopStep):  # type: ignore[misc]  # Celery has no types
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
        settings: Settings = consumer.app.conf.nextround.settings
        app = consumer.app

        def dispatch(entry: str, delivery: int) -> None:
            # No retry: the intake dispatches again what fails here, and a doubled message is work done twice.
            app.send_task(queues.PAIR, args=[entry], queue=queues.INTERNAL, task_id=f"{entry}:{delivery}", retry=False)

        self._intake = Intake(settings, dispatch, children=lambda: consumer.pool.num_processes)
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
            self._thread.join(timeout=5)
            self._intake = self._thread = None
