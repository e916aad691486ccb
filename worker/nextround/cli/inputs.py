"""What commands read, and how they say what is wrong with it."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from nextround.cli.exits import Exit, fail
from nextround.cli.terminal import say
from nextround.core.tournament import Problem

#: So many problems are printed; the rest is counted.
MOST = 20


def read_bytes(path: Path) -> bytes:
    """Read a file, or standard input for ``-``; raise OSError."""
    return sys.stdin.buffer.read() if path == Path("-") else path.read_bytes()


def warn(what: object, problems: Iterable[Problem]) -> None:
    """Write notes and warnings on stderr."""
    for line in described(problems):
        say(f"nextround: warning: {what}: {line}", err=True)


def refuse(status: Exit, what: object, problems: Iterable[Problem]) -> NoReturn:
    """Write all problems on stderr, one a line, and leave with the status."""
    lines = described(problems)
    fail(status, f"{what}: {lines[0]}" if len(lines) == 1 else f"{what}:\n  " + "\n  ".join(lines))


def described(problems: Iterable[Problem]) -> list[str]:
    """Write problems as lines: place, message, article."""
    lines = [
        (f"{problem.pointer}: " if problem.pointer else "")
        + problem.message
        + (f" ({problem.article})" if problem.article else "")
        for problem in problems
    ]
    return lines if len(lines) <= MOST else [*lines[:MOST], f"and {len(lines) - MOST} more"]


def of_report(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Leave out places that are of an event, where the input is a report."""
    return tuple(replace(problem, pointer="") if problem.pointer.startswith("/") else problem for problem in problems)
