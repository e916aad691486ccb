"""`python -m tests.chaos.soak [MINUTES]`: a steady load, and what the processes and the broker hold before and after.

Fails where an event is lost or doubled; memory and descriptors are for a person to look at.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

from nextround.broker.redis import keys
from nextround.broker.redis.embedded import find_server

from tests.chaos import table
from tests.chaos.arena import Arena
from tests.e2e.stage import event

MINUTES = 10.0
PER_SECOND = 20
WORK_MS = 20
WARMING = 20
"""Seconds before the first look: until caches and pools have what they keep."""


def play(minutes, directory, report=print):
    """Send events for so many minutes; report what is held at the start, now and then, and at the end."""
    with Arena.server(directory) as broker:
        arena = Arena(broker, directory)
        try:
            arena.worker()
            arena.ready()
            started = time.monotonic()
            sent = _send(arena, 0, started + min(WARMING, 20 * minutes))
            report(_head())
            report(_row("start", arena, sent))
            for part in range(1, 5):
                sent = _send(arena, sent, started + 60 * minutes * part / 4)
                report(_row(f"{minutes * part / 4:.1f} min", arena, sent))
            tally = arena.count("soak", 1, started)
        finally:
            arena.clear()
    report(f"\n{table.head()}\n{table.row(tally)}")
    return tally


def _send(arena, sent, until):
    while time.monotonic() < until:
        arena.publish_one(event(f"s{sent}", note=str(arena.note), milliseconds=WORK_MS))
        sent += 1
        time.sleep(1 / PER_SECOND)
    return sent


def _head():
    names = ("sent", "main MB", "children MB", "descriptors", "broker MB", "answers MB", "keys")
    return f"{'':10}" + "".join(f"{name:>13}" for name in names)


def _row(name, arena, sent):
    [worker] = arena.workers
    children = worker.children
    descriptors = sum(len(os.listdir(f"/proc/{pid}/fd")) for pid in (worker.pid, *children))
    answers = arena.client.memory_usage(keys.OUT, samples=0) or 0
    figures = (
        sent,
        f"{_resident(worker.pid):.1f}",
        f"{sum(map(_resident, children)):.1f}",
        descriptors,
        f"{arena.client.info()['used_memory'] / 1e6:.1f}",
        f"{answers / 1e6:.1f}",
        arena.client.dbsize(),
    )
    return f"{name:10}" + "".join(f"{figure:>13}" for figure in figures)


def _resident(pid):
    """Return the megabytes of a process that are in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(arguments):
    minutes = float(arguments[0]) if arguments else MINUTES
    print(f"{minutes:g} minutes, {PER_SECOND} events a second at the most, server {find_server()}")
    with tempfile.TemporaryDirectory(prefix="nextround-soak-") as directory:
        tally = play(minutes, Path(directory))
    return 0 if (tally.lost, tally.doubled) == (0, 0) and tally.answered else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
