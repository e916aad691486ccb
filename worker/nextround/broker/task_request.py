"""A Celery request that tells when its task has come to its end."""

from collections.abc import Callable
from enum import Enum, auto
from typing import Any

from billiard.exceptions import WorkerLostError
from celery.worker.request import Request


class TaskEnd(Enum):
    """How a task ended."""

    RETURNED = auto()
    """It did what it had to."""
    FAILED = auto()
    """It raised an exception, and its process lives."""
    KILLED = auto()
    """Its process died, or its time ran out."""


listeners: list[Callable[[str, TaskEnd], None]] = []
"""The intakes of this process, which hear of every task, in the main thread."""


class ReportingRequest(Request):  # type: ignore[misc]  # Celery has no types
    """With late acknowledgement Celery acknowledges what returned, and rejects what failed, timed out or died.

    There is nobody to acknowledge to: the message never was on a broker.
    """

    def on_failure(self, exc_info: Any, *args: Any, **options: Any) -> Any:
        """Note whether the process is gone, and do what Celery does."""
        error = exc_info.exception
        self._is_gone = isinstance(getattr(error, "exc", error), WorkerLostError | SystemExit | KeyboardInterrupt)
        return super().on_failure(exc_info, *args, **options)

    def acknowledge(self) -> None:
        """Tell that the task has returned."""
        self._tell(TaskEnd.RETURNED)

    def reject(self, requeue: bool = False) -> None:
        """Tell that the task has failed; `requeue` where its time ran out."""
        self._tell(TaskEnd.KILLED if requeue or getattr(self, "_is_gone", False) else TaskEnd.FAILED)

    def _tell(self, end: TaskEnd) -> None:
        if not self.acknowledged:
            self.acknowledged: bool = True
            for listener in listeners.copy():  # an intake may leave meanwhile
                listener(self.task_id, end)
