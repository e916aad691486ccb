"""`nextround compare`: it counts agreement truly, gives a reason for each difference, and names who is not there."""

import json
import shlex
import sys
from pathlib import Path

import pytest
from nextround.cli.engines import find_engine

from tests.cli.running import WORKED_EXAMPLE, run
from tests.formats.test_teams import EXAMPLES, Written

SCRIPT = """
import sys
from nextround.cli.commands import app
app(["javafo", sys.argv[1], "-p", "--system", "{system}"])
"""


def pairing_by(system: str, directory: Path) -> str:
    """A command that answers as another engine would, by one of our systems."""
    program = directory / "engine.py"
    program.write_text(SCRIPT.format(system=system))
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(program))} {{file}}"


def test_an_engine_that_pairs_alike_differs_nowhere(tmp_path: Path) -> None:
    engine = pairing_by("dutch-2017", tmp_path)
    result = run("compare", "--engine", engine, "--system", "dutch-2017", "--tournaments", "1")
    assert result.exit_code == 0, result.output
    assert result.stdout.rstrip().endswith("5 rounds, 5 the same, 0 differ")


def test_each_difference_has_a_reason_and_is_kept(tmp_path: Path) -> None:
    engine, kept = pairing_by("amalfi", tmp_path), tmp_path / "kept"
    result = run("compare", WORKED_EXAMPLE, "--engine", engine, "--system", "dutch-2017", "--keep", kept, "--json")
    assert result.exit_code == 1
    ((_, told),) = json.loads(result.stdout)["engines"].items()
    assert told["differences"]
    assert all("C.04" in gap["reason"] for gap in told["differences"])
    assert len(list(kept.iterdir())) == len(told["differences"])


def test_an_engine_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for arguments, names in (((), "bbpPairings, gacrux"), (("--engine", "no-such-program {file}"), "no-such-program")):
        result = run("compare", *arguments)
        assert result.exit_code == 2
        assert f"not installed: {names}" in result.stderr


def test_a_program_is_not_asked_for_what_it_does_not_pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bbpPairings"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    result = run("compare", "--engine", "bbpPairings", "--system", "dubov-2026")
    assert (result.exit_code, "dubov-2026 is no system of: bbpPairings" in result.stderr) == (2, True)


def test_rounds_of_teams_are_read_and_asked_from_the_whole_report(tmp_path: Path) -> None:
    event, whole = EXAMPLES[0], tmp_path / "teams.trf"
    whole.write_text(Written(event, len(event["rounds"])).text)
    program = tmp_path / "teams.py"
    program.write_text(
        "import sys\nfrom nextround.cli.commands import app\n"
        'app(["pair", sys.argv[1], "--round", sys.argv[2], "--format", "javafo"])\n'
    )
    engine = f"{shlex.quote(sys.executable)} {shlex.quote(str(program))} {{file}} {{round}}"
    result = run("compare", whole, "--engine", engine, "--system", "swiss-team-2026", "--json")
    assert result.exit_code == 0, result.output
    ((_, told),) = json.loads(result.stdout)["engines"].items()
    assert told == {"rounds": len(event["rounds"]) - 1, "differences": []}
    without = run("compare", "--engine", engine, "--system", "swiss-team-2026")
    assert (without.exit_code, "name FILES" in without.stderr) == (2, True)


def test_gacrux_pairs_teams_as_we_do(tmp_path: Path) -> None:
    if find_engine("gacrux", "26", "swiss-team") is None:
        pytest.skip("gacrux is not installed")
    whole = tmp_path / "teams.trf"
    whole.write_text(Written(EXAMPLES[1], len(EXAMPLES[1]["rounds"])).text)
    result = run("compare", whole, "--engine", "gacrux", "--system", "swiss-team-2026")
    assert result.exit_code == 0, result.output
