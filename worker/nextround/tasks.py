"""The Celery task: it takes a delivery up, has it processed, and reports what became of it."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

import structlog
from celery import shared_task
from nextround_schemas import ROUND_FINISHED

from nextround.broker import queues
from nextround.broker.delivery import Delivery
from nextround.broker.ledger import CommitVerdict
from nextround.operations import metrics, task_log
from nextround.processing import Buried, Settled, TaskContext, process_delivery
from nextround.service import Answer

log = structlog.get_logger(__name__)


@shared_task(  # type: ignore[untyped-decorator]  # Celery has no types
    bind=True,
    name=queues.PAIR,
    Request="nextround.broker.task_request:ReportingRequest",
    # Only to be told of the end of every task: there is nothing here for Celery to acknowledge.
    acks_late=True,
    acks_on_failure=False,
    acks_on_timeout=False,
)
def pair(self: Any, handle: str) -> None:
    """Answer the event of a delivery: take it up, make the answer, bring it to the ledger."""
    context: TaskContext = self.app.task_context
    try:
        if delivery := context.ledger.take_up(handle):
            task_log.identify(entry=delivery.id, delivery=delivery.number)
            metrics.taken_up(delivery.arrived, delivery.number)
            with _heartbeat(context, delivery):
                settled = process_delivery(delivery, context)
            report(settled, delivery, context.settings.event_prefix)
    except MemoryError:
        _end_for_want_of_memory()


def _end_for_want_of_memory() -> NoReturn:
    """End this child process, as any accident would: Celery would end the whole worker for such an error."""
    with suppress(MemoryError):
        log.critical("out_of_memory", limit="NEXTROUND_CHILD_MEMORY")
    os._exit(1)


def report(settled: Settled, delivery: Delivery, prefix: str) -> None:
    """Count and log what became of a delivery; `prefix` begins the types of events."""
    size, answer = len(delivery.body or b""), settled.answer
    kind = _type(answer, prefix) if answer else metrics.UNREADABLE
    if isinstance(settled, Buried):
        metrics.buried(settled.reason)
        metrics.settled(kind, answer.outcome if answer else metrics.UNANSWERABLE)
        log.error("buried", reason=settled.reason, detail=settled.detail, bytes=size, answered=answer is not None)
        return
    made, verdict, seconds = settled.answer, settled.verdict, settled.seconds
    outcome = made.outcome if verdict is CommitVerdict.COMMITTED else str(verdict)
    metrics.settled(kind, outcome, made.facts.get("system"), seconds)
    log.info("answered", outcome=made.outcome, verdict=str(verdict), seconds=seconds, bytes=size, **made.facts)


def _type(answer: Answer, prefix: str) -> str:
    # A platform may write anything there: only the types that are answered become labels.
    known = ROUND_FINISHED.type(prefix)
    return known.removeprefix(f"{prefix}.") if answer.cause.type == known else metrics.OTHER


@contextmanager
def _heartbeat(context: TaskContext, delivery: Delivery) -> Iterator[None]:
    """Touch the delivery at every heartbeat: whoever stops doing so is dead, and the event is taken over."""
    done = threading.Event()

    def beat() -> None:
        while not done.wait(context.settings.heartbeat):
            try:
                context.ledger.touch(delivery)
            except Exception as error:  # the next beat may reach the broker again
                log.warning("heartbeat_failed", entry=delivery.id, error=repr(error))

    threading.Thread(target=beat, name="heartbeat", daemon=True).start()
    try:
        yield
    finally:
        done.set()
