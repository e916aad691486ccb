"""Celery's consumer, which looks at the broker before it works with it."""

from typing import Any

import structlog
from celery.exceptions import WorkerShutdown
from celery.worker.consumer import Consumer

from nextround.broker.errors import UnsupportedServer
from nextround.broker.redis.connection import check_server, connect, facts
from nextround.broker.worker_context import WorkerContext

log = structlog.get_logger(__name__)


class ExaminingConsumer(Consumer):  # type: ignore[misc]  # Celery has no types
    """Refuses a broker on which nothing works, at every connection.

    A bootstep would come too late: Celery's own steps fail on a cluster before, and connect again and again.
    """

    def connect(self) -> Any:
        """Connect as Celery does; ends the worker where the broker cannot be worked with."""
        connection = super().connect()
        context: WorkerContext = self.app.worker_context
        with connect(context.settings, "nextround-check") as client:
            try:
                check_server(facts(client))
            except UnsupportedServer as error:
                log.critical("broker_unsupported", reason=str(error))
                raise WorkerShutdown(1) from None
        return connection
