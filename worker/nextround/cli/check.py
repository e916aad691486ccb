"""`nextround check`: every round of many files, paired again and compared."""

import json
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from nextround.cli.arguments import (
    AccelerationName,
    Edition,
    InitialColour,
    NumberOfRounds,
    Options,
    System,
)
from nextround.cli.asking import Wanted, read_asked, read_colour
from nextround.cli.choice import Misused, choose
from nextround.cli.comparing import Difference, compared
from nextround.cli.exits import Exit
from nextround.cli.inputs import MOST, described, of_report, read_bytes
from nextround.cli.terminal import say
from nextround.core.formats import Report, read_trf
from nextround.core.tournament import InvariantViolation, PairingError, Problem
from nextround.pairing_request import SystemAsked
from nextround.registry import registry

#: From this many files on it pays to start other processes.
MANY = 20


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking one file gave.

    ``numbers`` are the rounds that were checked, ``text`` the name of the rules, ``status`` the worst that happened.
    """

    file: str
    numbers: tuple[int, ...] = ()
    differences: tuple[Difference, ...] = ()
    problems: tuple[str, ...] = ()
    warnings: tuple[Problem, ...] = ()
    text: str = ""
    status: Exit = Exit.DONE

    @property
    def rounds(self) -> int:
        """How many rounds were checked."""
        return len(self.numbers)


@dataclass(frozen=True, slots=True)
class Task:
    """What is the same for every file."""

    asked: SystemAsked
    wanted: Wanted = field(default_factory=Wanted)


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILES", help="TRF16 or TRF26; - reads stdin.")],
    system: System = None,
    edition: Edition = None,
    acceleration: AccelerationName = None,
    option: Options = None,
    round_number: Annotated[int | None, typer.Option("--round", min=1, help="Check this round only.")] = None,
    rounds: NumberOfRounds = None,
    initial_colour: InitialColour = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one object.")] = False,
    comments: Annotated[
        bool, typer.Option("--comments", help="Print only the ### lines for the report of a round paired by hand.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0: one for each core, if there are many files.")] = 0,
) -> None:
    """Pair again every round that the files hold, and compare pairs, colours and byes.

    Differences name the boards that differ, and the first rule that the pairing in the file meets less well. Status 1:
    there are differences; 3: a file could not be used.
    """
    wanted = Wanted(round_number, rounds, read_colour(initial_colour))
    results = _checked(files, Task(read_asked(system, edition, acceleration, option), wanted), jobs)
    (_print_json if as_json else _print_comments if comments else _print_summary)(results)
    raise typer.Exit(max((result.status for result in results), key=_BY_GRAVITY.index))


def check_file(path: Path, task: Task) -> Checked:
    """Check one file; whatever goes wrong is part of the result."""
    try:
        return _check_report(str(path), read_trf(read_bytes(path)), task)
    except OSError as error:
        return Checked(str(path), problems=(error.strerror or str(error),), status=Exit.INPUT)
    except Misused as error:
        return Checked(str(path), problems=tuple(described(of_report(error.problems))), status=Exit.USAGE)
    except PairingError as error:
        return Checked(str(path), problems=tuple(described(of_report(error.problems))), status=Exit.INPUT)
    except Exception as error:  # one file's accident must not hide the other files' results
        return Checked(str(path), problems=(f"internal error: {type(error).__name__}: {error}",), status=Exit.FAULT)


#: From the least to the gravest.
_BY_GRAVITY = (Exit.DONE, Exit.NEGATIVE, Exit.INPUT, Exit.USAGE, Exit.FAULT)


def _checked(files: Sequence[Path], task: Task, jobs: int) -> list[Checked]:
    workers = jobs or (os.cpu_count() or 1 if len(files) >= MANY else 1)
    one = partial(check_file, task=task)
    if workers == 1 or Path("-") in files:
        return list(map(one, files))
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(one, files, chunksize=max(1, min(16, len(files) // (4 * workers)))))


def _check_report(file: str, report: Report, task: Task) -> Checked:
    chosen, notes = choose(task.asked, report, registry(experimental=True))
    rounds = [number for number in sorted(report.rounds_with_games()) if task.wanted.round_number in (None, number)]
    differences: list[Difference] = []
    warnings = (*report.notes, *notes, *chosen.warnings)
    text = chosen.entry.article
    for count, number in enumerate(rounds):
        try:
            difference = compared(file, report, number, task.wanted, chosen)
        except PairingError as error:
            problems = tuple(f"round {number}: {line}" for line in described(of_report(error.problems)))
            status = Exit.FAULT if isinstance(error, InvariantViolation) else Exit.INPUT
            return Checked(file, tuple(rounds[:count]), tuple(differences), problems, warnings, text, status)
        differences += [difference] if difference else []
    status = Exit.NEGATIVE if differences else Exit.DONE
    return Checked(file, tuple(rounds), tuple(differences), (), warnings, text, status)


def _print_summary(results: Sequence[Checked]) -> None:
    differences = [difference for result in results for difference in result.differences]
    for difference in differences[:MOST]:
        got = difference.reason if difference.got is None else " ".join(difference.got)
        expected = " ".join(difference.expected)
        say(f"{difference.file} round {difference.round}: expected {expected}; got {got or 'nothing'}")
        if difference.level is not None:
            say(f"  {difference.said}")
    if len(differences) > MOST:
        say(f"and {len(differences) - MOST} more rounds that differ")
    _print_problems(results)
    rounds = sum(result.rounds for result in results)
    say(f"{len(results)} files, {rounds} rounds: {len(differences)} differ")


def _print_comments(results: Sequence[Checked]) -> None:
    for result in results:
        for difference in result.differences:
            say(difference.comment(result.text))
    _print_problems(results)


def _print_json(results: Sequence[Checked]) -> None:
    differences = [asdict(difference) for result in results for difference in result.differences]
    _print_problems(results)
    unusable = [{"file": result.file, "problems": result.problems} for result in results if result.problems]
    warnings = [{"file": result.file, **asdict(warning)} for result in results for warning in result.warnings]
    say(
        json.dumps(
            {
                "files": len(results),
                "rounds": sum(result.rounds for result in results),
                "differing": len(differences),
                "differences": differences,
                "unusable": unusable,
                "warnings": warnings,
            },
            ensure_ascii=False,
            indent=2,
        )
    )


def _print_problems(results: Sequence[Checked]) -> None:
    """Write on stderr what stood in the way; what many files share is written once and counted."""
    files: dict[str, list[str]] = {}
    for result in results:
        for line in (*result.problems, *(f"warning: {line}" for line in described(result.warnings))):
            files.setdefault(line, []).append(result.file)
    for line, where in files.items():
        more = f" (and {len(where) - 1} files more)" if len(where) > 1 else ""
        say(f"nextround: {where[0]}{more}: {line}", err=True)
