"""Events per second, latency and processor time: NextRound beside a Celery that does nothing and a raw loop."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import quantiles

import kombu
import redis
from nextround.broker.rabbitmq import topology
from nextround.broker.redis import keys
from nextround.broker.redis.embedded import EmbeddedBroker, find_server
from nextround.cli.playing import Playing
from nextround.registry import registry
from nextround.service import answer
from nextround.settings import Settings
from rich.box import SIMPLE_HEAD
from rich.table import Table

from tests.e2e import rabbit
from tests.e2e.stage import until

ROUNDS = 3
EVENTS = {20: 400, 300: 60, 1000: 24}
"""Events of a run, by number of players."""
SYSTEM = "dutch-2026"
RAW, OURS = "raw loop", "NextRound"
HALF = 0.5
"""The share of the throughput at which latency is measured."""
WARM = 100
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Row:
    """One line of the table; times in milliseconds."""

    what: str
    players: int
    processes: int
    per_second: float
    cpu: float
    p50: float | None = None
    p99: float | None = None

    @property
    def cells(self):
        latency = f"{self.p50:.0f} / {self.p99:.0f}" if self.p50 is not None else "–"
        return str(self.players), self.what, str(self.processes), f"{self.per_second:.1f}", f"{self.cpu:.1f}", latency


def sample(players):
    """An event of so many players after some rounds, with a place for the tournament's id."""
    playing = Playing(
        "TOURNAMENT", {tpn: f"Player {tpn}" for tpn in range(1, players + 1)}, 9, {"system": "dutch", "edition": "2026"}
    )
    systems = registry()
    while playing.round <= ROUNDS:
        playing.play(json.loads(answer(json.dumps(playing.event()).encode(), systems=systems).event)["data"])
    return json.dumps(playing.event())


def cpu(pid):
    """Processor seconds of a process, its children, and what they have left behind."""
    family = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        family += [int(child) for child in (task / "children").read_text().split()]
    total = 0
    for member in family:
        fields = Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
        total += sum(map(int, fields[11:15]))
    return total / TICKS


