"""RabbitMQ as the broker: at least once, the same id each time, and nothing that needs the ledger."""

import json
import os
import signal
from collections import Counter
from contextlib import closing

import kombu
import pytest
from nextround.broker.errors import UnsupportedServer
from nextround.broker.rabbitmq import topology
from nextround.broker.redis.embedded import _free_port
from nextround.broker.signature import sign
from nextround.settings import Settings

from tests.certificates import self_signed
from tests.chaos.proxy import Proxy
from tests.e2e.rabbit import Rabbit, find_server
from tests.e2e.stage import Worker, event, until


@pytest.fixture(scope="module")
def rabbit(tmp_path_factory):
    if find_server() is None:
        pytest.skip("rabbitmq-server is not installed")
    with Rabbit(tmp_path_factory.mktemp("rabbit")) as running:
        yield running


class Hall:
    """A platform at RabbitMQ, with a queue of its own for the answers."""

    def __init__(self, rabbit, directory):
        self.rabbit = rabbit
        self.directory = directory
        self.workers = []
        self.connect()
        with self.connection.channel() as channel:
            for queue in (topology.EVENTS, topology.LETTERS):
                queue(channel).delete()
            topology.declare(channel)
        self.inbox = kombu.Queue("hall", topology.OUT, routing_key="#", durable=True)
        self.inbox(self.channel).declare()
        self.inbox(self.channel).purge()
        self.answers = []

    def connect(self):
        self.connection = topology.connection(Settings(broker_url=self.rabbit.url))
        self.connection.ensure_connection()
        self.channel = self.connection.channel()

    def worker(self, **chosen):
        worker = Worker(self.rabbit.url, self.directory / f"worker{len(self.workers)}.log", **chosen)
        self.workers.append(worker)
        return worker

    def ready(self):
        until(lambda: all(worker.says("intake_started") for worker in self.workers), 60)

    def send(self, document, **headers):
        body = document if isinstance(document, bytes) else json.dumps(document).encode()
        kombu.Producer(self.channel).publish(
            body,
            exchange="nextround.in",
            routing_key="io.nextround.round.finished.v1",
            headers=headers,
            content_type="application/cloudevents+json",
            content_encoding="binary",
            delivery_mode=2,
            mandatory=True,
        )

    def fetch(self, queue):
        found = []
        while message := queue(self.channel).get(no_ack=True):
            found.append(message)
        return found

    def collect(self):
        self.answers += [
            (message.delivery_info["routing_key"], json.loads(message.body)) for message in self.fetch(self.inbox)
        ]
        return self.answers

    def wait(self, subjects, patience=60):
        """Wait until so many tournaments have an answer; return all answers."""
        until(lambda: len({answer["subject"] for _, answer in self.collect()}) >= subjects, patience)
        return [answer for _, answer in self.answers]

    def letters(self):
        return self.fetch(topology.LETTERS)

    def close(self):
        for worker in self.workers:
            worker.kill()
        self.connection.release()


@pytest.fixture
def hall(rabbit, tmp_path):
    hall = Hall(rabbit, tmp_path)
    yield hall
    hall.close()


def test_an_event_gives_its_pairing_under_the_type_as_routing_key(hall):
    worker = hall.worker()
    hall.send(event())
    [answer] = hall.wait(1)
    assert hall.answers[0][0] == answer["type"] == "io.nextround.round.paired.v1"
    assert answer["causationid"] == "open/1"
    assert answer["data"]["previous"] is None
    assert worker.stop() == 0


def test_a_wrong_event_is_refused_and_what_nobody_can_be_answered_for_is_a_dead_letter_with_its_bytes(hall):
    hall.worker(NEXTROUND_MAX_EVENT_BYTES="3000", NEXTROUND_SIGNING_KEYS=f"k:{'11' * 16}")
    hall.send(event("wrong", unknown="option"))
    hall.send(b"\xff\xfe no event")
    hall.send(b" " * 4000)
    hall.send(event("forged"), sig="k:00")
    body = json.dumps(event("signed")).encode()
    hall.send(body, sig=sign(body, "k", b"\x11" * 16))
    answers = {answer["subject"]: answer["data"].get("code") for answer in hall.wait(2)}
    assert answers == {"wrong": "invalid-options", "signed": None}
    letters = {}
    until(lambda: letters.update({m.headers["reason"]: bytes(m.body) for m in hall.letters()}) or len(letters) == 3)
    assert letters["not-json"] == b"\xff\xfe no event"
    assert set(letters) == {"not-json", "too-large", "bad-signature"}


