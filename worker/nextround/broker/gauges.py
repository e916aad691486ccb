"""What /metrics tells beside the counts: the state of the main process and of the broker when it is asked."""

from collections.abc import Iterable
from importlib.metadata import version

from celery.worker import state
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis import RedisError

from nextround.broker.observer import Observer
from nextround.operations import examination, fingerprint, metrics
from nextround.operations.health import PULSE
from nextround.operations.overview import Flow

GROUPS = 20
"""Of so many consumer groups of platforms the lag is told, which bounds the number of series."""


class Now(Collector):
    """What is true at the moment of the scrape: of the main process, and of the broker if it answers."""

    def __init__(self, observer: Observer, *, is_alive: bool) -> None:
        self._observer = observer
        self._is_alive = is_alive

    def collect(self) -> Iterable[Metric]:
        """Ask both, and tell."""
        flow = None
        try:
            if streams := self._observer.streams:
                flow = streams.flow()
            is_connected = flow is not None or self._observer.answers()
        except RedisError:
            is_connected = False
        yield from _of_the_process(
            is_connected=is_connected,
            is_ready=is_connected and self._is_alive and PULSE.takes_in and not (PULSE.paused or PULSE.unfit),
        )
        if flow:
            yield from _of_the_broker(flow)


def _of_the_process(*, is_connected: bool, is_ready: bool) -> Iterable[Metric]:
    yield GaugeMetricFamily("nextround_broker_connected", "Whether the broker answers this worker.", is_connected)
    yield GaugeMetricFamily("nextround_ready", "What /readyz says: 1 where this worker takes in events.", is_ready)
    paused = GaugeMetricFamily(
        "nextround_intake_paused",
        "Whether answers keep the intake waiting; `group` has not read them, or no group reads at all.",
        labels=["group"],
    )
    paused.add_metric([PULSE.paused.group if PULSE.paused else ""], float(PULSE.paused is not None))
    yield paused
    yield GaugeMetricFamily("nextround_in_flight", "Rounds that this worker works on.", len(state.active_requests))
    yield CounterMetricFamily(
        "nextround_worker_lost", "Child processes of this worker that died or were ended at work.", PULSE.children_lost
    )
    yield CounterMetricFamily(
        "nextround_taken_over", "Events that this worker took over from a silent process.", PULSE.taken_over
    )
    yield CounterMetricFamily(
        "nextround_streams_repaired",
        "Streams that this worker made anew because an id lay beyond the broker's time.",
        PULSE.repaired,
    )
    yield GaugeMetricFamily(
        "nextround_counts_kept",
        "Whether the processes of this worker have a directory for their counts; else counts are missing here.",
        metrics.are_kept(),
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
    taken = GaugeMetricFamily(
        "nextround_stream_bytes", "What a stream takes of the broker's memory.", labels=["stream"]
    )
    for stream, size in (("in", flow.bytes.events), ("out", flow.bytes.answers), ("dead", flow.bytes.dead_letters)):
        taken.add_metric([stream], size)
    yield taken
    if flow.memory is not None:
        yield GaugeMetricFamily(
            "nextround_broker_memory_ratio", "Part of its memory limit that the broker uses.", flow.memory
        )
    found = {finding.name for finding in flow.findings}
    findings = GaugeMetricFamily(
        "nextround_broker_finding", "What was found when the broker was examined: 1 where it is so.",
        labels=["finding"],
    )  # fmt: skip
    for name in examination.NAMES:
        findings.add_metric([name], name in found)
    yield findings
    alike = GaugeMetricFamily(
        "nextround_workers_differ",
        "What the workers of the group have in common: 1 where they differ.",
        labels=["setting"],
    )
    for setting in fingerprint.COMPARED:
        alike.add_metric([setting], setting in flow.differing)
    yield alike
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
