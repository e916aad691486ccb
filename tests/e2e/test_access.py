"""Who may do what: users of the broker, TLS, and signatures, with a real server and a real worker."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest
import redis
from nextround.broker.append import append
from nextround.broker.redis import keys
from nextround.broker.redis.embedded import EmbeddedBroker

from tests.certificates import self_signed
from tests.chaos.proxy import Proxy
from tests.e2e.stage import Stage, event, until
from tests.e2e.test_commands import run

ACL = Path(__file__).parents[2] / "deploy" / "acl" / "users.acl"
ROOT = "user root on >root ~* &* +@all"
"""For the stage alone, which empties the broker."""


def url(broker, user):
    return broker.url.replace("redis://", f"redis://{user}:{user}-secret@")


@pytest.fixture
def guarded(server_binary, tmp_path):
    """A stage whose broker has the users of deploy/acl."""
    rules = ACL.read_text()
    for user in ("worker", "platform", "operator"):
        rules = rules.replace(f"#{user.upper()}_SHA256", "#" + hashlib.sha256(f"{user}-secret".encode()).hexdigest())
    (tmp_path / "users.acl").write_text(rules + ROOT + "\n")
    broker = EmbeddedBroker(tmp_path / "valkey", server_binary, options={"aclfile": str(tmp_path / "users.acl")})
    with broker:
        stage = Stage(broker, tmp_path, "root:root@")
        yield stage
        stage.clear()


def test_the_file_as_it_is_holds_no_password(server_binary, tmp_path):
    shutil.copy(ACL, tmp_path)
    from nextround.broker.redis.embedded import NoServer

    broker = EmbeddedBroker(tmp_path / "valkey", server_binary, options={"aclfile": str(tmp_path / ACL.name)})
    with pytest.raises(NoServer), broker:
        pass


def test_worker_platform_and_operator_can_do_their_work_and_nothing_is_denied_them(guarded, tmp_path):
    worker = guarded.watched(NEXTROUND_BROKER_URL=url(guarded.broker, "worker"), NEXTROUND_CELERY_INTAKE="true")
    until(lambda: worker.get("/readyz")[0] == 200)
    with redis.Redis.from_url(url(guarded.broker, "platform")) as platform:
        platform.xgroup_create(keys.OUT, "hall", "0", mkstream=True)
        for revision in (1, 2):
            append(event(revision=revision), platform)
            guarded.wait(revision)
        assert platform.waitaof(1, 0, 1000) == [1, 0]
        assert platform.wait(0, 1000) == 0  # no replica here, and it may ask
        append(b"{", platform)
        until(lambda: guarded.letters)
        [[_, answers]] = platform.xreadgroup("hall", "screen", {keys.OUT: ">"}, block=1000)
        assert len(answers) == 2
        # With the last possible id nobody could append any more.
        platform.xadd(keys.IN, {keys.BODY: "{"}, id="18446744073709551615-18446744073709551615")
        until(lambda: worker.says("stream_repaired") and len(guarded.letters) == 2)
        append(event(revision=3), platform)
        guarded.wait(3)
        assert platform.xack(keys.OUT, "hall", *(place for place, _ in answers)) == 2
    until(lambda: worker.says("buried"))
    assert worker.metrics["nextround_dead_letters"] == 2
    assert worker.metrics["nextround_streams_repaired_total"] == 1
    [(answer, _), *_] = guarded.client.xrange(keys.OUT)
    [(letter, _), _] = guarded.client.xrange(keys.DEAD)
    for path in ("/", f"/answers/{answer.decode()}", f"/letters/{letter.decode()}"):
        assert worker.get(path)[0] == 200
    status, output, _ = run("status", "--json", cwd=tmp_path, NEXTROUND_BROKER_URL=url(guarded.broker, "operator"))
    assert status == 0
    assert [len(json.loads(output)[what]) for what in ("rounds", "letters", "workers")] == [3, 2, 1]
    assert worker.stop() == 0
    assert "worker-secret" not in worker.log.read_text()
    assert guarded.client.acl_log() == []


DENIED_TO_THE_PLATFORM = [
    ("XADD", keys.OUT, "*", "ce", "forged"),
    ("XADD", keys.DEAD, "*", "ce", "forged"),
    ("XADD", "nextround.internal", "*", "ce", "forged"),
    ("LPUSH", "nextround.internal", "{}"),
    ("XRANGE", keys.IN, "-", "+"),
    ("XREADGROUP", "GROUP", "nextround", "me", "STREAMS", keys.IN, ">"),
    ("XACK", keys.IN, "nextround", "1-1"),
    ("XDEL", keys.IN, "1-1"),
    ("XTRIM", keys.OUT, "MAXLEN", "0"),
    ("XDEL", keys.OUT, "1-1"),
    ("XGROUP", "DESTROY", keys.OUT, "other"),
    ("HSET", keys.tournament("open"), "round", "9"),
    ("DEL", keys.tournament("open")),
    ("EVAL", f"return redis.call('XADD', '{keys.OUT}', '*', 'ce', 'forged')", "0"),
    ("KEYS", "*"),
    ("FLUSHALL",),
    ("CONFIG", "GET", "*"),
    ("ACL", "LIST"),
    ("CLIENT", "LIST"),
    ("INFO",),
]


@pytest.mark.parametrize("command", DENIED_TO_THE_PLATFORM, ids=" ".join)
def test_the_platform_can_do_nothing_else(guarded_platform, command):
    with pytest.raises(redis.exceptions.NoPermissionError):
        guarded_platform.execute_command(*command)


@pytest.fixture(scope="module")
def guarded_platform(server_binary, tmp_path_factory):
    directory = tmp_path_factory.mktemp("guarded")
    rules = ACL.read_text()
    for user in ("worker", "platform", "operator"):
        rules = rules.replace(f"#{user.upper()}_SHA256", f">{user}-secret")
    (directory / "users.acl").write_text(rules + ROOT + "\n")
    broker = EmbeddedBroker(directory / "valkey", server_binary, options={"aclfile": str(directory / "users.acl")})
    with broker, redis.Redis.from_url(url(broker, "platform")) as platform:
        platform.xadd(keys.IN, {"ce": "{}"})
        yield platform


def test_nobody_comes_in_without_a_password(guarded):
    with redis.Redis.from_url(guarded.broker.url) as anybody, pytest.raises(redis.AuthenticationError):
        anybody.ping()


def test_the_operator_can_use_the_commands(guarded, monkeypatch):
    from tests.cli.running import run

    worker = guarded.worker(NEXTROUND_BROKER_URL=url(guarded.broker, "worker"))
    monkeypatch.setenv("NEXTROUND_BROKER_URL", url(guarded.broker, "operator"))
    (guarded.directory / "event.json").write_text(json.dumps(event()))
    assert run("send", guarded.directory / "event.json", "--wait").exit_code == 0
    guarded.send(b"{")
    until(lambda: guarded.letters)
    letter = guarded.client.xrange(keys.DEAD)[0][0].decode()
    for command in (
        ("dead", "list"),
        ("dead", "show", letter),
        ("dead", "replay", letter),
        ("ledger", "show", "open"),
        ("ledger", "reset", "open", "--yes"),
    ):
        assert run(*command).exit_code == 0, command
    until(lambda: guarded.letters)
    assert run("dead", "drop", "--all", "--reason", "not-json").exit_code == 0
    assert worker.stop() == 0
    assert guarded.client.acl_log() == []


@pytest.fixture
def behind_tls(stage, tmp_path):
    """The URL of the stage's broker through TLS, and the file of the authority."""
    both, authority = self_signed(tmp_path, "DNS:localhost", "IP:127.0.0.1")
    proxy = Proxy(int(stage.broker.url.rpartition(":")[2].partition("/")[0]), both)
    yield f"rediss://localhost:{proxy.port}/0", authority
    proxy.close()


