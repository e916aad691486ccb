"""`nextround javafo`: the calls by which platforms use an external engine, JaVaFo's and bbpPairings'."""

from dataclasses import dataclass
from pathlib import Path

import typer

from nextround.cli.arguments import AccelerationName, Edition, System, read_asked
from nextround.cli.asking import Wanted, pair_report, read_file
from nextround.cli.check import Task, check_file
from nextround.cli.exits import Exit, fail
from nextround.cli.inputs import warn
from nextround.cli.paired import javafo_lines
from nextround.cli.terminal import say
from nextround.core.tournament import Kind

#: What those engines take to name a system; the rest of it comes with --system, the record 192 or the date.
_SYSTEMS = {"--dutch": "dutch", "--burstein": "burstein"}

_USAGE = "accepted: FILE -p [OUT], to pair the next round; FILE -c [ROUND], to check the rounds that the file holds"


@dataclass(frozen=True, slots=True)
class _Call:
    file: Path
    letter: str
    value: str | None
    system: str | None


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
    call = _read(context.args)
    asked = read_asked(system or call.system, edition, acceleration, None)
    if call.letter == "-c":
        _check(call, Task(asked, Wanted(_number(call.value))))
        return
    answered = pair_report(call.file, read_file(call.file), asked, Wanted())
    warn(call.file, answered.request.warnings)
    given = Kind.PAB in answered.question.unavailable.values()
    pairs = [(pair.white, pair.black) for pair in answered.answer.pairs]
    text = "".join(f"{line}\n" for line in javafo_lines(pairs, None if given else answered.answer.pab))
    if call.value is None:
        say(text, nl=False)
        return
    try:
        Path(call.value).write_text(text, "ascii")
    except OSError as error:
        fail(Exit.INPUT, f"{call.value}: {error.strerror or error}")


def _read(arguments: list[str]) -> _Call:
    system = None
    rest = list(arguments)
    while rest and rest[0] in _SYSTEMS:
        system = _SYSTEMS[rest.pop(0)]
    if len(rest) not in (2, 3) or rest[1] not in ("-p", "-c"):
        fail(Exit.USAGE, f"{' '.join(arguments) or 'no arguments'}; {_USAGE}")
    return _Call(Path(rest[0]), rest[1], rest[2] if len(rest) == 3 else None, system)


def _number(value: str | None) -> int | None:
    if value is None:
        return None
    if not value.isdecimal() or int(value) < 1:
        fail(Exit.USAGE, f"-c {value}; {_USAGE}")
    return int(value)


def _check(call: _Call, task: Task) -> None:
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
