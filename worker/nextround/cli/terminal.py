"""How a command writes to a terminal; nothing gets through that a terminal would obey."""

import sys

from nextround.printable import printable


def say(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Write text: on stdout, or on stderr."""
    line = printable(str(text)) + ("\n" if nl else "")
    stream = sys.stderr if err else sys.stdout
    try:
        stream.write(line)
    except UnicodeEncodeError:  # a terminal that is set to ASCII
        stream.buffer.write(line.encode(errors="replace"))
    stream.flush()
