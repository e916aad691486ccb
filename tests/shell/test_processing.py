"""A delivery is processed without Celery and without a broker: the ledger and the answers are the tests' own."""

import json
import subprocess
import sys
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest
from nextround.broker.delivery import Delivery
from nextround.broker.ledger import CommitVerdict
from nextround.broker.rabbitmq import ledger as rabbitmq
from nextround.broker.signature import sign
from nextround.processing import Buried, Committed, TaskContext, process_delivery
from nextround.service import Unaddressable
from nextround.settings import Settings

BODY = json.dumps({"id": "e1"}).encode()
KEY = b"1" * 16
ARRIVED = 1_772_389_800.0  # 2026-03-01T18:30:00Z


@dataclass(frozen=True)
class Answer:
    """As much of an answer as is looked at on its way to the ledger."""

    outcome: str = "paired"
    failure: Exception | None = None
    time: str = "2026-03-01T18:30:00Z"

    @property
    def cause(self):
        return SimpleNamespace(
            id="e1", tournament="open", round=1, revision=1, digest="d", traceparent=None, time=self.time
        )


class FakeLedger:
    """A ledger with one verdict, that notes what is brought to it."""

    def __init__(self, verdict=CommitVerdict.COMMITTED):
        self.verdict = verdict
        self.committed = []
        self.buried = []

    def take_up(self, handle):
        raise AssertionError("the delivery is at hand")

    def touch(self, delivery):
        raise AssertionError("whoever runs the task shows that it lives")

    def commit(self, delivery, answer, seconds=0.0):
        self.committed.append((delivery.id, answer.outcome))
        # As the ledger has it: what is not final passes always.
        return self.verdict if len(self.committed) == 1 else CommitVerdict.COMMITTED

    def bury(self, delivery, reason, detail="", answer=None):
        self.buried.append((delivery.id, reason, answer.outcome if answer else None))
        return True


def delivery(body=BODY, **more):
    return replace(Delivery("1-1", body, None, 1, ARRIVED), **more)


def context(ledger, answer=lambda body: Answer(), **chosen):
    return TaskContext(
        settings=Settings(broker_url="redis://127.0.0.1:1/0", **chosen),
        ledger=ledger,
        answer=answer,
        refuse_by_ledger=lambda answer, refusal: Answer(refusal),
        give_up=lambda body, reason: Answer("internal"),
    )


def unaddressable(body):
    raise Unaddressable("not-json", "nobody can be told")


def never(body):
    raise AssertionError("this event is not answered")


def test_neither_celery_nor_a_client_of_a_broker_is_needed():
    program = "import sys, nextround.processing; print({'celery', 'kombu', 'amqp', 'redis'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=200)
    assert done.stdout.strip() == "set()", done.stderr


@pytest.mark.parametrize("verdict", [CommitVerdict.COMMITTED, CommitVerdict.DUPLICATE])
def test_an_answer_is_brought_to_the_ledger_once(verdict):
    ledger = FakeLedger(verdict)
    settled = process_delivery(delivery(), context(ledger))
    assert isinstance(settled, Committed)
    assert (settled.answer, settled.verdict) == (Answer(), verdict)
    assert settled.seconds >= 0
    assert (ledger.committed, ledger.buried) == ([("1-1", "paired")], [])


@pytest.mark.parametrize("verdict", [CommitVerdict.CONFLICT, CommitVerdict.STALE, CommitVerdict.SUPERSEDED])
def test_an_answer_that_the_ledger_refuses_becomes_a_refusal(verdict):
    ledger = FakeLedger(verdict)
    settled = process_delivery(delivery(), context(ledger))
    assert isinstance(settled, Committed)
    assert (settled.answer.outcome, settled.verdict) == ("paired", verdict)
    assert ledger.committed == [("1-1", "paired"), ("1-1", str(verdict))]


SIGNED = sign(BODY, "new", KEY).encode()
SIGNING = {"signing_keys": f"new:{KEY.hex()}"}


@pytest.mark.parametrize(
    ("given", "answer", "chosen", "reason", "answered"),
    [
        (delivery(None), never, {}, "no-event", None),
        (delivery(b"x" * 1001), never, {"max_event_bytes": 1000}, "too-large", None),
        (delivery(), never, SIGNING | {"signature_required": True}, "bad-signature", None),
        (delivery(signature=b"new:00"), never, SIGNING, "bad-signature", None),
        (delivery(signature=SIGNED, arrived=0.0), None, SIGNING | {"signature_window": 30}, "outside-window", None),
        (delivery(number=4), never, {"max_deliveries": 3}, "deliveries", "internal"),
        (delivery(), unaddressable, {}, "not-json", None),
        (delivery(), lambda body: Answer("internal", failure=ValueError("names")), {}, "internal", "internal"),
    ],
)
def test_what_cannot_be_answered_is_buried_with_its_reason(given, answer, chosen, reason, answered):
    ledger = FakeLedger()
    settled = process_delivery(given, context(ledger, answer or (lambda body: Answer()), **chosen))
    assert isinstance(settled, Buried)
    assert settled.reason == reason
    assert "names" not in settled.detail
    assert (settled.answer.outcome if settled.answer else None) == answered
    assert (ledger.committed, ledger.buried) == ([], [("1-1", reason, answered)])


@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        (delivery(number=3), {"max_deliveries": 3}),
        (delivery(b"x" * 1000), {"max_event_bytes": 1000}),
        (delivery(), SIGNING),
        (delivery(arrived=0.0), SIGNING | {"signature_window": 30}),
        (delivery(signature=SIGNED), SIGNING | {"signature_required": True, "signature_window": 30}),
    ],
)
def test_what_only_touches_a_limit_is_answered(given, chosen):
    ledger = FakeLedger()
    assert isinstance(process_delivery(given, context(ledger, **chosen)), Committed)
    assert ledger.committed == [("1-1", "paired")]


class Unreachable(FakeLedger):
    def commit(self, delivery, answer, seconds=0.0):
        raise ConnectionError

    def bury(self, delivery, reason, detail="", answer=None):
        raise ConnectionError


@pytest.mark.parametrize("answer", [lambda body: Answer(), unaddressable])
def test_a_ledger_out_of_reach_leaves_the_event_to_its_next_delivery(answer):
    with pytest.raises(ConnectionError):
        process_delivery(delivery(), context(Unreachable(), answer))


def test_want_of_memory_is_nobody_s_answer():
    def greedy(body):
        raise MemoryError

    ledger = FakeLedger()
    with pytest.raises(MemoryError):
        process_delivery(delivery(), context(ledger, greedy))
    assert (ledger.committed, ledger.buried) == ([], [])


@pytest.mark.parametrize("signature", [None, b"new:00ff"])
@pytest.mark.parametrize("body", [b"", b"\xff\x00 no event", BODY])
def test_on_rabbitmq_the_task_s_argument_is_the_whole_delivery(body, signature):
    given = Delivery("m7", body, signature, 3, ARRIVED + 0.25)
    assert (
        rabbitmq.RabbitMQLedger(Settings(broker_url="amqp://127.0.0.1:1//")).take_up(rabbitmq.written(given)) == given
    )
