"""Arguments that several commands share."""

from typing import Annotated, Literal

import typer

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
