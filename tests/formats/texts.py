"""Lines of reports, spelled out for tests without the writer's help."""

from collections.abc import Iterable
from pathlib import Path

from nextround.core.tournament import InvalidTournament

GOLDEN = Path(__file__).parents[1] / "golden"
CASES = GOLDEN / "cases"
HEAD = ("012 Case", "XXR 5", "XXC white1")


def player(tpn: int, *rounds: str, points: str = "", name: str = "", rating: str = "2000") -> str:
    """Write a line 001; a round is ``"4 w 1"``, ``"- H"`` (without an opponent) or ``""``, in its ten columns."""
    line = f"001 {tpn:>4} m    {name or f'Player {tpn}':<33} {rating:>4} FID {'':>11} {'':>10} {points:>4} {tpn:>4}"
    return (line + "".join("  " + _cell(text) for text in rounds)).rstrip()


def trf(*lines: str, head: Iterable[str] = HEAD) -> str:
    """Join lines behind a usual head."""
    return "\n".join((*head, *lines, ""))


def problems(error: InvalidTournament) -> list[tuple[str, str]]:
    """List the problems as (pointer, code)."""
    return [(problem.pointer, problem.code) for problem in error.problems]


def _cell(text: str) -> str:
    if not text:
        return " " * 8
    if text[0] == "-":
        return f"0000 {text}"
    opponent, rest = text.split(" ", 1)
    return f"{opponent:>4} {rest}"
