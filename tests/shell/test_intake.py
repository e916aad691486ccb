"""The intake on the real server, turn by turn, with a list in Celery's place."""

import json
import time
from contextlib import suppress

import pytest
import redis
from hypothesis import given, settings
from hypothesis import strategies as st
from nextround.broker.redis import intake as intake_module
from nextround.broker.redis import keys
from nextround.broker.redis.connection import connect
from nextround.broker.redis.intake import RedisIntake
from nextround.broker.redis.observer import RedisObserver
from nextround.broker.task_request import TaskEnd
from nextround.operations.health import PULSE
from nextround.settings import Settings

from tests.shell.table import GROUP, Answer, Table

LONG_AGO = 100_000


@pytest.fixture(autouse=True)
def _short_reads(monkeypatch):
    monkeypatch.setattr(intake_module, "BLOCK_MS", 1)
    monkeypatch.setattr(PULSE, "paused", None)


def at_once(call):
    call()


class Desk:
    """An intake whose tasks go to a list, with as many child processes as that needs."""

    def __init__(self, broker, children=9, name="desk", **chosen):
        self.sent = []
        self.broken = False
        self.intake = RedisIntake(Settings(broker_url=broker.url, **chosen), self.dispatch, lambda: children, at_once)
        self.intake._me = name

    def dispatch(self, entry, name):
        if self.broken:
            raise ConnectionError("no pool")
        self.sent.append((entry, int(name.removeprefix(f"{entry}:"))))

    @property
    def entries(self):
        return [entry for entry, _ in self.sent]

    def turn(self, claim=False, tidy=False):
        self.intake._next_claim = self.intake._next_takeover = 0 if claim else float("inf")
        self.intake._upkeep.next_tidy = 0 if tidy else float("inf")
        self.intake._next_look = 0
        self.intake.turn()
        return self.sent

    def end(self, end=TaskEnd.RETURNED, which=-1):
        """Let a task end; whether its event is answered is the test's to see to."""
        entry, delivery = self.sent[which]
        self.intake.ended(f"{entry}:{delivery}", end)

    def answer(self, table, which=-1, **answer):
        """Let a task do what it is for."""
        entry, _ = self.sent[which]
        table.ledger.take_up(entry)
        table.commit(entry, Answer(**answer))
        self.end(which=which)


@pytest.fixture
def desk(broker, table):
    return Desk(broker)


def add(table, body=b"{}"):
    return table.client.xadd(keys.IN, {keys.BODY: body}).decode()


def round_of(tournament):
    return json.dumps({"data": {"tournament": {"id": tournament}}}).encode()


def age(table, entry, milliseconds=LONG_AGO, deliveries=1):
    """Let an entry look as if nobody had touched it for some time, its owner unchanged."""
    [pending] = table.client.xpending_range(keys.IN, GROUP, entry, entry, 1)
    owner = pending["consumer"]
    table.client.xclaim(
        keys.IN, GROUP, owner, 0, [entry], idle=milliseconds, retrycount=deliveries, justid=True
    )  # fmt: skip


def pending(table):
    return {
        entry["message_id"].decode(): (entry["consumer"].decode(), entry["times_delivered"])
        for entry in table.client.xpending_range(keys.IN, GROUP, "-", "+", 100)
    }


def test_an_event_is_dispatched_once_by_the_id_of_its_entry(desk, table):
    entry = add(table)
    for _ in range(3):
        desk.turn(claim=True)
    assert desk.sent == [(entry, 1)]


def test_events_that_came_before_the_first_worker_are_taken_in(desk, table):
    table.client.flushall()
    entry = add(table)
    desk.turn()
    assert desk.turn() == [(entry, 1)]


def test_an_emptied_broker_gets_its_group_again(desk, table):
    desk.turn()
    table.client.flushall()
    desk.turn()
    entry = add(table)
    assert desk.turn() == [(entry, 1)]


def test_no_more_is_taken_in_than_there_is_room_for(broker, table):
    desk = Desk(broker, children=1, waiting=1)
    first, second, third = (add(table) for _ in range(3))
    for _ in range(3):
        desk.turn()
    assert desk.entries == [first]
    assert set(pending(table)) == {first, second}
    desk.answer(table)
    desk.turn()
    assert desk.entries == [first, second]
    assert set(pending(table)) == {second, third}


