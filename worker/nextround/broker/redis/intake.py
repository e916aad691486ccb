"""The intake: from the stream of events to the pool of child processes, one entry id at a time."""

import os
import queue
import random
import socket
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

import structlog
from redis import RedisError, ResponseError

from nextround.broker import task_request
from nextround.broker.intake import Children, Dispatch, Soon
from nextround.broker.redis import keys
from nextround.broker.redis.admission import Admission
from nextround.broker.redis.celery_list import CeleryList
from nextround.broker.redis.connection import connect, is_denied
from nextround.broker.redis.ledger import RedisLedger
from nextround.broker.redis.pending import PendingList
from nextround.broker.redis.upkeep import Upkeep
from nextround.broker.task_request import TaskEnd
from nextround.broker.turns import Held, Turns
from nextround.operations.health import PULSE
from nextround.settings import Settings

log = structlog.get_logger(__name__)

BLOCK_MS = 500
"""How long one read waits for new events; below every socket timeout that can be set."""
LOOK_EVERY = 0.05
"""Seconds between two looks whether an event of the same tournament that another worker has is answered."""
CLAIM_EVERY = 1.0
JITTER = 0.75
"""The least part of its time after which a silent entry is taken over: workers that look at once don't look alike."""
HELD = 10_000
"""Events that a worker holds at most, with those that may not be begun yet."""


