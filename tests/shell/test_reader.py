"""A reader of answers, as a platform in Python uses it, on the real server."""

import json

import pytest
import redis
from nextround.broker.reader import Reader
from nextround.broker.redis import keys

from tests.chaos.proxy import Proxy
from tests.sentinel import port_of


def publish(table, *ids):
    for identifier in ids:
        table.client.xadd(keys.OUT, {keys.BODY: json.dumps({"id": identifier})})


class Hall:
    def __init__(self, client, consumer="screen", **chosen):
        self.reader = Reader(client, "hall", consumer, **chosen)
        self.seen = []
        self.fails = None

    def handle(self, event):
        if event["id"] == self.fails:
            raise OSError("disk full")
        self.seen.append(event["id"])

    def read(self):
        return self.reader.read(self.handle, 0.01)


def pending(table):
    return table.client.xpending(keys.OUT, "hall")["pending"]


def test_answers_that_came_before_the_first_read_are_read_in_their_order_and_acknowledged(table):
    publish(table, "a", "b", "c")
    hall = Hall(table.client)
    while hall.read() or len(hall.seen) < 3:
        pass
    assert hall.seen == ["a", "b", "c"]
    assert pending(table) == 0


def test_one_read_is_bounded(table):
    table.client.xgroup_create(keys.OUT, "hall", "0", mkstream=True)
    publish(table, *map(str, range(7)))
    hall = Hall(table.client, count=3)
    assert [hall.read() for _ in range(4)] == [3, 3, 1, 0]


def test_what_was_delivered_to_a_connection_that_broke_is_read_before_anything_new(broker, table):
    proxy = Proxy(port_of(broker.url))
    try:
        # As redis-py comes: it repeats the command on a new connection by itself, and tells nobody.
        with redis.Redis(port=proxy.port, socket_timeout=2) as client:
            hall = Hall(client)
            hall.read()  # makes the group
            publish(table, "a", "b")
            fault = proxy.lose_replies(b"$1\r\n>\r\n")
            publish(table, "c")
            while len(hall.seen) < 3:
                hall.read()
            assert fault.met == 1
            assert hall.seen == ["a", "b", "c"]
            assert pending(table) == 0
    finally:
        proxy.close()


def test_what_could_not_be_handled_comes_first_again_and_nothing_overtakes_it(table):
    publish(table, "a", "b", "c")
    hall = Hall(table.client)
    hall.fails = "b"
    for _ in range(2):
        with pytest.raises(OSError):
            hall.read() or hall.read()
    hall.fails = None
    while len(hall.seen) < 3:
        hall.read()
    assert hall.seen == ["a", "b", "c"]


def test_an_id_that_was_handled_is_acknowledged_and_not_handled_again(table):
    publish(table, "a", "a", "b")
    hall = Hall(table.client)
    while "b" not in hall.seen:
        hall.read()
    assert hall.seen == ["a", "b"]
    assert pending(table) == 0


def test_what_another_consumer_left_is_taken_over(table):
    publish(table, "a")
    table.client.xgroup_create(keys.OUT, "hall", "0")
    table.client.xreadgroup("hall", "dead", {keys.OUT: ">"})
    hall = Hall(table.client, reclaim=0.001)
    while not hall.seen:
        hall.read()
    assert hall.seen == ["a"]
    assert pending(table) == 0


def test_what_was_trimmed_before_it_was_acknowledged_does_not_stop_the_reader(table):
    publish(table, "a", "b")
    hall = Hall(table.client)
    table.client.xgroup_create(keys.OUT, "hall", "0")
    table.client.xreadgroup("hall", "screen", {keys.OUT: ">"})
    table.client.xtrim(keys.OUT, maxlen=0)
    publish(table, "c")
    while "c" not in hall.seen:
        hall.read()
    assert hall.seen == ["c"]
    assert pending(table) == 0
