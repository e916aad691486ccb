import time

import pytest
from nextround.broker import gauges, http_endpoints
from nextround.broker.http_endpoints import HttpEndpoints
from nextround.broker.redis.connection import connect
from nextround.broker.redis.observer import RedisObserver
from nextround.operations.health import Pause, Pulse
from nextround.settings import Settings


@pytest.fixture
def pulse(monkeypatch):
    pulse = Pulse()
    monkeypatch.setattr(http_endpoints, "PULSE", pulse)
    return pulse


@pytest.fixture
def get(broker, table):
    settings = Settings(broker_url=broker.url)
    return HttpEndpoints(settings, RedisObserver(connect(settings, "tests", 1), settings)).respond


def long_ago():
    return time.monotonic() - 1000


def test_a_worker_that_consumes_and_turns_is_well_and_ready(pulse, get):
    pulse.consuming = True
    pulse.turn()
    pulse.take_in()
    assert (get("/healthz", "").status, get("/readyz", "").status) == (200, 200)


def test_an_event_loop_that_hangs_is_unwell(pulse, get):
    pulse.consuming = True
    pulse.turned = long_ago()
    pulse.take_in()
    assert (get("/healthz", "").status, get("/readyz", "").status) == (503, 503)
    assert get("/readyz", "").body == b"event_loop failing\nintake ok\nbroker ok\n"


def test_an_intake_that_does_not_move_is_unready_and_not_unwell(pulse, get):
    pulse.consuming = True
    pulse.turn()
    pulse.took_in = long_ago()
    assert (get("/healthz", "").status, get("/readyz", "").status) == (200, 503)


def test_an_intake_that_waits_for_readers_is_unready_and_says_which(pulse, get, monkeypatch):
    pulse.consuming = True
    pulse.turn()
    pulse.take_in()
    pulse.paused = Pause("hall", "group 'hall': 7 not read")
    assert get("/readyz", "").status == 503
    assert get("/readyz", "").body.endswith(b"intake failing\npaused: group 'hall': 7 not read\n")
    assert get("/healthz", "").status == 200
    monkeypatch.setattr(gauges, "PULSE", pulse)
    shown = get("/metrics", "").body.decode()
    assert 'nextround_intake_paused{group="hall"} 1.0' in shown
    assert "nextround_ready 0.0" in shown


def test_an_event_loop_need_not_turn_while_celery_waits_for_the_broker(pulse, get):
    pulse.consuming = False
    pulse.turned = long_ago()
    assert (get("/healthz", "").status, get("/readyz", "").status) == (200, 503)


def test_what_is_no_page_is_not_found(pulse, get):
    assert get("/../etc/passwd", "").status == 404
