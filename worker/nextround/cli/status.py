"""`nextround status`: everything on one screen, from the broker alone."""

import time
from dataclasses import asdict
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from nextround.broker.observer import Observer
from nextround.cli.operator import AsJson, at_the_broker, shown
from nextround.cli.terminal import Screen, say
from nextround.operations.overview import Overview, duration

EVERY = 2.0


def status(
    watch: Annotated[bool, typer.Option("--watch", help="Stay, and look again every two seconds.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show workers, waiting events, dead letters and the last rounds; asks the broker alone.

    With --watch and --json: one line each time.
    """
    with at_the_broker("status") as (client, settings):
        observer = Observer(client, settings)
        if watch:
            _watch(observer, as_json)
        elif as_json:
            say(shown(_facts(observer.overview())))
        else:
            Screen().print(screen(observer.overview()))


def _watch(observer: Observer, as_json: bool) -> None:
    try:
        if as_json:
            while True:
                say(shown(_facts(observer.overview()), indent=None))
                time.sleep(EVERY)
        with Live(screen(observer.overview()), console=Screen(), screen=True, auto_refresh=False) as live:
            while True:
                time.sleep(EVERY)
                live.update(screen(observer.overview()), refresh=True)
    except KeyboardInterrupt:
        return


def _facts(seen: Overview) -> dict[str, object]:
    return asdict(seen) | {"concerns": list(seen.concerns)}


def screen(seen: Overview) -> RenderableType:
    """Lay out an overview for a terminal."""
    flow = seen.flow
    verdict = Text("\n".join(seen.concerns) or "All is well.", style="bold red" if seen.concerns else "bold green")
    counts = Table.grid(padding=(0, 3))
    counts.add_row(*(Text.assemble((name, "dim"), f" {value}") for name, value in (
        ("workers", len(seen.workers)), ("not taken in", flow.waiting), ("pending", flow.pending),
        ("at work", seen.at_work), ("oldest", duration(flow.oldest_seconds)), ("dead letters", flow.dead_letters),
    )))  # fmt: skip
    return Group(
        Text.assemble(("NextRound ", "bold"), (f"{seen.broker}  {seen.time}", "dim")), verdict, Text(), counts, Text(),
        *(table for table in (_rounds(seen), _letters(seen), _workers(seen), _readers(seen)) if table.row_count),
    )  # fmt: skip


def _rounds(seen: Overview) -> Table:
    table = _table("Last rounds", "when", "tournament", "round", "system", "players", "seconds", "outcome")
    for one in seen.rounds:
        which = f"{one.round} rev. {one.revision}" if (one.revision or 1) > 1 else one.round
        seconds = None if one.seconds is None else f"{one.seconds:.3f}"
        outcome = Text(one.outcome, style="green" if one.outcome == "paired" else "red")
        _add(table, _moment(one.time), one.tournament, which, one.system, one.players, seconds, outcome)
    return table


def _letters(seen: Overview) -> Table:
    title = "Dead letters"
    if seen.reasons:
        title += ": " + ", ".join(f"{reason} {count}" for reason, count in seen.reasons.items())
    if seen.counted < seen.flow.dead_letters:
        title += f" (of the newest {seen.counted})"
    table = _table(title, "when", "letter", "reason", "deliveries", "detail")
    for letter in seen.letters:
        _add(table, _moment(letter.time), letter.place, letter.reason, letter.deliveries, letter.detail)
    return table


def _workers(seen: Overview) -> Table:
    table = _table("Workers", "worker", "children", "waiting", "version", "since")
    for worker in seen.workers:
        _add(table, worker.name, worker.children, worker.waiting, worker.version, _moment(worker.since))
    return table


def _readers(seen: Overview) -> Table:
    table = _table(f"Platforms ({seen.flow.answers} answers)", "group", "unread", "unacknowledged")
    for readers in seen.flow.readers:
        _add(table, readers.group, readers.unread, readers.unacknowledged)
    return table


def _add(table: Table, *cells: object) -> None:
    """Add a row; what comes from outside is text, never markup."""
    table.add_row(*(cell if isinstance(cell, Text) else Text("–" if cell is None else str(cell)) for cell in cells))


_NUMBERS = ("round", "players", "seconds", "deliveries", "children", "waiting", "unread", "unacknowledged")
_WHOLE = (*_NUMBERS, "when", "since", "outcome", "reason")


def _table(title: str, *headers: str) -> Table:
    table = Table(title=Text(title), title_justify="left", title_style="bold", header_style="dim", box=SIMPLE_HEAD)
    for header in headers:
        table.add_column(
            header,
            justify="right" if header in _NUMBERS else "left",
            no_wrap=header in _WHOLE,
            overflow="fold",
            min_width=12 if header == "tournament" else None,
        )
    return table


def _moment(time: str) -> str:
    return f"{time[:10]} {time[11:19]}Z"