class RedisIntake:
    """Reads events from the stream and hands the ids of their entries to `dispatch`, one for each free child process.

    The stream's pending list is the one retry authority. What waited with a worker that shows no sign of life for
    `takeover` seconds, or that stopped, is taken in by another as if it had come just now. What is worked on is touched
    by its task; where nobody does so any more it is delivered again after `takeover` seconds, doubled at each further
    delivery. What lost its child process or ran out of time here is delivered again from here.
    """

    outlives_pool = False

    def __init__(self, settings: Settings, dispatch: Dispatch, children: Children, soon: Soon) -> None:
        self._settings = settings
        self._dispatch = dispatch
        self._children = children
        self._soon = soon
        self._client = connect(settings, "nextround-intake")
        self._ledger = RedisLedger(self._client, settings)
        # Unlike a plain host name, this tells two workers on one machine apart.
        self._me = f"{socket.gethostname()}/{os.getpid()}"
        self._upkeep = Upkeep(self._client, settings, lambda: self._me, children)
        self._list = PendingList(self._client, settings, lambda: self._me, Admission(self._ledger, settings))
        self._celery_list = CeleryList(self._client, settings) if settings.celery_intake else None
        self._turns = Turns()
        self._ended: queue.SimpleQueue[tuple[str, TaskEnd]] = queue.SimpleQueue()
        self._begun: dict[str, float] = {}
        self._next_beat = self._next_look = self._next_claim = 0.0
        self._next_takeover = self._first_claim_time()
        self._progress = time.monotonic()
        self._changed = threading.Event()
        self._stop = threading.Event()

    def check(self) -> str:
        """Examine the broker and return its name and version; raises as `check_server` does."""
        return self._upkeep.check()

    def stop(self) -> None:
        """Let `run` give back what no child has begun, and return."""
        self._stop.set()
        self._changed.set()

    def ended(self, name: str, end: TaskEnd) -> None:
        """Hear that a task has come to its end, and let the next begin; in the thread of the event loop."""
        entry = name.rpartition(":")[0]
        self._begun.pop(entry, None)
        self._progress = time.monotonic()
        if end is TaskEnd.RETURNED:
            self._turns.answered(entry)
        elif self._turns.failed(entry):
            self._ended.put((entry, end))
        self._changed.set()
        self._pump()

    def _pump(self) -> None:
        """Let begin whatever has its turn; in the thread of the event loop."""
        while not self._stop.is_set() and (held := self._turns.next(self._children(), time.monotonic())):
            self._begun[held.name] = self._progress = time.monotonic()
            try:
                self._dispatch(held.name, f"{held.name}:{held.delivery}")
            except Exception:
                self._turns.add(held)
                raise

    def run(self) -> None:
        """Take in events until `stop` is called. Never raises: what goes wrong is logged and tried again."""
        failures = 0
        task_request.listeners.append(self.ended)
        while not self._stop.is_set():
            try:
                self.turn()
                PULSE.take_in()
                failures = 0
                if PULSE.denied:
                    PULSE.denied = False
                    self._upkeep.examine_again()
            except Exception as error:  # the broker is out of reach, or we have a bug: the stream must go on
                failures += 1
                PULSE.denied = PULSE.denied or is_denied(error)
                pause = min(0.2 * 2 ** min(failures, 6), 5.0) * random.uniform(0.5, 1)  # noqa: S311
                is_ours = not isinstance(error, RedisError | OSError)
                log.warning("intake_interrupted", failures=failures, pause=pause, error=repr(error), exc_info=is_ours)
                self._client.connection_pool.disconnect()
                self._next_takeover = self._first_claim_time()
                self._upkeep.examine_again()  # it may be another server by then
                self._stop.wait(pause)
        task_request.listeners.remove(self.ended)
        if not failures:
            with suppress(RedisError):
                self._give_back(self._turns.empty())
                self._client.delete(keys.worker(self._me))
        self._client.close()

    def _give_back(self, names: list[str]) -> None:
        if names:
            self._list.give_back(names)
            log.info("given_back", entries=len(names))

    def turn(self) -> None:
        """Do once what `run` does all the time; raises what the broker and `dispatch` raise."""
        try:
            self._turn()
        except ResponseError as error:
            if "NOGROUP" not in str(error):
                raise
            # At the very start, and after somebody emptied the broker.
            self._list.create_group()

    def _turn(self) -> None:
        now = time.monotonic()
        self._take_up_failed()
        if now >= self._next_beat:
            self._next_beat = now + self._settings.heartbeat
            self._list.show_life()
        self._upkeep.turn(now)
        if now >= self._next_claim:
            self._next_claim = now + CLAIM_EVERY * random.uniform(0.5, 1)  # noqa: S311 - spreads the workers
            self._reconcile()
            if self._is_stuck:
                self._give_back(self._turns.empty_queue())
            if now >= self._next_takeover:
                self._take_over_silent(self._room())
        if now >= self._next_look and (behind := self._turns.behind_others):
            self._next_look = now + LOOK_EVERY
            self._enter({held.name: held.tournament for held in behind})
        if self._celery_list and not PULSE.unfit:
            self._celery_list.turn()
        if (room := self._room()) > self._settings.waiting * self._children() // 2:
            # First what was given back, or read by a worker that is gone.
            self._take_in(self._list.of(keys.ARRIVED, room, idle=round(1000 * self._settings.heartbeat)))
            self._enter(self._list.read(room, self._pause()))
        else:
            self._changed.wait(self._pause())
            self._changed.clear()
        if self._turns.waiting:
            self._soon(self._pump)

    def _room(self) -> int:
        """Return how many more events may be taken in; they are read by several at once, when half of them are gone."""
        if PULSE.paused or PULSE.unfit or self._is_stuck or len(self._turns) >= HELD:
            return 0
        return (self._settings.waiting + 1) * self._children() - self._turns.ready

    @property
    def _is_stuck(self) -> bool:
        """Whether every child has been at its work for so long that what waits here had better go to other workers."""
        lasts = time.monotonic() - self._progress
        return lasts > self._settings.heartbeat and len(self._turns.at_work) >= self._children()

    def _pause(self) -> float:
        """Return how long this turn may wait for something to happen, in seconds."""
        is_watchful = self._celery_list or self._turns.behind_others
        longest = LOOK_EVERY if is_watchful else BLOCK_MS / 1000
        due = self._turns.next_due()
        return longest if due is None else min(longest, max(0.001, due - time.monotonic()))

    def _reconcile(self) -> None:
        """Make what is held here and what the broker has under this worker's name the same."""
        waiting = self._turns.waiting
        mine = self._list.of(self._me)
        for name in waiting:
            # Somebody has taken it over while this worker was silent, or deleted it.
            if name not in mine and self._turns.waits(name):
                self._turns.leave(name)
        # A reply was lost, or an earlier process had the same name.
        self._take_in([name for name in mine if not self._turns.knows(name)])
        # Celery sees to the time limit: what it never told the end of is lost.
        longest = 2 * self._settings.time_limit + self._settings.takeover
        for held in self._turns.at_work:
            if time.monotonic() - self._begun.get(held.name, 0.0) > longest and self._turns.failed(held.name):
                self._ended.put((held.name, TaskEnd.KILLED))

    def _take_over_silent(self, room: int) -> None:
        """Take over what silent workers have, and what silent processes work on."""
        takeover = round(1000 * self._settings.takeover)
        for worker in self._list.silent(takeover):
            if room > 0 and (waited := self._list.claim(list(self._list.of(worker, room)), takeover)):
                room -= len(waited)
                PULSE.taken_over += len(waited)
                log.warning("taken_back", worker=worker, entries=len(waited))
                self._take_in(waited)
        for entry, (deliveries, idle) in self._list.of(keys.AT_WORK, idle=round(JITTER * takeover)).items():
            if room <= 0:
                return
            least = round(1000 * self._patience(deliveries) * random.uniform(JITTER, 1))  # noqa: S311
            if idle >= least and self._list.claim([entry], least, deliveries + 1):
                room -= 1
                self._turns.leave(entry)
                PULSE.taken_over += 1
                log.warning("taken_over", entry=entry, delivery=deliveries + 1)
                self._take_in([entry])

    def _first_claim_time(self) -> float:
        # At the start and after an outage everything may look silent.
        return time.monotonic() + 2 * self._settings.heartbeat

    def _patience(self, deliveries: int) -> float:
        doubled = self._settings.takeover * 2.0 ** min(deliveries - 1, 30)
        return min(doubled, self._settings.takeover_cap)

    def _take_in(self, entries: Iterable[str]) -> None:
        """Take in entries that were read some time before."""
        self._enter(self._list.read_again(entries))

    def _enter(self, named: dict[str, str | None]) -> None:
        if not named:
            return
        mine, others = self._list.enter(named, self._stop)
        for entry in others:
            self._turns.leave(entry)
        for held in mine:
            self._add(held)

    def _add(self, held: Held) -> None:
        # The task itself buries what was delivered too often, and answers it where its ids can be read. What kills the
        # child process even then is buried from here, unread.
        if held.delivery > self._settings.max_deliveries + 2:
            self._ledger.bury_entry(held.name, "deliveries", "every process that took it up died")
            self._turns.answered(held.name)
            log.error("buried", entry=held.name, reason="deliveries", delivery=held.delivery)
            return
        self._turns.add(held)

    def _take_up_failed(self) -> None:
        """Let what lost its process, ran out of time or raised an exception be delivered again."""
        with suppress(queue.Empty):
            while True:
                entry, end = self._ended.get_nowait()
                try:
                    self._deliver_again(entry, end)
                except BaseException:
                    self._ended.put((entry, end))
                    raise

    def _deliver_again(self, entry: str, end: TaskEnd) -> None:
        found = self._list.owner(entry)
        if found is None:
            # It was answered all the same.
            self._turns.answered(entry)
        elif found[0] not in (self._me, keys.AT_WORK):
            self._turns.leave(entry)
        else:
            delivery = found[1] + 1
            self._list.claim([entry], deliveries=delivery)
            # Whoever died may have been killed by something else. An exception tells of a broker that refuses.
            is_first = end is TaskEnd.KILLED and delivery == 2
            due = 0.0 if is_first else time.monotonic() + self._patience(delivery - 1)
            if held := self._turns.take_failed(entry):
                lane = held.lane or end is TaskEnd.KILLED
                self._add(replace(held, delivery=delivery, after=None, lane=lane, due=due))
