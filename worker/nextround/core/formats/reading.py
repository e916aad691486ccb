"""TRF16 and TRF26 in: tolerant of spelling, strict about contradictions."""

from dataclasses import replace

from nextround.core.formats.cells import Cell
from nextround.core.formats.consistency import check_games, check_points, check_rounds
from nextround.core.formats.headers import check_headers
from nextround.core.formats.player_lines import MOST_ROUNDS, PlayerLines
from nextround.core.formats.problems import Findings
from nextround.core.formats.records import HEADERS, OF_TEAMS, READERS, Records
from nextround.core.formats.report import PlayerLine, Report
from nextround.core.formats.text import decode, split
from nextround.core.tournament import ForbiddenPairs, InvalidTournament, Problem

_KNOWN = HEADERS | OF_TEAMS | READERS.keys() | {"001", "299"}


def read_trf(data: bytes | str) -> Report:
    """Read a tournament report, TRF16 or TRF26, or a file of JaVaFo or bbpPairings with their own records.

    Lines end with CR, LF or CRLF; columns count characters; blanks at the end of a line may be missing; letters
    may be small or capital. Bytes are UTF-8, with or without a byte order mark, else Latin-1 with a note. Nothing
    is ignored: what is kept but not used stands in the notes of the report.

    Raises InvalidTournament with every fault of the file, each with ``line:column`` as its pointer.
    """
    findings = Findings()
    lines = split(decode(data, findings))
    if not any(line.tag in _KNOWN for line in lines):
        findings.refuse(
            "no-report", 1, 1, "no line begins with the number of a record, such as 012 or 001: this is no TRF"
        )
    player_lines = PlayerLines(findings)
    entries = [entry for line in lines if line.tag == "001" and (entry := player_lines.read(line))]
    records = Records(findings, frozenset(entry.tpn for entry in entries))
    records.read_all([line for line in lines if line.tag != "001"])
    report = _with_byes(_assembled(entries, records), records)
    readable = not findings.problems
    check_games(report.entries, findings)
    check_rounds(report, findings)
    check_headers(lines, report, findings)
    _check_rank(report, records)
    if readable:
        check_points(report, findings)
    if findings.problems:
        raise InvalidTournament(sorted(findings.problems, key=_in_file_order))
    return replace(report, notes=tuple(findings.notes))


def _assembled(entries: list[PlayerLine], records: Records) -> Report:
    return Report(
        entries=tuple(entries),
        number_of_rounds=records.number_of_rounds,
        initial_colour=records.initial_colour,
        system_code=records.system_code,
        points=records.scoring.system(),
        virtual_points=records.virtual_points(),
        forbidden_pairs=tuple(_to_the_end(pairs, records.number_of_rounds) for pairs in records.forbidden_pairs),
        teams=records.teams,
        headers=tuple(records.headers),
        others=tuple(records.others),
        comments=tuple(records.comments),
    )


def _to_the_end(pairs: ForbiddenPairs, number_of_rounds: int | None) -> ForbiddenPairs:
    if pairs.last_round is not None and pairs.last_round >= (number_of_rounds or MOST_ROUNDS):
        return replace(pairs, last_round=None)
    return pairs


def _with_byes(report: Report, records: Records) -> Report:
    """Put the byes of 240 and the absences of XXZ where the columns of the player lines would have them."""
    coming = report.coming_round
    wanted = {(tpn, coming): ("Z", line) for tpn, line in records.absent.items()} | records.byes
    if not wanted:
        return report
    lines = {entry.tpn: entry for entry in report.entries}
    by_player: dict[int, dict[int, str]] = {}
    for (tpn, round_number), (kind, line) in wanted.items():
        cell = lines[tpn].cell(round_number)
        if cell is None:
            by_player.setdefault(tpn, {})[round_number] = kind
        elif line.tag == "240" and cell != Cell(None, None, kind):
            records.refuse(
                line, 5, f"player {tpn} has the bye {kind} in round {round_number}, but another entry in his line"
            )
    entries = (
        replace(entry, rounds=_filled(entry, by_player[entry.tpn])) if entry.tpn in by_player else entry
        for entry in report.entries
    )
    return replace(report, entries=tuple(entries))


def _filled(entry: PlayerLine, byes: dict[int, str]) -> tuple[Cell | None, ...]:
    width = max(len(entry.rounds), *byes)
    return tuple(
        Cell(None, None, byes[number]) if number in byes else entry.cell(number) for number in range(1, width + 1)
    )


def _check_rank(report: Report, records: Records) -> None:
    """Refuse XXC rank unless lines, numbers and ranks stand in one order, so that all its readings agree."""
    if records.by_rank is None:
        return
    numbers = [entry.tpn for entry in report.entries]
    ranks = [entry.rank for entry in report.entries if entry.rank]
    if numbers != sorted(numbers) or ranks != sorted(ranks):
        records.refuse(
            records.by_rank,
            5,
            "rank (other pairing numbers than those of columns 5 to 8) is not supported; accepted are "
            "lines in the order of their pairing numbers",
        )
    else:
        records.findings.note("rank", records.by_rank.number, 5, "XXC rank changes nothing here and was left out")


def _in_file_order(problem: Problem) -> tuple[int, int]:
    line, _, column = problem.pointer.partition(":")
    return (int(line), int(column)) if column else (0, 0)
