import gc

import pytest
from celery import signals
from celery.exceptions import WorkerShutdown
from nextround.app import create_app
from nextround.broker import queues
from nextround.broker.connection import UnsupportedServer
from nextround.broker.intake import Intake
from nextround.broker.step import IntakeStep
from nextround.settings import Settings


@pytest.fixture
def app():
    return create_app(Settings(broker_url="redis://worker:hunter2@127.0.0.1:1/0"))


def test_celery_does_no_more_than_execute(app):
    conf = app.conf
    assert not conf.task_acks_late
    assert not conf.result_backend
    assert conf.accept_content == ["json"]
    assert {name: queue.no_ack for name, queue in app.amqp.queues.items()} == {queues.INTERNAL: True}
    assert not conf.task_create_missing_queues


def test_celery_has_no_prefetch_count_that_lost_acknowledgements_could_use_up(app):
    # With one, a worker whose broker went away between taking and acknowledging its messages waited for ever.
    assert app.conf.worker_prefetch_multiplier == 0
    assert app.conf.worker_disable_prefetch


def test_the_queue_of_python_platforms_exists_where_it_is_switched_on():
    app = create_app(Settings(celery_intake=True))
    assert {name: bool(queue.no_ack) for name, queue in app.amqp.queues.items()} == {
        queues.INTERNAL: True,
        queues.EVENTS: False,
    }


def test_what_the_tasks_work_with_can_be_printed_without_the_password(app):
    assert "hunter2" not in repr(app.conf.nextround)


def test_a_child_process_does_not_look_for_garbage_in_the_program_itself():
    gc.unfreeze()
    signals.worker_process_init.send(sender=None)
    try:
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()


def test_on_rabbitmq_each_worker_has_a_queue_of_its_own_and_is_told_how_every_task_ended():
    first, second = (create_app(Settings(broker_url="amqp://127.0.0.1:1//")).conf for _ in range(2))
    assert first.task_default_queue != second.task_default_queue
    assert (first.task_acks_late, first.task_acks_on_failure, first.task_acks_on_timeout) == (True, False, False)
    assert first.task_reject_on_worker_lost


def test_a_worker_does_not_start_on_a_broker_that_is_not_supported(app, monkeypatch):
    def old(self):
        raise UnsupportedServer("the broker is Redis 7.0.15; needed: Redis or Valkey 7.2 or newer")

    class Consumer:
        pool = None

    Consumer.app = app
    monkeypatch.setattr(Intake, "check", old)
    with pytest.raises(WorkerShutdown):
        IntakeStep(Consumer).start(Consumer)
