"""Two servers and three sentinels, and a platform that takes an append for confirmed when the replica has it."""

import redis
from nextround.broker.redis import keys

from tests.chaos.arena import Arena
from tests.chaos.proxy import Proxy
from tests.sentinel import MASTER, Watched


class SentinelArena(Arena):
    """An `Arena` whose broker may be lost with all that its replica has not got."""

    options = Arena.options | {"NEXTROUND_SENTINEL_MASTER": MASTER}

    @staticmethod
    def server(directory):
        return Watched(directory / "servers")

    @property
    def address(self):
        return self.broker.url

    def connect(self):
        self.proxy = Proxy(self.broker.ports[0])
        self.client = self.broker.client()
        self.platform = self.broker.client()
        self.hall = self.broker.client()

    def deliver(self, body):
        place = self.platform.xadd(keys.IN, {keys.BODY: body})
        # On the same connection, which the pool gives to its one user again.
        if self.platform.wait(1, 1000) < 1:
            raise redis.ConnectionError("the replica has not got it")
        return int(place.partition(b"-")[0])
