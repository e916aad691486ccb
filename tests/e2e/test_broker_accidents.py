"""The broker dies, is emptied, or comes late, under a real worker."""

import os
import signal
import time
from contextlib import closing, suppress

import pytest
import redis
from nextround.broker.append import append
from nextround.broker.redis import keys
from nextround.broker.redis.embedded import EmbeddedBroker

from tests.chaos.arena import port_of
from tests.chaos.proxy import Proxy
from tests.e2e.stage import Stage, event, until


def kill(broker):
    os.kill(broker.pid, signal.SIGKILL)
    broker.stop()


def confirmed(stage, event):
    """Append as a platform does that wants certainty: again, until the broker confirms."""
    while True:
        try:
            return stage.send(event)
        except redis.RedisError:
            time.sleep(0.02)


def test_a_broker_that_is_killed_under_load_again_and_again_loses_and_doubles_nothing(own_stage):
    worker = own_stage.worker()
    until(lambda: worker.says("intake_started"))
    for number in range(150):
        confirmed(own_stage, event(f"t{number}"))
        time.sleep(0.01)
        if number % 30 == 29:
            kill(own_stage.broker)
            own_stage.broker.start()
    answers = own_stage.wait(150)
    assert sorted(answer["subject"] for answer in answers) == sorted(f"t{number}" for number in range(150))
    assert own_stage.letters == []


def test_a_worker_waits_for_a_broker_that_comes_late(own_stage):
    kill(own_stage.broker)
    worker = own_stage.worker()
    until(lambda: "Cannot connect" in worker.log.read_text())
    own_stage.broker.start()
    own_stage.send(event())
    assert len(own_stage.wait(1)) == 1


def test_a_worker_goes_on_after_the_broker_was_emptied(own_stage):
    worker = own_stage.worker()
    until(lambda: worker.says("intake_started"))
    own_stage.client.flushall()
    own_stage.send(event())
    assert len(own_stage.wait(1)) == 1


def test_a_full_broker_takes_the_answer_to_what_it_holds_and_no_event_till_there_is_room(own_stage):
    worker = own_stage.worker()
    until(lambda: worker.says("intake_started"))
    hold = own_stage.directory / "hold"
    hold.touch()
    own_stage.send(event(hold=str(hold)))
    until(lambda: list(own_stage.directory.glob("hold.*")))
    own_stage.client.config_set("maxmemory", "1")
    with pytest.raises(redis.exceptions.OutOfMemoryError):
        own_stage.send(event("later"))
    hold.unlink()
    assert [answer["subject"] for answer in own_stage.wait(1)] == ["open"]
    own_stage.client.config_set("maxmemory", "0")
    own_stage.send(event("later"))
    assert [answer["subject"] for answer in own_stage.wait(2)] == ["open", "later"]
    assert own_stage.letters == []


def test_a_broker_that_is_full_of_unsigned_events_is_emptied_and_takes_signed_ones(own_stage):
    signing = {"NEXTROUND_SIGNING_KEYS": "k:" + 16 * "11", "NEXTROUND_SIGNATURE_REQUIRED": "true"}
    own_stage.client.config_set("maxmemory", "24mb")
    with suppress(redis.exceptions.OutOfMemoryError):
        for _ in range(100):
            append(b"x" * 760_000, own_stage.client)
    assert 10 < own_stage.client.xlen(keys.IN) < 100
    own_stage.worker(**signing)
    until(lambda: own_stage.client.xlen(keys.IN) == 0)
    for number in range(20):
        append(event(f"t{number}"), own_stage.client, key=("k", b"\x11" * 16))
    assert len(own_stage.wait(20)) == 20


def test_a_worker_follows_a_failover_to_the_replica_although_the_old_primary_keeps_its_connections(
    server_binary, tmp_path
):
    with (
        EmbeddedBroker(tmp_path / "old", binary=server_binary) as old,
        EmbeddedBroker(tmp_path / "new", binary=server_binary) as new,
        closing(Stage(old, tmp_path)) as stage,
        redis.Redis.from_url(new.url) as replica,
        closing(Proxy(port_of(old.url))) as proxy,
    ):
        replica.replicaof("127.0.0.1", port_of(old.url))
        until(lambda: replica.info("replication")["master_link_status"] == "up")
        worker = stage.worker(NEXTROUND_BROKER_URL=f"redis://127.0.0.1:{proxy.port}/0")
        until(lambda: worker.says("intake_started"))
        for number in range(10):
            stage.send(event(f"t{number}", milliseconds=200))
        until(lambda: len(stage.answers) >= 2)
        stage.client.replicaof("127.0.0.1", port_of(new.url))
        replica.replicaof("NO", "ONE")
        proxy.target = port_of(new.url)
        stage.client.close()
        stage.client = redis.Redis.from_url(new.url)
        stage.send(event("after"))
        answers = stage.wait(11)
        assert len({answer["subject"] for answer in answers}) == 11
        assert len({answer["id"] for answer in answers}) == 11
        assert stage.letters == []
