"""`nextround standings`: the table of a report after a round, by the tie-breaks of C.07."""

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from nextround.cli.asking import read_file
from nextround.cli.exits import Exit, fail
from nextround.cli.inputs import of_report, refuse, warn
from nextround.cli.tables import add_row, show_table, table
from nextround.cli.terminal import say
from nextround.core.formats import Report, read_trf
from nextround.core.standings import Standings, edition_of, read_list, results_of, rows, standings
from nextround.core.tournament import InvalidOptions, PairingError, format_points


class StandingsFormat(Enum):
    """How the standings are printed."""

    TABLE = "table"
    JSON = "json"


def print_standings(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A TRF16 or TRF26 report, or - for standard input.")],
    after: Annotated[int | None, typer.Option(min=0, help="After so many rounds; after all by default.")] = None,
    tie_breaks: Annotated[
        str | None, typer.Option(help="As in BH/C1,SB,DE; else those of record 212 or 202, else points alone.")
    ] = None,
    edition: Annotated[str | None, typer.Option(help="c07-2024 or c07-2026; else by the date of round 1.")] = None,
    round_robin: Annotated[
        bool | None, typer.Option("--round-robin/--swiss", help="What the event is; else as record 192 or 092 says.")
    ] = None,
    unrated_rating: Annotated[int | None, typer.Option(min=1, help="The rating of who has none.")] = None,
    form: Annotated[StandingsFormat, typer.Option("--format", help="How it is printed.")] = StandingsFormat.TABLE,
) -> None:
    """Print the standings of a report, by points and then by the tie-breaks of C.07."""
    is_asked = edition is not None or tie_breaks is not None
    try:
        report = read_trf(read_file(file))
        if report.is_of_teams:
            fail(Exit.INPUT, f"{file}: standings of teams are not computed; accepted is a report of players")
        tournament = report.held(after)
        text = edition_of(edition, report.first_round_date)
        is_round_robin = _is_round_robin(report) if round_robin is None else round_robin
        asked = read_list(_codes(report, tie_breaks), text, is_round_robin=is_round_robin)
    except InvalidOptions as error:
        refuse(Exit.USAGE if is_asked else Exit.INPUT, file, of_report(error.problems))
    except PairingError as error:
        refuse(Exit.INPUT, file, of_report(error.problems))
    found = standings(results_of(tournament, None, text, is_round_robin=is_round_robin), asked, unrated_rating)
    warn(file, (*report.notes, *of_report(found.warnings)))
    if form is StandingsFormat.JSON:
        say(json.dumps(_as_json(found), ensure_ascii=False, indent=2))
    else:
        _print_table(found, {player.tpn: player.name for player in tournament.players})


def _is_round_robin(report: Report) -> bool:
    said = f"{report.system_code} {report.header('092')}".upper().replace(" ", "").replace("-", "")
    return any(word in said for word in ("ROUNDROBIN", "BERGER"))


def _codes(report: Report, given: str | None) -> list[str]:
    """Read the list: as asked, else record 212, of which the first is the points, else 202."""
    said = given if given is not None else report.header("212") or report.header("202")
    codes = [code for code in (part.strip() for part in said.split(",")) if code]
    return codes[1:] if codes and codes[0].upper() == "PTS" else codes


def _as_json(found: Standings) -> dict[str, object]:
    return {
        "edition": found.edition,
        "after": found.after,
        "provisional": found.provisional,
        "warnings": [{"code": warning.code, "message": warning.message} for warning in found.warnings],
        "standings": [
            {
                "place": line.place,
                "tied": line.tied,
                "tpn": line.tpn,
                "id": line.id,
                "points": format_points(line.points).removesuffix(".0"),
                "tie_breaks": [
                    {"code": asked.code, "value": value} for asked, value in zip(found.list, line.values, strict=True)
                ],
            }
            for line in found.lines
        ],
    }


def _print_table(found: Standings, names: dict[int, str]) -> None:
    title = f"After round {found.after}, {found.edition}" + (", provisional" if found.provisional else "")
    grid = table("", "no.", "name", "points", *(asked.code for asked in found.list), title=title)
    for column in grid.columns:
        column.justify = "left" if column.header == "name" else "right"
    for place, tpn, _, *values in rows(found):
        add_row(grid, place, tpn, names[int(tpn)], *values)
    show_table(grid)
