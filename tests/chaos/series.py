"""The series: what is done to the service while a platform publishes."""

import os
import random
import shutil
import signal
import time
from contextlib import suppress
from pathlib import Path

from nextround.broker.redis import keys
from nextround.operations.shared_files import VARIABLE
from redis import ResponseError

from tests.e2e.stage import SHORT_TIMES, until

WORK = 0.5
"""Seconds of a black hole, or between two SIGTERMs, beyond the time limits of the clients."""
COUNTS = VARIABLE.encode()
"""The variable that names the directory in which a worker counts."""


def _every(number, times):
    """The places, among so many events, of so many accidents; none after the last events."""
    return {round((k + 0.5) * number / times) for k in range(times)}


def killed_child(arena, number, times):
    """A child process is killed in mid-work; Celery replaces it."""
    worker = arena.worker()
    arena.ready()
    places, killed = _every(number, times), []

    def accident(i):
        if i in places and (children := worker.children):
            with suppress(ProcessLookupError):
                os.kill(random.choice(children), signal.SIGKILL)
                killed.append(i)

    arena.publish(number, accident)
    return len(killed)


def killed_main(arena, number, times):
    """The main process is killed, and its children with it; somebody starts another worker."""
    arena.worker()
    arena.ready()
    places, killed = _every(number, times), []

    def accident(i):
        if i in places:
            [worker] = arena.workers
            worker.kill_main()
            arena.replace(worker)
            killed.append(i)
            arena.ready()

    arena.publish(number, accident)
    return len(killed)


def killed_group(arena, number, times):
    """One of two workers is killed with all its processes, as by a power cut; it comes back."""
    arena.worker()
    arena.worker()
    arena.ready()
    places, killed = _every(number, times), []

    def accident(i):
        if i in places:
            worker = arena.workers[0]
            worker.kill()
            arena.replace(worker)
            killed.append(i)

    arena.publish(number, accident)
    return len(killed)


def killed_broker(arena, number, times):
    """The broker is killed and comes back with what its append-only file holds."""
    arena.worker()
    arena.ready()
    places, killed = _every(number, times), []

    def accident(i):
        if i in places:
            arena.kill_broker()
            arena.broker.start()
            killed.append(i)

    arena.publish(number, accident)
    return len(killed)


def rolling_restart(arena, number, times):
    """Workers are replaced one after the other: a new one starts, the old one is asked to stop."""
    arena.worker()
    arena.ready()
    places, stopping = _every(number, times), []

    def accident(i):
        if i in places:
            worker = arena.workers[0]
            arena.worker()
            arena.ready()
            worker.terminate()
            arena.workers.remove(worker)
            stopping.append(worker)

    arena.publish(number, accident)
    try:
        until(lambda: not any(worker.is_alive for worker in stopping), 90)
    finally:
        for worker in stopping:
            worker.kill()
    return len(stopping)


def lost_replies(arena, number, times):
    """Commands are executed, and the connection breaks before the reply: the clients repeat them."""
    arena.worker()
    arena.ready()
    # By what is in them: reads, appends, claims, commits (their scripts' keys), and Celery's own list.
    patterns = (b"XREADGROUP", b"XADD", b"XCLAIM", b"{nextround}:t:", b"LPUSH", b"BRPOP")
    places, faults = _every(number, times), []

    def accident(i):
        if i in places:
            faults.extend(arena.proxy.lose_replies(pattern) for pattern in patterns)

    arena.publish(number, accident)
    until(lambda: arena.is_settled, 120)
    return sum(fault.met for fault in faults)


def lost_confirmations(arena, number, times):
    """On RabbitMQ: answers and Celery's messages are taken, and the connection breaks before that is confirmed."""
    arena.worker()
    arena.ready()
    places, faults = _every(number, times), []

    def accident(i):
        if i in places:
            faults.extend(arena.proxy.lose_replies(b"io.nextround.round.paired.v1") for _ in range(2))

    arena.publish(number, accident)
    arena.settle(120)
    return sum(fault.met for fault in faults)


