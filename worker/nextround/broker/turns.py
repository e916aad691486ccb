"""Whose turn it is: the events that a worker holds, those that wait for a child process and those that have one."""

import itertools
import threading
from dataclasses import dataclass, replace
from heapq import heappop, heappush


@dataclass(frozen=True, slots=True)
class Held:
    """An event that this worker is to answer.

    `name` is what the broker knows it by, `place` tells which came first. `delivery` counts from 1. `tournament` is
    None where none can be read. `after` names the event of the same tournament that is to be answered before this one.
    `lane`: a process died of it, or its time ran out. It rests until `due`, in seconds of the monotonic clock.
    """

    name: str
    place: tuple[int, ...]
    delivery: int
    tournament: str | None = None
    after: str | None = None
    lane: bool = False
    due: float = 0.0


class Turns:
    """The events that a worker holds. Every method may be called from any thread.

    What came first goes first. Of a tournament one event at a time is at work, and the next only when it is answered.
    The lane is for what may be poison: it has at most one child process, and never two turns in a row where there is
    but one; in it the fewest deliveries go first.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._waiting: dict[str, Held] = {}
        self._at_work: dict[str, Held] = {}
        self._failed: dict[str, Held] = {}
        self._behind: dict[str, Held] = {}
        self._resting: dict[str, Held] = {}
        self._queue: list[tuple[tuple[int, ...], int, Held]] = []
        self._lane: list[tuple[tuple[int, ...], int, Held]] = []
        self._queued: set[str] = set()
        self._numbers = itertools.count()
        self._lane_was_last = False

    def add(self, held: Held) -> None:
        """Take an event in, or in again; what was known of it is forgotten."""
        with self._lock:
            self._remove(held.name)
            self._waiting[held.name] = held
            if held.after is not None:
                self._behind[held.after] = held
            elif held.due:
                self._resting[held.name] = held
            else:
                self._line_up(held)

    def follow(self, held: Held) -> None:
        """Take an event in that is to be answered after all others of its tournament that are held here."""
        with self._lock:
            known = (*self._waiting.values(), *self._at_work.values(), *self._failed.values())
            same = [other for other in known if held.tournament is not None and other.tournament == held.tournament]
            self.add(replace(held, after=max(same, key=lambda other: other.place).name) if same else held)

    def next(self, children: int, now: float) -> Held | None:
        """Put the event whose turn it is to work and return it; None where no child is free for any."""
        with self._lock:
            for held in [held for held in self._resting.values() if held.due <= now]:
                del self._resting[held.name]
                self._line_up(held)
            if len(self._at_work) >= children:
                return None
            for line in (self._queue, self._lane):
                while line and self._waiting.get(line[0][-1].name) is not line[0][-1]:
                    heappop(line)
            lane = bool(self._lane) and not any(held.lane for held in self._at_work.values())
            if lane and self._queue and self._lane_was_last and children == 1:
                lane = False
            if not lane and not self._queue:
                return None
            held = heappop(self._lane if lane else self._queue)[-1]
            self._at_work[held.name] = self._waiting.pop(held.name)
            self._queued.discard(held.name)
            self._lane_was_last = lane
            return held

    def answered(self, name: str) -> None:
        """Forget an event that is answered; the next of its tournament may go."""
        with self._lock:
            self._remove(name)
            if following := self._behind.pop(name, None):
                self._line_up(following)

    def failed(self, name: str) -> bool:
        """Free the child process of an event that came to no good end; False where it was not at work here."""
        with self._lock:
            if held := self._at_work.pop(name, None):
                self._failed[name] = held
            return held is not None

    def take_failed(self, name: str) -> Held | None:
        """Return an event that `failed`, which is to be added again, answered or left."""
        with self._lock:
            return self._failed.pop(name, None)

    def leave(self, name: str) -> None:
        """Forget an event that somebody else holds now; the next of its tournament goes on waiting."""
        with self._lock:
            self._remove(name)

    def empty(self) -> list[str]:
        """Forget all that no child has begun, and return their names."""
        with self._lock:
            names = [*self._waiting, *self._failed]
            for name in names:
                self._remove(name)
            return names

    def empty_queue(self) -> list[str]:
        """Forget all that waits for a child and nothing else, and return its names; not what is in the lane."""
        with self._lock:
            names = list(self._queued)
            for name in names:
                self._remove(name)
            return names

    def knows(self, name: str) -> bool:
        """Tell whether an event is held here, waiting or at work."""
        with self._lock:
            return name in self._waiting or name in self._at_work or name in self._failed

    def waits(self, name: str) -> bool:
        """Tell whether an event is held here and no child has begun it."""
        with self._lock:
            return name in self._waiting

    @property
    def waiting(self) -> list[str]:
        """The events that no child has begun."""
        with self._lock:
            return list(self._waiting)

    @property
    def behind_others(self) -> list[Held]:
        """The events that wait for one that is not held here."""
        with self._lock:
            return [held for before, held in self._behind.items() if not self.knows(before)]

    @property
    def ready(self) -> int:
        """How many events have a child or wait for nothing else: not what is behind another, rests, or has the lane."""
        with self._lock:
            return len(self._at_work) + len(self._queued)

    def __len__(self) -> int:
        with self._lock:
            return len(self._waiting) + len(self._at_work) + len(self._failed)

    def next_due(self) -> float | None:
        """Return when the first event that rests has rested."""
        with self._lock:
            return min((held.due for held in self._resting.values()), default=None)

    @property
    def at_work(self) -> list[Held]:
        """The events that children work on."""
        with self._lock:
            return list(self._at_work.values())

    def _line_up(self, held: Held) -> None:
        if held.lane:
            heappush(self._lane, ((held.delivery, *held.place), next(self._numbers), held))
        else:
            self._queued.add(held.name)
            heappush(self._queue, (held.place, next(self._numbers), held))

    def _remove(self, name: str) -> None:
        held = self._waiting.pop(name, None)
        if held and held.after is not None and self._behind.get(held.after) is held:
            del self._behind[held.after]
        self._resting.pop(name, None)
        self._queued.discard(name)
        self._at_work.pop(name, None)
        self._failed.pop(name, None)
