"""How a command ends: the exit statuses, and the one way to leave with a reason."""

from enum import IntEnum
from typing import NoReturn

from nextround.cli.terminal import say


class Exit(IntEnum):
    """The exit statuses of every command; `USAGE` is given by the parser of the arguments."""

    DONE = 0
    NEGATIVE = 1
    USAGE = 2
    INPUT = 3
    FAULT = 4


_NEGATIVE = ("no-legal-pairing", "conflict", "stale", "superseded")
_OURS = ("internal", "deliveries")


def status_of(reason: str) -> Exit:
    """Give the status for the code of a refusal or the reason of a dead letter."""
    return Exit.NEGATIVE if reason in _NEGATIVE else Exit.FAULT if reason in _OURS else Exit.INPUT


def fail(status: Exit, reason: str) -> NoReturn:
    """Write the reason on stderr and leave with the status."""
    say(f"nextround: {reason}", err=True)
    raise SystemExit(status)
