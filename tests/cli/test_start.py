"""What a call does not need is not imported for it, and a call that goes past typer ends as through it."""

import subprocess
import sys
from pathlib import Path

import pytest
from nextround import cli
from nextround.cli.commands import COMMANDS
from nextround.cli.direct import direct_call

from tests.cli.running import case, run

LATE = str(case("39_late_entry_round2"))
FRAMEWORKS = {
    "redis",
    "celery",
    "kombu",
    "amqp",
    "pydantic",
    "typer",
    "rich",
    "jinja2",
    "prometheus_client",
    "structlog",
}

CALLS = (
    (LATE, "-p", "--system", "dutch-2026"),
    ("--system=dutch-2026", LATE, "-p"),
    ("--dutch", LATE, "-p", "--edition", "2026"),
    ("--dutch", "--burstein", LATE, "-p", "--edition", "2026", "--acceleration", "none"),
    (LATE, "-p", "--system", "dutch-2026", "--system", "dutch-2017"),
    (LATE, "-p"),
    (LATE, "-p", "--system", "chess"),
    (LATE, "-p", "--system", "dutch-2026", "--acceleration", "baku-1850"),
    (str(case("07_no_legal_pairing_even")), "-p", "--system", "dutch-2026"),
    ("nowhere.trf", "-p", "--system", "dutch-2026"),
    (LATE, "-p", "/nowhere/at/all", "--system", "dutch-2026"),
)


def test_an_engines_call_imports_no_framework() -> None:
    code = "import sys; from nextround import cli; cli.main(); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, "javafo", *CALLS[0]], capture_output=True, text=True, check=True)
    assert done.stdout == "4\n2 1\n4 3\n7 5\n6 0\n"
    imported = {name.partition(".")[0] for name in done.stderr.split()}
    assert "nextround" in imported
    assert not imported & FRAMEWORKS


def test_the_list_of_commands_imports_none_and_says_what_they_say() -> None:
    code = "import sys; from nextround import cli\ntry: cli.main()\nfinally: print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True)
    imported = {name for name in done.stderr.split() if name.startswith("nextround")}
    ours = {f"nextround.cli.{name}" for name in ("commands", "exits", "terminal")}
    assert imported == {"nextround", "nextround.cli", "nextround.printable"} | ours
    for entry in COMMANDS.values():
        assert " ".join(entry.load().help.split("\n\n")[0].split()) == entry.summary


@pytest.mark.parametrize("call", CALLS)
def test_a_direct_call_ends_as_it_does_through_typer(
    call: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert direct_call(call) is not None
    monkeypatch.setattr(sys, "argv", ["nextround", "javafo", *call])
    status = 0
    try:
        cli.main()
    except SystemExit as left:
        status = int(left.code or 0)
    written = capsys.readouterr()
    through = run("javafo", *call)
    assert (status, written.out, written.err) == (through.exit_code, through.stdout, through.stderr)


@pytest.mark.parametrize(
    "call",
    [
        (),
        ("--help",),
        (LATE,),
        (LATE, "-c"),
        (LATE, "-p", "--help"),
        (LATE, "-p", "--system"),
        (LATE, "-p", "--system", "--edition"),
        (LATE, "-p", "--unknown"),
        ("--", LATE, "-p"),
        (LATE, "-p", "one", "two"),
    ],
)
def test_what_is_not_plain_is_left_to_typer(call: tuple[str, ...]) -> None:
    assert direct_call(call) is None


def test_p_to_a_file_writes_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "pairs.txt"
    monkeypatch.setattr(sys, "argv", ["nextround", "javafo", LATE, "-p", str(out), "--system", "dutch-2026"])
    cli.main()
    assert (out.read_text(), capsys.readouterr().out) == ("4\n2 1\n4 3\n7 5\n6 0\n", "")
