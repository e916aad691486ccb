"""Sentinels, a primary and a replica: the worker and the commands find the primary, and follow it."""

import json

import pytest

from tests.e2e.stage import Stage, event, until
from tests.e2e.test_commands import run
from tests.sentinel import MASTER, Watched


@pytest.fixture
def watched(server_binary, tmp_path):
    with Watched(tmp_path / "servers", server_binary) as running:
        yield running


def test_a_worker_and_the_commands_work_through_sentinels_and_follow_a_failover(watched, tmp_path):
    stage = Stage.__new__(Stage)
    stage.broker, stage.directory, stage.workers, stage.client = watched, tmp_path, [], watched.client()
    worker = stage.watched(NEXTROUND_SENTINEL_MASTER=MASTER)
    chosen = {"NEXTROUND_BROKER_URL": watched.url, "NEXTROUND_SENTINEL_MASTER": MASTER}
    try:
        until(lambda: worker.get("/readyz")[0] == 200, 60)
        (tmp_path / "event.json").write_text(json.dumps(event("first")))
        status, output, said = run("send", "event.json", "--wait", cwd=tmp_path, **chosen)
        assert (status, json.loads(output)["subject"]) == (0, "first"), said
        new = watched.fail_over()
        (tmp_path / "event.json").write_text(json.dumps(event("second")))
        status, output, said = run("send", "event.json", "--wait", cwd=tmp_path, **chosen)
        assert (status, json.loads(output)["subject"]) == (0, "second"), said
        assert watched.primary() is new
        assert [answer["subject"] for answer in stage.answers] == ["first", "second"]
        status, output, _ = run("status", "--json", cwd=tmp_path, **chosen)
        assert status == 0
        assert len(json.loads(output)["workers"]) == 1
        for command in (("dead", "list"), ("ledger", "show", "second")):
            assert run(*command, cwd=tmp_path, **chosen)[0] == 0, command
        assert worker.stop() == 0
    finally:
        stage.clear()


def test_a_primary_that_no_sentinel_knows_is_named(watched, tmp_path):
    status, _, said = run(
        "status", cwd=tmp_path, NEXTROUND_BROKER_URL=watched.url, NEXTROUND_SENTINEL_MASTER="elsewhere"
    )
    assert status == 4
    assert "elsewhere" in said
