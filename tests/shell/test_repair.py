"""Streams with ids beyond the server's time, on the real server."""

import threading
import time

import pytest
import redis
from nextround.broker.ledger import CommitVerdict
from nextround.broker.redis import keys, repair
from nextround.broker.redis.entry_time import AHEAD_MS, arrival
from nextround.broker.redis.intake import RedisIntake
from nextround.broker.redis.repair import Repair
from nextround.operations.health import PULSE
from nextround.settings import Settings

from tests.cli.running import run
from tests.shell.table import GROUP, Answer
from tests.shell.test_intake import at_once

LAST = "18446744073709551615-18446744073709551615"
NEXT_YEAR = 31_536_000_000
STREAMS = (keys.IN, keys.OUT, keys.DEAD)


@pytest.fixture(params=[100, 1], ids=["one step", "many steps"])
def mend(table, request, monkeypatch):
    """Repairs till there is no more to do; with many steps, one entry each, as in a long stream."""
    monkeypatch.setattr(repair, "STEP", request.param)
    monkeypatch.setattr(repair, "STEPS", 1)
    mender = Repair(table.client)

    def mend():
        for _ in range(1000):
            if not mender.turn():
                return
        raise AssertionError("there is no end")

    return mend


def now_ms(table):
    seconds, microseconds = table.client.time()
    return seconds * 1000 + microseconds // 1000


def ahead(table, by=NEXT_YEAR):
    return f"{now_ms(table) + by}-0"


def add(table, body, stream=keys.IN, entry="*"):
    return table.client.xadd(stream, {keys.BODY: body}, id=entry).decode()


def bodies(table, stream=keys.IN):
    return [fields[b"ce"].decode() for _, fields in table.client.xrange(stream)]


def take(table, count, group=GROUP, consumer="w1", stream=keys.IN):
    found = table.client.xreadgroup(group, consumer, {stream: ">"}, count=count)
    return [(entry.decode(), fields[b"ce"].decode()) for _, entries in found for entry, fields in entries]


def pending(table, stream=keys.IN, group=GROUP):
    found = table.client.xpending_range(stream, group, "-", "+", 100)
    return [(one["message_id"].decode(), one["consumer"].decode(), one["times_delivered"]) for one in found]


@pytest.mark.parametrize("stream", STREAMS)
def test_after_the_last_id_entries_can_be_appended_again_and_their_order_holds(table, mend, stream):
    add(table, "a", stream)
    add(table, "b", stream, LAST)
    with pytest.raises(redis.ResponseError):
        add(table, "c", stream)
    mend()
    add(table, "c", stream)
    assert bodies(table, stream) == ["a", "b", "c"]
    assert all(int(entry.partition(b"-")[0]) <= now_ms(table) for entry, _ in table.client.xrange(stream))


@pytest.mark.parametrize("stream", STREAMS)
def test_a_stream_whose_only_entry_of_next_year_is_gone_is_repaired_too(table, mend, stream):
    table.client.xdel(stream, add(table, "gone", stream, ahead(table)))
    mend()
    assert int(add(table, "a", stream).partition("-")[0]) <= now_ms(table)


def test_entries_that_are_sound_keep_their_ids_and_whatever_has_come_since_gets_a_true_one(table, mend):
    sound = [add(table, "a"), add(table, "b")]
    add(table, "c", entry=ahead(table))
    add(table, "d")
    mend()
    found = [entry.decode() for entry, _ in table.client.xrange(keys.IN)]
    assert found[:2] == sound
    assert bodies(table) == ["a", "b", "c", "d"]
    assert [body for _, body in take(table, 10)] == ["a", "b", "c", "d"]


