"""`nextround demo`: whole tournaments through a real broker and a real worker."""

import tempfile
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redis import RedisError
from rich.console import Console
from rich.text import Text

from nextround.broker.redis.connection import connect
from nextround.cli import boards, crosstable
from nextround.cli.environment import read_settings
from nextround.cli.exits import Exit, fail
from nextround.cli.platform import Platform
from nextround.cli.playing import Playing
from nextround.cli.processes import running_broker, running_worker, stopped_by_signals
from nextround.cli.tables import Screen
from nextround.settings import Settings

TREES = "Alder Birch Cedar Dogwood Elm Fir Ginkgo Hazel Juniper Katsura Larch Maple Nutmeg Oak Poplar"
PATIENCE = 60.0
WIDE = 130


@dataclass(frozen=True)
class Part:
    """One piece of the programme: a tournament, and what is worth looking at in it."""

    title: str
    tournament: Callable[[Settings], Playing]


def _amalfi(settings: Settings) -> Playing:
    return Playing(
        id=f"demo-{uuid.uuid4()}",
        names=dict(enumerate(TREES.split(), start=1)),
        number_of_rounds=5,
        pairing={"system": "amalfi"},
        prefix=settings.event_prefix,
    )


def _dutch(settings: Settings) -> Playing:
    return Playing(
        id=f"demo-{uuid.uuid4()}",
        names=crosstable.NAMES,
        number_of_rounds=crosstable.NUMBER_OF_ROUNDS,
        pairing={"system": "dutch", "edition": "2017"},
        prefix=settings.event_prefix,
        result=lambda white, black, _: crosstable.RESULTS[white, black],
    )


def _vega(settings: Settings) -> Playing:
    return Playing(
        id=f"demo-{uuid.uuid4()}",
        names=dict(enumerate(TREES.split()[:10], start=1)),
        number_of_rounds=4,
        pairing={"system": "vega", "acceleration": "baku-2026"},
        prefix=settings.event_prefix,
    )


PROGRAMME = (
    Part("15 players, 5 rounds, Amalfi. The better pairing number wins, some games are drawn.", _amalfi),
    Part("The worked example of the Dutch system (2017): every pairing is the one of its crosstable.", _dutch),
    Part("10 players, 4 rounds, Vega with Baku acceleration: six begin with a virtual point.", _vega),
)


def demo() -> None:
    """Play tournaments through a real broker and a real worker, and show the pairings with their reasons.

    Starts a broker of its own unless NEXTROUND_BROKER_URL names one, and stops everything at the end.
    """
    settings = read_settings()
    console = Screen()
    try:
        with stopped_by_signals(), tempfile.TemporaryDirectory(prefix="nextround-") as directory:
            _perform(console, settings, Path(directory))
    except KeyboardInterrupt:
        fail(Exit.FAULT, "interrupted; everything was stopped")


def _perform(console: Console, settings: Settings, directory: Path) -> None:
    log = directory / "worker.log"
    with (
        running_broker(settings, directory) as named,
        connect(named, "nextround-demo") as client,
        running_worker(named, log) as worker,
    ):
        console.print(f"Broker at {named.broker_address}, worker with process id {worker.pid}.")
        try:
            for part in PROGRAMME:
                console.print(f"\n[bold]{part.title}[/bold]")
                tournament = part.tournament(named)
                seconds = _play(console, Platform(client), tournament)
                started = ", the worker's start included" if part is PROGRAMME[0] else ""
                console.print(f"{tournament.number_of_rounds} rounds answered in {seconds:.2f} seconds{started}.")
        except (RedisError, _NoPairing) as error:
            fail(Exit.FAULT, f"{error}\nThe worker's last lines:\n{_tail(log)}")
        console.print("\nStopping the worker and the broker …")
    console.print("Stopped.")


class _NoPairing(Exception):
    pass


def _play(console: Console, platform: Platform, tournament: Playing) -> float:
    """Play a tournament to its end; give the seconds that its answers took."""
    seconds = 0.0
    while tournament.round <= tournament.number_of_rounds:
        event = tournament.event()
        started = time.perf_counter()
        with console.status(f"Round {tournament.round - 1} is finished; waiting for the pairing of the next …"):
            answer = platform.answer(event["id"], platform.send(event), PATIENCE)
        if answer is None:
            raise _NoPairing(f"no answer for round {tournament.round} in {PATIENCE:g} seconds")
        paired: dict[str, Any] = answer["data"]
        if "boards" not in paired:
            raise _NoPairing(f"round {tournament.round} was refused: {paired['title']} {paired['problems']}")
        seconds += time.perf_counter() - started
        console.print()
        table = boards.boards(paired, tournament.names, tournament.points(), wide=console.width >= WIDE)
        console.print(table)
        for remark in boards.remarks(paired):
            console.print(Text(remark, style="dim"))
        tournament.play(paired)
    console.print()
    console.print(boards.standings(tournament.names, tournament.points()))
    return seconds


def _tail(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-10:])