def test_what_could_not_be_dispatched_is_dispatched_at_the_next_turn(desk, table):
    entry = add(table)
    desk.broken = True
    for _ in range(2):
        with pytest.raises(ConnectionError):
            desk.turn()
    desk.broken = False
    assert desk.turn() == [(entry, 1)]


QUICK = {"heartbeat": 0.02, "takeover": 0.1, "takeover_cap": 0.1}


def test_what_waited_with_a_worker_that_died_goes_to_the_front_as_if_it_had_just_come(broker, table):
    dead, living = (Desk(broker, 1, name, **QUICK) for name in ("dead", "living"))
    events = [add(table) for _ in range(4)]
    dead.turn()
    assert dead.entries == events[:1]
    living.turn(claim=True)
    assert living.entries == []
    later = add(table)
    living.turn()
    time.sleep(0.2)
    living.turn(claim=True)
    for _ in range(4):
        living.answer(table)
        living.turn(claim=True)
    assert living.sent == [(later, 1), *((entry, 1) for entry in events)]


def test_what_waits_with_a_worker_that_lives_is_left_to_it(broker, table):
    full, idle = (Desk(broker, 1, name, **QUICK) for name in ("full", "idle"))
    for _ in range(3):
        add(table)
    full.turn()
    for _ in range(4):
        time.sleep(0.05)
        full.turn()
        idle.turn(claim=True)
    assert idle.entries == []


def test_a_stopping_worker_gives_back_what_no_child_has_begun_and_takes_in_no_more(broker, table):
    stopping, living = (Desk(broker, 1, name) for name in ("stopping", "living"))
    events = [add(table) for _ in range(3)]
    stopping.turn()
    stopping.intake.stop()
    stopping.intake.run()
    add(table)
    assert stopping.entries == events[:1]
    living.turn(claim=True)
    assert living.entries == events[1:2]
    assert len(pending(table)) == 4


def test_what_was_read_by_a_worker_that_died_at_once_is_taken_in_with_what_comes_later(broker, table):
    first = add(table, round_of("a"))
    table.client.xreadgroup(GROUP, keys.ARRIVED, {keys.IN: ">"})
    desk = Desk(broker)
    desk.turn()
    assert desk.entries == []
    second = add(table, round_of("a"))
    desk.turn()
    assert desk.entries == [first]
    desk.answer(table, tournament="a")
    desk.turn()
    assert desk.entries == [first, second]


def test_rounds_of_one_tournament_are_worked_on_one_after_the_other_by_all_workers_together(broker, table):
    one, two = (Desk(broker, 1, name, waiting=1) for name in ("one", "two"))
    events = [add(table, round_of(name)) for name in "aabab"]
    one.turn()
    two.turn()
    assert (one.entries, two.entries) == (events[:1], events[2:3])
    two.answer(table, tournament="b")
    two.turn()
    assert two.entries == [events[2], events[4]]
    one.answer(table, tournament="a")
    one.turn()
    two.turn()
    assert (one.entries, two.entries) == (events[:2], [events[2], events[4]])
    two.answer(table, tournament="b", round=2)
    two.turn()
    assert two.entries == [events[2], events[4]]
    one.answer(table, tournament="a", round=2)
    two.turn()
    assert two.entries == [events[2], events[4], events[3]]


def test_a_round_that_was_deleted_holds_up_nobody(desk, table):
    first, second = (add(table, round_of("a")) for _ in range(2))
    desk.turn()
    table.client.xdel(keys.IN, first)
    table.client.xack(keys.IN, GROUP, first)
    desk.end()
    desk.turn()
    assert desk.entries == [first, second]


def test_many_rounds_of_one_tournament_leave_room_for_others(broker, table):
    desk = Desk(broker, children=2, waiting=1)
    for _ in range(20):
        add(table, round_of("a"))
    other = add(table, round_of("b"))
    for _ in range(20):
        desk.turn()
    assert desk.entries[1] == other


def test_what_lost_its_process_is_delivered_again_at_once_and_then_after_a_pause(broker, table):
    desk = Desk(broker, takeover=1000, takeover_cap=1000)
    entry = add(table)
    desk.turn()
    table.ledger.take_up(entry)
    desk.end(TaskEnd.KILLED)
    desk.turn()
    assert desk.sent == [(entry, 1), (entry, 2)]
    table.ledger.take_up(entry)
    desk.end(TaskEnd.KILLED)
    desk.turn()
    assert len(desk.sent) == 2
    assert pending(table) == {entry: ("desk", 3)}


