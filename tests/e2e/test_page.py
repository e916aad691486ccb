"""The page as operators see it, in a real browser at the width of a phone and of a desk."""

import itertools
import json
import os
import signal

import pytest

from tests.e2e.browser import CHROMIUM, browser
from tests.e2e.stage import Stage, event, until

PHONE, DESK = 390, 1280


@pytest.fixture(scope="module")
def shown(e2e_broker, tmp_path_factory):
    """A worker with something of everything to show; no test changes what it shows."""
    stage = Stage(e2e_broker, tmp_path_factory.mktemp("page"))
    stage.client.xgroup_create("{nextround}:out", "platform", mkstream=True)
    worker = stage.watched(NEXTROUND_CONCURRENCY="1")
    until(lambda: worker.get("/readyz")[0] == 200)
    explained = event("winter-cup", players=9)
    explained["data"]["pairing"] = {"system": "amalfi"}
    stage.send(explained)
    stage.send(event("a-tournament-with-an-unusually-long-identifier-" + "x" * 50, players=200))
    stage.send(event("<b>markup</b>", players=2))
    stage.wait(3)
    stage.send(event("refused", unknown="option"))
    stage.send(event("broken", accident="player Zorn is missing") | {"id": "the-broken-one"})
    stage.send(b'{"name": "Zorn"}')
    stage.wait(5)
    until(lambda: len(stage.letters) == 2)
    yield stage, worker
    stage.clear()


def pages(worker):
    """All pages that a person reaches from the first one, as text by path."""
    first = worker.get("/")[1]
    links = [part.partition('"')[0] for part in first.split('href="')[1:]]
    found = {f"/{link}": worker.get(f"/{link}") for link in links if link.startswith(("answers/", "letters/"))}
    assert all(status == 200 for status, _ in found.values())
    return {"/": first} | {path: text for path, (_, text) in found.items()}


def test_the_page_shows_rounds_letters_workers_and_platforms(shown):
    _, worker = shown
    first = worker.get("/")[1]
    for told in (
        "winter-cup",
        "invalid-options",
        "internal",
        "no-address",
        "platform",
        "Dead letters to look at: 2",
    ):
        assert told in first
    assert "&lt;b&gt;markup" in first
    assert "<b>markup" not in first
    assert 'http-equiv="refresh" content="10"' in first
    assert "without a login" in first
    assert "<script" not in first


def test_a_round_opens_to_boards_bye_and_trace_and_a_letter_to_the_command_that_replays_it(shown):
    stage, worker = shown
    all_pages = pages(worker)
    [round_page] = [text for path, text in all_pages.items() if path != "/" and "<title>winter-cup, round 1" in text]
    for told in ("p1", "p5", "pairing-allocated bye", "p9", "Why"):
        assert told in round_page
    letters = [text for path, text in all_pages.items() if path.startswith("/letters/")]
    [place, _] = [place.decode() for place, _ in stage.client.xrange("{nextround}:dead")]
    [broken] = [text for text in letters if "the-broken-one" in text]
    assert f"nextround dead replay {place}" in broken
    assert "ZeroDivisionError" in broken


def test_no_page_shows_what_the_platform_sent(shown):
    _, worker = shown
    assert not any("Zorn" in text for text in pages(worker).values())


def test_what_is_gone_and_what_never_was_is_not_found(shown):
    _, worker = shown
    for path in ("/answers/1-1", "/letters/1-1", "/answers/", "/answers/x", "/nothing", "/answers/1-1/2"):
        status, text = worker.get(path)
        assert status == 404
        assert "NextRound" in text


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
def test_a_browser_shows_every_page_within_its_width_and_follows_its_links(shown, tmp_path):
    _, worker = shown
    with browser(tmp_path / "browser") as page:
        for path, width in itertools.product(pages(worker), (PHONE, DESK)):
            page.visit(f"http://127.0.0.1:{worker.port}{path}", width)
            assert page.value("innerWidth") == width
            assert page.value("document.documentElement.scrollWidth") <= width, path
            assert page.value("getComputedStyle(document.querySelector('main')).maxWidth") != "none"
            page.picture(tmp_path / f"{width}{path.replace('/', '-')}.png")
        page.visit(f"http://127.0.0.1:{worker.port}/", PHONE)
        page.click("td.main a")
        assert "/answers/" in page.value("location.pathname")
        assert page.value("document.querySelectorAll('h2').length") > 1
        page.click("header .where a")
        assert page.value("location.pathname") == "/"


def test_status_tells_the_same_from_the_broker_alone(shown, tmp_path):
    from tests.e2e.test_commands import run

    stage, _ = shown
    status, output, errors = run("status", "--json", cwd=tmp_path, NEXTROUND_BROKER_URL=stage.broker.url)
    assert (status, errors) == (0, "")
    seen = json.loads(output)
    assert seen["flow"]["dead_letters"] == 2
    assert seen["reasons"] == {"internal": 1, "no-address": 1}
    assert {one["outcome"] for one in seen["rounds"]} == {"paired", "invalid-options", "internal"}
    winter = next(one for one in seen["rounds"] if one["tournament"] == "winter-cup")
    assert (winter["players"], winter["system"], winter["round"]) == (9, "amalfi", 1)
    assert winter["seconds"] >= 0
    assert [worker["children"] for worker in seen["workers"]] == [1]
    status, output, _ = run("status", cwd=tmp_path, NEXTROUND_BROKER_URL=stage.broker.url, COLUMNS="140")
    assert status == 0
    for told in ("winter-cup", "<b>markup</b>", "Dead letters: ", "platform", "rehearsal"):
        assert told in output
    assert "Zorn" not in output


def test_status_looks_again_and_again_until_it_is_stopped(shown, tmp_path):
    from tests.e2e.test_commands import command

    stage, _ = shown
    process = command("status", "--watch", "--json", cwd=tmp_path, NEXTROUND_BROKER_URL=stage.broker.url)
    lines = [json.loads(process.stdout.readline()) for _ in range(2)]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == 0
    assert lines[0]["time"] < lines[1]["time"]


def test_the_page_of_a_broker_that_is_away_says_so(own_stage):
    worker = own_stage.watched()
    until(lambda: worker.get("/")[0] == 200)
    os.kill(own_stage.broker.pid, signal.SIGKILL)
    own_stage.broker.stop()
    status, text = worker.get("/")
    assert status == 503
    assert "The broker does not answer" in text
    assert 'http-equiv="refresh"' in text


def test_status_of_an_empty_broker_says_that_nobody_works(own_stage, tmp_path):
    from tests.e2e.test_commands import run

    status, output, _ = run("status", cwd=tmp_path, NEXTROUND_BROKER_URL=own_stage.broker.url)
    assert status == 0
    assert "No worker is alive" in output
