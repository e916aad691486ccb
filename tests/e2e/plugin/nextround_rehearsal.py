"""A plugin with a pairing system for rehearsing accidents; installed by the tests only, through PYTHONPATH."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from nextround.core.pairing.system import Pair, published
from nextround.core.pairing.trace import Trace
from nextround.registry import Entry


@dataclass(frozen=True)
class Options:
    """`hold`: a file; the work notes its process in it as `<hold>.<pid>`, and lasts while the file is there.

    `accident`: `kill` kills the process, `memory` asks for a terabyte, anything else is the text of an exception.
    `note`: a file to which every execution adds a line. `milliseconds`: how long the work lasts.
    """

    hold: str = ""
    accident: str = ""
    note: str = ""
    milliseconds: int = 0


class Rehearsal:
    """Pairs the upper half with the lower half."""

    def __init__(self, options):
        self._options = options

    def pair(self, question):
        if self._options.hold:
            hold = Path(self._options.hold)
            hold.with_name(f"{hold.name}.{os.getpid()}").touch()
            while hold.exists():
                time.sleep(0.02)
        if self._options.note:
            with open(self._options.note, "a") as notes:
                notes.write(f"{os.getpid()}\n")
        time.sleep(self._options.milliseconds / 1000)
        if self._options.accident == "memory":
            bytearray(1 << 40)
        if self._options.accident == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if self._options.accident:
            raise ZeroDivisionError(self._options.accident)
        players = [competitor.tpn for competitor in question.competitors]
        half = len(players) // 2
        pairs = [Pair(upper, lower) for upper, lower in zip(players[:half], players[half:], strict=False)]
        return published(question, pairs, players[-1] if len(players) % 2 else None, Trace())


ENTRY = Entry("rehearsal", "Rehearsal of accidents", "", Rehearsal, Options)
