"""A primary, a replica and three sentinels, all from the bundled server's binary."""

import os
import signal
import subprocess
import time

import redis
from nextround.broker.redis.embedded import EmbeddedBroker, _free_port, find_server

MASTER = "nextround"
DOWN_AFTER = 1000
"""Milliseconds of silence after which a sentinel takes a server for dead."""


def port_of(url):
    return int(url.rpartition(":")[2].partition("/")[0])


class Watched:
    """Two servers, of which the sentinels make one the primary; `options` are more lines of the servers' own."""

    def __init__(self, directory, binary=None, options=None):
        self._directory = directory
        self._binary = binary or find_server()
        self.servers = [EmbeddedBroker(directory / name, self._binary, options=options) for name in ("a", "b")]
        self._sentinels = []
        self.ports = []

    @property
    def url(self):
        return ";".join(f"sentinel://127.0.0.1:{port}" for port in self.ports)

    def start(self):
        for server in self.servers:
            server.start()
        with redis.Redis.from_url(self.servers[1].url) as replica:
            replica.replicaof("127.0.0.1", port_of(self.servers[0].url))
        for number in range(3):
            self._sentinel(number)
        self.wait_for_a_replica()

    def _sentinel(self, number):
        port = _free_port()
        place = self._directory / f"sentinel{number}"
        place.mkdir(parents=True)
        file = place / "sentinel.conf"
        file.write_text(
            f"bind 127.0.0.1\nport {port}\ndir {place}\n"
            f"sentinel monitor {MASTER} 127.0.0.1 {port_of(self.servers[0].url)} 2\n"
            f"sentinel down-after-milliseconds {MASTER} {DOWN_AFTER}\n"
            f"sentinel failover-timeout {MASTER} 5000\n"
        )
        with (place / "log").open("ab") as output:
            self._sentinels.append(
                subprocess.Popen(
                    [str(self._binary), str(file), "--sentinel"],
                    stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
                )
            )  # fmt: skip
        self.ports.append(port)

    def client(self, **options):
        """A client of whichever server is the primary."""
        known = redis.Sentinel([("127.0.0.1", port) for port in self.ports], socket_timeout=2)
        return known.master_for(MASTER, socket_timeout=2, **options)

    def asked(self, *command):
        with redis.Redis(port=self.ports[0], socket_timeout=2) as sentinel:
            return sentinel.execute_command(*command)

    def primary(self):
        """The server that all sentinels call the primary, None where they don't agree or it is not one."""
        told = set()
        for port in self.ports:
            with redis.Redis(port=port, socket_timeout=2) as sentinel:
                told.add(sentinel.sentinel_get_master_addr_by_name(MASTER))
        if len(told) != 1 or None in told:
            return None
        [(_, port)] = told
        [server] = [server for server in self.servers if port_of(server.url) == port]
        try:
            with redis.Redis.from_url(server.url) as client:
                return server if client.info("replication")["role"] == "master" else None
        except redis.RedisError:
            return None

    def wait_for_a_replica(self, patience=90):
        """Wait until all sentinels know each other and a replica that follows; return the primary."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            try:
                if (server := self.primary()) and self._is_whole(server):
                    return server
            except redis.RedisError:
                pass
            time.sleep(0.1)
        raise AssertionError("the sentinels did not come to a primary with a replica")

    def _is_whole(self, server):
        with redis.Redis.from_url(server.url) as client:
            told = client.info("replication")
        if told["connected_slaves"] != 1 or told["slave0"]["state"] != "online":
            return False
        for port in self.ports:
            with redis.Redis(port=port, socket_timeout=2) as sentinel:
                state = sentinel.sentinel_master(MASTER)
            if state["num-other-sentinels"] != 2 or state["num-slaves"] != 1 or state["flags"] != "master":
                return False
        return True

    def kill(self, server):
        os.kill(server.pid, signal.SIGKILL)
        server.stop()

    def fail_over(self):
        """Kill the primary, wait until the replica has its place, and start the old one, which follows; return it."""
        old = self.wait_for_a_replica()
        self.kill(old)
        deadline = time.monotonic() + 90
        while (new := self.primary()) is None or new is old:
            assert time.monotonic() < deadline, "there was no failover"
            time.sleep(0.05)
        old.start()
        return new

    def stop(self):
        for sentinel in self._sentinels:
            sentinel.kill()
            sentinel.wait()
        for server in self.servers:
            server.stop()

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()
