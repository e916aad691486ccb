"""Arguments that several commands share."""

from typing import Annotated, Literal

import typer

from nextround.cli.choice import Misused, read_pairs
from nextround.cli.exits import Exit
from nextround.cli.inputs import refuse
from nextround.core.tournament import Colour
from nextround.pairing_request import SystemAsked

System = Annotated[
    str | None,
    typer.Option(
        "--system", help="As in dutch-2026; `nextround systems` lists them. Without it the record 192 counts."
    ),
]
Edition = Annotated[
    str | None, typer.Option("--edition", help="As in 2026. Without it the date of the first round counts.")
]
AccelerationName = Annotated[
    str | None, typer.Option("--acceleration", help="As in baku-2026; `none` sets the one of the record 192 aside.")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the system. Repeatable.")
]
NumberOfRounds = Annotated[
    int | None, typer.Option("--rounds", min=1, max=999, help="The number of rounds, where the file lacks it.")
]
InitialColour = Annotated[
    Literal["white", "black"] | None,
    typer.Option("--initial-colour", help="The lot before round 1, where the file lacks it."),
]


def read_asked(
    system: str | None, edition: str | None, acceleration: str | None, options: list[str] | None
) -> SystemAsked:
    """Collect what the arguments ask for; leave with status 2 for a malformed option."""
    try:
        return SystemAsked(system, edition, acceleration, read_pairs(options or []))
    except Misused as error:
        refuse(Exit.USAGE, "usage", error.problems)


def read_colour(name: str | None) -> Colour | None:
    """Read a colour that the parser of the arguments has accepted."""
    return None if name is None else Colour.WHITE if name == "white" else Colour.BLACK
