"""What is found of a broker, by what Redis and Valkey document of `INFO`; and what a worker then does."""

import time

import pytest
from nextround.broker.redis import intake as intake_module
from nextround.broker.redis import keys, upkeep
from nextround.operations.examination import NAMES, RULES, Severity, examine
from nextround.operations.health import PULSE

from tests.shell.test_intake import Desk, add

FIT = {
    "redis_version": "7.2.4",
    "redis_mode": "standalone",
    "cluster_enabled": 0,
    "role": "master",
    "maxmemory_policy": "noeviction",
    "aof_enabled": 1,
    "aof_last_write_status": "ok",
}


def names(facts):
    return [finding.name for finding in examine(facts)]


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ({}, []),
        ({"redis_mode": "cluster"}, ["cluster"]),
        ({"cluster_enabled": 1}, ["cluster"]),
        ({"redis_version": "7.0.15"}, ["version"]),
        ({"role": "slave"}, ["replica"]),
        *(
            ({"maxmemory_policy": f"{which}-{how}"}, ["eviction"])
            for which in ("allkeys", "volatile")
            for how in ("lru", "lfu", "random")
        ),
        ({"maxmemory_policy": "volatile-ttl"}, ["eviction"]),
        ({"aof_enabled": 0}, ["persistence"]),
        ({"aof_last_write_status": "err"}, ["persistence"]),
        ({"redis_version": "unstable"}, ["unexamined"]),
        ({"denied": True}, ["permission"]),
        ({"role": "slave", "maxmemory_policy": "allkeys-lru", "aof_enabled": 0},
         ["replica", "eviction", "persistence"]),
    ],
)  # fmt: skip
def test_each_finding_is_found(told, found):
    assert names(FIT | told) == found


def test_a_broker_that_tells_nothing_is_called_unexamined_and_nothing_worse():
    assert names({}) == ["unexamined"]
    assert names({"redis_version": "7.2.4"}) == ["unexamined"]


def test_names_are_unique_and_every_finding_says_what_to_do():
    assert len(set(NAMES)) == len(NAMES)
    assert all(finding.text.endswith(".") for finding, _ in RULES)


def test_only_what_loses_or_doubles_rounds_keeps_a_worker_from_its_work():
    assert {f.name for f, _ in RULES if f.severity is not Severity.WARNED} == {
        "cluster", "version", "replica", "eviction",
    }  # fmt: skip


@pytest.fixture
def desk(broker, table, monkeypatch):
    monkeypatch.setattr(intake_module, "BLOCK_MS", 1)
    monkeypatch.setattr(upkeep, "EXAMINE_EVERY", (0.0, 0.0))
    yield Desk(broker)
    PULSE.unfit = ()


def test_a_broker_that_evicts_is_not_taken_in_from_until_it_is_mended(desk, table):
    entry = add(table)
    table.client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        for _ in range(3):
            assert desk.turn(claim=True) == []
        assert PULSE.unfit == ("eviction",)
    finally:
        table.client.config_set("maxmemory-policy", "noeviction")
    assert desk.turn() == [(entry, 1)]
    assert PULSE.unfit == ()


def test_a_broker_without_an_append_only_file_is_worked_with(desk, table):
    entry = add(table)
    table.client.config_set("appendonly", "no")
    try:
        assert desk.turn() == [(entry, 1)]
    finally:
        table.client.config_set("appendonly", "yes")


def test_what_was_taken_in_before_is_kept_alive_while_the_broker_is_unfit(desk, table):
    add(table)
    desk.turn()
    table.client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        time.sleep(0.05)
        desk.intake._next_beat = 0
        desk.turn()
        idle = {c["name"].decode(): c["idle"] for c in table.client.xinfo_consumers(keys.IN, "nextround")}
        assert idle[desk.intake._me] < idle[keys.ARRIVED]
    finally:
        table.client.config_set("maxmemory-policy", "noeviction")


def test_a_broker_is_examined_anew_after_every_failure(broker, table, monkeypatch):
    desk = Desk(broker)
    desk.turn()
    assert desk.intake._upkeep.next_examination > 0
    monkeypatch.setattr(desk.intake, "turn", lambda: desk.intake.stop() or 1 / 0)
    desk.intake.run()
    assert desk.intake._upkeep.next_examination == 0
