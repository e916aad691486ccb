"""The ledger on RabbitMQ: at least once, and always with the same id."""

import base64
import json
import time
from contextlib import suppress
from typing import Any

from kombu.messaging import Producer
from nextround_schemas.catalogue import CONTENT_TYPE

from nextround.broker.ledger import Entry, Verdict
from nextround.broker.rabbitmq import topology
from nextround.service import Answer
from nextround.settings import Settings

TRIES = 3


class Unroutable(Exception):
    """No queue is bound to the exchange for this answer, so that nobody would ever hear it."""


def wrapped(name: str, body: bytes, signature: str | None, deliveries: int, arrived: float) -> str:
    """Write an event as text for a Celery message: on RabbitMQ nobody can read it by its id."""
    text = base64.b64encode(body).decode()
    return json.dumps(
        {"name": name, "body": text, "signature": signature, "deliveries": deliveries, "arrived": arrived}
    )


def unwrapped(text: str) -> Entry:
    """Read what `wrapped` wrote. The entry's id is that text, so that every method has the whole event."""
    told = json.loads(text)
    signature = told["signature"]
    return Entry(
        id=text,
        name=told["name"],
        body=base64.b64decode(told["body"]),
        signature=None if signature is None else signature.encode(),
        deliveries=told["deliveries"],
        arrived=told["arrived"],
    )


class AmqpLedger:
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

    def read(self, entry: str) -> Entry | None:
        """Unwrap an entry."""
        return unwrapped(entry)

    def touch(self, entry: str) -> None:
        """Do nothing: the broker sees by itself when a worker's connection is gone."""

    def commit(self, entry: str, answer: Answer, seconds: float = 0.0) -> Verdict:
        """Publish the answer and wait until the broker has it.

        Raises Unroutable where no queue takes it.
        """
        self._publish(topology.OUT.name, answer.published.type, answer.event, {"seconds": seconds}, mandatory=True)
        return Verdict.COMMITTED

    def bury(self, entry: str, reason: str, detail: str = "", answer: Answer | None = None, sha256: str = "") -> bool:
        """Publish the event as a dead letter, and its answer if there is one."""
        letter = unwrapped(entry)
        if answer:
            self.commit(entry, answer)
        headers = {"reason": reason, "detail": detail, "deliveries": letter.deliveries, "sha256": sha256}
        if letter.signature is not None:
            headers["sig"] = letter.signature.decode(errors="replace")
        self._publish(topology.DEAD.name, reason, letter.body or b"", headers)
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
