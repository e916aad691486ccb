"""Events per second, latency and processor time: NextRound beside a Celery that does nothing and a raw loop."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

import kombu
import redis

from tests.e2e import rabbit
from tests.e2e.stage import until
from worker.broker import amqp, keys
from worker.broker.embedded import EmbeddedBroker, find_server
from worker.cli.playing import Playing
from worker.registry import registry
from worker.service import answer
from worker.settings import Settings

ROUNDS = 3
EVENTS = {20: 400, 300: 60, 1000: 24}
"""Events of a run, by number of players."""
SYSTEM = "dutch-2026"
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

    def __str__(self):
        latency = f"{self.p50:.0f} / {self.p99:.0f}" if self.p50 is not None else "–"
        return (
            f"| {self.players} | {self.what} | {self.processes} | {self.per_second:.1f} | {self.cpu:.1f} | {latency} |"
        )


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
        self._channel = amqp.connection(Settings(broker_url=url)).channel()
        amqp.declare(self._channel)
        self._inbox = kombu.Queue("bench", amqp.OUT, routing_key="#", durable=True)(self._channel)
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
    with process("-m", "worker", "worker", log=log, **settings) as running:
        until(lambda: "intake_started" in log.read_text(), 60)
        yield running.pid


def idle(url, processes, log, number=2000):
    """How many tasks that do nothing Celery runs."""
    from tests.benchmarks import idle as module

    os.environ.setdefault("BROKER", url)
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


def main() -> None:
    """Print the table."""
    os.environ["BROKER"] = "memory://"
    print(f"\nThroughput: {SYSTEM}, round {ROUNDS + 1}; processor time is of main and child processes together\n")
    print("| players | what | processes | events/s | ms CPU per event | latency p50 / p99, ms |")
    print("|---|---|---|---|---|---|", flush=True)
    raw, ours = {}, {}
    with tempfile.TemporaryDirectory(prefix="nextround-bench-") as directory:
        logs = (Path(directory) / f"{i}.log" for i in range(100))
        with EmbeddedBroker(Path(directory) / "valkey", find_server()) as broker:
            for processes in (1, 2):
                log = next(logs)
                log.touch()
                print(idle(broker.url, processes, log), flush=True)
            for players in EVENTS:
                platform = Streams(broker.url)
                log = next(logs)
                with process("-m", "tests.benchmarks.raw_loop", broker.url, log=log) as running:
                    raw[players] = measured("raw loop", platform, running.pid, players, 1)
                print(raw[players], flush=True)
                for processes in (1, 2):
                    platform = Streams(broker.url)
                    with worker(broker.url, processes, next(logs)) as pid:
                        row = measured("NextRound, Valkey", platform, pid, players, processes)
                    ours[players, processes] = row
                    print(row, flush=True)
        if rabbit.find_server():
            with rabbit.Rabbit(Path(directory) / "rabbit") as node:
                for players in EVENTS:
                    for processes in (1, 2):
                        platform = Exchanges(node.url)
                        platform.start_over()
                        with worker(node.url, processes, next(logs)) as pid:
                            print(measured("NextRound, RabbitMQ", platform, pid, players, processes), flush=True)
        else:
            print("rabbitmq-server is not installed: its lines are left out")
    print()
    for players, row in raw.items():
        one, two = ours[players, 1], ours[players, 2]
        print(
            f"{players} players: CPU per event {one.cpu / row.cpu:.2f} times the raw loop's (goal at 300: 1.5); "
            f"two processes do {two.per_second / one.per_second:.2f} times what one does"
        )


if __name__ == "__main__":
    main()
