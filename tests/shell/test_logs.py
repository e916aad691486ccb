import json
import logging
import sys

import pytest
import structlog
from nextround.operations import logs, task_log
from nextround.settings import Settings


@pytest.fixture(autouse=True)
def _everything_as_before():
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    task_log.end_task()
    structlog.reset_defaults()


def configured(**chosen):
    logs.configure(Settings(**chosen))
    return structlog.get_logger("nextround.tests")


def lines(capsys):
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_our_lines_and_those_of_the_libraries_are_json_with_the_same_ids(capsys):
    log = configured()
    task_log.start_task("1-0:1")
    task_log.identify(tournament="open", round=3, traceparent=None)
    log.info("answered", verdict="committed")
    logging.getLogger("kombu").warning("reconnected to %s", "somewhere")
    ours, theirs = lines(capsys)
    assert (ours["event"], ours["verdict"], theirs["event"]) == ("answered", "committed", "reconnected to somewhere")
    for line in (ours, theirs):
        assert (line["task"], line["tournament"], line["round"]) == ("1-0:1", "open", 3)
        assert "traceparent" not in line


def test_no_task_inherits_the_ids_of_the_one_before(capsys):
    log = configured()
    task_log.start_task("1-0:1")
    task_log.identify(tournament="open")
    task_log.end_task()
    log.info("between")
    task_log.start_task("2-0:1")
    log.info("within")
    between, within = lines(capsys)
    assert "task" not in between
    assert within["task"] == "2-0:1"
    assert "tournament" not in within


def test_an_error_is_logged_by_kind_and_place_without_its_text(capsys):
    log = configured()
    names = {"Zorn": 1}
    try:
        names["Zo" + "rro"]
    except KeyError as error:
        log.error("pairing_failed", **task_log.facts(error))
    [line] = lines(capsys)
    assert line["error"] == "KeyError"
    assert "test_logs.py" in line["place"]
    assert "Zorro" not in json.dumps(line)


def test_a_traceback_never_shows_local_variables(capsys):
    log = configured()

    def fail():
        secret = "Zo" + "rro"
        return 1 // (len(secret) - 5)

    try:
        fail()
    except ZeroDivisionError:
        log.exception("failed")
    assert "Zorro" not in capsys.readouterr().err


def test_people_on_a_terminal_read_plain_lines(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    configured().info("answered", verdict="committed")
    written = capsys.readouterr().err
    assert "answered" in written
    assert not written.startswith("{")


def test_lines_below_the_chosen_level_are_not_written(capsys):
    log = configured(log_level="warning")
    log.info("quiet")
    log.warning("loud")
    assert [line["event"] for line in lines(capsys)] == ["loud"]
