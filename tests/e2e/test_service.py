"""Events in, answers out, through a real broker and a real worker, whatever happens to it."""

import os
import signal
import time

import pytest
from nextround.broker.redis import keys

from tests.chaos.season import season
from tests.e2e.stage import event, until


def test_an_event_gives_its_pairing(served):
    served.send(event())
    [answer] = served.wait(1)
    assert (answer["type"], answer["subject"], answer["causationid"]) == (
        "io.nextround.round.paired.v1",
        "open",
        "open/1",
    )
    boards = [(board["white"]["id"], board["black"]["id"]) for board in answer["data"]["boards"]]
    assert boards == [("p1", "p4"), ("p2", "p5"), ("p3", "p6")]
    assert answer["data"]["pab"]["player"]["id"] == "p7"


def test_an_event_that_came_before_the_worker_gives_its_pairing(stage):
    stage.send(event())
    stage.worker()
    assert len(stage.wait(1)) == 1


def test_the_same_event_four_times_gives_one_result(served):
    for _ in range(4):
        served.send(event())
    served.wait(1)
    served.send(event("after"))
    assert [answer["subject"] for answer in served.wait(2)] == ["open", "after"]


def test_a_correction_is_paired_anew_and_an_outdated_one_is_refused_with_the_reason(served):
    served.send(event(revision=2))
    served.wait(1)
    served.send(event(revision=1))
    served.wait(2)
    served.send(event(revision=2, players=9))
    served.wait(3)
    served.send(event(revision=3, players=9))
    answers = served.wait(4)
    assert [answer["data"].get("code", "paired") for answer in answers] == ["paired", "stale", "conflict", "paired"]
    assert [answer["data"].get("final") for answer in answers[1:3]] == [False, False]
    previous = answers[3]["data"]["previous"]
    assert (previous["id"], previous["revision"]) == (answers[0]["id"], 2)
    assert previous["pab"]["player"]["id"] == "p7"
    assert [board["black"]["id"] for board in previous["removed"]] == ["p4", "p5", "p6"]


def test_a_body_that_is_no_event_is_refused_where_its_tournament_can_be_read(served):
    served.send(b'{"id": "x", "subject": "open", "data": [1, 2]}')
    served.send(event())
    refused, paired = sorted(served.wait(2), key=lambda answer: answer["type"], reverse=True)
    assert (refused["type"], refused["subject"], refused["causationid"]) == (
        "io.nextround.round.refused.v1",
        "open",
        "x",
    )
    assert refused["data"]["final"] is False
    assert paired["type"] == "io.nextround.round.paired.v1"
    assert served.letters == []


@pytest.mark.parametrize("body", [b"\xff\xfe", b"", b"[]", b'{"who": "x"}', b"[" * 100_000])
def test_what_nobody_can_be_answered_for_is_a_dead_letter_and_the_stream_goes_on(served, body):
    served.send(body)
    served.send(event())
    assert [answer["subject"] for answer in served.wait(1)] == ["open"]
    [letter] = served.letters
    assert (letter[b"in.ce"], letter[b"deliveries"]) == (body, b"1")


def test_an_entry_without_an_event_and_one_that_is_too_large_are_dead_letters(stage):
    stage.client.xadd(keys.IN, {"event": "{}"})
    stage.send(b" " * 2000)
    stage.send(event())
    stage.worker(NEXTROUND_MAX_EVENT_BYTES="1999")
    stage.wait(1)
    assert {letter[b"reason"] for letter in stage.letters} == {b"no-event", b"too-large"}


def test_our_own_fault_is_answered_kept_and_logged_without_what_the_event_says(served):
    [worker] = served.workers
    served.send(event(accident="player Zorn is missing"))
    [answer] = served.wait(1)
    assert (answer["data"]["code"], answer["data"]["final"]) == ("internal", False)
    assert [letter[b"reason"] for letter in served.letters] == [b"internal"]
    [line] = worker.says("pairing_failed")
    assert (line["error"], line["tournament"], line["round"], line["revision"], line["event_id"]) == (
        "ZeroDivisionError", "open", 1, 1, "open/1",
    )  # fmt: skip
    assert "Zorn" not in worker.log.read_text()


def work_begins(hold, count=1):
    """Wait until so many processes have taken up the work; return their ids."""

    def begun():
        return [int(path.suffix[1:]) for path in hold.parent.glob(f"{hold.name}.*")]

    return until(lambda: begun() if len(begun()) >= count else None)


def test_killing_the_whole_worker_in_mid_work_loses_nothing(stage, tmp_path):
    hold = tmp_path / "hold"
    hold.touch()
    first = stage.worker()
    for number in range(10):
        stage.send(event(f"t{number}", hold=str(hold)))
    work_begins(hold, 2)
    first.kill()
    assert stage.answers == []
    hold.unlink()
    stage.worker()
    answers = stage.wait(10)
    assert sorted(answer["subject"] for answer in answers) == [f"t{number}" for number in range(10)]
    assert stage.letters == []


