"""The ledger on RabbitMQ: at least once, and always with the same id."""

import base64
import hashlib
import json
import time
from contextlib import suppress
from typing import Any

from kombu.messaging import Producer
from nextround_schemas.catalogue import CONTENT_TYPE

from nextround.broker.delivery import Delivery
from nextround.broker.ledger import CommitVerdict
from nextround.broker.rabbitmq import topology
from nextround.service import Answer
from nextround.settings import Settings

TRIES = 3
BEGINNING = 1000
"""Bytes that are kept of an event that is too large."""


class Unroutable(Exception):
    """No queue is bound to the exchange for this answer, so that nobody would ever hear it."""


def written(delivery: Delivery) -> str:
    """Write a delivery as the argument of its task: RabbitMQ gives a message once, and not again by its id."""
    signature = None if delivery.signature is None else delivery.signature.decode()
    body = base64.b64encode(delivery.body or b"").decode()
    return json.dumps([delivery.id, body, signature, delivery.number, delivery.arrived])


def read(handle: str) -> Delivery:
    """Read what `written` wrote."""
    identifier, body, signature, number, arrived = json.loads(handle)
    return Delivery(
        id=identifier,
        body=base64.b64decode(body),
        signature=None if signature is None else signature.encode(),
        number=number,
        arrived=arrived,
    )


class RabbitMQLedger:
    """The `Ledger` on RabbitMQ.

    There is no memory of answers here: every answer passes, an event that comes twice is answered twice with one id,
    and `data.previous` is never there. The event is acknowledged by the intake when its task has returned, which is
    after the broker confirmed the answer.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._connection: Any = None
        self._producer: Any = None
        self._returned: list[str] = []

    def take_up(self, handle: str) -> Delivery:
        """Read the delivery, which is its task's argument."""
        return read(handle)

    def touch(self, delivery: Delivery) -> None:
        """Do nothing: the broker sees by itself when a worker's connection is gone."""

    def commit(self, delivery: Delivery, answer: Answer, seconds: float = 0.0) -> CommitVerdict:
        """Publish the answer and wait until the broker has it.

        Raises Unroutable where no queue takes it.
        """
        self._publish(topology.OUT.name, answer.published.type, answer.event, {"seconds": seconds}, mandatory=True)
        return CommitVerdict.COMMITTED

    def bury(self, delivery: Delivery, reason: str, detail: str = "", answer: Answer | None = None) -> bool:
        """Publish the event as a dead letter, or the beginning of one too large, and its answer if there is one."""
        if answer:
            self.commit(delivery, answer)
        body = delivery.body or b""
        headers = {
            "reason": reason,
            "detail": detail,
            "deliveries": delivery.number,
            "sha256": hashlib.sha256(body).hexdigest(),
        }
        if delivery.signature is not None:
            headers["sig"] = delivery.signature.decode(errors="replace")
        is_whole = len(body) <= self._settings.max_event_bytes
        self._publish(topology.DEAD.name, reason, body if is_whole else body[:BEGINNING], headers)
        return True

    def close(self) -> None:
        """Give up the connection; the next use makes another."""
        connection, self._connection, self._producer = self._connection, None, None
        if connection is not None:
            with suppress(Exception):  # it may be broken in any way
                connection.collapse()

    def _publish(self, exchange: str, key: str, body: bytes, headers: dict[str, Any], mandatory: bool = False) -> None:
        for left in reversed(range(TRIES)):
            try:
                self._try(exchange, key, body, headers, mandatory)
                return
            except Unroutable:
                raise
            except Exception:  # whatever it was, the connection is not used again
                self.close()
                if not left:
                    raise
                time.sleep(1 / (1 + left))

    def _try(self, exchange: str, key: str, body: bytes, headers: dict[str, Any], mandatory: bool) -> None:
        producer = self._channel()
        self._returned.clear()
        producer.publish(
            body,
            exchange=exchange,
            routing_key=key,
            headers=headers,
            content_type=CONTENT_TYPE,
            content_encoding="binary",
            delivery_mode=2,
            mandatory=mandatory,
            confirm_timeout=2 * self._settings.socket_timeout,
            retry=False,
        )
        if self._returned:
            raise Unroutable(f"no queue is bound to the exchange {exchange} for {key}")

    def _channel(self) -> Any:
        # Made on first use, which is after the fork: processes must not share a connection.
        if self._producer is None:
            self._connection = topology.connection(self._settings)
            self._producer = Producer(self._connection.channel(), on_return=self._on_return, auto_declare=False)
        return self._producer

    def _on_return(self, exception: Exception, exchange: str, routing_key: str, message: Any) -> None:
        self._returned.append(routing_key)
