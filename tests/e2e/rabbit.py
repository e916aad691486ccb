"""A RabbitMQ of our own for tests, where the server is installed."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from nextround.broker.redis.embedded import _free_port


def find_server():
    """Return RabbitMQ's own start script, not the distribution's, which changes the user; None where there is none."""
    for sbin in sorted(Path("/usr/lib/rabbitmq/lib").glob("rabbitmq_server-*/sbin"), reverse=True):
        return sbin / "rabbitmq-server"
    found = shutil.which("rabbitmq-server")
    return Path(found) if found else None


class Rabbit:
    """A node with a directory, ports and a port mapper of its own."""

    def __init__(self, directory):
        self._directory = directory
        self._server = find_server()
        self.port = _free_port()
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "plugins").write_text("[].")
        (directory / "rabbit.conf").write_text("loopback_users = none\nvm_memory_high_watermark.relative = 0.6\n")
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(directory),
            "ERL_EPMD_PORT": str(_free_port()),
            "RABBITMQ_NODENAME": f"test{self.port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(_free_port()),
            "RABBITMQ_MNESIA_BASE": str(directory / "mnesia"),
            "RABBITMQ_LOG_BASE": str(directory / "log"),
            "RABBITMQ_LOGS": str(directory / "log" / "rabbit.log"),
            "RABBITMQ_PID_FILE": str(directory / "pid"),
            "RABBITMQ_CONFIG_FILE": str(directory / "rabbit.conf"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(directory / "plugins"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 2:2 +sbwt none",
        }
        self._process = None
        self._mapper = None

    @property
    def url(self):
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def start(self):
        # Started by us, or Erlang leaves one behind that nobody ends.
        if self._mapper is None and (epmd := shutil.which("epmd")):
            self._mapper = subprocess.Popen([epmd], env=self._environment, stdin=subprocess.DEVNULL)
        with (self._directory / "console.log").open("ab") as output:
            self._process = subprocess.Popen(
                [str(self._server)], env=self._environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                start_new_session=True,
            )  # fmt: skip
        import kombu

        deadline = time.monotonic() + 90
        while True:
            try:
                with kombu.Connection(self.url, connect_timeout=2) as connection:
                    connection.connect()
                    return
            except Exception:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise RuntimeError((self._directory / "console.log").read_text()[-2000:]) from None
                time.sleep(0.2)

    def kill(self):
        """End the node as a power cut would."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self):
        """End the node and its port mapper."""
        if self._process and self._process.poll() is None:
            self.kill()
        if self._mapper:
            self._mapper.kill()
            self._mapper.wait()
            self._mapper = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