def test_killing_a_child_process_in_mid_work_loses_nothing(stage, tmp_path):
    hold = tmp_path / "hold"
    hold.touch()
    worker = stage.worker()
    stage.send(event(hold=str(hold)))
    [child] = work_begins(hold)
    os.kill(child, signal.SIGKILL)
    hold.unlink()
    assert [answer["subject"] for answer in stage.wait(1)] == ["open"]
    assert [line["delivery"] for line in until(lambda: worker.says("answered"))] == [2]


def test_another_worker_takes_over_from_one_that_died(stage, tmp_path):
    hold = tmp_path / "hold"
    hold.touch()
    first = stage.worker()
    stage.send(event(hold=str(hold)))
    work_begins(hold)
    second = stage.worker()
    until(lambda: second.says("intake_started"))
    first.kill()
    work_begins(hold, 2)
    hold.unlink()
    stage.wait(1)
    assert len(second.says("taken_over")) == 1


def test_a_slow_round_is_not_taken_over(stage, tmp_path):
    hold = tmp_path / "hold"
    hold.touch()
    takeover = 3
    workers = [stage.worker(NEXTROUND_TAKEOVER=str(takeover), NEXTROUND_TAKEOVER_CAP=str(takeover)) for _ in range(2)]
    until(lambda: all(worker.says("intake_started") for worker in workers))
    # One at work in each of the four children, and four more that wait.
    for number in range(8):
        stage.send(event(f"t{number}", hold=str(hold)))
    work_begins(hold, 4)
    time.sleep(2 * takeover)
    hold.unlink()
    assert len(stage.wait(8)) == 8

    def deliveries():
        return [line["delivery"] for worker in workers for line in worker.says("answered")]

    until(lambda: len(deliveries()) == 8)
    assert set(deliveries()) == {1}


@pytest.mark.parametrize("accident", ["kill", "memory"])
def test_an_event_that_kills_every_process_ends_among_the_dead_letters_and_the_others_flow(stage, accident):
    worker = stage.worker(NEXTROUND_MAX_DELIVERIES="2")
    stage.send(event("poison", accident=accident))
    for number in range(5):
        stage.send(event(f"t{number}"))
    answers = stage.wait(6)
    assert [answer["data"].get("code") for answer in answers if answer["subject"] == "poison"] == ["internal"]
    assert len({answer["subject"] for answer in answers}) == 6
    [letter] = stage.letters
    assert (letter[b"reason"], letter[b"deliveries"]) == (b"deliveries", b"3")
    assert worker.is_alive
    assert bool(worker.says("out_of_memory")) == (accident == "memory")


def test_a_round_that_never_ends_is_given_up_and_the_others_flow(stage, tmp_path):
    hold = tmp_path / "hold"
    hold.touch()
    stage.worker(NEXTROUND_TIME_LIMIT="1", NEXTROUND_MAX_DELIVERIES="1")
    stage.send(event("endless", hold=str(hold)))
    stage.send(event())
    answers = stage.wait(2)
    assert {answer["subject"]: answer["data"].get("code") for answer in answers} == {
        "open": None,
        "endless": "internal",
    }
    assert [letter[b"reason"] for letter in stage.letters] == [b"deliveries"]


def test_a_worker_that_is_asked_to_stop_finishes_its_round(stage, tmp_path):
    hold = tmp_path / "hold"
    hold.touch()
    worker = stage.worker()
    stage.send(event(hold=str(hold)))
    work_begins(hold)
    worker._process.terminate()
    time.sleep(0.5)
    hold.unlink()
    assert worker.stop() == 0
    assert len(stage.answers) == 1
    assert stage.is_settled


def test_an_outbox_that_catches_up_has_every_tournament_answered_in_its_order(stage):
    workers = [stage.worker() for _ in range(2)]
    until(lambda: all(worker.says("intake_started") for worker in workers))
    seasons = [season(f"s{number}") for number in range(12)]
    for events in seasons:
        for document in events:
            stage.send(document)
    os.kill(workers[0].children[0], signal.SIGKILL)
    until(lambda: stage.is_settled, 120)
    answered = {f"s{number}": [] for number in range(12)}
    for answer in stage.answers:
        assert answer["data"].get("code") != "superseded"
        answered[answer["subject"]].append(answer["data"]["round"])
    assert set(map(tuple, answered.values())) == {tuple(range(1, 10))}


def test_what_waits_with_a_worker_that_stops_is_begun_by_its_neighbour_before_it_has_stopped(stage, tmp_path):
    hold = tmp_path / "hold"
    hold.touch()
    stopping = stage.worker(NEXTROUND_HEARTBEAT="20", NEXTROUND_TAKEOVER="1000", NEXTROUND_TAKEOVER_CAP="1000")
    for number in range(2):
        stage.send(event(f"held{number}", hold=str(hold)))
    work_begins(hold, 2)
    for number in range(4):
        stage.send(event(f"t{number}"))
    until(lambda: stage.client.xpending(keys.IN, "nextround")["pending"] == 6)
    neighbour = stage.worker(NEXTROUND_HEARTBEAT="20", NEXTROUND_TAKEOVER="1000", NEXTROUND_TAKEOVER_CAP="1000")
    until(lambda: neighbour.says("intake_started"))
    stopping.terminate()
    until(lambda: len(stage.answers) == 4)
    assert stopping.is_alive
    hold.unlink()
    assert len(stage.wait(6)) == 6
    assert len(neighbour.says("answered")) == 4