def test_groups_owners_and_deliveries_go_along_and_nothing_is_delivered_twice_or_left_out(table, mend):
    for body in "abc":
        add(table, body)
    add(table, "d", entry=ahead(table))
    for body in "ef":
        add(table, body)
    a, b, c, d = (entry for entry, _ in take(table, 4))
    table.client.xack(keys.IN, GROUP, b)
    table.client.xclaim(keys.IN, GROUP, keys.AT_WORK, 0, [d], retrycount=3, idle=50_000, justid=True)
    table.client.xgroup_create(keys.IN, "other", "0")
    table.client.xgroup_createconsumer(keys.IN, GROUP, "w2")
    mend()
    left = pending(table)
    assert [(entry, owner, count) for entry, owner, count in left[:2]] == [(a, "w1", 1), (c, "w1", 1)]
    assert (left[2][1:], len(left)) == ((keys.AT_WORK, 3), 3)
    [last] = table.client.xpending_range(keys.IN, GROUP, left[2][0], left[2][0], 1)
    assert last["time_since_delivered"] >= 50_000
    assert {one["name"] for one in table.client.xinfo_consumers(keys.IN, GROUP)} == {b"w1", b"w2", b"at-work"}
    assert [body for _, body in take(table, 10)] == ["e", "f"]
    assert [body for _, body in take(table, 10, "other")] == ["a", "b", "c", "d", "e", "f"]
    lags = {group["name"]: group["lag"] for group in table.client.xinfo_groups(keys.IN)}
    assert lags == {GROUP.encode(): 0, b"other": 0}


def test_an_answer_that_is_committed_under_an_old_id_is_not_doubled(table, mend):
    add(table, "a", entry=ahead(table))
    [(old, _)] = take(table, 1)
    table.ledger.take_up(old)
    mend()
    assert table.commit(old, Answer(final=False)) == CommitVerdict.DUPLICATE
    assert table.commit(old, Answer()) == CommitVerdict.DUPLICATE
    assert table.published == []
    [(new, _, _)] = pending(table)
    assert table.commit(new, Answer()) == CommitVerdict.COMMITTED
    assert (table.published, table.pending) == (["1/1/d1/final"], 0)


def test_an_answer_to_an_entry_that_kept_its_id_is_committed(table, mend):
    entry = table.deliver()
    add(table, "b", entry=ahead(table))
    mend()
    assert table.commit(entry, Answer()) == CommitVerdict.COMMITTED


def test_it_works_where_the_memory_is_used_up(table, mend):
    for body in "ab":
        add(table, body)
    add(table, "c", entry=LAST)
    take(table, 2)
    table.client.config_set("maxmemory", "1")
    try:
        mend()
    finally:
        table.client.config_set("maxmemory", "0")
    assert bodies(table) == ["a", "b", "c"]
    assert [body for _, body in take(table, 10)] == ["c"]


def test_what_comes_and_is_read_between_two_steps_is_neither_lost_nor_delivered_twice(table, monkeypatch):
    monkeypatch.setattr(repair, "STEP", 1)
    monkeypatch.setattr(repair, "STEPS", 1)
    table.client.xgroup_create(keys.OUT, "hall", "0", mkstream=True)
    seen = []

    def read():
        for place, body in take(table, 1, "hall", "screen", keys.OUT):
            seen.append(body)
            table.client.xack(keys.OUT, "hall", place)

    for number in range(5):
        add(table, str(number), keys.OUT)
    read()
    add(table, "5", keys.OUT, ahead(table))
    mender = Repair(table.client)
    assert mender.turn()
    for number in range(6, 9):
        read()
        add(table, str(number), keys.OUT)
        mender.turn()
    while mender.turn():
        read()
    for _ in range(10):
        read()
    assert seen == [str(number) for number in range(9)]
    assert bodies(table, keys.OUT) == seen


def test_two_workers_that_repair_at_once_do_it_once(table, monkeypatch):
    monkeypatch.setattr(repair, "STEP", 1)
    monkeypatch.setattr(repair, "STEPS", 1)
    for body in "abcde":
        add(table, body)
    add(table, "f", entry=ahead(table))
    before = PULSE.repaired
    menders = [Repair(table.client), Repair(table.client)]
    while menders[0].turn() + menders[1].turn():
        pass
    assert bodies(table) == ["a", "b", "c", "d", "e", "f"]
    assert PULSE.repaired == before + 1
    assert table.client.keys("*:anew") + table.client.keys("*:delivered") == []


