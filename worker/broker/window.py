"""What a worker shows over HTTP: whether it is well, what it counted, and what lies on the broker."""

from collections.abc import Iterable
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

import structlog
from celery import bootsteps
from celery.worker import state
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis import RedisError

from worker.broker.connection import connect
from worker.broker.observer import Observer
from worker.operations import http, metrics
from worker.operations.health import PULSE
from worker.operations.http import Reply
from worker.operations.overview import Flow
from worker.settings import Settings

log = structlog.get_logger(__name__)

PATIENCE = 2.0
"""Seconds that a look at the broker may take: less than a scrape or a probe waits."""
GROUPS = 20
"""Of so many consumer groups of platforms the lag is told, which bounds the number of series."""


class WindowStep(bootsteps.StartStopStep):  # type: ignore[misc]  # Celery has no types
    """Serves HTTP from a thread of the worker's main process, as long as that lives.

    It starts after the first child processes have been forked, and before the broker is needed.
    """

    requires = ("celery.worker.components:Pool",)

    def start(self, worker: Any) -> None:
        """Listen; a worker whose port is taken pairs all the same."""
        settings: Settings = worker.app.conf.nextround.settings
        if not settings.http_port:
            return
        address = f"http://{settings.http_host}:{settings.http_port}/"
        try:
            http.serve(settings.http_host, settings.http_port, Window(settings).respond)
        except OSError as error:
            log.error("http_not_served", address=address, error=str(error))
        else:
            log.info("http_served", address=address)


class Window:
    """Answers requests."""

    def __init__(self, settings: Settings) -> None:
        self._socket_timeout = settings.socket_timeout
        self._observer = Observer(connect(settings, "nextround-window", PATIENCE), settings)

    def respond(self, path: str, accept: str) -> Reply:
        """Answer one request."""
        match path:
            case "/healthz":
                return _checks(event_loop=self._is_alive())
            case "/readyz":
                # The broker is not asked, and perhaps waited for, where it is plain already.
                return _checks(
                    event_loop=self._is_alive(), intake=PULSE.takes_in, broker=PULSE.takes_in and self._broker_answers()
                )
            case "/metrics":
                body, kind = metrics.exposition(accept, _Now(self._observer, self._is_alive()))
                return Reply(body, kind)
            case _:
                return Reply(b"there is no such page\n", status=HTTPStatus.NOT_FOUND)

    def _is_alive(self) -> bool:
        # Celery's own connection may be silent for twice the time limit of ours before it is given up.
        return PULSE.is_alive(longest_wait=4 * self._socket_timeout)

    def _broker_answers(self) -> bool:
        try:
            return self._observer.answers()
        except RedisError:
            return False


def _checks(**checks: bool) -> Reply:
    told = "".join(f"{name} {'ok' if is_well else 'failing'}\n" for name, is_well in checks.items())
    return Reply(told.encode(), status=HTTPStatus.OK if all(checks.values()) else HTTPStatus.SERVICE_UNAVAILABLE)


class _Now(Collector):
    """What is true at the moment of the scrape: of the main process, and of the broker if it answers."""

    def __init__(self, observer: Observer, is_alive: bool) -> None:
        self._observer = observer
        self._is_alive = is_alive

    def collect(self) -> Iterable[Metric]:
        try:
            flow = self._observer.flow()
        except RedisError:
            flow = None
        is_ready = flow is not None and self._is_alive and PULSE.takes_in
        yield from _of_the_process(is_connected=flow is not None, is_ready=is_ready)
        if flow:
            yield from _of_the_broker(flow)


def _of_the_process(*, is_connected: bool, is_ready: bool) -> Iterable[Metric]:
    yield GaugeMetricFamily("nextround_broker_connected", "Whether the broker answers this worker.", is_connected)
    yield GaugeMetricFamily("nextround_ready", "What /readyz says: 1 where this worker takes in events.", is_ready)
    yield GaugeMetricFamily(
        "nextround_intake_paused",
        "Whether the answers that no platform has read keep the intake waiting.",
        PULSE.paused,
    )
    yield GaugeMetricFamily("nextround_in_flight", "Rounds that this worker works on.", len(state.active_requests))
    yield CounterMetricFamily(
        "nextround_worker_lost", "Child processes of this worker that died or were ended at work.", PULSE.children_lost
    )
    yield CounterMetricFamily(
        "nextround_taken_over", "Events that this worker took over from a silent process.", PULSE.taken_over
    )
    build = GaugeMetricFamily("nextround_build_info", "The version of this worker.", labels=["version"])
    build.add_metric([version("nextround")], 1)
    yield build


def _of_the_broker(flow: Flow) -> Iterable[Metric]:
    yield GaugeMetricFamily("nextround_stream_lag", "Events that no worker has taken in yet.", flow.waiting)
    yield GaugeMetricFamily("nextround_pending", "Events taken in and not yet answered, by all workers.", flow.pending)
    yield GaugeMetricFamily(
        "nextround_oldest_event_seconds", "Age of the oldest event without an answer; 0 without any.",
        flow.oldest_seconds or 0.0,
    )  # fmt: skip
    yield GaugeMetricFamily("nextround_dead_letters", "Dead letters on the broker.", flow.dead_letters)
    yield GaugeMetricFamily("nextround_answers", "Answers on the broker.", flow.answers)
    lag = GaugeMetricFamily(
        "nextround_answers_lag", "Answers that a platform's group has not read yet.", labels=["group"]
    )
    pending = GaugeMetricFamily(
        "nextround_answers_pending", "Answers that a platform's group has read and not acknowledged.", labels=["group"]
    )
    for readers in flow.readers[:GROUPS]:
        if readers.unread is not None:
            lag.add_metric([readers.group], readers.unread)
        pending.add_metric([readers.group], readers.unacknowledged)
    yield lag
    yield pending