def held_commands(arena, number, times):
    """Commits and appends are held back until their clients have given them up and repeated them; then they arrive."""
    arena.worker()
    arena.ready()
    places, faults = _every(number, times), []

    def accident(i):
        if i in places:
            faults.extend(arena.proxy.hold(pattern) for pattern in (b"{nextround}:t:", b"XADD"))

    arena.publish(number, accident)
    until(lambda: arena.is_settled, 120)
    for fault in faults:
        fault.release.set()
    time.sleep(1)
    return sum(fault.met for fault in faults)


def poison(arena, number, times):
    """Events that kill every process that works on them, among good ones."""
    arena.worker(NEXTROUND_MAX_DELIVERIES="2")
    arena.ready()
    places, poisoned = _every(number, times), []

    def accident(i):
        if i in places:
            arena.publish_poison(f"poison{i}")
            poisoned.append(i)

    arena.publish(number, accident)
    return len(poisoned)


def black_hole(arena, number, times):
    """The network swallows everything, without a word, for longer than anybody waits."""
    arena.worker()
    arena.ready()
    places, silences = _every(number, times), []

    def accident(i):
        if i in places:
            with arena.proxy.black_hole():
                time.sleep(2 + WORK)
            silences.append(i)

    arena.publish(number, accident)
    return len(silences)


def full_broker(arena, number, times):
    """The broker's memory is used up: nothing can be appended, answered or handed to Celery until there is room."""
    arena.worker()
    arena.ready()
    places, filled = _every(number, times), []

    def accident(i):
        if i in places:
            arena.client.config_set("maxmemory", "1")
            time.sleep(WORK)
            arena.client.config_set("maxmemory", "0")
            filled.append(i)

    arena.publish(number, accident)
    return len(filled)


def scaled(arena, number, times):
    """From one worker to four and back to one, by SIGTERM and under load, again and again."""
    arena.worker()
    arena.ready()
    places, leaving = sorted(_every(number, times)), []

    def accident(i):
        if i not in places:
            return
        if places.index(i) % 2 == 0:
            for _ in range(3):
                arena.worker()
            arena.ready()
        else:
            for worker in arena.workers[:3]:
                worker.terminate()
                arena.workers.remove(worker)
                leaving.append(worker)

    arena.publish(number, accident)
    try:
        until(lambda: not any(worker.is_alive for worker in leaving), 90)
    finally:
        for worker in leaving:
            worker.kill()
    return len(leaving)


def zombies(arena, number, times):
    """A worker stands still for longer than the takeover, and goes on as if nothing had happened."""
    arena.worker()
    arena.worker()
    arena.ready()
    places, stopped = _every(number, times), []

    def accident(i):
        if i in places:
            worker = arena.workers[len(stopped) % 2]
            with worker.standing_still():
                time.sleep(2 * float(SHORT_TIMES["NEXTROUND_TAKEOVER"]))
            stopped.append(i)

    arena.publish(number, accident)
    return len(stopped)


def hostile(arena, number, times):
    """Events that kill, that never end, that raise and that are no events, among good ones."""
    arena.worker(NEXTROUND_MAX_DELIVERIES="2", NEXTROUND_TIME_LIMIT="2")
    arena.ready()
    places, sent = sorted(_every(number, times)), []

    def accident(i):
        if i in places:
            kind = places.index(i) % 4
            if kind == 0:
                arena.publish_poison(f"killer{i}")
            elif kind == 1:
                arena.publish_poison(f"endless{i}", milliseconds=3_600_000)
            elif kind == 2:
                arena.publish_poison(f"mistaken{i}", accident="a mistake")
            else:
                arena.publish_nonsense(b'{"data": ' + b"[" * 100_000)
            sent.append(i)

    arena.publish(number, accident)
    return len(sent)