def test_a_reader_that_waits_for_answers_goes_on_waiting(table, client, mend):
    table.client.xgroup_create(keys.OUT, "hall", "0", mkstream=True)
    table.client.xdel(keys.OUT, add(table, "gone", keys.OUT, ahead(table)))
    heard = []

    def wait():
        with redis.Redis.from_url(f"redis://{client.connection_pool.connection_kwargs['host']}:"
                                  f"{client.connection_pool.connection_kwargs['port']}/0") as reader:  # fmt: skip
            try:
                found = reader.xreadgroup("hall", "screen", {keys.OUT: ">"}, block=20_000)
                heard.extend(fields[b"ce"] for _, entries in found for _, fields in entries)
            except redis.RedisError as error:
                heard.append(error)

    reading = threading.Thread(target=wait)
    reading.start()
    while not any(one["cmd"].startswith("xreadgroup") and "b" in one["flags"] for one in client.client_list()):
        time.sleep(0.01)
    mend()
    add(table, "answer", keys.OUT)
    reading.join(30)
    assert heard == [b"answer"]


def test_an_entry_of_a_great_many_fields_does_not_stop_it(table, mend):
    table.client.xadd(keys.IN, {"ce": "a"} | {f"field{i}": "x" for i in range(20_000)}, id=LAST)
    mend()
    assert bodies(table) == ["a"]


def test_a_clock_that_was_set_back_a_little_moves_nothing(table, mend):
    entry = add(table, "a", entry=ahead(table, AHEAD_MS // 2))
    mend()
    assert [found.decode() for found, _ in table.client.xrange(keys.IN)] == [entry]
    assert not table.client.exists(keys.REPAIRED)


def test_dead_letters_of_any_id_can_be_listed_shown_and_sent_again(broker, table, mend, monkeypatch):
    monkeypatch.setenv("NEXTROUND_BROKER_URL", broker.url)
    add(table, "a", entry=LAST)
    [(entry, _)] = take(table, 1)
    table.ledger.bury_entry(entry, "not-json")
    letter = {"reason": "internal", "first": LAST.partition("-")[0], "in.ce": "b"}
    table.client.xadd(keys.DEAD, letter, id=LAST)
    assert run("dead", "list").exit_code == 0
    assert run("dead", "show", LAST).exit_code == 0
    mend()
    found = [place.decode() for place, _ in table.client.xrange(keys.DEAD)]
    assert len(found) == 2
    assert run("dead", "replay", *found).exit_code == 0
    assert bodies(table) == ["a", "b"]


def test_the_intake_repairs_counts_tells_and_dispatches(broker, table):
    from nextround.broker.redis.connection import connect
    from nextround.broker.redis.observer import RedisObserver

    sent = []
    settings = Settings(broker_url=broker.url)
    intake = RedisIntake(settings, lambda entry, name: sent.append((entry, name)), lambda: 3, at_once)
    before = PULSE.repaired
    add(table, "a", entry=LAST)
    intake.turn()
    [(entry, _)] = table.client.xrange(keys.IN)
    assert sent == [(entry.decode(), f"{entry.decode()}:1")]
    assert PULSE.repaired == before + 1
    concerns = " ".join(RedisObserver(connect(settings, "tests", 1), settings).overview().concerns)
    assert "beyond the broker's time; made anew: {nextround}:in at" in concerns


def test_ids_of_the_past_are_refused_from_the_first_worker_on(broker, table, mend):
    table.client.flushall()
    intake = RedisIntake(Settings(broker_url=broker.url), lambda *_: None, lambda: 3, at_once)
    intake.turn()
    with pytest.raises(redis.ResponseError):
        add(table, "a", entry="0-1")
    add(table, "b", entry=ahead(table))
    mend()
    with pytest.raises(redis.ResponseError):
        add(table, "c", entry="1500000000000-1")


@pytest.mark.parametrize(
    ("entry", "read", "came"),
    [
        ("1700000000000-0", 1_700_000_005_000, 1_700_000_000.0),
        ("1700000009000-0", 1_700_000_005_000, 1_700_000_005.0),
        (LAST, 1_700_000_005_000, 1_700_000_005.0),
        ("0-1", 1_700_000_005_000, 1_700_000_005.0),
    ],
)
def test_an_entry_came_no_later_than_it_was_read(entry, read, came):
    assert arrival(entry, read) == came


def test_the_ledger_tells_when_an_entry_came_by_the_servers_time(table):
    add(table, "a", entry=ahead(table))
    [(entry, _)] = take(table, 1)
    assert table.ledger.take_up(entry).arrived < now_ms(table) / 1000 + 1
