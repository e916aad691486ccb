"""As process 1 of a container a worker inherits every orphan, and must wait for those that end, or they stay."""

import os
import threading
from collections.abc import Callable, Collection
from pathlib import Path

import structlog

log = structlog.get_logger(__name__)

PROCESS_1 = 1
EVERY = 1.0
"""Seconds between two looks."""


class Reaper:
    """Waits for orphans that have ended; those that `own` names are waited for by whoever started them.

    An orphan is reaped when it was seen ended at two looks: between a child's end and the word of its pool there is
    time enough for the pool to wait for it.
    """

    def __init__(self, own: Callable[[], Collection[int]], processes: Path = Path("/proc")) -> None:
        self._own = own
        self._processes = processes
        self._seen: frozenset[int] = frozenset()

    def look(self) -> int:
        """Look once, and return how many were reaped."""
        ended = frozenset(self._ended()) - frozenset(self._own())
        reaped = 0
        for process in ended & self._seen:
            try:
                reaped += os.waitpid(process, os.WNOHANG)[0] == process
            except ChildProcessError:  # somebody was quicker
                continue
        self._seen = ended
        return reaped

    def _ended(self) -> list[int]:
        """List the ended children of this process that nobody has waited for."""
        me = str(os.getpid())
        found = []
        for status in self._processes.glob("[0-9]*/stat"):
            try:
                # The name, in parentheses, may hold anything; what follows it are state and parent.
                state, parent, *_ = status.read_text(errors="replace").rpartition(")")[2].split()
            except (OSError, ValueError):  # gone meanwhile
                continue
            if (state, parent) == ("Z", me):
                found.append(int(status.parent.name))
        return found


def start(own: Callable[[], Collection[int]]) -> None:
    """Reap from a thread, where this is process 1; else somebody else is there for orphans."""
    if os.getpid() != PROCESS_1:
        return
    reaper = Reaper(own)

    def run() -> None:
        pause = threading.Event()
        while not pause.wait(EVERY):
            try:
                if reaped := reaper.look():
                    log.info("orphans_reaped", processes=reaped)
            except Exception as error:  # a pool that is being made anew, or a bug: nothing may end the worker
                log.warning("orphans_not_reaped", error=repr(error))

    threading.Thread(target=run, name="reaper", daemon=True).start()
