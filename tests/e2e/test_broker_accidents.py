"""The broker dies, is emptied, or comes late, under a real worker."""

import os
import signal
import time

import redis

from tests.e2e.stage import event, until


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


def test_a_full_broker_pauses_the_worker_until_there_is_room(own_stage):
    worker = own_stage.worker()
    until(lambda: worker.says("intake_started"))
    hold = own_stage.directory / "hold"
    hold.touch()
    own_stage.send(event(hold=str(hold)))
    until(lambda: list(own_stage.directory.glob("hold.*")))
    own_stage.client.config_set("maxmemory", "1")
    hold.unlink()
    until(lambda: "OutOfMemoryError" in worker.log.read_text())
    own_stage.client.config_set("maxmemory", "0")
    assert [answer["subject"] for answer in own_stage.wait(1)] == ["open"]
    assert own_stage.letters == []
