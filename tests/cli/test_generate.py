"""`nextround generate`: the same bytes for the same seed, and rounds that the checker pairs just so."""

from pathlib import Path

import pytest
from nextround.core.formats import read_trf
from nextround.core.tournament import Kind, Outcome
from nextround.registry import SYSTEMS

from tests.cli.running import run

WILD = (
    "--players",
    "15",
    "--rounds",
    "6",
    "--byes",
    "0.08",
    "--forfeits",
    "0.1",
    "--late",
    "0.2",
    "--withdrawals",
    "0.2",
)
SINGLE = [entry.name for entry in SYSTEMS if not entry.matches]


def generated(*arguments: object) -> str:
    result = run("generate", *arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("trf", ["16", "26"])
@pytest.mark.parametrize("system", SINGLE)
def test_what_a_system_played_the_checker_pairs_just_so(system: str, trf: str, tmp_path: Path) -> None:
    # The tables of a round robin have as many rounds as they have.
    rounds = ("--rounds", "15") if system == "berger" else ()
    run("generate", "--system", system, *WILD, *rounds, "--trf", trf, "--count", "3", "--out", tmp_path)
    files = sorted(tmp_path.glob("*.trf"))
    assert len(files) == 3
    result = run("check", *files, "--system", system)
    assert result.exit_code == 0, result.stdout
    assert result.stdout.splitlines()[-1].endswith(": 0 differ")


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others() -> None:
    first = generated("--system", "dutch-2026", *WILD, "--seed", "7")
    assert generated("--system", "dutch-2026", *WILD, "--seed", "7") == first
    assert generated("--system", "dutch-2026", *WILD, "--seed", "8") != first


def test_another_edition_plays_otherwise_and_the_checker_sees_it(tmp_path: Path) -> None:
    run("generate", "--system", "dutch-2026", *WILD, "--count", "20", "--out", tmp_path)
    result = run("check", *sorted(tmp_path.glob("*.trf")), "--system", "dutch-2017")
    assert result.exit_code == 1


def test_wishes_are_granted() -> None:
    text = generated("--system", "dutch-2026", "--players", "60", "--rounds", "9", *WILD[4:], "--ratings", "1500-1800")
    report = read_trf(text.encode())
    cells = [record for number in range(1, 10) for record in report.column(number).values()]
    kinds = {record.kind for record in cells}
    assert {Kind.PLAYED, Kind.FORFEIT_WIN, Kind.HALF_POINT_BYE, Kind.ZERO_POINT_BYE} <= kinds
    assert all(1500 <= entry.player.rating <= 1800 for entry in report.entries)
    assert (report.number_of_rounds, report.system_code, len(report.entries)) == (9, "FIDE_DUTCH_2026", 60)


def test_more_draws_are_more_draws() -> None:
    def draws(rate: str) -> int:
        report = read_trf(generated("--system", "dutch-2026", "--ratings", "2000-2000", "--draws", rate).encode())
        return sum(r.outcome is Outcome.DRAW for n in range(1, 10) for r in report.column(n).values())

    assert draws("0") == 0
    assert 0 < draws("0.3") < draws("0.9")


def test_acceleration_is_written_out_and_checked(tmp_path: Path) -> None:
    run("generate", "--system", "dutch-2026", "--acceleration", "baku-2026", "--players", "30", "--out", tmp_path)
    (file,) = tmp_path.glob("*.trf")
    assert "250       1.0   1   3    1   16" in file.read_text()
    assert run("check", file).exit_code == 0


def test_a_round_robin_stays_together(tmp_path: Path) -> None:
    report = read_trf(generated("--system", "berger", "--players", "6", "--rounds", "5", "--byes", "0.5").encode())
    assert all(record.kind is not Kind.HALF_POINT_BYE for n in range(1, 6) for record in report.column(n).values())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--system", "dutch-2099"), "known"),
        (("--system", "swiss-team-2026"), "pairs matches"),
        (("--system", "dutch-2026", "--ratings", "high"), "accepted are two ratings"),
        (("--system", "dutch-2026", "--count", "2"), "--count needs --out"),
    ],
)
def test_wrong_wishes_are_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    result = run("generate", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