def test_a_worker_speaks_tls_with_a_broker_whose_authority_is_named(stage, behind_tls):
    address, authority = behind_tls
    worker = stage.worker(NEXTROUND_BROKER_URL=address, NEXTROUND_BROKER_CA=str(authority))
    stage.send(event())
    assert len(stage.wait(1)) == 1
    assert worker.stop() == 0


def test_a_worker_does_not_speak_with_a_broker_that_nobody_vouches_for(stage, behind_tls):
    address, _ = behind_tls
    worker = stage.worker(NEXTROUND_BROKER_URL=address)
    until(lambda: "CERTIFICATE_VERIFY_FAILED" in worker.log.read_text())
    stage.send(event())
    assert not worker.says("intake_started")
    assert stage.client.xlen(keys.IN) == 1


def test_a_worker_does_not_speak_with_a_broker_whose_certificate_is_for_another_name(stage, behind_tls):
    address, authority = behind_tls
    address = address.replace("localhost", "127.1")
    worker = stage.worker(NEXTROUND_BROKER_URL=address, NEXTROUND_BROKER_CA=str(authority))
    until(lambda: "CERTIFICATE_VERIFY_FAILED" in worker.log.read_text())
    assert not worker.says("intake_started")


def test_only_signed_events_are_answered_where_signatures_are_required(stage):
    stage.worker(NEXTROUND_SIGNING_KEYS=f"new:{'11' * 16},old:{'22' * 16}", NEXTROUND_SIGNATURE_REQUIRED="true")
    append(event("unsigned"), stage.client)
    append(event("forged"), stage.client, key=("new", b"\x22" * 16))
    append(event("new"), stage.client, key=("new", b"\x11" * 16))
    append(event("old"), stage.client, key=("old", b"\x22" * 16))
    assert sorted(answer["subject"] for answer in stage.wait(2)) == ["new", "old"]
    assert [letter[b"reason"] for letter in stage.letters] == 2 * [b"bad-signature"]
