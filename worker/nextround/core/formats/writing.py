"""TRF16 and TRF26 out: strict."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Literal

from nextround.core.formats.cells import Cell, cell_of
from nextround.core.formats.player_lines import MOST_ROUNDS
from nextround.core.formats.records import trimmed
from nextround.core.formats.report import PlayerLine, Report
from nextround.core.formats.scoring import scoring_lines
from nextround.core.tournament import (
    Colour,
    ForbiddenPairs,
    InvalidTournament,
    PairingNumber,
    Player,
    Points,
    Problem,
    Tournament,
    format_points,
    histories,
)
from nextround.core.tournament.rounds import Record

Edition = Literal["16", "26"]

_DIALECTS: Mapping[Edition, tuple[str, ...]] = {"16": ("XXS", "BBx"), "26": ("162",)}
_LETTERS = {Colour.WHITE: "w", Colour.BLACK: "b"}
_LINE_END = re.compile(r"[\r\n]")


def write_trf(tournament: Report | Tournament, edition: Edition = "16", line_end: str = "\r") -> str:
    """Write a report, or the report of a tournament, as TRF16 (with the records of JaVaFo and bbpPairings) or TRF26.

    The order is comments, headers, settings, players, kept lines. What an edition has no record for is written
    with the record of the other, so that nothing is lost: prohibitions of some rounds are 260 in both, byes of
    rounds after the coming one are 240 in both, points that 162 can't say are XXS in both. The format's own line
    end is CR; LF and CRLF are read as well. A name is cut at its 33 columns, title and federation at 3.

    Raises InvalidTournament where a value doesn't fit its columns: pairing numbers and ratings over 9999,
    points over 999.9, more than 999 rounds.
    """
    report = tournament if isinstance(tournament, Report) else report_of(tournament)
    _refuse_what_does_not_fit(report)
    coming = report.coming_round
    settings = (_settings_16 if edition == "16" else _settings_26)(report)
    lines: list[str] = [
        *report.comments,
        *(f"{tag} {_LINE_END.sub(' ', text)}" for tag, text in report.headers),
        *settings,
        *scoring_lines(report.points, _DIALECTS[edition]),
        *(_player_line(entry, coming) for entry in report.entries),
        *_byes(report, first=coming + (edition == "16")),
        *report.others,
    ]
    return "".join(line.rstrip(" ") + line_end for line in lines)


def report_of(tournament: Tournament) -> Report:
    """Give the report of a tournament: its rounds, what the coming round has already, points and ranks added up.

    A report has one word for zero-point byes, absences and withdrawals, Z, and so these come back as zero-point
    byes; what precedes a late entry is left blank. An adjourned game has no result yet. Raises InvalidTournament where
    rounds are matches of several games: their single games are not known.
    """
    if any(record.match for history in tournament.records.values() for record in history):
        raise InvalidTournament(Problem("matches", "matches of several games can't be written as games of a report"))
    past = histories(tournament)
    by_rank = sorted(tournament.players, key=lambda player: (-past[player.tpn].points, player.tpn))
    ranks = {player.tpn: rank for rank, player in enumerate(by_rank, start=1)}
    entries = tuple(
        PlayerLine(
            player=player,
            rounds=_rounds(tournament, player),
            points=past[player.tpn].points,
            rank=ranks[player.tpn],
        )
        for player in tournament.players
    )
    start = tournament.first_round_date
    headers = (
        ("012", tournament.name),
        *((("042", f"{start:%Y/%m/%d}"),) if start else ()),
        ("062", str(len(entries))),
        ("092", "Individual: Swiss-System"),
    )
    return Report(
        entries=entries,
        number_of_rounds=tournament.number_of_rounds,
        initial_colour=tournament.initial_colour,
        points=tournament.points,
        virtual_points={tpn: cut for tpn, given in tournament.virtual_points.items() if (cut := trimmed(given))},
        forbidden_pairs=tournament.forbidden_pairs,
        headers=headers,
    )


def _rounds(tournament: Tournament, player: Player) -> tuple[Cell | None, ...]:
    records = list(tournament.records.get(player.tpn, ()))
    missing = tournament.round_number - 1 - len(records)
    withdrawn = player.withdrawn_after is not None and player.withdrawn_after < tournament.round_number
    kind = tournament.unavailable.get(player.tpn)
    cells = [*map(cell_of, records), *[None] * missing]
    if kind is not None:
        cells.append(cell_of(Record(kind)) or Cell(None, None, "Z"))
    elif withdrawn:
        cells.append(Cell(None, None, "Z"))
    while cells and cells[-1] is None:
        cells.pop()
    return tuple(cells)


def _settings_16(report: Report) -> Iterator[str]:
    if report.number_of_rounds is not None:
        yield f"XXR {report.number_of_rounds}"
    if report.initial_colour is not None:
        yield f"XXC {report.initial_colour.word.lower()}1"
    if report.system_code:
        yield f"192 {report.system_code}"
    for tpn, points in report.virtual_points.items():
        yield f"XXA {tpn:>4}" + "".join(f" {format_points(given):>4}" for given in points)
    for pairs in report.forbidden_pairs:
        if pairs.first_round == 1 and pairs.last_round is None:
            yield "XXP " + " ".join(map(str, pairs.players))
        else:
            yield _prohibition(pairs, report.number_of_rounds)


def _settings_26(report: Report) -> Iterator[str]:
    if report.number_of_rounds is not None:
        yield f"142 {report.number_of_rounds}"
    if report.initial_colour is not None:
        yield f"152 {report.initial_colour.value}"
    if report.system_code:
        yield f"192 {report.system_code}"
    for points, first, last, low, high in _ranges(report.virtual_points, [entry.tpn for entry in report.entries]):
        yield f"250      {format_points(points):>4} {first:>3} {last:>3} {low:>4} {high:>4}"
    for pairs in report.forbidden_pairs:
        yield _prohibition(pairs, report.number_of_rounds)


def _prohibition(pairs: ForbiddenPairs, number_of_rounds: int | None) -> str:
    last = pairs.last_round or number_of_rounds or MOST_ROUNDS
    return f"260 {pairs.first_round:>3} {last:>3}" + "".join(f" {tpn:>4}" for tpn in pairs.players)


def _ranges(
    virtual_points: Mapping[PairingNumber, tuple[Points, ...]], players: Iterable[PairingNumber]
) -> Iterator[tuple[Points, int, int, PairingNumber, PairingNumber]]:
    """Cut virtual points into rectangles of neighbours in the list and equal rounds: points, rounds, numbers."""
    for given, group in groupby(sorted(players), key=lambda tpn: virtual_points.get(tpn, ())):
        numbers = list(group)
        first = 1
        for points, same in groupby(given):
            last = first + len(list(same)) - 1
            if points:
                yield points, first, last, numbers[0], numbers[-1]
            first = last + 1


def _byes(report: Report, first: int) -> Iterator[str]:
    """List the byes of the rounds from ``first`` on, a line for each kind and round."""
    width = max((len(entry.rounds) for entry in report.entries), default=0)
    for number in range(first, width + 1):
        for kind in "FHZ":
            players = [entry.tpn for entry in report.entries if entry.cell(number) == Cell(None, None, kind)]
            if players:
                yield f"240 {kind} {number:>3}" + "".join(f" {tpn:>4}" for tpn in players)


def _player_line(entry: PlayerLine, coming_round: int) -> str:
    player = entry.player
    name = _one_line(player.name)
    points = "" if entry.points is None else format_points(entry.points)
    rank = "" if entry.rank is None else str(entry.rank)
    return (
        f"001 {player.tpn:>4} {entry.sex:1.1}{player.title:>3.3} {name:<33.33} {player.rating or '':>4} "
        f"{player.federation:>3.3} {entry.fide_id:>11.11} {entry.birth_date:<10.10}{points:>5} {rank:>4}"
        + "".join(_block(cell, is_240=number > coming_round) for number, cell in enumerate(entry.rounds, start=1))
    )


def _block(cell: Cell | None, *, is_240: bool) -> str:
    if cell is None or (is_240 and cell.opponent is None and cell.code in "FHZ"):
        return " " * 10
    opponent = "0000" if cell.opponent is None else str(cell.opponent)
    colour = "-" if cell.colour is None else _LETTERS[cell.colour]
    return f"  {opponent:>4} {colour} {cell.code or ' '}"


def _one_line(name: str) -> str:
    return _LINE_END.sub(" ", name.replace("\t", " "))


def _refuse_what_does_not_fit(report: Report) -> None:
    problems = [
        Problem("does-not-fit", f"player {entry.tpn}: {what} {value} does not fit; at most {most} is accepted")
        for entry in report.entries
        for what, value, most in (
            ("pairing number", entry.tpn, 9999),
            ("rating", entry.player.rating, 9999),
            ("rank", entry.rank or 0, 9999),
            ("round", len(entry.rounds), 999),
        )
        if value > most
    ]
    problems += [
        Problem("does-not-fit", f"player {entry.tpn}: points {format_points(entry.points)} do not fit 5 columns")
        for entry in report.entries
        if entry.points is not None and not -999 <= entry.points <= 9999
    ]
    if problems:
        raise InvalidTournament(problems)
