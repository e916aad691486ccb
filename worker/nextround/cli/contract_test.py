"""`nextround contract-test`: what every pairing system must do, asked of one."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from nextround.cli.exits import Exit, fail
from nextround.core.tournament import PairingError
from nextround.registry import registry

NEEDED = ("pytest", "hypothesis")


def contract_test(
    system: Annotated[str, typer.Argument(metavar="NAME", help="The system, as `nextround systems` names it.")],
    tournaments: Annotated[
        list[Path] | None,
        typer.Option(help="A TRF report, or a folder of them, whose every round is asked too; repeatable."),
    ] = None,
    least_answered: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="The share of questions that must be answered and not refused.")
    ] = 0.5,
) -> None:
    """Hold a pairing system to the contract, and say how many questions it answered and refused."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        fail(Exit.USAGE, f"{' and '.join(missing)} must be installed for this: pip install 'nextround[contract]'")
    try:
        registry(experimental=True).system(system)
    except PairingError as error:
        fail(Exit.USAGE, "; ".join(problem.message for problem in error.problems))
    options = [f"--contract-system={system}", f"--contract-least-answered={least_answered}"]
    for path in tournaments or ():
        if not path.exists():
            fail(Exit.INPUT, f"{path}: no such file or folder")
        options.append(f"--contract-tournaments={path}")
    # A process of its own: the modules that are tested are imported by pytest alone.
    done = subprocess.run(  # noqa: S603 - our own program
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "nextround.plugin.testing", "-p", "no:cacheprovider"),
            *("--rootdir", ".", "--pyargs", "nextround.plugin.testing.contract", *options),
        ],
        check=False,
    )
    raise typer.Exit(Exit.DONE if done.returncode == 0 else Exit.NEGATIVE)
