"""What the broker does in one step: Lua scripts that run on the server, whole or not at all.

The line `#!lua` makes the server refuse the whole script, and not one command of it, when its memory is full; with
`allow-oom` it runs all the same. `enter`, `commit` and `bury` do, for they lead an event out: a broker that events have
filled would never be empty again. What they add beyond the limit is at most an answer for each event there by then.
`trim_answers`, `drop_read` and `repair` do, for they only take away or move.
"""

from importlib.resources import files


def _read(name: str) -> str:
    """Return a script; its line `-- include FILE` becomes that file: a script on the server can import nothing."""
    text = (files(__name__) / f"{name}.lua").read_text("utf-8")
    return text.replace("-- include streams.lua\n", STREAMS)


STREAMS = (files(__name__) / "streams.lua").read_text("utf-8")

COMMIT = _read("commit")
COMPARE = "compare"
"""What COMMIT returns where the event was written without regard to the answer that is published: nothing was done."""
ENTER = _read("enter")
BURY = _read("bury")
REPLAY = _read("replay")
MOVE_TASK = _read("move_task")
SHOW_WORKER = _read("show_worker")
FLOW = _read("flow")
LETTERS = _read("letters")
REPAIR = _read("repair")
TRIM_ANSWERS = _read("trim_answers")
DROP_READ = _read("drop_read")
