"""The series in their short form; `make chaos` plays the long one."""

import pytest

from tests.chaos import series, soak, table
from tests.chaos.amqp_arena import AmqpArena
from tests.chaos.sentinel_arena import SentinelArena
from tests.e2e.rabbit import find_server

EVENTS = 30
ACCIDENTS = 2


@pytest.mark.parametrize("played", series.REDIS, ids=lambda played: played.__name__)
def test_nothing_is_lost_and_nothing_doubled(played, server_binary, tmp_path):
    tally = table.run(played, EVENTS, ACCIDENTS, tmp_path)
    assert (tally.lost, tally.doubled, tally.superseded) == (0, 0, 0)
    assert tally.answered > 0
    assert tally.faults > 0


@pytest.mark.parametrize("played", series.SENTINEL, ids=lambda played: played.__name__)
def test_a_failover_loses_nothing_that_the_replica_had(played, server_binary, tmp_path):
    tally = table.run(played, EVENTS, ACCIDENTS, tmp_path, SentinelArena)
    assert (tally.lost, tally.doubled, tally.superseded) == (0, 0, 0)
    assert tally.answered == EVENTS
    assert tally.faults > 0


@pytest.mark.parametrize("played", [series.lost_confirmations], ids=lambda played: played.__name__)
def test_on_rabbitmq_nothing_is_lost_and_every_double_has_the_same_id(played, tmp_path):
    if find_server() is None:
        pytest.skip("rabbitmq-server is not installed")
    tally = table.run(played, EVENTS, ACCIDENTS, tmp_path, AmqpArena)
    assert (tally.lost, tally.doubled, tally.superseded) == (0, 0, 0)
    assert tally.answered > 0
    assert tally.faults > 0


def test_a_soak_says_what_is_held_and_loses_nothing(server_binary, tmp_path):
    told = []
    tally = soak.play(0.05, tmp_path, told.append)
    assert (tally.lost, tally.doubled) == (0, 0)
    assert tally.answered > 0
    assert [line.split()[0] for line in told[1:3]] == ["start", "0.0"]
