"""The arena with RabbitMQ: the same accidents, counted by what a platform finds in its own queue."""

import json
import time
from contextlib import suppress

import kombu
from nextround.broker.rabbitmq import topology
from nextround.settings import Settings

from tests.chaos.arena import Arena
from tests.chaos.proxy import Proxy
from tests.e2e.rabbit import Rabbit
from tests.e2e.stage import until

INBOX = kombu.Queue("hall", topology.OUT, routing_key="#", durable=True, queue_arguments={"x-queue-type": "quorum"})
LATE = 3
"""Seconds in which doubles may still come after the last first answer."""


class AmqpArena(Arena):
    """On RabbitMQ."""

    options = Arena.options | {"NEXTROUND_TAKEOVER": "0.6"}

    def __init__(self, broker, directory):
        self.broker = broker
        self.directory = directory
        self.note = directory / "executions"
        self.note.touch()
        self.proxy = Proxy(broker.port)
        self.workers, self.sent, self.poison = [], [], set()
        self.first_sent, self.outage, self.backlog = {}, 0.0, 0
        self._received, self._heard, self._connection = [], {}, None
        self._connect()
        topology.declare(self._channel)
        INBOX(self._channel).declare()

    def heard_of(self, found):
        # What is counted there is what its platform has read.
        return set(found)

    @staticmethod
    def server(directory):
        return Rabbit(directory / "rabbit")

    @property
    def address(self):
        return f"amqp://guest:guest@127.0.0.1:{self.proxy.port}//"

    def _connect(self):
        # Not through the proxy: what this platform confirms and counts must not be in doubt itself.
        self._connection = topology.connection(Settings(broker_url=self.broker.url))
        self._connection.connect()
        self._channel = self._connection.channel()

    def deliver(self, body):
        while True:
            try:
                kombu.Producer(self._channel).publish(
                    body.encode(),
                    exchange="nextround.in",
                    routing_key="io.nextround.round.finished.v1",
                    content_type="application/cloudevents+json",
                    content_encoding="binary",
                    delivery_mode=2,
                    mandatory=True,
                    confirm_timeout=5,
                )
                return 1000 * time.monotonic()
            except Exception:  # whatever it was: with a new connection, until the broker confirms
                time.sleep(0.1)
                with suppress(Exception):
                    self._connect()

    def kill_broker(self):
        self.broker.kill()

    def events(self):
        with suppress(Exception):
            while message := INBOX(self._channel).get(no_ack=True):
                answer = json.loads(message.body)
                self._received.append(answer)
                if answer["data"].get("final", True):
                    key = (answer["subject"], answer["data"]["round"], answer["data"]["revision"])
                    self._heard.setdefault(key, 1000 * time.monotonic())
            return self._received
        with suppress(Exception):
            self._connect()
        return self._received

    def listen(self):
        self.events()

    def answered_at(self):
        return self._heard

    def buried(self):
        _, messages, _ = self._channel.queue_declare(topology.LETTERS.name, passive=True)
        return messages

    def settle(self, patience):
        until(lambda: {subject for subject, _, _ in self.sent} <= {e["subject"] for e in self.events()}, patience)
        time.sleep(LATE)

    @staticmethod
    def doubled(answers, keys_answered):
        return len({answer["id"] for answer in answers}) - keys_answered

    def clear(self):
        for worker in self.workers:
            worker.kill()
        self.proxy.close()
        self._connection.release()
