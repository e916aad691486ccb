"""The processes that a command runs: a broker, unless the operator named one, and a worker."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import SecretStr
from redis import RedisError

from nextround.broker.errors import UnsupportedServer
from nextround.broker.redis.connection import check_server, connect, facts
from nextround.broker.redis.embedded import EmbeddedBroker, NoServer
from nextround.cli.exits import Exit, fail
from nextround.settings import Settings

WORKER = ("-m", "nextround", "worker")


@contextmanager
def running_broker(settings: Settings, directory: Path) -> Iterator[Settings]:
    """Yield settings that name a broker that answers: the operator's, or else our own for as long as the context lasts.

    Leaves with status 4 and the reason where there is none.
    """
    if settings.broker_is_named:
        check_broker(settings)
        yield settings
        return
    broker = EmbeddedBroker(directory, settings.embedded_server)
    try:
        broker.start()
    except NoServer as error:
        fail(Exit.FAULT, str(error))
    try:
        named = settings.model_copy(update={"broker_url": SecretStr(broker.url)})
        check_broker(named)
        yield named
    finally:
        broker.stop()


def check_broker(settings: Settings) -> None:
    """Leave with status 4 and the reason where the settings' broker does not answer, or is not supported."""
    try:
        with connect(settings, "nextround-cli") as client:
            check_server(facts(client))
    except UnsupportedServer as error:
        fail(Exit.FAULT, str(error))
    except RedisError as error:
        fail(Exit.FAULT, f"no broker answers at {settings.broker_address} ({error}); NEXTROUND_BROKER_URL names it")


@contextmanager
def running_worker(
    settings: Settings, log: Path | None = None, *, watched: bool = False
) -> Iterator[subprocess.Popen[bytes]]:
    """Yield the main process of a real worker for the settings' broker; stop it cleanly afterwards.

    It writes its log to `log`, or else where this process writes its errors. It listens for HTTP where it is `watched`.
    """
    with open(log or os.devnull, "ab") as output:
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, *WORKER],
            env=os.environ
            | {
                "NEXTROUND_BROKER_URL": settings.broker_url.get_secret_value(),
                "NEXTROUND_HTTP_PORT": str(settings.http_port if watched else 0),
            },
            stdin=subprocess.DEVNULL,
            stdout=output if log else sys.stderr,
            stderr=output if log else sys.stderr,
            start_new_session=True,  # Ctrl-C reaches this process alone, which then stops the worker once
        )
    try:
        yield process
    finally:
        _stop(process, settings.time_limit + 60)


def _stop(process: subprocess.Popen[bytes], patience: float) -> None:
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(patience)
    except BaseException:  # out of patience, ours or that of whoever pressed Ctrl-C again
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Turn SIGTERM into the same `KeyboardInterrupt` as Ctrl-C, so that both leave through every `finally`."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
