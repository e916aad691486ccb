"""What plays in these tests: the platform's events, a worker's processes, and the answers."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import redis
from nextround.broker.redis import keys
from nextround.broker.redis.embedded import _free_port
from nextround.cli.processes import WORKER
from prometheus_client.parser import text_string_to_metric_families

PLUGIN = Path(__file__).parent / "plugin"
SHORT_TIMES = {
    "NEXTROUND_HEARTBEAT": "0.3",
    "NEXTROUND_TAKEOVER": "1",
    "NEXTROUND_TAKEOVER_CAP": "2",
    "NEXTROUND_CONCURRENCY": "2",
    "NEXTROUND_HTTP_PORT": "0",
}


def event(tournament="open", revision=1, players=7, **options):
    """A first round, for the plugin with these options."""
    return {
        "specversion": "1.0",
        "id": f"{tournament}/{revision}",
        "source": "/platform",
        "type": "io.nextround.round.finished.v1",
        "time": "2026-03-01T18:30:00Z",
        "data": {
            "tournament": {"id": tournament, "number_of_rounds": 5, "initial_colour": "white"},
            "pairing": {"system": "rehearsal", "options": options},
            "round": 1,
            "revision": revision,
            "players": [{"id": f"p{tpn}", "tpn": tpn} for tpn in range(1, players + 1)],
            "rounds": [],
        },
    }


PATIENCE = 300.0
"""Seconds to wait for what should come: enough for a machine that is ten times slower than ours."""


def until(condition, patience=PATIENCE):
    """Wait for the condition and return its value; fails where it does not come in `PATIENCE`, or longer if asked."""
    deadline = time.monotonic() + max(patience, PATIENCE)
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.02)
    raise AssertionError("what was waited for did not come")


class Worker:
    """A worker's main process and its children, in a process group of their own."""

    def __init__(self, url, log, **chosen):
        self.log = log
        self.port = int(chosen.get("NEXTROUND_HTTP_PORT", 0))
        environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, *WORKER],
                # Whole and explicit: nothing that another test has set gets in.
                env=environment | SHORT_TIMES | {"PYTHONPATH": str(PLUGIN), "NEXTROUND_BROKER_URL": url} | chosen,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    @property
    def lines(self):
        """Its log so far, as dictionaries."""
        whole = self.log.read_text().splitlines(keepends=True)
        return [json.loads(line) for line in whole if line.startswith("{") and line.endswith("\n")]

    def says(self, event):
        return [line for line in self.lines if line["event"] == event]

    def get(self, path):
        """Ask it over HTTP; return the status and the text, or (0, "") where nobody listens."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as reply:
                return reply.status, reply.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()
        except urllib.error.URLError:
            return 0, ""

    @property
    def metrics(self):
        """The samples that it shows, by name and sorted labels."""
        families = text_string_to_metric_families(self.get("/metrics")[1])
        return {
            sample.name + "".join(f" {key}={value}" for key, value in sorted(sample.labels.items())): sample.value
            for family in families
            for sample in family.samples
        }

    @property
    def pid(self):
        """The process id of the main process."""
        return self._process.pid

    @property
    def is_alive(self):
        return self._process.poll() is None

    @property
    def children(self):
        """The process ids of the children."""
        try:
            return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]
        except OSError:
            return []

    def kill_main(self):
        """End the main process alone; its children follow it."""
        os.kill(self.pid, signal.SIGKILL)
        self._process.wait()

    @contextmanager
    def standing_still(self):
        """Stop the main process and all children in their tracks, for as long as the context lasts."""
        os.killpg(self.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self.pid, signal.SIGCONT)

    def terminate(self):
        """Ask it to stop, and don't wait."""
        self._process.terminate()

    def kill(self):
        """End the main process and all children at once, as a power cut would."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self):
        """Ask it to stop; return its status."""
        self._process.terminate()
        return self._process.wait(PATIENCE)


class Stage:
    """A broker, the platform at it, and the workers that were started for it."""

    def __init__(self, broker, directory, credentials=""):
        self.broker = broker
        self.directory = directory
        self.client = redis.Redis.from_url(broker.url.replace("//", f"//{credentials}"))
        self.client.flushall()
        self.workers = []

    def worker(self, **chosen):
        """Start a worker."""
        worker = Worker(self.broker.url, self.directory / f"worker{len(self.workers)}.log", **chosen)
        self.workers.append(worker)
        return worker

    def watched(self, **chosen):
        """Start a worker that is to be asked over HTTP."""
        return self.worker(NEXTROUND_HTTP_PORT=str(_free_port()), **chosen)

    def clear(self):
        for worker in self.workers:
            worker.kill()
        self.client.close()

    close = clear

    def send(self, event):
        body = event if isinstance(event, bytes) else json.dumps(event)
        return self.client.xadd(keys.IN, {keys.BODY: body}).decode()

    @property
    def answers(self):
        return [json.loads(fields[keys.BODY.encode()]) for _, fields in self.client.xrange(keys.OUT)]

    @property
    def letters(self):
        return [fields for _, fields in self.client.xrange(keys.DEAD)]

    @property
    def is_settled(self):
        """Whether every event was dealt with."""
        return self.client.xlen(keys.IN) == 0

    def wait(self, answers):
        """Wait until so many answers are there and every event is dealt with; return them."""
        until(lambda: len(self.answers) >= answers and self.is_settled)
        return self.answers
