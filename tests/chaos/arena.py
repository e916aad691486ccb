"""A broker, a proxy before it, workers behind the proxy, a platform that insists, and the count at the end."""

import json
import os
import signal
import threading
import time
from collections import Counter
from dataclasses import dataclass

import redis
from nextround.broker.reader import Reader
from nextround.broker.redis import keys
from nextround.broker.redis.embedded import EmbeddedBroker, find_server

from tests.chaos.proxy import Proxy
from tests.chaos.season import season
from tests.e2e.stage import SHORT_TIMES, Worker, event, until

PACE = 0.01
"""Seconds between two events of the platform."""
TURN = 5.0
"""Seconds in which a round has its turn, whatever else is sent, on a machine that is not ten times slower."""
EACH = 0.1
"""Seconds that a round of a backlog may take."""
WORK_MS = 30
"""Milliseconds of each pairing: more than the pace of two children, so that every accident meets work."""


@dataclass(frozen=True)
class Tally:
    """What came of a series. `lost` and `doubled` are counted over final answers by (tournament, round, revision)."""

    series: str
    published: int
    answered: int
    dead: int
    lost: int
    doubled: int
    repeated: int
    reexecuted: int
    faults: int
    seconds: float
    superseded: int = 0
    waited: float = 0.0
    """Seconds of the event that waited longest, from its first append to its answer; poison apart."""
    bound: float = 0.0
    """Seconds that the settings promise at most, as `Arena.bound` has it."""

    @property
    def is_good(self):
        return self.lost == self.doubled == self.superseded == 0 and self.faults > 0

    @property
    def is_in_time(self):
        return self.waited <= self.bound


