"""The Celery task; it is a sentence."""

import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, NoReturn

import structlog
from celery import shared_task
from nextround_schemas import ROUND_FINISHED

from nextround.broker import queues, signature
from nextround.broker.ledger import Entry, Ledger, Refusal, Verdict
from nextround.operations import logs, metrics
from nextround.service import Answer, Unaddressable
from nextround.settings import Settings

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Means:
    """What the task works with; the composition root puts it into Celery's configuration as `nextround`.

    `answer`, `overruled` and `given_up` are those of `nextround.service`, with all but the event and its fate chosen.
    """

    settings: Settings
    ledger: Ledger
    answer: Callable[[bytes], Answer]
    overruled: Callable[[Answer, Refusal], Answer]
    given_up: Callable[[bytes, str], Answer]


@shared_task(  # type: ignore[untyped-decorator]  # Celery has no types
    bind=True,
    name=queues.PAIR,
    Request="nextround.broker.task_request:TellingRequest",
    # Only to be told of the end of every task: there is nothing here for Celery to acknowledge.
    acks_late=True,
    acks_on_failure=False,
    acks_on_timeout=False,
)
def pair(self: Any, entry: str) -> None:
    """Answer the event of an entry: read it, make the answer, bring it to the ledger."""
    means: Means = self.app.conf.nextround
    try:
        if found := means.ledger.read(entry):
            logs.identify(entry=found.name, delivery=found.deliveries)
            with _signs_of_life(means, entry):
                _settle(means, found)
    except MemoryError:
        _end_for_want_of_memory()


def _end_for_want_of_memory() -> NoReturn:
    """End this child process, as any accident would: Celery would end the whole worker for such an error."""
    with suppress(MemoryError):
        log.critical("out_of_memory", limit="NEXTROUND_CHILD_MEMORY")
    os._exit(1)


def _settle(means: Means, entry: Entry) -> None:
    body, limits = entry.body, means.settings
    metrics.taken_up(entry.arrived, entry.deliveries)
    if body is None:
        return _bury(means, entry, "no-event", 'the entry has no field "ce"')
    if len(body) > limits.max_event_bytes:
        # Not parsed, and so not answered: reading its ids would cost what the limit is there to spare.
        return _bury(means, entry, "too-large", f"{len(body)} bytes; accepted: {limits.max_event_bytes}")
    # Whoever cannot prove who they are is not answered: an answer would go to somebody else.
    if wrong := signature.fault(body, entry.signature, limits.keys, required=limits.signature_required):
        return _bury(means, entry, "bad-signature", wrong)
    started = time.perf_counter()
    try:
        if entry.deliveries > limits.max_deliveries:
            reason = f"not answered in {limits.max_deliveries} deliveries"
            return _bury(means, entry, "deliveries", reason, means.given_up(body, reason))
        answer = means.answer(body)
    except Unaddressable as error:
        return _bury(means, entry, error.reason, error.detail)
    window = limits.signature_window if entry.signature and limits.keys else None
    if window and (wrong := signature.outside(window, answer.cause.time, entry.arrived)):
        return _bury(means, entry, "outside-window", wrong)
    _identify(answer)
    if answer.failure:
        log.error("pairing_failed", **logs.facts(answer.failure))
        return _bury(means, entry, "internal", type(answer.failure).__name__, answer)
    seconds = round(time.perf_counter() - started, 3)
    verdict = means.ledger.commit(entry.id, answer, seconds)
    if verdict.refusal:
        means.ledger.commit(entry.id, means.overruled(answer, verdict.refusal), seconds)
    outcome = answer.outcome if verdict is Verdict.COMMITTED else str(verdict)
    metrics.settled(_type(means, answer), outcome, answer.facts.get("system"), seconds)
    log.info("answered", outcome=answer.outcome, verdict=str(verdict), seconds=seconds, bytes=len(body), **answer.facts)
    return None


def _bury(means: Means, entry: Entry, reason: str, detail: str, answer: Answer | None = None) -> None:
    if answer:
        _identify(answer)
    means.ledger.bury(entry.id, reason, detail, answer, hashlib.sha256(entry.body or b"").hexdigest())
    metrics.buried(reason)
    if answer:
        metrics.settled(_type(means, answer), answer.outcome)
    else:
        metrics.settled(metrics.UNREADABLE, metrics.UNANSWERABLE)
    log.error("buried", reason=reason, detail=detail, bytes=len(entry.body or b""), answered=answer is not None)


def _type(means: Means, answer: Answer) -> str:
    # A platform may write anything there: only the types that are answered become labels.
    known = ROUND_FINISHED.type(means.settings.event_prefix)
    return known.removeprefix(f"{means.settings.event_prefix}.") if answer.cause.type == known else metrics.OTHER


def _identify(answer: Answer) -> None:
    cause = answer.cause
    logs.identify(
        event_id=cause.id,
        tournament=cause.tournament,
        round=cause.round,
        revision=cause.revision,
        digest=cause.digest,
        traceparent=cause.traceparent,
    )


@contextmanager
def _signs_of_life(means: Means, entry: str) -> Iterator[None]:
    """Touch the entry at every heartbeat: whoever stops doing so is dead, and the round is taken over."""
    done = threading.Event()

    def beat() -> None:
        while not done.wait(means.settings.heartbeat):
            try:
                means.ledger.touch(entry)
            except Exception as error:  # the next beat may reach the broker again
                log.warning("heartbeat_failed", entry=entry, error=repr(error))

    threading.Thread(target=beat, name="heartbeat", daemon=True).start()
    try:
        yield
    finally:
        done.set()
