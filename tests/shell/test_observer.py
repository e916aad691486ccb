"""What operators are told of the broker, on the real server."""

import json
import time

import pytest
import redis
from nextround.broker.redis import keys
from nextround.broker.redis.connection import connect
from nextround.broker.redis.observer import RedisObserver
from nextround.operations.overview import duration
from nextround.settings import Settings

from tests.shell.table import GROUP, Answer

LAST = "18446744073709551615-18446744073709551615"
"""The last id that there is."""
EVENT = {"subject": "open", "data": {"round": 1, "revision": 1, "code": "invalid"}}


@pytest.fixture
def observer(broker, table):
    settings = Settings(broker_url=broker.url)
    return RedisObserver(connect(settings, "tests", 1), settings)


def test_an_empty_broker_is_reported_without_a_group_or_a_stream(observer, table):
    table.client.flushall()
    seen = observer.overview()
    assert (seen.flow.waiting, seen.flow.pending, seen.flow.oldest_seconds) == (0, 0, None)
    assert (seen.workers, seen.rounds, seen.letters) == ((), (), ())
    assert seen.concerns == ("No worker is alive: nothing is paired.",)


def test_what_nobody_has_taken_in_and_what_is_pending_are_counted_apart(observer, table):
    table.deliver()
    table.client.xadd(keys.IN, {keys.BODY: b"{}"})
    table.client.xadd(keys.IN, {keys.BODY: b"{}"})
    flow = observer.flow()
    assert (flow.waiting, flow.pending) == (2, 1)
    assert flow.oldest_seconds >= 0


def test_an_old_event_is_a_concern(observer, table):
    hours_ago = round(time.time() * 1000) - 7_200_000
    table.client.xadd(keys.IN, {keys.BODY: b"{}"}, id=f"{hours_ago}-0")
    assert "An event has waited" in " ".join(observer.overview().concerns)


def test_an_id_that_is_no_time_is_no_concern_and_can_be_looked_at(observer, table):
    table.client.xadd(keys.IN, {keys.BODY: b"{}"}, id="0-1")
    assert observer.flow().oldest_seconds == 0
    for stream in (keys.IN, keys.OUT, keys.DEAD):
        table.client.xadd(stream, {"first": LAST.partition("-")[0], keys.BODY: json.dumps(EVENT)}, id=LAST)
    assert observer.flow().oldest_seconds == 0
    seen = observer.overview()
    assert seen.rounds[0].time.startswith("9999")
    assert seen.letters[0].time.startswith("9999")


def test_the_lag_of_each_platform_is_reported(observer, table):
    table.client.xgroup_create(keys.OUT, "hall", "0", mkstream=True)
    for _ in range(3):
        table.client.xadd(keys.OUT, {keys.BODY: json.dumps({})})
    table.client.xreadgroup("hall", "screen", {keys.OUT: ">"}, count=1)
    [readers] = observer.flow().readers
    assert (readers.group, readers.unread, readers.unacknowledged) == ("hall", 2, 1)


def test_a_group_that_asks_no_more_and_holds_answers_is_named_and_not_removed(table, broker):
    settings = Settings(broker_url=broker.url, answers_days=0.000001)
    observer = RedisObserver(connect(settings, "tests", 1), settings)
    for group in ("hall", "screen"):
        table.client.xgroup_create(keys.OUT, group, "0", mkstream=True)
    table.client.xadd(keys.OUT, {keys.BODY: json.dumps({})})
    [[_, [[place, _]]]] = table.client.xreadgroup("hall", "one", {keys.OUT: ">"})
    table.client.xack(keys.OUT, "hall", place)
    time.sleep(0.2)
    assert [readers.group for readers in observer.flow().readers if readers.is_forgotten] == ["screen"]
    assert "The group 'screen' has asked nothing" in " ".join(observer.overview().concerns)
    assert [group["name"] for group in table.client.xinfo_groups(keys.OUT)] == [b"hall", b"screen"]


def test_only_workers_that_have_shown_themselves_are_alive(observer, table):
    table.deliver()
    for name in ("dead/1", "alive/2"):
        table.client.xgroup_createconsumer(keys.IN, GROUP, name)
    sign = {"version": "1.2.3", "children": 4, "since": "2026-01-01T00:00:00+00:00"}
    table.client.set(keys.worker("alive/2"), json.dumps(sign))
    [worker] = observer.overview().workers
    assert (worker.name, worker.version, worker.children, worker.waiting) == ("alive/2", "1.2.3", 4, 0)


def test_dead_letters_are_counted_by_reason_and_reported_without_their_bodies(observer, table):
    for reason in ("internal", "not-json", "internal"):
        table.ledger.bury_entry(
            table.deliver(b"Zorn" * 10), reason, "detail", Answer() if reason == "internal" else None
        )
    seen = observer.overview()
    assert seen.reasons == {"internal": 2, "not-json": 1}
    assert [letter.reason for letter in seen.letters] == ["internal", "not-json", "internal"]
    assert seen.letters[0].bytes == 40
    assert "Zorn" not in repr(seen)


def test_a_full_broker_and_one_that_forgets_are_concerns_and_can_still_be_looked_at(observer, table):
    try:
        table.client.config_set("maxmemory", "1")
        table.client.config_set("appendonly", "no")
        concerns = " ".join(observer.overview().concerns)
    finally:
        table.client.config_set("maxmemory", "0")
        table.client.config_set("appendonly", "yes")
    assert "memory is" in concerns
    assert "keeps nothing on disk" in concerns


def test_a_broker_that_is_away_raises_the_brokers_own_error():
    settings = Settings(broker_url="redis://127.0.0.1:1/0")
    with pytest.raises(redis.RedisError):
        RedisObserver(connect(settings, "tests", 1), settings).flow()


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(None, "–"), (0.123, "0.12 s"), (9.96, "10 s"), (30, "30 s"), (125, "2 min"), (8000, "2 h"), (200_000, "2 d")],
)
def test_durations_are_written_as_people_say_them(seconds, told):
    assert duration(seconds) == told
