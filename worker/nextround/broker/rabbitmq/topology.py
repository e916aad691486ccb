"""RabbitMQ: what we declare there, and our own connections to it."""

import ssl
from typing import Any
from urllib.parse import urlsplit

from amqp.exceptions import PreconditionFailed
from kombu import Connection
from kombu.entity import Exchange, Queue
from nextround_schemas.catalogue import EXCHANGE_IN, EXCHANGE_OUT

from nextround.broker.errors import UnsupportedServer
from nextround.settings import Settings

DELIVERY_LIMIT = 20
"""Deliveries after which RabbitMQ itself moves an event to the dead letters. We give up sooner; it is the last line."""

DEAD = Exchange("nextround.dead", type="fanout", durable=True)
IN = Exchange(EXCHANGE_IN, type="topic", durable=True)
OUT = Exchange(EXCHANGE_OUT, type="topic", durable=True)

# Arguments of a queue can never be changed: with other ones it becomes a .v2 beside it.
EVENTS = Queue(
    "nextround.in.v1",
    IN,
    routing_key="#",
    durable=True,
    queue_arguments={
        "x-queue-type": "quorum",
        "x-delivery-limit": DELIVERY_LIMIT,
        "x-dead-letter-exchange": DEAD.name,
    },
)
LETTERS = Queue("nextround.dead.v1", DEAD, routing_key="#", durable=True, queue_arguments={"x-queue-type": "quorum"})


def connection(settings: Settings, heartbeat: int = 0) -> Any:
    """Return a connection that is made when it is first used, and that waits for confirmations of what it publishes.

    `heartbeat`, in seconds, is for a connection that is read from all the time: the broker closes one that is silent.
    """
    return Connection(
        settings.broker_url.get_secret_value(),
        connect_timeout=settings.socket_timeout,
        heartbeat=heartbeat,
        ssl=tls(settings) or False,
        transport_options={"confirm_publish": True},
    )


def tls(settings: Settings) -> dict[str, Any]:
    """Return what a TLS connection is made with, by the names of Python's `ssl`; empty where there is none.

    The certificate must be of the authority and for the host that the URL names: without `server_hostname` the client
    checks the authority alone.
    """
    url = urlsplit(settings.broker_url.get_secret_value())
    files = {"ca_certs": settings.broker_ca, "certfile": settings.broker_certificate, "keyfile": settings.broker_key}
    if url.scheme != "amqps":
        return {}
    checked = {"cert_reqs": ssl.CERT_REQUIRED, "server_hostname": url.hostname}
    return checked | {name: str(path) for name, path in files.items() if path}


def declare(channel: Any) -> None:
    """Declare exchanges and queues.

    Raises `UnsupportedServer` where one is there already, but is not what we need.
    """
    try:
        for exchange in (DEAD, IN, OUT):
            exchange(channel).declare()
        for queue in (LETTERS, EVENTS):
            queue(channel).declare()
    except PreconditionFailed as error:
        raise UnsupportedServer(
            f"something on the broker is not declared as NextRound needs it: {error.reply_text}. Drain and delete it "
            "(rabbitmqctl delete_queue NAME); the worker then declares it itself. Policies may not set these arguments"
        ) from None
