"""What operators see of a real worker: health, readiness and metrics, whatever happens to it."""

import os
import signal

from tests.e2e.stage import event, until
from tests.e2e.test_service import work_begins


def is_ready(worker):
    return worker.get("/readyz")[0] == 200


def test_counts_of_all_children_are_one_and_outlive_them(stage, tmp_path):
    worker = stage.watched()
    until(lambda: is_ready(worker))
    hold = tmp_path / "hold"
    hold.touch()
    for number in range(2):
        stage.send(event(f"t{number}", hold=str(hold)))
    children = work_begins(hold, 2)
    until(lambda: worker.metrics["nextround_in_flight"] == 2)
    hold.unlink()
    stage.wait(2)
    until(lambda: worker.metrics["nextround_rounds_total outcome=paired"] == 2)
    for child in children:
        os.kill(child, signal.SIGKILL)
    stage.send(event("after"))
    stage.wait(3)
    seen = until(lambda: seen if (seen := worker.metrics)["nextround_rounds_total outcome=paired"] == 3 else None)
    assert seen["nextround_events_total type=round.finished.v1"] == 3
    assert seen["nextround_pairing_seconds_count system=rehearsal"] == 3
    assert seen["nextround_queue_wait_seconds_count"] == 3
    until(lambda: worker.metrics["nextround_in_flight"] == 0)
    assert len(list(work_files(worker))) > 3


def work_files(worker):
    import glob

    return glob.glob(f"/tmp/nextround-metrics-{worker._process.pid}-*/*.db")


def test_a_child_that_dies_at_work_is_counted_and_logged_with_its_event(stage, tmp_path):
    worker = stage.watched()
    hold = tmp_path / "hold"
    hold.touch()
    entry = stage.send(event(hold=str(hold)))
    [child] = work_begins(hold)
    os.kill(child, signal.SIGKILL)
    [line] = until(lambda: worker.says("child_lost"))
    assert (line["entry"], line["delivery"], line["error"]) == (entry, "1", "WorkerLostError")
    hold.unlink()
    stage.wait(1)
    seen = until(lambda: seen if (seen := worker.metrics)["nextround_rounds_total outcome=paired"] == 1 else None)
    # Delivered again by the intake that hears of the death, or taken over where that takes longer than the takeover.
    assert seen["nextround_worker_lost_total"] == 1
    assert seen["nextround_pending"] == 0
    until(lambda: worker.metrics["nextround_in_flight"] == 0)
    # Taken up twice, once by the child that died.
    assert (seen["nextround_deliveries_count"], seen["nextround_deliveries_sum"]) == (2, 3)


def test_two_workers_share_the_load(stage):
    workers = [stage.watched() for _ in range(2)]
    until(lambda: all(is_ready(worker) for worker in workers))
    for number in range(60):
        stage.send(event(f"t{number}"))
    stage.wait(60)

    def paired():
        return [worker.metrics["nextround_rounds_total outcome=paired"] for worker in workers]

    until(lambda: sum(paired()) == 60)
    assert min(paired()) > 0


def test_refusals_and_dead_letters_are_counted_by_what_they_are_and_never_by_tournament(stage):
    worker = stage.watched()
    stage.send(event("a", unknown="option"))
    stage.send(event("b", revision=2))
    stage.wait(2)
    stage.send(event("b", revision=1))
    stage.send(event("c", accident="anything"))
    stage.send(event("d") | {"type": "com.example.made.up"})
    stage.send(b"[]")
    stage.wait(5)
    seen = until(lambda: seen if (seen := worker.metrics)["nextround_queue_wait_seconds_count"] == 6 else None)
    outcomes = {name: value for name, value in seen.items() if name.startswith("nextround_rounds_total") and value}
    assert outcomes == {
        f"nextround_rounds_total outcome={outcome}": 1.0
        for outcome in ("invalid-options", "paired", "stale", "internal", "invalid-event", "unanswerable")
    }
    assert seen["nextround_events_total type=other"] == 1
    assert seen["nextround_events_total type=unreadable"] == 1
    assert seen["nextround_buried_total reason=internal"] == 1
    assert seen["nextround_buried_total reason=not-an-event"] == 1
    assert seen["nextround_dead_letters"] == 2
    assert all(name.startswith("nextround_") for name in seen)
    assert not any(label in name for name in seen for label in (" tournament=", "made.up"))


def test_what_lies_on_the_broker_is_reported_as_it_is_now(stage, tmp_path):
    stage.client.xgroup_create("{nextround}:out", "platform", mkstream=True)
    hold = tmp_path / "hold"
    hold.touch()
    worker = stage.watched(NEXTROUND_CONCURRENCY="1", NEXTROUND_WAITING="1")
    for number in range(5):
        stage.send(event(f"t{number}", hold=str(hold)))
    work_begins(hold)
    seen = until(lambda: seen if (seen := worker.metrics).get("nextround_pending") == 2 else None)
    assert seen["nextround_stream_lag"] == 3
    assert seen["nextround_oldest_event_seconds"] > 0
    assert seen["nextround_answers_lag group=platform"] == 0
    hold.unlink()
    stage.wait(5)
    seen = worker.metrics
    assert (seen["nextround_pending"], seen["nextround_stream_lag"], seen["nextround_oldest_event_seconds"]) == (0,) * 3
    assert seen["nextround_answers_lag group=platform"] == 5


