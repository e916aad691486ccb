"""Our own connections to Redis or Valkey, and the check that the server is one that we can work with."""

from typing import Any, cast

from redis import Redis
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoPermissionError, ReadOnlyError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry
from redis.sentinel import Sentinel

from nextround.broker.errors import UnsupportedServer
from nextround.operations.examination import Facts, Severity, examine, server
from nextround.operations.health import PULSE
from nextround.settings import Settings


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
    options: dict[str, Any] = {
        "client_name": name,
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "socket_keepalive": True,
        "health_check_interval": 25,  # a connection that a firewall dropped in silence is noticed before it is used
        "retry": often if patience is None else at_once,
    }
    if settings.sentinels:
        asked = settings.sentinel_options | {"socket_timeout": timeout, "socket_connect_timeout": timeout}
        known = cast("Any", Sentinel)(settings.sentinels, sentinel_kwargs=asked, **options)
        return cast("Redis", known.master_for(settings.sentinel_master, **settings.broker_login))
    return Redis.from_url(settings.broker_url.get_secret_value(), **settings.tls, **options)


def facts(client: Redis) -> Facts:
    """Return what the server tells of itself, nothing where it does not let itself be asked; and what it denied."""
    try:
        told = cast("dict[str, object]", client.info())
    except NoPermissionError:
        told = {}
    return told | {"denied": PULSE.denied}


def is_denied(error: Exception) -> bool:
    """Tell whether the server refused a command to this user, in a script or by itself."""
    return isinstance(error, NoPermissionError) or "ACL failure in script" in str(error)


def check_server(told: Facts) -> str:
    """Return the server's name and version; raises `UnsupportedServer` for one on which nothing works."""
    for finding in examine(told):
        if finding.severity is Severity.REFUSED:
            raise UnsupportedServer(f"the broker at hand is {server(told)}. {finding.text}")
    return server(told)
