"""What may lie in the stream of events: the door stays open whatever comes through it."""

import pytest
import redis
from nextround.broker.redis import keys
from nextround.broker.redis.embedded import EmbeddedBroker

from tests.e2e.stage import Stage, event

MEGABYTE = 2**20


@pytest.fixture
def wide_stage(server_binary, tmp_path):
    """A stage whose broker takes what a server takes by default: values up to 512 MB."""
    with EmbeddedBroker(tmp_path / "valkey", server_binary, options={"proto-max-bulk-len": "512mb"}) as broker:
        stage = Stage(broker, tmp_path)
        yield stage
        stage.clear()


def test_200_megabytes_are_a_dead_letter_of_some_bytes_and_the_stream_goes_on(wide_stage):
    wide_stage.worker()
    wide_stage.send(b"[" * (200 * MEGABYTE))
    wide_stage.send(event())
    assert [answer["subject"] for answer in wide_stage.wait(1)] == ["open"]
    [letter] = wide_stage.letters
    assert (letter[b"reason"], letter[b"detail"][:9], len(letter[b"cut.ce"])) == (b"too-large", b"209715200", 1000)


def test_the_embedded_broker_refuses_200_megabytes_at_once(stage):
    with pytest.raises(redis.RedisError):
        stage.send(b"[" * (200 * MEGABYTE))
    assert stage.client.xlen(keys.IN) == 0


@pytest.mark.parametrize(
    "body",
    [
        b'{"data":' + b'{"a":' * 300_000 + b"1" + b"}" * 300_001,
        b'{"subject": "deep", "data":' + b"[" * 300_000 + b"]" * 300_000 + b"}",
        b'{"subject": "long", "data": {"players": [' + b"{}," * 650_000 + b"{}]}}",
        b'{"subject": "text", "data": "' + b"x" * (2 * MEGABYTE) + b'"}',
        b'{"subject": "number", "data": ' + b"9" * 300_000 + b"}",
    ],
    ids=["nested objects", "nested lists", "650,000 empty players", "2 MB of text", "a number of 300,000 digits"],
)
def test_megabytes_of_nonsense_are_refused_or_buried_and_kill_no_process(served, body):
    [worker] = served.workers
    lost = len(worker.says("child_lost"))
    served.send(body)
    served.send(event("after"))
    answers = {answer["subject"]: answer["data"].get("code") for answer in served.wait(1)}
    assert answers.pop("after") is None
    assert set(answers.values()) <= {"invalid-event"}
    assert len(answers) + len(served.letters) == 1
    assert len(worker.says("child_lost")) == lost


FOREIGN = [
    b"no json",
    b"5",
    # A body of two items: with acknowledgements it came back to every worker that it had killed.
    b'{"body": "W1tdLHt9XQ==", "content-encoding": "utf-8", "content-type": "application/json", '
    b'"headers": {"task": "nextround.pair", "id": "1-1:1"}, "properties": {"delivery_tag": "t", '
    b'"delivery_info": {"exchange": "", "routing_key": "nextround.internal"}, "body_encoding": "base64"}}',
    # No id in the headers: the worker reconnected without end.
    b'{"body": "W1tdLHt9LHt9XQ==", "content-encoding": "utf-8", "content-type": "application/json", '
    b'"headers": {"task": "nextround.pair"}, "properties": {"delivery_tag": "t", '
    b'"delivery_info": {"exchange": "", "routing_key": "nextround.internal"}, "body_encoding": "base64"}}',
    b'{"specversion": "1.0", "id": "a raw event"}',
]


def test_what_somebody_puts_on_a_list_of_celerys_does_no_harm(stage):
    # The worker reads none: events go from the intake to the child processes.
    lists = ("nextround.internal", "nextround.unused", "celery")
    for name in lists:
        stage.client.lpush(name, *FOREIGN)
    worker = stage.worker()
    stage.send(event())
    assert [answer["subject"] for answer in stage.wait(1)] == ["open"]
    assert worker.is_alive
    assert [stage.client.llen(name) for name in lists] == [len(FOREIGN)] * len(lists)


def test_what_is_no_task_on_the_list_for_python_platforms_becomes_a_dead_letter(stage):
    from celery import Celery

    stage.client.lpush("nextround.events", *FOREIGN)
    worker = stage.worker(NEXTROUND_CELERY_INTAKE="true")
    with Celery(broker=stage.broker.url, set_as_current=False) as platform:
        for priority in (0, 9):
            platform.send_task(
                "nextround.round_finished", kwargs={"event": event(f"p{priority}")}, queue="nextround.events",
                priority=priority, ignore_result=True,
            )  # fmt: skip
    assert {answer["subject"] for answer in stage.wait(2)} == {"p0", "p9"}
    assert worker.is_alive
    assert [letter[b"in.message"] for letter in stage.letters] == FOREIGN
    assert {letter[b"reason"] for letter in stage.letters} == {b"not-a-task"}
