"""The command line, `nextround`; what a call does not need is not imported for it."""

import os
import sys

from nextround.cli.direct import direct_call
from nextround.cli.exits import Exit, fail


def main() -> None:
    """Run the command line; leave with one of the statuses of `Exit`, its reason on stderr."""
    try:
        if call := direct_call(sys.argv[1:]):
            call()
        else:
            from nextround.cli.commands import app  # typer, rich and every command

            app()
    except BrokenPipeError:  # the reader has gone; Python would try once more, and fail
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:  # whatever no command foresaw is our own fault
        fail(Exit.FAULT, f"internal error: {type(error).__name__}: {error}")
