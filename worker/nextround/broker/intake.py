"""The intake: what a worker reads its events with."""

from collections.abc import Callable
from typing import Protocol

Dispatch = Callable[[str, str], None]
"""`dispatch(handle, name)` starts the task `queues.PAIR` with that argument and under that name.

It is called in the thread of the event loop, and may raise: the event is then dispatched at the next turn.
"""
Children = Callable[[], int]
"""Tells how many processes work here."""
Soon = Callable[[Callable[[], None]], object]
"""Has a function called in the thread of the event loop."""


class Intake(Protocol):
    """Takes in events and hands them to a `Dispatch`, one for each free child process.

    It registers itself with `task_request.listeners`, and so hears of the end of every task.
    """

    outlives_pool: bool
    """Whether it must run until the pool has stopped, to acknowledge what ends last."""

    def check(self) -> str:
        """Examine the broker and return its name and version; raise `UnsupportedServer` where nothing works on it."""

    def run(self) -> None:
        """Take in events until `stop` is called. Never raises: what goes wrong is logged and tried again."""

    def stop(self) -> None:
        """Let `run` give back what no child has begun, and return."""
