"""The composition root: settings become a Celery app. The only place that chooses implementations."""

import gc
import resource
import sys
from functools import partial
from typing import Any

import structlog
from billiard.exceptions import TimeLimitExceeded, WorkerLostError
from celery import Celery, signals
from pydantic import ValidationError

from nextround import service, tasks  # noqa: F401  # tasks registers itself
from nextround.broker import queues
from nextround.broker.http_endpoints import HttpBootstep
from nextround.broker.intake_bootstep import IntakeBootstep
from nextround.broker.ledger import Ledger
from nextround.broker.observer import Observer
from nextround.broker.rabbitmq import topology
from nextround.broker.rabbitmq.intake import RabbitMQIntake
from nextround.broker.rabbitmq.ledger import RabbitMQLedger
from nextround.broker.rabbitmq.observer import RabbitMQObserver
from nextround.broker.redis.connection import connect
from nextround.broker.redis.intake import RedisIntake
from nextround.broker.redis.ledger import RedisLedger
from nextround.broker.redis.observer import RedisObserver
from nextround.broker.worker_context import WorkerContext
from nextround.operations import logs, metrics, reaper, shared_files, task_log
from nextround.operations.health import PULSE
from nextround.processing import TaskContext
from nextround.registry import PluginRefused, registry
from nextround.settings import Settings, what_is_wrong

log = structlog.get_logger(__name__)

HTTP_PATIENCE = 2.0
"""Seconds that a look at the broker may take over HTTP: less than a scrape or a probe waits."""


class WorkerApp(Celery):  # type: ignore[misc]  # Celery has no types
    """The Celery app of a worker, with what its steps and its task work with."""

    worker_context: WorkerContext
    task_context: TaskContext


def create_app(settings: Settings) -> WorkerApp:
    """Build the Celery app of a worker."""
    app = WorkerApp("nextround", set_as_current=True)
    app.conf.update(
        # Celery executes, and does no more: an event stays with the broker until it is answered, and goes straight from
        # the intake to a child process. So there are no queues, retries, visibility timeouts or results.
        broker_url=settings.celery_url.get_secret_value(),
        task_ignore_result=True,
        # A message of anybody else is never unpickled, and makes no queue.
        accept_content=["json"],
        task_create_missing_queues=False,
        worker_enable_remote_control=False,
        worker_prefetch_multiplier=0,
        task_default_queue=queues.UNUSED,
        worker_concurrency=settings.concurrency,
        # A round that never ends costs its child process, and is delivered again.
        task_time_limit=settings.time_limit,
        # A worker waits for its broker as long as it takes, at the start and later.
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        # Also for one whose memory is full, or that became a replica: these refuse commands, and the worker would end.
        broker_channel_error_retry=True,
        # Our tasks return nothing that a child process which died might still have to tell.
        worker_lost_wait=1.0,
        # structlog writes everything; a print stays a print.
        worker_redirect_stdouts=False,
    )
    app.conf.update(_on_rabbitmq(settings) if settings.is_amqp else _on_redis(settings))
    app.worker_context = WorkerContext(
        settings=settings,
        intake=partial(RabbitMQIntake if settings.is_amqp else RedisIntake, settings),
        observer=partial(_observer, settings),
    )
    prefix, source = settings.event_prefix, settings.event_source
    systems = registry(experimental=settings.experimental)
    app.task_context = TaskContext(
        settings=settings,
        ledger=_ledger(settings),
        answer=partial(service.answer, systems=systems, prefix=prefix, source=source, max_players=settings.max_players),
        refuse_by_ledger=partial(service.refuse_by_ledger, prefix=prefix, source=source),
        give_up=partial(service.give_up, prefix=prefix, source=source),
    )
    app.amqp.queues.deselect(queues.UNUSED)
    app.steps["worker"].add(HttpBootstep)
    app.steps["consumer"].add(IntakeBootstep)
    return app


def _ledger(settings: Settings) -> Ledger:
    return RabbitMQLedger(settings) if settings.is_amqp else RedisLedger(connect(settings, "nextround-task"), settings)


def _observer(settings: Settings) -> Observer:
    if settings.is_amqp:
        return RabbitMQObserver(settings)
    return RedisObserver(connect(settings, "nextround-http", HTTP_PATIENCE), settings)


def _on_redis(settings: Settings) -> dict[str, Any]:
    return {
        "worker_consumer": "nextround.broker.redis.consumer:ExaminingConsumer",
        "broker_use_ssl": settings.tls or None,
        # A broker that is silent is noticed; without time limits Celery would wait for it for ever.
        "broker_transport_options": {
            "socket_timeout": 2 * settings.socket_timeout,
            "socket_connect_timeout": settings.socket_timeout,
            "socket_keepalive": True,
            "health_check_interval": 25,
            "client_name": "nextround-celery",
        }
        | _through_sentinels(settings),
    }


def _through_sentinels(settings: Settings) -> dict[str, Any]:
    if not settings.sentinels:
        return {}
    return {"master_name": settings.sentinel_master, "sentinel_kwargs": settings.sentinel_options}


def _on_rabbitmq(settings: Settings) -> dict[str, Any]:
    return {
        "broker_use_ssl": topology.tls(settings) or None,
        "broker_heartbeat": 10,
    }


def _configure_logs(**_: Any) -> None:
    logs.configure(app.task_context.settings)


def _bind_task(task_id: str, **_: Any) -> None:
    task_log.start_task(task_id)


def _forget_task(**_: Any) -> None:
    task_log.end_task()


def _spare_what_stays(**_: Any) -> None:
    # In a child process, after the fork: what the program itself consists of is never garbage, and looking through it
    # again and again costs a third of the time of a large round.
    gc.collect()
    gc.freeze()


def _limit_memory(**_: Any) -> None:
    """In a child process: let an event that needs too much memory cost this process, and not the machine."""
    # A limit of data and not of addresses: libraries reserve addresses that they never use.
    limit = app.task_context.settings.child_memory
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def _tell_lost_child(task_id: str, exception: BaseException, **_: Any) -> None:
    """Tell, in the main process, which event a child process worked on that died or was ended."""
    if isinstance(exception, WorkerLostError | TimeLimitExceeded):
        PULSE.children_lost += 1
        entry, delivery = task_id.rsplit(":", 1)
        log.error("child_lost", entry=entry, delivery=delivery, error=type(exception).__name__, how=str(exception))


def _reap_orphans(sender: Any, **_: Any) -> None:
    reaper.start(lambda: [process.pid for process in sender.pool._pool._pool])


def _clear_up(**_: Any) -> None:
    shared_files.remove()


signals.celeryd_init.connect(_configure_logs)  # early enough for Celery's own warnings
signals.setup_logging.connect(_configure_logs)  # Celery then adds nothing to it
signals.task_prerun.connect(_bind_task)
signals.task_postrun.connect(_forget_task)
signals.worker_process_init.connect(_spare_what_stays)
signals.worker_process_init.connect(_limit_memory)
signals.task_failure.connect(_tell_lost_child)
signals.worker_ready.connect(_reap_orphans)
signals.worker_shutdown.connect(_clear_up)
metrics.initialise_counters()
try:
    app = create_app(Settings())
except ValidationError as error:
    sys.exit(f"nextround: the settings do not fit\n{what_is_wrong(error)}")
except PluginRefused as error:
    sys.exit(f"nextround: {error}")
