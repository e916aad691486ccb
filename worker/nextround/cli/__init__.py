"""The command line, `nextround`; what a call does not need is not imported for it."""

import os
import sys
from collections.abc import Callable, Sequence

from nextround.cli.exits import Exit, fail


def main() -> None:
    """Run the command line; leave with one of the statuses of `Exit`, its reason on stderr."""
    try:
        _called(sys.argv[1:])()
    except BrokenPipeError:  # the reader has gone; Python would try once more, and fail
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:  # whatever no command foresaw is our own fault
        fail(Exit.FAULT, f"internal error: {type(error).__name__}: {error}")


def _called(arguments: Sequence[str]) -> Callable[[], None]:
    if arguments[:1] == ["javafo"]:
        from nextround.cli.direct import direct_call

        if call := direct_call(arguments[1:]):
            return call
    from nextround.cli.commands import app

    return app
