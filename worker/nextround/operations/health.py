"""The signs of life of a worker's main process."""

import time
from dataclasses import dataclass

SILENCE = 30.0
"""Seconds without a turn of the event loop after which it hangs."""
STANDSTILL = 10.0
"""Seconds without a turn of the intake after which events are not taken in; a turn lasts half a second at most."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Why the intake waits: the group that has not read the answers, nothing where there is none; and a sentence."""

    group: str
    reason: str


@dataclass
class Pulse:
    """What the threads of the main process tell of themselves, each by setting a field; times by the monotonic clock.

    `consuming`: Celery is connected, and its event loop runs. While it is not, Celery waits for the broker in its own
    way, and the loop need not turn. `unfit`: the findings about the broker that keep the intake waiting.
    `denied`: the broker refused a command to the worker's user, and no turn of the intake came to its end since.
    """

    consuming: bool = False
    turned: float = 0.0
    took_in: float = 0.0
    paused: Pause | None = None
    unfit: tuple[str, ...] = ()
    denied: bool = False
    children_lost: int = 0
    taken_over: int = 0
    repaired: int = 0

    def turn(self) -> None:
        """Tell that the event loop turned."""
        self.turned = time.monotonic()

    def take_in(self) -> None:
        """Tell that the intake did a whole turn, which asks the broker."""
        self.took_in = time.monotonic()

    def is_alive(self, longest_wait: float = 0.0) -> bool:
        """Tell whether the event loop turns, or need not; the broker may keep it waiting for `longest_wait` seconds."""
        return not self.consuming or time.monotonic() - self.turned < SILENCE + longest_wait

    @property
    def takes_in(self) -> bool:
        """Whether the intake goes on, though it may wait for readers of the answers."""
        return self.consuming and time.monotonic() - self.took_in < STANDSTILL


PULSE = Pulse()
"""That of this process; of use in a worker's main process only."""
