"""The comparison with other programs: it counts agreement truly, and says so where there is nobody to ask."""

import sys
from pathlib import Path

import pytest

from tests import compare

SCRIPT = """#!{python}
import sys
from nextround.cli import app
file = sys.argv[sys.argv.index("--dutch") + 1]
app(["javafo", file, "-p", "--system", "{system}"])
"""


@pytest.fixture
def bbp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a program of that name on the PATH, which pairs by our own edition of 2017, as `answers` is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(compare.importlib.util, "find_spec", lambda _: None)
    return tmp_path / "bbpPairings"


def answering(program: Path, system: str) -> None:
    program.write_text(SCRIPT.format(python=sys.executable, system=system))
    program.chmod(0o755)


@pytest.mark.parametrize(("edition", "agree"), [("2017", True), ("2026", False)])
def test_agreement_is_counted_round_by_round(
    edition: str, agree: bool, bbp: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answering(bbp, "dutch-2017" if agree else "amalfi")
    monkeypatch.setenv("BBP_EDITION", edition)
    monkeypatch.setattr(compare.sys, "argv", ["compare", "1"])
    compare.main()
    line = capsys.readouterr().out
    rounds, same = (int(word) for word in (line.split()[3], line.split()[8].rstrip(",")))
    assert line.startswith(f"bbpPairings and dutch-{edition}: ")
    assert (same == rounds) is agree
    assert bool(list(Path("var/compare").glob("*.trf"))) is not agree


def test_where_nobody_is_there_it_says_so(
    bbp: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compare.sys, "argv", ["compare"])
    compare.main()
    assert capsys.readouterr().out == "neither bbpPairings nor gacrux is there: nothing to compare with\n"
