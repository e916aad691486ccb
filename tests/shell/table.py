"""A broker as a test finds it, and the answers that are brought to it."""

from dataclasses import dataclass

from nextround.broker.delivery import Delivery
from nextround.broker.redis import keys
from nextround.broker.redis.ledger import RedisLedger
from nextround.settings import Settings

GROUP = "nextround"


@dataclass(frozen=True)
class Answer:
    round: int = 1
    revision: int = 1
    digest: str = "d1"
    final: bool = True
    reopen: bool = False
    tournament: str = "open"

    @property
    def event(self):
        return f"{self.round}/{self.revision}/{self.digest}/{'final' if self.final else 'open'}".encode()

    @property
    def kept(self):
        return f"{self.revision}/{self.digest}".encode()

    def after(self, earlier):
        return self.event + b" after " + earlier


def delivery(entry, body=b"{}", **more):
    return Delivery(**({"id": entry, "body": body, "signature": None, "number": 1, "arrived": 0.0} | more))


class Table:
    """An empty broker with a group, and what a test asks of it."""

    def __init__(self, client, **chosen):
        client.flushall()
        client.xgroup_create(keys.IN, GROUP, "0", mkstream=True)
        self.client = client
        self.ledger = RedisLedger(client, Settings(**chosen))

    def deliver(self, body=b"{}", **fields):
        self.client.xadd(keys.IN, {keys.BODY: body} if body is not None else fields)
        [[_, [[entry, _]]]] = self.client.xreadgroup(GROUP, "w1", {keys.IN: ">"}, count=1)
        return entry.decode()

    def commit(self, entry, answer):
        return self.ledger.commit(delivery(entry), answer)

    def touch(self, entry):
        self.ledger.touch(delivery(entry))

    def bring(self, answer):
        return self.commit(self.deliver(), answer)

    @property
    def published(self):
        return [fields[b"ce"].decode() for _, fields in self.client.xrange(keys.OUT)]

    @property
    def pending(self):
        return self.client.xpending(keys.IN, GROUP)["pending"]
