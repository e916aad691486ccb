"""The commands of `nextround`, listed here: one module for each, imported when its command is called."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command: its name, its function or its app of commands as `module:name`, and the first sentence of its help."""

    name: str
    home: str
    summary: str
    takes_anything: bool = False

    def load(self) -> Any:
        """Import the command, as typer makes it."""
        module, _, name = self.home.partition(":")
        found = getattr(import_module(f"{__package__}.{module}"), name)
        if isinstance(found, typer.Typer):
            return typer.main.get_group(found)
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        anything = {"ignore_unknown_options": True, "allow_extra_args": True} if self.takes_anything else None
        alone.command(self.name, context_settings=anything)(found)
        return typer.main.get_command(alone)


COMMANDS = {
    entry.name: entry
    for entry in (
        CommandEntry(
            "demo",
            "demo:demo",
            "Play tournaments through a real broker and a real worker, and show the pairings with their reasons.",
        ),
        CommandEntry("up", "up:up", "Run a worker, and a broker unless NEXTROUND_BROKER_URL names one, until Ctrl-C."),
        CommandEntry("worker", "work:work", "Take in events, pair rounds and publish answers, until SIGTERM."),
        CommandEntry(
            "status",
            "status:status",
            "Show workers, waiting events, dead letters and the last rounds; asks the broker alone.",
        ),
        CommandEntry("send", "send:send", "Append an event to the broker that NEXTROUND_BROKER_URL names."),
        CommandEntry("pair", "pair:pair", "Pair the next round of a file, or any round that it holds."),
        CommandEntry(
            "check", "check:check", "Pair again every round that the files hold, and compare pairs, colours and byes."
        ),
        CommandEntry(
            "compare",
            "compare:compare",
            "Pair rounds by our system and by another program; print where they part, with our reason.",
        ),
        CommandEntry(
            "explain",
            "explain:explain",
            "Explain the pairing of a round: brackets, criteria, colours, the bye; of a player; of two who don't meet.",
        ),
        CommandEntry(
            "generate", "generate:generate", "Write random tournaments as reports, every round paired by a system."
        ),
        CommandEntry(
            "javafo",
            "javafo:javafo",
            "Do as an external engine is asked to: FILE -p [OUT] pairs the next round, FILE -c [ROUND] checks.",
            takes_anything=True,
        ),
        CommandEntry("systems", "systems:systems", "List the pairing systems and accelerations."),
        CommandEntry(
            "standings",
            "standings:print_standings",
            "Print the standings of a report, by points and then by the tie-breaks of C.07.",
        ),
        CommandEntry(
            "contract-test",
            "contract_test:contract_test",
            "Hold a pairing system to the contract, and say how many questions it answered and refused.",
        ),
        CommandEntry("schema", "schema:schema", "Print the JSON Schema of a type of event."),
        CommandEntry("version", "version:version", "Print the version."),
        CommandEntry("dead", "dead:app", "Dead letters: list and show them, send them again, or drop them."),
        CommandEntry("ledger", "ledger:app", "The ledger: what was answered for a tournament."),
    )
}


class _Commands(TyperGroup):
    """The group of all commands; its own help, and a name that is misspelt, need none of them."""

    in_brief = False

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = {entry.name: TyperCommand(entry.name, help=entry.summary) for entry in COMMANDS.values()}

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if self.in_brief or cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        return COMMANDS[cmd_name].load()

    def format_help(self, ctx: Any, formatter: Any) -> None:
        self.in_brief = True
        super().format_help(ctx, formatter)


app = typer.Typer(
    name="nextround",
    cls=_Commands,
    help="The pairing of the next round, the moment a round finishes.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def _nextround() -> None:
    """Nothing is common to all commands."""
