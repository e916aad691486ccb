"""A plain `javafo FILE -p`, read without typer: platforms run it once a round, and wait for it.

What is not plain (`--help`, -c, an unknown or wrong argument) is left to typer, which says what is wrong.
"""

from collections.abc import Callable, Sequence
from functools import partial

from nextround.cli.asking import read_asked
from nextround.cli.engine_calls import SYSTEMS, pair_as_engine, read_call

_NAMES = ("--system", "--edition", "--acceleration")


def direct_call(arguments: Sequence[str]) -> Callable[[], None] | None:
    """Read the arguments of a `javafo` that needs no typer; None for any other."""
    given: dict[str, str] = {}
    others: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        if name in _NAMES:
            given[name] = value if equals else next(rest, "")
            if not given[name] or given[name].startswith("-"):
                return None
        elif argument.startswith("-") and argument not in (*SYSTEMS, "-p"):
            return None
        else:
            others.append(argument)
    call = read_call(others)
    if call is None or call.letter != "-p":
        return None
    asked = read_asked(given.get("--system") or call.system, given.get("--edition"), given.get("--acceleration"), None)
    return partial(pair_as_engine, call, asked)