def catching_up(arena, number, times):
    """An outbox sends all rounds of many tournaments at once, to four children of two workers; some are killed."""
    for _ in range(2):
        arena.worker()
    arena.ready()
    arena.publish_season(max(2, number // 4), 9)
    killed = 0
    while not arena.is_settled and killed < times:
        killed += _kill_a_child(arena)
        time.sleep(0.5)
    return killed


def nemesis(arena, number, times):
    """All together: children and workers are killed, stopped, stand still and are replaced, among hostile events."""
    for _ in range(2):
        arena.worker(NEXTROUND_MAX_DELIVERIES="2")
    arena.ready()
    places, done = sorted(_every(number, times)), []

    def accident(i):
        if i not in places:
            return
        worker = random.choice(arena.workers)
        kind = places.index(i) % 4
        if kind == 0:
            _kill_a_child(arena)
            arena.publish_poison(f"killer{i}")
        elif kind == 1:
            worker.kill_main()
            arena.replace(worker)
        elif kind == 2:
            with worker.standing_still():
                time.sleep(2 * float(SHORT_TIMES["NEXTROUND_TAKEOVER"]))
        else:
            arena.worker()
            arena.ready()
            worker.terminate()
            until(lambda: not worker.is_alive, 90)
            arena.workers.remove(worker)
        done.append(i)

    arena.publish(number, accident)
    return len(done)


def _kill_a_child(arena):
    """Kill a child of any worker; return how many were killed."""
    children = [child for worker in arena.workers for child in worker.children]
    if children:
        with suppress(ProcessLookupError):
            os.kill(random.choice(children), signal.SIGKILL)
            return 1
    return 0


def broken_readers(arena, number, times):
    """Answers are delivered to connections that break before the platform's reader has them."""
    arena.worker()
    arena.ready()
    places, faults = _every(number, times), []

    def accident(i):
        if i in places:
            faults.append(arena.proxy.lose_replies(b"{nextround}:out\r\n$1\r\n>"))

    arena.publish(number, accident)
    until(lambda: arena.is_settled, 120)
    return sum(fault.met for fault in faults)


def sentinel_failover(arena, number, times):
    """The primary is killed, the sentinels put its replica in its place, and the old one comes back as the replica."""
    arena.worker()
    arena.ready()
    places, lost = _every(number, times), []

    def accident(i):
        if i in places:
            lost.append(arena.broker.fail_over())

    arena.publish(number, accident)
    return len(lost)


def metrics_directory_removed(arena, number, times):
    """Somebody clears the directory in which a worker counts, and a child dies, so that another must begin to count."""
    worker = arena.worker()
    arena.ready()
    places, removed = _every(number, times), []

    def accident(i):
        if i in places:
            environment = Path(f"/proc/{worker.pid}/environ").read_bytes().split(b"\0")
            [directory] = [value for name, _, value in (v.partition(b"=") for v in environment) if name == COUNTS]
            shutil.rmtree(directory.decode(), ignore_errors=True)
            _kill_a_child(arena)
            removed.append(i)

    arena.publish(number, accident)
    return len(removed)


def ids_from_the_future(arena, number, times):
    """A platform appends with an id of next year, and with the last one that there can be."""
    arena.worker()
    arena.ready()
    places, appended = sorted(_every(number, times)), []
    next_year = round((time.time() + 365 * 86_400) * 1000)

    def accident(i):
        if i in places:
            ahead = f"{next_year + i}-0" if places.index(i) % 2 == 0 else f"{2**64 - 1}-{2**64 - 1}"
            try:
                arena.client.xadd(keys.IN, {keys.BODY: b"{}"}, id=ahead)
            except ResponseError:  # not yet repaired from the time before
                return
            arena.poison.add((ahead, 0, 0))
            appended.append(i)

    arena.publish(number, accident)
    return len(appended)


def slow_reader(arena, number, times):
    """A platform stops reading for a while and then goes on, where few answers may wait; what is read makes room."""
    arena.worker(NEXTROUND_ANSWERS_LIMIT="8")
    arena.ready()
    places, stops = _every(number, times), []

    def accident(i):
        if i in places:
            arena.reads.clear()
            time.sleep(2 * WORK)
            arena.reads.set()
            stops.append(i)

    arena.publish(number, accident)
    return len(stops)


REDIS = (
    killed_child,
    killed_main,
    killed_group,
    killed_broker,
    rolling_restart,
    lost_replies,
    held_commands,
    poison,
    black_hole,
    full_broker,
    scaled,
    zombies,
    hostile,
    catching_up,
    nemesis,
    broken_readers,
    metrics_directory_removed,
    ids_from_the_future,
    slow_reader,
)

SENTINEL = (sentinel_failover,)

RABBITMQ = (
    killed_child,
    killed_main,
    killed_group,
    killed_broker,
    rolling_restart,
    lost_confirmations,
    poison,
    black_hole,
    scaled,
    hostile,
)
