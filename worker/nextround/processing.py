"""One delivery, from the event to the ledger; it knows nothing of Celery, and of the broker only the `Ledger`."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import structlog

from nextround.broker import signature
from nextround.broker.delivery import Delivery
from nextround.broker.ledger import CommitVerdict, Ledger, Refusal
from nextround.operations import task_log
from nextround.service import Answer, Unaddressable
from nextround.settings import Settings

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class TaskContext:
    """What a delivery is processed with; the composition root makes it, and it is a field of the Celery app.

    `answer`, `refuse_by_ledger` and `give_up` are those of `nextround.service`, with all but the event and what befell
    it chosen.
    """

    settings: Settings
    ledger: Ledger
    answer: Callable[[bytes], Answer]
    refuse_by_ledger: Callable[[Answer, Refusal], Answer]
    give_up: Callable[[bytes, str], Answer]


@dataclass(frozen=True, slots=True)
class Committed:
    """An event whose answer was brought to the ledger after so many seconds of work; `verdict` is what became of it."""

    answer: Answer
    verdict: CommitVerdict
    seconds: float


@dataclass(frozen=True, slots=True)
class Buried:
    """An event that became a dead letter; `answer` was published with it, where somebody could be answered."""

    reason: str
    detail: str
    answer: Answer | None = None


Settled: TypeAlias = Committed | Buried
"""What became of a delivery."""


def process_delivery(delivery: Delivery, context: TaskContext) -> Settled:
    """Answer the event of a delivery and bring the answer to the ledger, or bury the event.

    Raises MemoryError, and what the ledger raises: the event then stays pending, and is delivered again.
    """
    started = time.perf_counter()
    made = _answer(delivery, context)
    if isinstance(made, Buried):
        context.ledger.bury(delivery, made.reason, made.detail, made.answer)
        return made
    seconds = round(time.perf_counter() - started, 3)
    verdict = context.ledger.commit(delivery, made, seconds)
    if verdict.refusal:
        context.ledger.commit(delivery, context.refuse_by_ledger(made, verdict.refusal), seconds)
    return Committed(made, verdict, seconds)


def _answer(delivery: Delivery, context: TaskContext) -> Answer | Buried:
    """Make the answer, or say why there can be none; the ids of the event are bound to the log lines that follow."""
    body, settings = delivery.body, context.settings
    if body is None:
        return Buried("no-event", 'the entry has no field "ce"')
    if len(body) > settings.max_event_bytes:
        # Not parsed, and so not answered: reading its ids would cost what the limit is there to spare.
        return Buried("too-large", f"{len(body)} bytes; accepted: {settings.max_event_bytes}")
    # Whoever cannot prove who they are is not answered: an answer would go to somebody else.
    if fault := signature.fault(body, delivery.signature, settings.keys, required=settings.signature_required):
        return Buried("bad-signature", fault)
    try:
        if delivery.number > settings.max_deliveries:
            reason = f"not answered in {settings.max_deliveries} deliveries"
            answer = context.give_up(body, reason)
            _identify(answer)
            return Buried("deliveries", reason, answer)
        answer = context.answer(body)
    except Unaddressable as error:
        return Buried(error.reason, error.detail)
    window = settings.signature_window if delivery.signature and settings.keys else None
    if window and (fault := signature.outside(window, answer.cause.time, delivery.arrived)):
        return Buried("outside-window", fault)
    _identify(answer)
    if answer.failure:
        log.error("pairing_failed", **task_log.facts(answer.failure))
        return Buried("internal", type(answer.failure).__name__, answer)
    return answer


def _identify(answer: Answer) -> None:
    cause = answer.cause
    task_log.identify(
        event_id=cause.id,
        tournament=cause.tournament,
        round=cause.round,
        revision=cause.revision,
        digest=cause.digest,
        traceparent=cause.traceparent,
    )