class Arena:
    """`broker` is the test's own: it may be killed."""

    options = {"NEXTROUND_SOCKET_TIMEOUT": "1"}  # noqa: RUF012

    def __init__(self, broker, directory):
        self.broker = broker
        self.directory = directory
        self.note = directory / "executions"
        self.note.touch()
        self.connect()
        self.heard = []
        self.reads = threading.Event()
        self.reads.set()
        self._is_over = threading.Event()
        threading.Thread(target=self._hear, name="hall", daemon=True).start()
        self.workers = []
        self.sent = []
        self.poison = set()
        self.first_sent = {}
        self.outage = 0.0
        self.backlog = 0

    def connect(self):
        self.proxy = Proxy(port_of(self.broker.url))
        self.client = redis.Redis.from_url(self.broker.url)
        # As a platform that uses redis-py as it comes: ten repetitions of a command whose reply was lost.
        self.platform, self.hall = (redis.Redis.from_url(self.address, socket_timeout=2) for _ in range(2))

    def _hear(self):
        """Read answers as a platform does, through connections that break."""
        reader = Reader(self.hall, "hall", "screen")
        while not self._is_over.is_set():
            self.reads.wait()
            try:
                reader.read(self.heard.append, 0.2)
            except (redis.RedisError, OSError):
                self._is_over.wait(0.05)

    def heard_of(self, found):
        """Return what the reader has heard of, when it has acknowledged all that there is, of what was answered."""
        until(lambda: {_key(answer) for answer in self.heard} >= set(found), 60)
        return {_key(answer) for answer in self.heard}

    @property
    def address(self):
        return f"redis://127.0.0.1:{self.proxy.port}/0"

    @staticmethod
    def server(directory):
        return EmbeddedBroker(directory / "valkey", find_server())

    def worker(self, **chosen):
        """Start a worker behind the proxy."""
        log = self.directory / f"worker{len(self.workers)}.log"
        worker = Worker(self.address, log, **(self.options | chosen))
        self.workers.append(worker)
        return worker

    def replace(self, worker):
        """Let another worker stand in for one that has ended."""
        self.workers.remove(worker)
        return self.worker()

    def ready(self):
        """Wait until every worker takes in."""
        until(lambda: all(worker.says("intake_started") for worker in self.workers), 60)

    def publish(self, number, accident=None):
        """Append the events t0, t1 …, calling `accident(i)` after each; every tenth comes a second time."""
        for i in range(number):
            self.publish_one(event(f"t{i}", note=str(self.note), milliseconds=WORK_MS))
            if i % 10 == 9:
                self.publish_one(event(f"t{i - 5}", note=str(self.note), milliseconds=WORK_MS))
            time.sleep(PACE)
            if accident:
                started = time.monotonic()
                accident(i)
                self.outage = max(self.outage, time.monotonic() - started)
            self.listen()

    def publish_season(self, tournaments, rounds):
        """Append all rounds of many tournaments at once, as an outbox does that catches up."""
        self.backlog = tournaments * rounds
        for i in range(tournaments):
            for document in season(f"s{i}", rounds):
                self.publish_one(document)

    def publish_poison(self, name, **options):
        """Append an event that becomes a dead letter: where nothing is said, one that kills whoever works on it."""
        self.poison.add((name, 1, 1))
        self.publish_one(event(name, note=str(self.note), **(options or {"accident": "kill"})))

    def publish_nonsense(self, body):
        """Append what is no event, and becomes a dead letter."""
        self.poison.add((str(body[:20]), 0, len(self.poison)))
        self.deliver(body)

    def publish_one(self, document):
        """Append as a platform does that wants certainty: again, until the broker confirms."""
        body = json.dumps(document)
        key = (document["data"]["tournament"]["id"], document["data"]["round"], document["data"]["revision"])
        while True:
            try:
                place = self.deliver(body)
                break
            except redis.RedisError:
                time.sleep(0.05)
        self.sent.append(key)
        self.first_sent.setdefault(key, place)

    def deliver(self, body):
        """Append once; return the moment of it, in milliseconds by the clock that `answered_at` goes by."""
        place = self.platform.xadd(keys.IN, {keys.BODY: body})
        # Behind an id of the future the broker gives only such ids.
        return min(_milliseconds(place), round(time.time() * 1000))

    def listen(self):
        """Read answers, where it is the reading that tells when they came."""

    def answered_at(self):
        """Return the moment of the first final answer to each (tournament, round, revision), in milliseconds."""
        found = {}
        for place, fields in self.client.xrange(keys.OUT):
            found.setdefault(_key(json.loads(fields[keys.BODY.encode()])), _milliseconds(place))
        return found

    def bound(self, deaths=2):
        """Return the seconds within which the settings promise an answer to whoever meets so many deaths.

        Each costs the longest pause before it is delivered again, a heartbeat, and the seconds at which workers look
        around and Celery gives up a process. Beside that stands what no setting knows: how long an accident lasted, and
        how long a round's turn is on this machine.
        """
        each = float(SHORT_TIMES["NEXTROUND_TAKEOVER_CAP"]) + float(SHORT_TIMES["NEXTROUND_HEARTBEAT"]) + 2
        return deaths * each + self.outage + TURN + EACH * self.backlog

    def kill_broker(self):
        os.kill(self.broker.pid, signal.SIGKILL)
        self.broker.stop()

    @property
    def is_settled(self):
        try:
            return self.client.xlen(keys.IN) == 0
        except redis.RedisError:
            return False

    def events(self):
        """Every event that was published for platforms."""
        return [json.loads(fields[keys.BODY.encode()]) for _, fields in self.client.xrange(keys.OUT)]

    def buried(self):
        """The number of dead letters."""
        return self.client.xlen(keys.DEAD)

    def settle(self, patience):
        """Wait until every event is dealt with."""
        until(lambda: self.is_settled, patience)

    @staticmethod
    def doubled(answers, keys_answered):
        """Count what should not be: on Redis, any second final answer."""
        return len(answers) - keys_answered

    def count(self, series, faults, started, patience=120):
        """Wait until everything is settled, and count."""
        self.settle(patience)
        answers = [answer for answer in self.events() if answer["data"].get("final", True)]
        found = Counter((answer["subject"], answer["data"]["round"], answer["data"]["revision"]) for answer in answers)
        ids = {answer["id"] for answer in answers}
        expected = set(self.sent) - self.poison
        dead = self.buried()
        return Tally(
            series=series,
            published=len(set(self.sent)),
            answered=len(found),
            dead=dead,
            # A poison event that is neither answered nor among the dead letters is lost too.
            lost=len(expected - self.heard_of(found)) + max(0, len(self.poison) - dead),
            doubled=self.doubled(answers, len(found)),
            repeated=sum(found.values()) - len(ids),
            # Beyond one execution of every entry, those that were sent twice included.
            reexecuted=max(0, len(self.note.read_text().splitlines()) - len(self.sent)),
            faults=faults,
            seconds=time.monotonic() - started,
            superseded=sum(event["data"].get("code") == "superseded" for event in self.events()),
            waited=self.longest_wait(),
            bound=self.bound(),
        )

    def longest_wait(self):
        answered = self.answered_at()
        waits = [answered[key] - self.first_sent[key] for key in self.first_sent.keys() & answered.keys() - self.poison]
        return max(waits, default=0.0) / 1000

    def clear(self):
        for worker in self.workers:
            worker.kill()
        self._is_over.set()
        self.reads.set()
        self.proxy.close()
        self.platform.close()
        self.client.close()


def _milliseconds(place):
    return int(place.partition(b"-")[0])


def _key(answer):
    return answer["subject"], answer["data"]["round"], answer["data"]["revision"]


def port_of(url):
    return int(url.rpartition(":")[2].partition("/")[0])