@contextmanager
def process(*command, log, **environment):
    with log.open("ab") as output:
        started = subprocess.Popen(
            [sys.executable, *command], env=os.environ | environment, stdout=output, stderr=output,
            stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    try:
        yield started
    finally:
        os.killpg(started.pid, signal.SIGKILL)
        started.wait()


class Streams:
    """A platform at Redis or Valkey."""

    def __init__(self, url):
        self.client = redis.Redis.from_url(url)
        self.client.flushall()
        self.sent = {}

    def send(self, text, name):
        self.sent[f"{name}/{ROUNDS + 1}"] = self.client.xadd(keys.IN, {keys.BODY: text.replace("TOURNAMENT", name)})

    def answered(self):
        return self.client.xlen(keys.OUT)

    def latencies(self):
        """Milliseconds from entry to entry, by the broker's clock."""
        return [
            _milliseconds(place) - _milliseconds(self.sent[json.loads(fields[b"ce"])["causationid"]])
            for place, fields in self.client.xrange(keys.OUT)
        ]

    def start_over(self):
        self.client.delete(keys.OUT)
        self.sent.clear()


class Exchanges:
    """A platform at RabbitMQ."""

    def __init__(self, url):
        self._channel = topology.connection(Settings(broker_url=url)).channel()
        topology.declare(self._channel)
        self._inbox = kombu.Queue("bench", topology.OUT, routing_key="#", durable=True)(self._channel)
        self._inbox.declare()

    def send(self, text, name):
        kombu.Producer(self._channel).publish(
            text.replace("TOURNAMENT", name).encode(), exchange="nextround.in", routing_key="any", delivery_mode=2,
            content_type="application/cloudevents+json", content_encoding="binary",
        )  # fmt: skip

    def answered(self):
        return self._inbox.queue_declare(passive=True)[1]

    def latencies(self):
        return None

    def start_over(self):
        self._inbox.purge()


def _milliseconds(place):
    return int(place.partition(b"-")[0])


def measured(what, platform, pid, players, processes):
    """Let what runs as `pid` answer a heap of events, and then, at an easy pace, some more for their latency."""
    text, number = sample(players), EVENTS[players]
    for warm in range(2 * processes):
        platform.send(text, f"warm{warm}")
    until(lambda: platform.answered() >= 2 * processes, 120)
    platform.start_over()
    used, started = cpu(pid), time.perf_counter()
    for i in range(number):
        platform.send(text, f"heap{i}")
    until(lambda: platform.answered() >= number, 300)
    seconds, used = time.perf_counter() - started, cpu(pid) - used
    platform.start_over()
    pause = seconds / number / HALF
    for i in range(min(number, 60)):
        platform.send(text, f"easy{i}")
        time.sleep(pause)
    until(lambda: platform.answered() >= min(number, 60), 120)
    latencies = platform.latencies()
    cuts = quantiles(latencies, n=100) if latencies else None
    return Row(what, players, processes, number / seconds, 1000 * used / number, cuts and cuts[49], cuts and cuts[98])


@contextmanager
def worker(url, processes, log):
    settings = {
        "NEXTROUND_BROKER_URL": url,
        "NEXTROUND_CONCURRENCY": str(processes),
        "NEXTROUND_HTTP_PORT": "0",
        "NEXTROUND_LOG_FORMAT": "json",
    }
    with process("-m", "nextround", "worker", log=log, **settings) as running:
        until(lambda: "intake_started" in log.read_text(), 60)
        yield running.pid


def idle(url, processes, log, number=2000):
    """How many tasks that do nothing Celery runs."""
    os.environ["BROKER"] = url
    from tests.benchmarks import idle as module

    client = redis.Redis.from_url(url)
    client.flushall()
    module.app.conf.broker_url = url
    arguments = ("-m", "celery", "-A", "tests.benchmarks.idle", "worker", "-c", str(processes), "--without-gossip")
    with process(*arguments, "--without-mingle", log=log, BROKER=url) as running:
        for i in range(number + WARM):
            if i == WARM:
                until(lambda: not client.llen("celery") and not client.hlen("unacked"), 60)
                used, started = cpu(running.pid), time.perf_counter()
            module.app.send_task("idle.nothing", args=["1796007630021-0"], task_id=str(i))
        until(lambda: not client.llen("celery") and not client.hlen("unacked"), 120)
        seconds = time.perf_counter() - started
        return Row(
            "Celery, a task that does nothing",
            0,
            processes,
            number / seconds,
            1000 * (cpu(running.pid) - used) / number,
        )


def tables() -> Iterator[Table]:
    """Give the tables one after the other, as they get ready."""
    with tempfile.TemporaryDirectory(prefix="nextround-bench-") as directory:
        logs = (Path(directory) / f"{number}.log" for number in count())
        with EmbeddedBroker(Path(directory) / "valkey", find_server()) as broker:
            rows = list(_on_streams(broker.url, logs))
        yield _table("Valkey", rows)
        yield _ratios(rows)
        if rabbit.find_server():
            with rabbit.Rabbit(Path(directory) / "rabbit") as node:
                yield _table("RabbitMQ", list(_on_exchanges(node.url, logs)))


def _on_streams(url, logs):
    for processes in (1, 2):
        yield idle(url, processes, next(logs))
    for players in EVENTS:
        platform, log = Streams(url), next(logs)
        with process("-m", "tests.benchmarks.raw_loop", url, log=log) as running:
            yield measured(RAW, platform, running.pid, players, 1)
        for processes in (1, 2):
            platform = Streams(url)
            with worker(url, processes, next(logs)) as pid:
                yield measured(OURS, platform, pid, players, processes)


def _on_exchanges(url, logs):
    for players in EVENTS:
        for processes in (1, 2):
            platform = Exchanges(url)
            platform.start_over()
            with worker(url, processes, next(logs)) as pid:
                yield measured(OURS, platform, pid, players, processes)


def _table(broker, rows):
    title = f"Throughput on {broker}: {SYSTEM}, round {ROUNDS + 1}; CPU of main and child processes together"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    for name in ("players", "what", "processes", "events/s", "ms CPU per event", "latency p50 / p99, ms"):
        table.add_column(name)
    for row in rows:
        table.add_row(*row.cells)
    return table


def _ratios(rows):
    table = Table(title="Ratios; the goal is 1.5 times the raw loop's CPU at 300 players", box=SIMPLE_HEAD)
    for name in ("players", "CPU per event, of the raw loop's", "two processes, of one's throughput"):
        table.add_column(name)
    found = {(row.what, row.players, row.processes): row for row in rows}
    for players in EVENTS:
        raw, one, two = found[RAW, players, 1], found[OURS, players, 1], found[OURS, players, 2]
        table.add_row(str(players), f"{one.cpu / raw.cpu:.2f}", f"{two.per_second / one.per_second:.2f}")
    return table
