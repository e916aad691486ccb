"""Our own connections to Redis or Valkey, and the check that the server is one that we can work with."""

from typing import Any, cast

from packaging.version import InvalidVersion, Version
from redis import Redis
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ReadOnlyError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry

from nextround.settings import Settings

LEAST_VERSION = Version("7.2")


class UnsupportedServer(Exception):
    """The server answers, but NextRound does not work on it; the message says why and what does."""


def connect(settings: Settings, name: str, patience: float | None = None) -> Redis:
    """Return a client for the settings' broker, which connects when it is first used.

    `name` is what `CLIENT LIST` shows. The client repeats a command whose reply was lost, three times in some seconds:
    whatever is written through it must stand a repetition. With `patience`, a number of seconds, it waits no longer
    than that for each reply, and repeats but once, at once, where the connection was closed.

    Raises `UnsupportedServer` where the settings name RabbitMQ.
    """
    if settings.is_amqp:
        raise UnsupportedServer("this needs the ledger, which exists on Redis and Valkey only; the broker is RabbitMQ")
    timeout = min(patience or settings.socket_timeout, settings.socket_timeout)
    # A connection that the broker closed is made anew; one that is silent is not waited for twice.
    at_once = Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,))
    # A server that became a replica keeps its connections and refuses to write: a new one may reach the new primary.
    lost = (RedisConnectionError, RedisTimeoutError, ReadOnlyError)
    often = Retry(ExponentialWithJitterBackoff(base=0.1, cap=2), 3, supported_errors=lost)
    return Redis.from_url(
        settings.broker_url.get_secret_value(),
        client_name=name,
        socket_timeout=timeout,
        socket_connect_timeout=timeout,
        socket_keepalive=True,
        health_check_interval=25,  # a connection that a firewall dropped in silence is noticed before it is used
        **cast("Any", settings.tls),
        retry=often if patience is None else at_once,
    )


def check_server(client: Redis) -> str:
    """Return the server's name and version.

    Raises `UnsupportedServer` for one that is older than 7.2 or part of a cluster, and `RedisError` where none answers.
    """
    info = cast("dict[str, object]", client.info("server"))
    name = "Valkey" if "valkey_version" in info else "Redis"
    shown = f"{name} {info.get('valkey_version') or info.get('redis_version')}"
    if info.get("redis_mode") == "cluster":
        raise UnsupportedServer(
            f"the broker is a {name} Cluster, on which Celery's queues cannot live: name a single server, or the "
            "primary of a replicated pair"
        )
    try:
        # Valkey tells here the Redis version that it is compatible with, 7.2.4.
        version = Version(str(info.get("redis_version")))
    except InvalidVersion:
        raise UnsupportedServer(
            f"the broker does not tell its version; needed: Redis or Valkey {LEAST_VERSION}"
        ) from None
    if version < LEAST_VERSION:
        raise UnsupportedServer(f"the broker is {shown}; needed: Redis or Valkey {LEAST_VERSION} or newer")
    return shown
