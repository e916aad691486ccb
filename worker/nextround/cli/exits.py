"""How a command ends: the exit statuses, and the one way to leave with a reason."""

from enum import IntEnum
from typing import NoReturn

import typer


class Exit(IntEnum):
    """The exit statuses of every command; `USAGE` is given by the parser of the arguments."""

    DONE = 0
    NEGATIVE = 1
    USAGE = 2
    INPUT = 3
    FAULT = 4


def fail(status: Exit, reason: str) -> NoReturn:
    """Write the reason on stderr and leave with the status."""
    typer.echo(f"nextround: {reason}", err=True)
    raise typer.Exit(status)