def test_a_broker_that_goes_away_makes_the_worker_unready_and_not_unwell(own_stage):
    worker = own_stage.watched()
    until(lambda: is_ready(worker))
    os.kill(own_stage.broker.pid, signal.SIGKILL)
    own_stage.broker.stop()
    until(lambda: not is_ready(worker))
    assert "broker failing" in worker.get("/readyz")[1]
    assert worker.get("/healthz") == (200, "event_loop ok\n")
    seen = worker.metrics
    assert (seen["nextround_broker_connected"], seen["nextround_ready"]) == (0, 0)
    assert "nextround_pending" not in seen
    own_stage.broker.start()
    until(lambda: is_ready(worker))
    own_stage.send(event())
    own_stage.wait(1)
    assert worker.metrics["nextround_broker_connected"] == 1


def test_a_broker_that_is_silent_makes_the_worker_unready_and_its_metrics_still_come(own_stage):
    worker = own_stage.watched(NEXTROUND_SOCKET_TIMEOUT="1")
    until(lambda: is_ready(worker))
    os.kill(own_stage.broker.pid, signal.SIGSTOP)
    try:
        until(lambda: not is_ready(worker))
        assert worker.metrics["nextround_broker_connected"] == 0
        assert worker.get("/healthz")[0] == 200
    finally:
        os.kill(own_stage.broker.pid, signal.SIGCONT)
    until(lambda: is_ready(worker))


def test_a_worker_that_waits_for_its_broker_is_well_and_not_ready(own_stage):
    os.kill(own_stage.broker.pid, signal.SIGKILL)
    own_stage.broker.stop()
    worker = own_stage.watched()
    until(lambda: worker.get("/healthz")[0] == 200)
    assert worker.get("/readyz")[0] == 503
    own_stage.broker.start()
    until(lambda: is_ready(worker))


def test_a_worker_whose_port_is_taken_says_so_and_pairs(stage):
    first = stage.watched()
    until(lambda: is_ready(first))
    second = stage.worker(NEXTROUND_HTTP_PORT=str(first.port))
    until(lambda: second.says("http_not_served"))
    first.kill()
    stage.send(event())
    stage.wait(1)


def test_a_worker_that_stops_leaves_no_counts_behind(stage):
    worker = stage.watched()
    until(lambda: is_ready(worker))
    assert work_files(worker)
    assert worker.stop() == 0
    assert not work_files(worker)


def test_every_line_of_a_worker_is_one_json_object_also_those_of_the_libraries(own_stage, tmp_path):
    worker = own_stage.watched()
    until(lambda: is_ready(worker))
    own_stage.send(event("poison", accident="kill"))
    until(lambda: worker.says("child_lost"))
    os.kill(own_stage.broker.pid, signal.SIGKILL)
    own_stage.broker.stop()
    until(lambda: worker.says("intake_interrupted"))
    own_stage.broker.start()
    until(lambda: is_ready(worker))
    worker.stop()
    others = [line for line in worker.log.read_text().splitlines() if not line.startswith("{")]
    # Celery says that from its signal handler, on stdout.
    assert [line for line in others if line] == ["worker: Warm shutdown (MainProcess)"]
    assert any("exited with" in line["event"] for line in worker.lines)
    loggers = {line["logger"] for line in worker.lines}
    assert {"multiprocessing", "nextround.app"} <= loggers
    assert any(logger.startswith("celery.") for logger in loggers)


def test_what_a_foreign_message_says_never_reaches_the_log(stage):
    from celery import Celery

    worker = stage.watched(NEXTROUND_CELERY_INTAKE="true")
    with Celery(broker=stage.broker.url, set_as_current=False) as platform:
        for task in ("nextround.unknown", "nextround.round_finished"):
            platform.send_task(task, args=[{"name": "Zorn"}, "Zorn"], queue="nextround.events", ignore_result=True)
        platform.send_task("nextround.round_finished", args=[event()], queue="nextround.events", ignore_result=True)
    stage.wait(1)
    until(lambda: len(worker.says("buried")) == 2)
    assert "Zorn" not in worker.log.read_text()


def test_the_trace_of_an_event_goes_on_in_the_log_and_in_the_answer(stage):
    worker = stage.watched()
    trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    stage.send(event() | {"traceparent": trace})
    [answer] = stage.wait(1)
    assert answer["traceparent"] == trace
    assert [line["traceparent"] for line in until(lambda: worker.says("answered"))] == [trace]
