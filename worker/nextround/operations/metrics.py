"""What is counted. Labels hold names of systems, outcomes, reasons and consumer groups: never of tournaments.

The child processes write counters and histograms, each into files of its own below `shared_files.VARIABLE`, so that
nothing is lost when one dies. What only the main process or the broker knows is asked for when somebody looks.
"""

import os
import time
from collections.abc import Iterable
from typing import cast

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from nextround.operations import shared_files
from nextround.service import TITLES

DUPLICATE, UNANSWERABLE = "duplicate", "unanswerable"
OUTCOMES = ("paired", *TITLES, DUPLICATE, UNANSWERABLE)
"""What may become of an event: an answer, or none because it had one before, or nobody can be addressed."""
UNREADABLE, OTHER = "unreadable", "other"

_registry = CollectorRegistry()
EVENTS = Counter(
    "nextround_events",
    "Events that were dealt with, by type; the versioned end of it, or `other`, or `unreadable`.",
    ["type"],
    registry=_registry,
)
ROUNDS = Counter("nextround_rounds", "Events that were dealt with, by outcome.", ["outcome"], registry=_registry)
BURIED = Counter("nextround_buried", "Events that became dead letters, by reason.", ["reason"], registry=_registry)
PAIRING = Histogram(
    "nextround_pairing_seconds",
    "Seconds from the bytes of an event to those of its pairing, by pairing system.",
    ["system"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
    registry=_registry,
)
WAIT = Histogram(
    "nextround_queue_wait_seconds",
    "Seconds from the platform's append to the moment a process took the event up, by the broker's and our clock.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300),
    registry=_registry,
)
DELIVERIES = Histogram(
    "nextround_deliveries",
    "How often an event had been delivered when a process took it up.",
    buckets=(1, 2, 3, 4, 5, 10),
    registry=_registry,
)


def start_at_nought() -> None:
    """Let the series exist before their first event, which no rate would see otherwise."""
    for outcome in OUTCOMES:
        ROUNDS.labels(outcome)


def taken_up(arrived: float, deliveries: int) -> None:
    """Count that a process took up an event, and how long after its arrival, in seconds since 1970."""
    WAIT.observe(max(0.0, time.time() - arrived))
    DELIVERIES.observe(deliveries)


def settled(kind: str, outcome: str, system: str | int | None = None, seconds: float = 0.0) -> None:
    """Count that an event was dealt with; `system` is that which paired, where one did, in so many seconds."""
    EVENTS.labels(kind).inc()
    ROUNDS.labels(outcome).inc()
    if system is not None:
        PAIRING.labels(system).observe(seconds)


def buried(reason: str) -> None:
    """Count a dead letter."""
    BURIED.labels(reason).inc()


def exposition(accept: str, *more: Collector) -> tuple[bytes, str]:
    """Write the counts of all processes of this worker, and those of `more`; return them and their media type."""
    registry = CollectorRegistry()
    registry.register(_Everywhere() if os.environ.get(shared_files.VARIABLE) else _Here())
    for collector in more:
        registry.register(collector)
    encoder, kind = choose_encoder(accept)
    return encoder(registry), kind


class _Here(Collector):
    """The counts of this process alone, where nobody prepared a directory for all."""

    def collect(self) -> Iterable[Metric]:
        return _registry.collect()


class _Everywhere(Collector):
    """The counts of all processes of this worker, the dead ones' too."""

    def collect(self) -> Iterable[Metric]:
        return cast("Iterable[Metric]", MultiProcessCollector(None).collect())  # type: ignore[no-untyped-call]