def test_what_raised_an_exception_is_delivered_again_after_a_pause(broker, table):
    desk = Desk(broker, **QUICK)
    entry = add(table)
    desk.turn()
    table.ledger.take_up(entry)
    desk.end(TaskEnd.FAILED)
    desk.turn()
    assert len(desk.sent) == 1
    time.sleep(0.15)
    desk.turn()
    assert desk.sent == [(entry, 1), (entry, 2)]


def test_what_others_wait_for_goes_before_what_killed_its_process(broker, table):
    desk = Desk(broker, children=2)
    poison = [add(table) for _ in range(2)]
    desk.turn()
    for which in range(2):
        table.ledger.take_up(poison[which])
        desk.end(TaskEnd.KILLED, which)
    good = [add(table) for _ in range(3)]
    desk.turn()
    desk.turn()
    assert desk.sent[2:] == [(poison[0], 2), (good[0], 1)]
    desk.answer(table)
    assert desk.sent[4:] == [(good[1], 1)]


def test_what_was_answered_before_its_process_died_is_not_delivered_again(desk, table):
    first, second = (add(table, round_of("a")) for _ in range(2))
    desk.turn()
    table.commit(first, Answer(tournament="a"))
    desk.end(TaskEnd.KILLED)
    desk.turn()
    assert desk.sent == [(first, 1), (second, 1)]


def test_an_event_whose_child_process_is_silent_is_taken_over(desk, table):
    entry = table.deliver()
    table.ledger.take_up(entry)
    age(table, entry)
    assert desk.turn(claim=True) == [(entry, 2)]


def test_an_event_that_is_worked_on_is_left_alone(desk, table):
    entry = table.deliver()
    age(table, entry)
    table.ledger.take_up(entry)
    age(table, entry)
    table.touch(entry)
    assert desk.turn(claim=True) == []
    assert pending(table) == {entry: (keys.AT_WORK, 1)}


def test_two_intakes_take_an_event_over_once(broker, table):
    entry = table.deliver()
    table.ledger.take_up(entry)
    age(table, entry)
    desks = [Desk(broker, name=name) for name in ("one", "two")]
    for desk in desks:
        desk.turn(claim=True)
    assert [sent for desk in desks for sent in desk.sent] == [(entry, 2)]


def test_each_further_delivery_waits_twice_as_long(broker, table):
    desk = Desk(broker, takeover=10, heartbeat=1, takeover_cap=40)
    entry = table.deliver()
    waited = {}
    for deliveries in range(1, 6):
        for seconds in (7, 10, 14, 20, 29, 40):
            table.ledger.take_up(entry)
            age(table, entry, seconds * 1000, deliveries)
            if desk.turn(claim=True):
                waited[deliveries] = seconds
                desk.sent.clear()
                break
    # The jitter takes off up to a quarter.
    assert waited[1] in (10, 14)
    assert waited[2] in (20, 29)
    assert all(waited[deliveries] == 40 for deliveries in (3, 4, 5))


def test_an_event_whose_end_celery_never_reported_is_delivered_again(desk, table):
    entry = add(table)
    desk.turn()
    desk.intake._begun[entry] -= 1000
    desk.turn(claim=True)
    desk.turn()
    assert desk.sent == [(entry, 1), (entry, 2)]


def test_what_was_taken_from_a_silent_worker_is_not_begun_by_it_when_it_awakes(broker, table):
    desk = Desk(broker, children=1)
    events = [add(table) for _ in range(2)]
    desk.turn()
    table.client.xclaim(keys.IN, GROUP, "another", 0, [events[1]], justid=True)
    desk.turn(claim=True)
    desk.answer(table)
    assert desk.entries == events[:1]


def test_an_event_that_kills_whoever_takes_it_up_is_buried_unread(desk, table):
    entry = table.deliver(b"poison")
    for deliveries in range(1, 8):
        table.ledger.take_up(entry)
        age(table, entry, deliveries=deliveries)
        desk.turn(claim=True)
        desk.turn()
    assert [delivery for _, delivery in desk.sent] == [2, 3, 4, 5, 6, 7]
    assert pending(table) == {}
    [(_, letter)] = table.client.xrange(keys.DEAD)
    assert (letter[b"reason"], letter[b"in.ce"], letter[b"deliveries"]) == (b"deliveries", b"poison", b"8")


