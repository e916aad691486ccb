import gc
from types import SimpleNamespace

import pytest
from celery import signals
from celery.exceptions import WorkerShutdown
from nextround.app import create_app
from nextround.broker import queues
from nextround.broker.errors import UnsupportedServer
from nextround.broker.intake_bootstep import IntakeBootstep
from nextround.broker.redis.intake import RedisIntake
from nextround.settings import Settings


@pytest.fixture
def app():
    return create_app(Settings(broker_url="redis://worker:hunter2@127.0.0.1:1/0"))


def test_celery_does_no_more_than_execute(app):
    conf = app.conf
    assert not conf.task_acks_late
    assert not conf.result_backend
    assert conf.accept_content == ["json"]
    assert not app.amqp.queues.consume_from
    assert not conf.task_create_missing_queues


def test_what_the_tasks_work_with_can_be_printed_without_the_password(app):
    assert "hunter2" not in repr((app.task_context, app.worker_context))


def test_a_child_process_does_not_look_for_garbage_in_the_program_itself():
    gc.unfreeze()
    signals.worker_process_init.send(sender=None)
    try:
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_every_end_of_a_task_is_reported_and_no_queue_is_read(scheme):
    app = create_app(Settings(broker_url=f"{scheme}://127.0.0.1:1//"))
    task = app.tasks[queues.PAIR]
    assert task.acks_late
    assert not task.acks_on_failure
    assert not task.acks_on_timeout
    assert not app.amqp.queues.consume_from


def test_a_worker_does_not_start_on_a_broker_that_is_not_supported(app, monkeypatch):
    def old(self):
        raise UnsupportedServer("the broker is Redis 7.0.15; needed: Redis or Valkey 7.2 or newer")

    class Consumer:
        pool = None
        hub = SimpleNamespace(call_soon=None)

    Consumer.app = app
    monkeypatch.setattr(RedisIntake, "check", old)
    with pytest.raises(WorkerShutdown):
        IntakeBootstep(Consumer).start(Consumer)
