"""Workers of one group compare how they are set, without telling each other a secret."""

import json

import pytest
from nextround.broker.redis import keys
from nextround.broker.redis.connection import connect
from nextround.broker.redis.observer import RedisObserver
from nextround.operations.fingerprint import MAY_DIFFER, differing, fingerprint
from nextround.settings import Settings

from tests.shell.table import GROUP

NEW, OLD = f"new:{'11' * 16}", f"old:{'22' * 16}"


def settings(**chosen):
    return Settings(**({"signing_keys": f"{NEW},{OLD}"} | chosen))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("event_prefix", "org.example"),
        ("event_source", "/other"),
        ("signing_keys", NEW),
        ("signing_keys", f"{NEW},old:{'33' * 16}"),
        ("signing_keys", f"{NEW},older:{'22' * 16}"),
        ("signature_required", True),
        ("max_event_bytes", 1_000_000),
        ("max_deliveries", 2),
        ("time_limit", 30),
        ("experimental", True),
        ("ledger_days", 30),
    ],
)
def test_what_an_answer_depends_on_is_compared_and_named(name, value):
    assert differing([fingerprint(settings()), fingerprint(settings(**{name: value}))]) == (name,)


def test_the_order_of_the_keys_and_the_size_of_the_machine_make_no_difference():
    other = settings(
        signing_keys=f"{OLD}, {NEW}", concurrency=7, waiting=9, http_port=0, broker_url="redis://u:secret@elsewhere/0"
    )
    assert differing([fingerprint(settings()), fingerprint(other)]) == ()


def test_only_settings_that_exist_may_differ():
    assert set(Settings.model_fields) >= MAY_DIFFER


def test_other_versions_and_plugins_are_named(monkeypatch):
    mine = fingerprint(settings())
    monkeypatch.setattr("nextround.operations.fingerprint.version", lambda _: "9.9.9")
    assert differing([mine, fingerprint(settings())]) == ("version",)
    monkeypatch.undo()
    assert differing([mine, {**mine, "plugins": "0"}]) == ("plugins",)


def test_a_fingerprint_holds_neither_a_secret_nor_a_value():
    told = json.dumps(fingerprint(settings(event_source="/told", broker_url="redis://u:hunter2@h/0")))
    assert not any(value in told for value in ("11" * 16, "22" * 16, "/told", "hunter2"))


def test_a_difference_is_named_in_flow_and_concerns(broker, table):
    table.deliver()
    mine = settings(broker_url=broker.url)
    observer = RedisObserver(connect(mine, "tests", 1), mine)
    for name, theirs in (("a/1", mine), ("b/2", settings(event_prefix="org.example"))):
        assert observer.flow().differing == ()
        sign = {"version": "1", "children": 1, "since": "2026-01-01T00:00:00+00:00", "fingerprint": fingerprint(theirs)}
        table.client.xgroup_createconsumer(keys.IN, GROUP, name)
        table.client.set(keys.worker(name), json.dumps(sign))
    assert observer.flow().differing == ("event_prefix",)
    assert "The workers are not set alike: event_prefix." in observer.overview().concerns
