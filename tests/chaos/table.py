"""Runs a series, and shows what came of all of them."""

import time

from tests.chaos.arena import Arena

COLUMNS = ("published", "answered", "dead", "lost", "doubled", "repeated", "reexecuted", "superseded", "faults")
HEADS = ("published", "answered", "dead", "lost", "doubled", "same id", "re-executed", "superseded", "faults")


def run(series, number, times, directory, arena_of=Arena):
    """Play one series on a broker of its own; return its tally."""
    directory.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with arena_of.server(directory) as broker:
        arena = arena_of(broker, directory)
        try:
            faults = series(arena, number, times)
            return arena.count(series.__name__.replace("_", " "), faults, started)
        finally:
            arena.clear()


def head():
    return f"{'series':22}" + "".join(f"{name:>12}" for name in HEADS) + f"{'seconds':>9}{'waited':>9}{'bound':>8}"


def row(tally):
    counts = "".join(f"{getattr(tally, name):12}" for name in COLUMNS)
    return f"{tally.series:22}{counts}{tally.seconds:9.1f}{tally.waited:9.2f}{tally.bound:8.1f}"
