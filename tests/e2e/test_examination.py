"""A broker that cannot be worked with is named, by a real worker and by the commands."""

import json
import socket
from contextlib import closing

import redis
from nextround.broker.redis.embedded import EmbeddedBroker

from tests.e2e.stage import Stage, event, until
from tests.e2e.test_commands import run


def test_a_broker_that_evicts_makes_the_worker_unready_by_name_and_is_named_everywhere(own_stage, tmp_path):
    own_stage.client.config_set("maxmemory-policy", "allkeys-lru")
    worker = own_stage.watched()
    until(lambda: worker.says("broker_finding"))
    assert [line["finding"] for line in worker.says("broker_finding")] == ["eviction"]
    until(lambda: "eviction failing" in worker.get("/readyz")[1])
    assert worker.get("/readyz")[0] == 503
    assert worker.get("/healthz")[0] == 200
    assert worker.metrics["nextround_ready"] == 0
    assert worker.metrics["nextround_broker_finding finding=eviction"] == 1
    assert worker.metrics["nextround_broker_finding finding=persistence"] == 0
    assert "The broker evicts what it holds" in worker.get("/")[1]
    _, output, _ = run("status", "--json", cwd=tmp_path, NEXTROUND_BROKER_URL=own_stage.broker.url)
    assert any("The broker evicts" in concern for concern in json.loads(output)["concerns"])
    own_stage.send(event())
    own_stage.client.config_set("maxmemory-policy", "noeviction")
    assert len(own_stage.wait(1)) == 1
    assert worker.get("/readyz")[0] == 200


def test_a_cluster_behind_an_ordinary_url_is_named_and_the_worker_ends(server_binary, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:  # by default 10,000 above its own, which may be none
        port = free.getsockname()[1]
    options = {"cluster-enabled": "yes", "appendonly": "no", "cluster-port": str(port)}
    with EmbeddedBroker(tmp_path / "cluster", server_binary, options=options) as broker:
        with redis.Redis.from_url(broker.url) as client:
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16_383)
        with closing(Stage(broker, tmp_path)) as stage:
            worker = stage.worker()
            until(lambda: not worker.is_alive, 60)
            assert worker._process.returncode != 0
            [told] = worker.says("broker_unsupported")
            assert "Cluster" in told["reason"]
        status, _, said = run("status", cwd=tmp_path, NEXTROUND_BROKER_URL=broker.url)
        assert status == 4
        assert "Cluster" in said


def test_where_the_broker_may_not_be_examined_work_goes_on_and_it_is_said(own_stage, tmp_path):
    own_stage.client.execute_command("ACL", "SETUSER", "shy", "on", ">shy", "~*", "&*", "+@all", "-info")
    shy = own_stage.broker.url.replace("//", "//shy:shy@")
    worker = own_stage.watched(NEXTROUND_BROKER_URL=shy)
    own_stage.send(event())
    assert len(own_stage.wait(1)) == 1
    assert [line["finding"] for line in worker.says("broker_finding")] == ["unexamined"]
    assert worker.get("/readyz")[0] == 200
    assert worker.metrics["nextround_broker_finding finding=unexamined"] == 1
    status, output, _ = run("status", cwd=tmp_path, NEXTROUND_BROKER_URL=shy)
    assert status == 0
    assert "could not be examined" in " ".join(output.split())


def test_workers_that_are_not_set_alike_say_so_and_keep_their_keys_to_themselves(own_stage, tmp_path):
    workers = [own_stage.worker(NEXTROUND_SIGNING_KEYS=f"new:{digit * 32}") for digit in "12"]
    until(lambda: all(worker.is_alive for worker in workers) and any(w.says("workers_differ") for w in workers), 90)
    [told, *_] = [line for worker in workers for line in worker.says("workers_differ")]
    assert told["settings"] == ["signing_keys"]
    status, output, _ = run("status", cwd=tmp_path, NEXTROUND_BROKER_URL=own_stage.broker.url)
    assert status == 0
    assert "not set alike: signing_keys" in " ".join(output.split())
    assert not any(digit * 32 in worker.log.read_text() for worker in workers for digit in "12")


def test_a_worker_with_an_older_acl_is_unready_and_names_it_once(own_stage):
    own_stage.client.execute_command("ACL", "SETUSER", "old", "on", ">old", "~*", "&*", "+@all", "-xinfo|stream")
    worker = own_stage.watched(NEXTROUND_BROKER_URL=own_stage.broker.url.replace("//", "//old:old@"))
    until(lambda: worker.says("broker_finding") and "permission failing" in worker.get("/readyz")[1])
    own_stage.send(event())
    until(lambda: len(worker.says("intake_interrupted")) > 2)
    own_stage.client.execute_command("ACL", "SETUSER", "old", "+xinfo|stream")
    assert len(own_stage.wait(1)) == 1
    until(lambda: worker.get("/readyz")[0] == 200)
    assert [line["finding"] for line in worker.says("broker_finding")] == ["permission"]
