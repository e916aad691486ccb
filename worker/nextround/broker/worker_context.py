"""What the main process of a worker works with."""

from collections.abc import Callable
from dataclasses import dataclass

from nextround.broker.intake import Children, Dispatch, Intake, Soon
from nextround.broker.observer import Observer
from nextround.settings import Settings


@dataclass(frozen=True)
class WorkerContext:
    """What the steps of the worker work with; the composition root makes it, and it is a field of the Celery app.

    `intake` and `observer` make those of the broker that the settings name.
    """

    settings: Settings
    intake: Callable[[Dispatch, Children, Soon], Intake]
    observer: Callable[[], Observer]