def test_a_poison_event_is_given_up_reported_and_kept_and_the_others_flow(hall):
    hall.worker(NEXTROUND_MAX_DELIVERIES="2", NEXTROUND_TAKEOVER="0.6")
    hall.send(event("poison", accident="kill"))
    for number in range(5):
        hall.send(event(f"t{number}"))
    answers = {answer["subject"]: answer["data"].get("code") for answer in hall.wait(6)}
    assert answers == {"poison": "internal"} | {f"t{number}": None for number in range(5)}
    [letter] = until(hall.letters)
    assert letter.headers["reason"] == "deliveries"
    assert json.loads(letter.body)["id"] == "poison/1"


def test_a_round_that_never_ends_is_given_up(hall, tmp_path):
    hold = tmp_path / "hold"
    hold.touch()
    hall.worker(NEXTROUND_TIME_LIMIT="1", NEXTROUND_MAX_DELIVERIES="1", NEXTROUND_TAKEOVER="0.6")
    hall.send(event("endless", hold=str(hold)))
    [answer] = hall.wait(1)
    assert answer["data"]["code"] == "internal"


def test_killed_processes_lose_nothing_and_every_double_has_the_same_id(hall):
    hall.worker(NEXTROUND_TAKEOVER="0.6")
    hall.ready()
    for number in range(60):
        hall.send(event(f"t{number}", milliseconds=20))
        if number == 20:
            os.kill(hall.workers[0].children[0], signal.SIGKILL)
        if number == 40:
            hall.workers[0].kill()
            hall.worker()
    answers = hall.wait(60)
    assert len({answer["subject"] for answer in answers}) == 60
    assert len({answer["id"] for answer in answers}) == 60


def test_a_worker_that_is_asked_to_stop_finishes_its_round_and_leaves_the_rest(hall, tmp_path):
    hold = tmp_path / "hold"
    hold.touch()
    worker = hall.worker()
    hall.send(event(hold=str(hold)))
    until(lambda: list(tmp_path.glob("hold.*")))
    worker.terminate()
    hold.unlink()
    assert worker.stop() == 0
    assert len(hall.wait(1)) == 1
    hall.worker()
    hall.send(event("after"))
    hall.wait(2)
    assert Counter(answer["subject"] for _, answer in hall.collect()) == {"open": 1, "after": 1}


def test_a_worker_survives_a_restart_of_its_broker(hall):
    hall.worker(NEXTROUND_TAKEOVER="0.6")
    hall.ready()
    for number in range(20):
        hall.send(event(f"t{number}", milliseconds=50))
    hall.rabbit.kill()
    hall.rabbit.start()
    hall.connect()
    hall.send(event("after"))
    answers = hall.wait(21, 90)
    assert len({answer["id"] for answer in answers}) == 21


def test_answers_that_nobody_listens_for_are_not_thrown_away(hall):
    hall.inbox(hall.channel).delete()
    worker = hall.worker(NEXTROUND_TAKEOVER="0.6")
    hall.send(event())
    until(lambda: "Unroutable" in worker.log.read_text())
    hall.inbox(hall.channel).declare()
    assert len(hall.wait(1)) == 1


def test_a_worker_tells_of_itself_and_not_of_what_it_cannot_see(hall):
    worker = hall.worker(NEXTROUND_HTTP_PORT=str(_free_port()))
    until(lambda: worker.get("/readyz")[0] == 200, 60)
    hall.send(event())
    hall.wait(1)
    until(lambda: worker.metrics["nextround_rounds_total outcome=paired"] == 1)
    seen = worker.metrics
    assert (seen["nextround_broker_connected"], seen["nextround_ready"]) == (1, 1)
    assert "nextround_pending" not in seen
    assert "On RabbitMQ there is no page" in worker.get("/")[1]


def test_a_queue_that_somebody_else_declared_otherwise_is_named(rabbit):
    settings = Settings(broker_url=rabbit.url)
    with topology.connection(settings) as connection, connection.channel() as channel:
        topology.EVENTS(channel).delete()
        kombu.Queue(topology.EVENTS.name, durable=True)(channel).declare()
    with (
        topology.connection(settings) as connection,
        connection.channel() as channel,
        pytest.raises(UnsupportedServer, match=r"nextround\.in\.v1"),
    ):
        topology.declare(channel)
    with topology.connection(settings) as connection, connection.channel() as channel:
        topology.EVENTS(channel).delete()
        topology.declare(channel)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_the_certificate_must_be_for_the_brokers_host_name(hall, tmp_path, host):
    both, authority = self_signed(tmp_path, "DNS:localhost")
    with closing(Proxy(hall.rabbit.port, both)) as proxy:
        worker = hall.worker(
            NEXTROUND_BROKER_URL=f"amqps://guest:guest@{host}:{proxy.port}//", NEXTROUND_BROKER_CA=str(authority)
        )
        if host == "localhost":
            hall.ready()
        else:
            until(lambda: "CERTIFICATE_VERIFY_FAILED" in worker.log.read_text(), 60)
            assert not worker.says("intake_started")
        assert worker.stop() == 0