def test_an_entry_that_somebody_deleted_does_not_stay(desk, table):
    entry = add(table)
    desk.turn()
    table.client.xdel(keys.IN, entry)
    assert table.ledger.take_up(entry) is None
    desk.turn(claim=True)
    assert pending(table) == {}


def read_answers(table, group, count, acknowledge=True):
    with suppress(redis.ResponseError):
        table.client.xgroup_create(keys.OUT, group, "0", mkstream=True)
    [[_, entries]] = table.client.xreadgroup(group, "platform", {keys.OUT: ">"}, count=count)
    if acknowledge:
        table.client.xack(keys.OUT, group, *(entry for entry, _ in entries))
    return [entry for entry, _ in entries]


def settle(desk):
    """Tidy up till there is no more to do."""
    for _ in range(100):
        if not desk.intake._upkeep.tidy_up():
            return
    raise AssertionError("there is no end")


def test_answers_that_were_read_make_room_and_never_pause_the_intake(broker, table):
    desk = Desk(broker, answers_limit=10)
    for number in range(1, 31):
        table.bring(Answer(round=number))
    read_answers(table, "hall", 30)
    settle(desk)
    assert PULSE.paused is None
    assert len(table.published) == 9
    assert table.published[-1] == "30/1/d1/final"
    entry = add(table)
    assert desk.turn() == [(entry, 1)]


def test_answers_that_were_read_make_room_by_their_bytes_too(broker, table):
    for number in range(1, 31):
        table.bring(Answer(round=number, digest="d" * 5000))
    desk = Desk(broker, answers_bytes=100_000)
    read_answers(table, "hall", 29)
    settle(desk)
    assert PULSE.paused is None
    assert table.client.memory_usage(keys.OUT, samples=0) < 100_000
    assert len(table.published) > 5


def test_answers_that_were_read_make_room_where_the_broker_is_nearly_full(broker, table):
    for number in range(1, 31):
        table.bring(Answer(round=number, digest="d" * 50_000))
    read_answers(table, "hall", 30)
    desk = Desk(broker)
    table.client.config_set("maxmemory", table.client.info("memory")["used_memory"])
    try:
        settle(desk)
    finally:
        table.client.config_set("maxmemory", 0)
    assert len(table.published) < 30


def test_what_nobody_reads_pauses_the_intake_and_names_no_reader(broker, table):
    desk = Desk(broker, answers_limit=2)
    for number in (1, 2):
        table.bring(Answer(round=number))
    entry = add(table)
    desk.turn(tidy=True)
    assert desk.turn() == []
    assert (PULSE.paused.group, PULSE.paused.reason.partition(":")[0]) == ("", "no reader")
    assert len(table.published) == 2
    read_answers(table, "hall", 2)
    settle(desk)
    assert PULSE.paused is None
    assert desk.turn() == [(entry, 1)]


def test_what_nobody_reads_pauses_the_intake_by_its_age_too(broker, table):
    desk = Desk(broker, answers_days=0.000001)
    table.bring(Answer())
    time.sleep(0.1)
    settle(desk)
    assert PULSE.paused.group == ""
    assert len(table.published) == 1


def test_the_group_that_holds_the_intake_is_named(broker, table):
    desk = Desk(broker, answers_limit=5)
    for number in range(1, 8):
        table.bring(Answer(round=number))
    read_answers(table, "fast", 7)
    table.client.xgroup_create(keys.OUT, "slow", "0")
    settle(desk)
    assert PULSE.paused.group == "slow"
    assert PULSE.paused.reason.startswith("group 'slow': 7 not read, 0 not acknowledged")
    assert len(table.published) == 7


def test_what_is_pending_in_a_group_is_not_read_and_alone_stays(broker, table):
    desk = Desk(broker, answers_limit=10)
    for number in range(1, 31):
        table.bring(Answer(round=number))
    first, *others = read_answers(table, "hall", 30, acknowledge=False)
    settle(desk)
    assert PULSE.paused.group == "hall"
    assert len(table.published) == 30
    table.client.xack(keys.OUT, "hall", *others)
    settle(desk)
    assert PULSE.paused is None
    left = [entry for entry, _ in table.client.xrange(keys.OUT)]
    assert left == [first, *others[-8:]]


