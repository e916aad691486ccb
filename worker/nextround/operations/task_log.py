"""What the log lines of a task have in common: the ids of its event, and how an error is described."""

import traceback
from typing import Any

from structlog.contextvars import bind_contextvars, clear_contextvars


def start_task(task_id: str) -> None:
    """Forget the ids of the task before, and bind this one's to every line that follows."""
    clear_contextvars()
    bind_contextvars(task=task_id)


def identify(**ids: Any) -> None:
    """Bind ids to every line that follows in this task; what is None is left out."""
    bind_contextvars(**{name: value for name, value in ids.items() if value is not None})


def end_task() -> None:
    """Forget the task's ids."""
    clear_contextvars()


def facts(error: BaseException) -> dict[str, str]:
    """Describe an error by its kind and place, without its text, which may quote an event."""
    return {"error": type(error).__name__, "place": "".join(traceback.format_tb(error.__traceback__))}
