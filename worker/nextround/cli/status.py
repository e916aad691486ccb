"""`nextround status`: everything on one screen, from the broker alone."""

import time
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from nextround.broker.redis.observer import RedisObserver
from nextround.cli.operator import AsJson, at_the_broker, shown
from nextround.cli.tables import Screen, add_row, show_table, table
from nextround.cli.terminal import say
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
        observer = RedisObserver(client, settings)
        if watch:
            _watch(observer, as_json)
        elif as_json:
            say(shown(_facts(observer.overview())))
        else:
            show_table(screen(observer.overview()))


def _watch(observer: RedisObserver, as_json: bool) -> None:
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
        *(made for made in (_rounds(seen), _letters(seen), _workers(seen), _readers(seen)) if made.row_count),
    )  # fmt: skip


def _rounds(seen: Overview) -> Table:
    made = table(
        *("when", "tournament", "round", "outcome", "system", "players", "seconds"),
        title="Last rounds",
        wrapped=("tournament", "system"),
    )
    for one in seen.rounds:
        which = f"{one.round} rev. {one.revision}" if (one.revision or 1) > 1 else one.round
        seconds = None if one.seconds is None else f"{one.seconds:.3f}"
        outcome = Text(one.outcome, style="green" if one.outcome == "paired" else "red")
        add_row(made, _moment(one.time), one.tournament, which, outcome, one.system, one.players, seconds)
    return made


def _letters(seen: Overview) -> Table:
    title = "Dead letters"
    if seen.reasons:
        title += ": " + ", ".join(f"{reason} {count}" for reason, count in seen.reasons.items())
    if seen.counted < seen.flow.dead_letters:
        title += f" (of the newest {seen.counted})"
    made = table("when", "letter", "reason", "detail", title=title, wrapped=("detail",))
    for letter in seen.letters:
        add_row(made, _moment(letter.time), letter.place, letter.reason, letter.detail)
    return made


def _workers(seen: Overview) -> Table:
    made = table("worker", "children", "waiting", "version", "since", title="Workers", wrapped=("worker",))
    for worker in seen.workers:
        add_row(made, worker.name, worker.children, worker.waiting, worker.version, _moment(worker.since))
    return made


def _readers(seen: Overview) -> Table:
    made = table(
        "group", "unread", "unacknowledged", title=f"Platforms ({seen.flow.answers} answers)", wrapped=("group",)
    )
    for readers in seen.flow.readers:
        add_row(made, readers.group, readers.unread, readers.unacknowledged)
    return made


def _moment(time: str) -> str:
    return f"{time[:10]} {time[11:19]}Z"
