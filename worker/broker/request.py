"""A Celery request that tells when its task has come to its end."""

from collections.abc import Callable
from typing import Any

from celery.worker.request import Request

listeners: list[Callable[[str, bool], None]] = []
"""In the main process of a worker on RabbitMQ, its intake; on Redis nobody asks."""


class TellingRequest(Request):  # type: ignore[misc]  # Celery has no types
    """With late acknowledgement Celery acknowledges what returned, and rejects what failed, timed out or died."""

    def acknowledge(self) -> None:
        """Tell that the task has returned."""
        super().acknowledge()
        self._tell(True)

    def reject(self, requeue: bool = False) -> None:
        """Tell that the task has come to no good end."""
        super().reject(requeue=requeue)
        self._tell(False)

    def _tell(self, answered: bool) -> None:
        name: Any = self.task_id
        for listener in listeners:
            listener(name, answered)
