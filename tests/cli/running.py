"""Runs commands in this process."""

from pathlib import Path

from click.testing import Result
from nextround.cli.commands import app
from typer.testing import CliRunner

GOLDEN = Path(__file__).parents[1] / "golden"
CASES = GOLDEN / "cases"
WORKED_EXAMPLE = GOLDEN / "worked_example.trf"


def run(*arguments: object, stdin: bytes | None = None) -> Result:
    """Run a command; its exit status, stdout and stderr are in the result."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin, catch_exceptions=False)


def case(name: str) -> Path:
    """Find a case by the beginning of its name."""
    return CASES / f"{name}.trf"
