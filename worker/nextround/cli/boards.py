"""How a pairing looks on a terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table

from nextround.cli import tables
from nextround.cli.playing import written

Json = dict[str, Any]


def boards(paired: Json, names: Mapping[int, str], points: Mapping[int, int], *, wide: bool) -> Table:
    """Lay out the data of a `round.paired`: who plays whom at which table, and why; `points` in tenths.

    `wide` adds the reasons of the colours.
    """
    table = _table(f"Round {paired['round']}", "", "White", "", "Black", "", "Why")
    kinds = ("pair", "colour") if wide else ("pair",)
    for board in paired["boards"]:
        seats = (board["white"]["tpn"], board["black"]["tpn"])
        cells = [cell for tpn in seats for cell in (_name(tpn, names), written(points[tpn]))]
        tables.add_row(table, str(board["board"]), *cells, _why(paired, set(seats), *kinds))
    if paired["pab"]:
        tpn = paired["pab"]["player"]["tpn"]
        tables.add_row(table, "", _name(tpn, names), written(points[tpn]), "bye", "", _why(paired, {tpn}, "bye"))
    return table


def remarks(paired: Json) -> list[str]:
    """Say why the round is paired as it is, beyond the single boards, and what somebody should look at."""
    steps = [
        _bracket(step) if step["kind"] == "bracket" else step["reason"]
        for step in paired["trace"]
        if step["kind"] in ("field", "waiver", "floater", "bracket", "division")
    ]
    return steps + [f"Warning: {warning['message']}" for warning in paired["warnings"]]


def standings(names: Mapping[int, str], points: Mapping[int, int]) -> Table:
    """Lay out the standings by points, then pairing number."""
    table = _table("Standings", "", "Player", "")
    order = sorted(names, key=lambda tpn: (-points[tpn], tpn))
    for place, tpn in enumerate(order, start=1):
        tables.add_row(table, str(place), _name(tpn, names), written(points[tpn]))
    return table


def _bracket(step: Json) -> str:
    players = " ".join(map(str, (*step["moved_down"], *step["moved_up"], *step["residents"])))
    first = step["first_candidate"]
    if not first:
        return f"[{players}] {step['reason']}"
    unlawful = first["may_not_meet"]
    fails = (
        f"{_pairs(unlawful)} may not meet" if unlawful else _criteria(first["criteria"]) or "leaves the others worse"
    )
    chosen = _pairs(step["pairs"]) or "nobody"
    return f"[{players}] the first candidate {_pairs(first['pairs'])}: {fails}; then {chosen}: {step['reason']}"


def _criteria(failed: Sequence[Json]) -> str:
    return " ".join(f"{c['name']}={_reached(c)}" for c in failed)


def _reached(criterion: Json) -> str:
    return "+".join(map(str, criterion["points"])) if criterion["points"] else str(criterion["count"])


def _pairs(pairs: Sequence[Sequence[int]]) -> str:
    return " ".join(f"{higher}-{lower}" for higher, lower in pairs)


def _table(title: str, *headers: str) -> Table:
    made = tables.table(*headers, title=title, wrapped=("Why",))
    for column in made.columns:
        column.justify = "left" if column.header else "right"
    return made


def _name(tpn: int, names: Mapping[int, str]) -> str:
    return f"{names[tpn]} ({tpn})"


def _why(paired: Json, players: set[int], *kinds: str) -> str:
    reasons = (step["reason"] for step in paired["trace"] if step["kind"] in kinds and _about(step) == players)
    return "; ".join(reasons)


def _about(step: Json) -> set[int]:
    """Name the players of a step about a pair or a bye."""
    return {step[name] for name in ("one", "other", "white", "black", "player") if name in step}
