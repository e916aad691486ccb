"""What `javafo` understands and writes, as the engines do that platforms call: JaVaFo and bbpPairings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from nextround.cli.asking import Wanted, pair_report, read_file
from nextround.cli.exits import Exit, fail
from nextround.cli.inputs import warn
from nextround.cli.terminal import say
from nextround.core.tournament import Kind
from nextround.pairing_request import SystemAsked

#: What those engines take to name a system; the rest of it comes with --system, the record 192 or the date.
SYSTEMS = {"--dutch": "dutch", "--burstein": "burstein"}


@dataclass(frozen=True, slots=True)
class EngineCall:
    """A call: -p or -c with its value, and the system that is named."""

    file: Path
    letter: str
    value: str | None
    system: str | None


def read_call(arguments: Sequence[str]) -> EngineCall | None:
    """Read the arguments beside our own options; None where they are no such call."""
    system = None
    rest = list(arguments)
    while rest and rest[0] in SYSTEMS:
        system = SYSTEMS[rest.pop(0)]
    if len(rest) not in (2, 3) or rest[1] not in ("-p", "-c"):
        return None
    return EngineCall(Path(rest[0]), rest[1], rest[2] if len(rest) == 3 else None, system)


def pair_as_engine(call: EngineCall, asked: SystemAsked) -> None:
    """Pair the next round of the report, and write it to the value of -p or to stdout; leave where that can't be."""
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


def javafo_lines(pairs: Iterable[tuple[int, int]], pab: int | None) -> list[str]:
    """Write pairs, White first, and the bye as JaVaFo does: their number, then a line each."""
    lines = [f"{white} {black}" for white, black in pairs]
    if pab is not None:
        lines.append(f"{pab} 0")
    return [str(len(lines)), *lines]