def test_a_worker_that_starts_while_the_intake_is_paused_shows_that_it_lives_and_why_it_waits(broker, table):
    for number in (1, 2):
        table.bring(Answer(round=number))
    table.client.xgroup_create(keys.OUT, "hall", "0")
    settings = Settings(broker_url=broker.url, answers_limit=2)
    desk = Desk(broker, answers_limit=2)
    desk.turn(tidy=True)
    seen = RedisObserver(connect(settings, "tests", 1), settings).overview()
    assert [worker.name for worker in seen.workers] == [desk.intake._me]
    [concern] = seen.concerns
    assert "group 'hall': 2 not read" in concern


def test_tidying_goes_on_where_the_memory_is_used_up_and_the_worker_is_seen(broker, table):
    for number in range(1, 11):
        table.bring(Answer(round=number))
    read_answers(table, "hall", 10)
    desk = Desk(broker, answers_limit=5)
    table.client.config_set("maxmemory", "1")
    try:
        settle(desk)
    finally:
        table.client.config_set("maxmemory", "0")
    assert len(table.published) < 5
    assert table.client.exists(keys.worker(desk.intake._me))


def test_old_answers_go_when_the_slowest_group_has_read_them(broker, table):
    desk = Desk(broker, answers_days=0.000001)
    for number in range(1, 6):
        table.bring(Answer(round=number))
    time.sleep(0.1)
    desk.turn(tidy=True)
    assert len(table.published) == 5
    read_answers(table, "fast", 5)
    read_answers(table, "slow", 3)
    desk.turn(tidy=True)
    assert table.published[-2:] == ["4/1/d1/final", "5/1/d1/final"]
    assert len(table.published) == 3
    read_answers(table, "forgetful", 4, acknowledge=False)
    table.client.xgroup_destroy(keys.OUT, "slow")
    desk.turn(tidy=True)
    assert len(table.published) == 3


def test_young_answers_stay_although_they_were_read(desk, table):
    table.bring(Answer())
    read_answers(table, "platform", 1)
    desk.turn(tidy=True)
    assert len(table.published) == 1


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.dictionaries(st.binary(max_size=20) | st.just(b"ce"), st.binary(max_size=200), min_size=1, max_size=4),
        min_size=1,
        max_size=5,
    )
)
def test_whatever_lies_in_the_stream_the_intake_goes_on(broker, client, entries):
    table = Table(client)
    desk = Desk(broker)
    ids = [client.xadd(keys.IN, fields).decode() for fields in entries]
    last = add(table)
    desk.turn()
    assert [entry for entry, _ in desk.sent] == [*ids, last]


def test_the_loop_outlives_a_broker_that_goes_away(broker, table):
    desk = Desk(broker)
    calls = []

    def turn():
        calls.append(1)
        if len(calls) == 3:
            desk.intake.stop()
        raise (ConnectionError("gone"), RuntimeError("a bug"), OSError("no route"))[len(calls) - 1]

    desk.intake.turn = turn
    desk.intake.run()
    assert len(calls) == 3


def test_a_worker_shows_that_it_lives_and_a_broker_that_refuses_that_does_not_stop_it(desk, table, monkeypatch):
    desk.turn(tidy=True)
    assert table.client.exists(keys.worker(desk.intake._me))

    def refused(*_, **__):
        raise redis.exceptions.NoPermissionError("no permissions to run the 'evalsha' command")

    monkeypatch.setattr(desk.intake._upkeep, "_sign", refused)
    entry = add(table)
    assert desk.turn(tidy=True) == [(entry, 1)]


def test_what_waits_behind_children_that_never_end_goes_to_a_worker_with_a_free_one(broker, table):
    stuck, idle = (Desk(broker, 1, name, **QUICK) for name in ("stuck", "idle"))
    events = [add(table) for _ in range(3)]
    stuck.turn()
    table.ledger.take_up(events[0])
    assert idle.turn(claim=True) == []
    time.sleep(0.05)
    table.touch(events[0])
    stuck.turn(claim=True)
    idle.turn(claim=True)
    assert (stuck.entries, idle.entries) == (events[:1], events[1:2])
