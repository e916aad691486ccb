"""The commands as a person runs them."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest
import redis

from tests.e2e.stage import PATIENCE, PLUGIN, event, until


def command(*arguments, cwd, **environment):
    """Start the command with nothing but these settings."""
    inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.Popen(
        [sys.executable, "-m", "nextround", *arguments],
        env=inherited
        | {"PYTHONPATH": str(PLUGIN), "NEXTROUND_CONCURRENCY": "1", "NEXTROUND_HTTP_PORT": "0"}
        | environment,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(*arguments, cwd, **environment):
    process = command(*arguments, cwd=cwd, **environment)
    output, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, output, errors


def answers(url):
    with redis.Redis.from_url(url) as client:
        try:
            return client.ping()
        except redis.ConnectionError:
            return False


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_demo_plays_a_whole_tournament_and_leaves_nothing_behind(server_binary, tmp_path):
    status, output, errors = run("demo", cwd=tmp_path)
    assert (status, errors) == (0, "")
    rounds = [int(number) for number in re.findall(r"^Round (\d+)", output, re.MULTILINE)]
    assert rounds == [*range(1, 6), *range(1, 10), *range(1, 5)]
    assert output.count("  bye  ") == 5
    assert "is the target of" in output
    # The worked example of the Dutch system: 1-5, 4-9 fails C.10 twice, 1-9, 5-4 is perfect.
    assert re.search(r"the first candidate 1-5 4-9: C.10=2 .*?then 1-9 4-5.*?perfect", output, re.DOTALL)
    assert "players in group GA: 6; their virtual points in round 1: 1.0" in output
    assert "is the first whom" in output
    assert "[2 6 8 12] the first candidate 2-8 6-12: 2-8 6-12 may not meet; then 2-12 6-8" in " ".join(output.split())
    assert "Standings" in output
    assert output.count("the worker's start included") == 1
    assert "\x1b" not in output
    url, pid = re.search(r"Broker at (\S+), worker with process id (\d+)", output).groups()
    assert not is_alive(int(pid))
    assert not answers(url)
    assert list(tmp_path.iterdir()) == []


def test_a_demo_that_is_interrupted_leaves_nothing_behind(server_binary, tmp_path):
    process = command("demo", cwd=tmp_path)
    url, pid = re.search(r"Broker at (\S+), worker with process id (\d+)", process.stdout.readline()).groups()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 4
    assert "interrupted" in errors
    assert not is_alive(int(pid))
    assert not answers(url)


def test_the_demo_without_any_server_says_what_is_missing(tmp_path):
    status, _, errors = run("demo", cwd=tmp_path, NEXTROUND_EMBEDDED_SERVER="/nowhere/valkey-server")
    assert status == 4
    assert "NEXTROUND_EMBEDDED_SERVER names /nowhere/valkey-server" in errors


@contextmanager
def up(cwd, number):
    process = command("up", cwd=cwd)
    try:
        yield process, re.search(r"redis://\S+", process.stdout.readline()).group()
    finally:
        process.send_signal(number)
        process.communicate(timeout=PATIENCE)


def test_up_serves_until_it_is_stopped_and_remembers_when_it_starts_again(server_binary, tmp_path):
    (tmp_path / "event.json").write_text(json.dumps(event()))
    results = []
    for number in (signal.SIGTERM, signal.SIGINT):
        with up(tmp_path, number) as (process, url):
            results.append(run("send", "event.json", "--wait", cwd=tmp_path, NEXTROUND_BROKER_URL=url))
            with redis.Redis.from_url(url) as client:
                published = client.xlen("{nextround}:out")
        assert process.returncode == 0
        assert not answers(url)
    assert [status for status, _, _ in results] == [0, 0]
    first, second = (json.loads(output) for _, output, _ in results)
    assert first["type"] == "io.nextround.round.paired.v1"
    assert first == second
    assert published == 1


def test_send_shows_a_refusal_and_leaves_with_the_status_of_its_kind(served, tmp_path):
    (tmp_path / "event.json").write_text(json.dumps(event(unknown="option")))
    status, output, errors = run("send", "event.json", "--wait", cwd=tmp_path, NEXTROUND_BROKER_URL=served.broker.url)
    assert status == 3
    assert json.loads(output)["data"]["code"] == "invalid-options"
    assert errors.startswith("nextround: ")


def test_send_shows_the_refusal_of_an_event_that_names_no_tournament(served, tmp_path):
    document = event()
    document["data"]["tournament"]["id"] = 7
    document.pop("subject", None)
    (tmp_path / "event.json").write_text(json.dumps(document))
    status, output, _ = run("send", "event.json", "--wait", cwd=tmp_path, NEXTROUND_BROKER_URL=served.broker.url)
    assert status == 3
    told = json.loads(output)
    assert (told["causationid"], told["data"]["tournament"]) == (document["id"], None)
    assert [problem["pointer"] for problem in told["data"]["problems"]] == ["/data/tournament/id"]


def test_send_shows_the_answer_to_the_same_data_under_another_id(served, tmp_path):
    document = event()
    results = []
    for name in ("one", "two"):
        (tmp_path / "event.json").write_text(json.dumps(document | {"id": f"{document['id']}-{name}"}))
        results.append(
            run("send", "event.json", "--wait", cwd=tmp_path, NEXTROUND_BROKER_URL=served.broker.url, LANG="C.UTF-8")
        )
    assert [status for status, _, _ in results] == [0, 0]
    assert results[0][1] == results[1][1]
    assert "answered before" in results[1][2]


@pytest.mark.parametrize(("reason", "status"), [("too-large", 3), ("bad-signature", 3), ("deliveries", 4)])
def test_send_says_at_once_that_the_event_became_a_dead_letter(stage, tmp_path, reason, status):
    (tmp_path / "event.json").write_text(json.dumps(event()))
    process = command(
        "send", "event.json", "--wait", "--timeout", "300", cwd=tmp_path, NEXTROUND_BROKER_URL=stage.broker.url
    )
    until(lambda: stage.client.xlen("{nextround}:in"))
    ((entry, fields),) = stage.client.xrange("{nextround}:in")
    letter = {"reason": reason, "detail": "as told", "entry": entry, "in.ce": fields[b"ce"]}
    letter_id = stage.client.xadd("{nextround}:dead", letter).decode()
    stage.client.xdel("{nextround}:in", entry)
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output) == (status, "")
    assert f"dead letter {letter_id}: {reason}: as told" in errors


def test_send_without_waiting_prints_the_entry(stage, tmp_path):
    (tmp_path / "event.json").write_text(json.dumps(event()))
    status, output, _ = run("send", "event.json", cwd=tmp_path, NEXTROUND_BROKER_URL=stage.broker.url)
    assert status == 0
    assert stage.client.xrange("{nextround}:in")[0][0].decode() == output.strip()


def test_send_says_when_no_answer_comes(stage, tmp_path):
    (tmp_path / "event.json").write_text(json.dumps(event()))
    status, _, errors = run(
        "send", "event.json", "--wait", "--timeout", "0.1", cwd=tmp_path, NEXTROUND_BROKER_URL=stage.broker.url
    )
    assert status == 4
    assert "no answer in 0.1 seconds" in errors


@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "cannot be read"), ("{", "is not JSON"), ("[]", "is not an event"), ('{"id": 3}', "is not an event")],
)
def test_send_refuses_what_it_cannot_use_with_3(tmp_path, content, reason):
    if content is not None:
        (tmp_path / "event.json").write_text(content)
    status, _, errors = run("send", "event.json", cwd=tmp_path)
    assert status == 3
    assert reason in errors


def test_send_says_where_no_broker_answers(tmp_path):
    (tmp_path / "event.json").write_text(json.dumps(event()))
    status, _, errors = run("send", "event.json", cwd=tmp_path, NEXTROUND_BROKER_URL="redis://u:hunter2@127.0.0.1:1/0")
    assert status == 4
    assert "no broker answers at redis://127.0.0.1:1/0" in errors
    assert "hunter2" not in errors


def test_a_wrong_command_line_leaves_with_2(tmp_path):
    assert run("send", cwd=tmp_path)[0] == 2


def test_a_worker_says_why_it_does_not_start(tmp_path):
    from nextround.cli.processes import WORKER

    environment = {"PATH": os.environ["PATH"], "NEXTROUND_BROKER_URL": "redis+cluster://a:7000"}
    done = subprocess.run([sys.executable, *WORKER], env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("nextround: the settings do not fit\nNEXTROUND_BROKER_URL: Redis Cluster is not")


def test_a_python_platform_can_call_a_celery_task_where_that_is_switched_on(stage):
    from celery import Celery

    worker = stage.worker(NEXTROUND_CELERY_INTAKE="true")
    until(lambda: worker.says("intake_started"))
    with Celery(broker=stage.broker.url, set_as_current=False) as platform:
        platform.send_task("nextround.round_finished", args=[event()], queue="nextround.events", ignore_result=True)
    [answer] = stage.wait(1)
    assert (answer["type"], answer["causationid"]) == ("io.nextround.round.paired.v1", "open/1")
