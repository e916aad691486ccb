"""A Celery request that tells when its task has come to its end."""

from collections.abc import Callable

from celery.worker.request import Request

listeners: list[Callable[[str, bool], None]] = []
"""In the main process of a worker on RabbitMQ, its intakes; on Redis nobody asks."""


class TellingRequest(Request):  # type: ignore[misc]  # Celery has no types
    """With late acknowledgement Celery acknowledges what returned, and rejects what failed, timed out or died.

    Its own messages are not acknowledged to the broker at all, which would close the channel on a rejection.
    """

    def acknowledge(self) -> None:
        """Tell that the task has returned."""
        self._tell(True)

    def reject(self, requeue: bool = False) -> None:
        """Tell that the task has come to no good end."""
        self._tell(False)

    def _tell(self, answered: bool) -> None:
        if not self.acknowledged:
            self.acknowledged: bool = True
            for listener in listeners.copy():  # an intake may leave meanwhile
                listener(self.task_id, answered)
