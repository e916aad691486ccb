"""What is counted. Labels hold names of systems, outcomes, reasons and consumer groups: never of tournaments.

The child processes write counters and histograms, each into files of its own below `shared_files.VARIABLE`, so that
nothing is lost when one dies. What only the main process or the broker knows is asked for when somebody looks.
"""

import os
import time
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, cast

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram, values
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

log = structlog.get_logger(__name__)
Params = ParamSpec("Params")


class _Files:
    """The files of counts of this process. A cleaner may remove them, a disk may be full: then others are begun."""

    def __init__(self) -> None:
        self._begun = 0
        self._made = ""
        self._lost = False

    def name(self) -> str:
        """Name the files, by the process and how often they were begun; prometheus_client asks before each count."""
        return f"{os.getpid()}-{self._begun}"

    def see_to(self) -> None:
        """Make the files, with their room, where they are not there; raise OSError where that can't be done."""
        directory = os.environ.get(shared_files.VARIABLE)
        if not directory or (self._made == self.name() and all(map(os.path.exists, self._paths(directory)))):
            return
        if self._lost or self._made == self.name():
            self._begun += 1  # what is mapped is in no directory any more, or was never mapped
        Path(directory).mkdir(mode=0o700, parents=True, exist_ok=True)
        for path in self._paths(directory):
            shared_files.make_room(Path(path))
        self._made, self._lost = self.name(), False

    def lose(self) -> bool:
        """Note that counting failed; tell whether that is new."""
        is_new, self._lost, self._made = not self._lost, True, ""
        return is_new

    def _paths(self, directory: str) -> list[str]:
        return [os.path.join(directory, f"{kind}_{self.name()}.db") for kind in ("counter", "histogram")]


_files = _Files()
if os.environ.get(shared_files.VARIABLE):
    try:
        _files.see_to()
        values.ValueClass = values.MultiProcessValue(_files.name)  # type: ignore[no-untyped-call]
    except OSError as error:  # gone since it was prepared: each process counts for itself
        log.error("counts_lost", directory=os.environ.pop(shared_files.VARIABLE), error=repr(error))


def are_kept() -> bool:
    """Tell whether the processes of this worker have where to keep their counts."""
    directory = os.environ.get(shared_files.VARIABLE, "")
    try:
        return os.access(directory, os.W_OK | os.X_OK) and os.statvfs(directory).f_bavail > 0
    except OSError:
        return False


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


def _never_failing(count: Callable[Params, None]) -> Callable[Params, None]:
    """Count where that can be done. Whatever keeps it from being done, a round is paired all the same."""

    @wraps(count)
    def counted(*args: Params.args, **kwargs: Params.kwargs) -> None:
        try:
            _files.see_to()
            count(*args, **kwargs)
        except Exception as error:
            if _files.lose():
                log.error("counts_lost", directory=os.environ.get(shared_files.VARIABLE), error=repr(error))

    return counted


@_never_failing
def initialise_counters() -> None:
    """Let the series exist before their first event, which no rate would see otherwise."""
    for outcome in OUTCOMES:
        ROUNDS.labels(outcome)


@_never_failing
def taken_up(arrived: float, deliveries: int) -> None:
    """Count that a process took up an event, and how long after its arrival, in seconds since 1970."""
    WAIT.observe(max(0.0, time.time() - arrived))
    DELIVERIES.observe(deliveries)


@_never_failing
def settled(kind: str, outcome: str, system: str | int | None = None, seconds: float = 0.0) -> None:
    """Count that an event was dealt with; `system` is that which paired, where one did, in so many seconds."""
    EVENTS.labels(kind).inc()
    ROUNDS.labels(outcome).inc()
    if system is not None:
        PAIRING.labels(system).observe(seconds)


@_never_failing
def buried(reason: str) -> None:
    """Count a dead letter."""
    BURIED.labels(reason).inc()


def exposition(accept: str, *more: Collector) -> tuple[bytes, str]:
    """Write the counts of all processes of this worker, and those of `more`; return them and their media type."""
    registry = CollectorRegistry()
    directory = os.environ.get(shared_files.VARIABLE)
    registry.register(_Everywhere() if directory and Path(directory).is_dir() else _Here())
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
