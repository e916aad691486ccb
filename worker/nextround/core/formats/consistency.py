"""What the lines of a report must say of each other."""

from collections.abc import Iterable, Mapping, Sequence

from nextround.core.formats.cells import RECIPROCAL, Cell, values
from nextround.core.formats.player_lines import ROUNDS
from nextround.core.formats.problems import Findings
from nextround.core.formats.report import PlayerLine, Report
from nextround.core.tournament import PairingNumber, Points, format_points


def check_games(entries: Iterable[PlayerLine], findings: Findings) -> None:
    """Refuse games of which the two lines say different things, and opponents that are not in the file."""
    by_tpn = {entry.tpn: entry for entry in entries}
    for entry in by_tpn.values():
        for round_number, cell in enumerate(entry.rounds, start=1):
            if cell is not None and cell.opponent is not None:
                fault = _fault_of_game(entry, round_number, cell, by_tpn)
                if fault is not None:
                    code, message = fault
                    findings.refuse(
                        code,
                        entry.line,
                        column_of(round_number),
                        f"player {entry.tpn}, round {round_number}: {message}",
                    )


def check_rounds(report: Report, findings: Findings) -> None:
    """Refuse games and byes after the last round; note a round without games before one with them."""
    total = report.number_of_rounds
    if total is not None:
        for entry in report.entries:
            if len(entry.rounds) > total:
                findings.refuse(
                    "round-out-of-range",
                    entry.line,
                    column_of(total + 1),
                    f"player {entry.tpn}: there is an entry for round {len(entry.rounds)}, but the tournament has "
                    f"{total} rounds",
                    "C.04.1 (2026) 1",
                )
    coming = report.coming_round
    held = report.rounds_with_games()
    for number in range(1, coming):
        if number not in held:
            message = (
                f"no game of round {number} is recorded, but round {coming - 1} was played; read as a round in which "
                "nobody played"
            )
            findings.note("round-without-games", report.entries[0].line, column_of(number), message)
    if total is not None and coming > total:
        return
    for entry in report.entries:
        if 0 < len(entry.rounds) < coming - 1:
            findings.note(
                "blank-rounds",
                entry.line,
                column_of(len(entry.rounds) + 1),
                f"player {entry.tpn}: nothing stands here from round {len(entry.rounds) + 1} to {coming - 1}; read as "
                f"absent then and present in round {coming} (an absence is 0000 - Z)",
            )


def check_points(report: Report, findings: Findings) -> None:
    """Refuse points that are not the sum of the results.

    The byes that stand in the coming round and after it may be counted or not, and so may the virtual points of
    the coming round or the one before; open games may count as draws.
    """
    if report.is_of_teams or any(line.startswith("299") for line in report.others):
        return
    with_opponent, without = values(report.points)
    coming = report.coming_round
    for entry in report.entries:
        if entry.points is None:
            continue
        sums = [
            with_opponent.get(cell.code, 0) if cell.opponent is not None else without[cell.code]
            for cell in entry.rounds
            if cell is not None
        ]
        played = _length(entry.rounds, coming - 1)
        if entry.points != sum(sums[:played]) and entry.points not in _accepted(entry, report, coming, sums):
            findings.refuse(
                "wrong-points",
                entry.line,
                81,
                f"player {entry.tpn}: {format_points(entry.points)} points in columns 81 to 84, but the results add up "
                f"to {format_points(sum(sums[:played]))}",
            )


def _accepted(entry: PlayerLine, report: Report, coming: int, sums: Sequence[Points]) -> frozenset[Points]:
    totals = {sum(sums[: _length(entry.rounds, rounds)]) for rounds in (coming - 1, coming, len(entry.rounds))}
    open_games = sum(cell is not None and cell.opponent is not None and cell.is_open for cell in entry.rounds)
    totals |= {total + open_games * report.points.draw for total in totals}
    virtual = (0, *report.virtual_points.get(entry.tpn, ()))
    extra = {0, *virtual[coming - 1 : coming + 1]}
    return frozenset(total + more for total in totals for more in extra)


def _length(rounds: Sequence[Cell | None], number: int) -> int:
    return sum(cell is not None for cell in rounds[:number])


def _fault_of_game(
    entry: PlayerLine, round_number: int, cell: Cell, by_tpn: Mapping[PairingNumber, PlayerLine]
) -> tuple[str, str] | None:
    if cell.opponent == entry.tpn:
        return "opponent", "the player's own number stands as the opponent"
    other = by_tpn.get(cell.opponent or 0)
    if other is None:
        return "unknown-id", f"opponent {cell.opponent} is not in the file"
    answer = other.cell(round_number)
    if answer is None or answer.opponent != entry.tpn:
        has = "nobody" if answer is None or answer.opponent is None else f"{answer.opponent}"
        return "not-reciprocal", f"the opponent is {other.tpn}, but {other.tpn} has {has} (line {other.line})"
    if entry.tpn > other.tpn:
        return None
    if cell.colour is not None and cell.colour is answer.colour:
        return "not-reciprocal", f"{entry.tpn} and {other.tpn} both have {cell.colour.word} (line {other.line})"
    if (cell.code, answer.code) not in RECIPROCAL:
        return (
            "not-reciprocal",
            f"the result {cell.code or 'blank'} does not go with the {answer.code or 'blank'} of {other.tpn} (line "
            f"{other.line})",
        )
    return None


def column_of(round_number: int) -> int:
    """Give the first of the ten columns of a round."""
    return ROUNDS + 10 * (round_number - 1)
