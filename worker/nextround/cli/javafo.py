"""`nextround javafo`: the calls by which platforms use an external engine, JaVaFo's and bbpPairings'."""

import typer

from nextround.cli.arguments import AccelerationName, Edition, System
from nextround.cli.asking import Wanted, read_asked
from nextround.cli.check import Task, check_file
from nextround.cli.engine_calls import EngineCall, pair_as_engine, read_call
from nextround.cli.exits import Exit, fail
from nextround.cli.terminal import say

_USAGE = "accepted: FILE -p [OUT], to pair the next round; FILE -c [ROUND], to check the rounds that the file holds"


def javafo(
    context: typer.Context,
    system: System = None,
    edition: Edition = None,
    acceleration: AccelerationName = None,
) -> None:
    """Do as an external engine is asked to: FILE -p [OUT] pairs the next round, FILE -c [ROUND] checks.

    -p writes the number of pairs, then a line for each, `white black`, and the bye as `id 0`: to OUT, or to stdout. -c
    names each round and, where it is paired otherwise, both pairings. Before FILE, --dutch or --burstein may stand.
    """
    call = read_call(context.args)
    if call is None:
        fail(Exit.USAGE, f"{' '.join(context.args) or 'no arguments'}; {_USAGE}")
    asked = read_asked(system or call.system, edition, acceleration, None)
    if call.letter == "-c":
        _check(call, Task(asked, Wanted(_number(call.value))))
    else:
        pair_as_engine(call, asked)


def _number(value: str | None) -> int | None:
    if value is None:
        return None
    if not value.isdecimal() or int(value) < 1:
        fail(Exit.USAGE, f"-c {value}; {_USAGE}")
    return int(value)


def _check(call: EngineCall, task: Task) -> None:
    checked = check_file(call.file, task)
    differing = {difference.round: difference for difference in checked.differences}
    for number in checked.numbers:
        say(f"{call.file}: Round #{number}")
        if number in differing:
            difference = differing[number]
            say(f"  Checker pairings:    {' '.join(difference.got or ()) or difference.reason}")
            say(f"  Tournament pairings: {' '.join(difference.expected)}")
    for line in checked.problems:
        say(f"nextround: {call.file}: {line}", err=True)
    raise typer.Exit(checked.status)
