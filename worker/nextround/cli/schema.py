"""`nextround schema`: the wire contract, as documents."""

import json
from typing import Annotated

import typer
from nextround_schemas import CATALOGUE
from nextround_schemas.generate import json_schema

from nextround.cli.exits import Exit, fail
from nextround.cli.terminal import say


def schema(
    event_type: Annotated[
        str | None, typer.Argument(metavar="TYPE", help="As in round.finished.v1. Without it: all, by type.")
    ] = None,
) -> None:
    """Print the JSON Schema of a type of event."""
    known = {kind.name: kind for kind in CATALOGUE}
    if event_type is None:
        document = {name: json_schema(kind) for name, kind in known.items()}
    elif (found := known.get(event_type) or known.get(f"{event_type}.v1")) is not None:
        document = json_schema(found)
    else:
        fail(Exit.USAGE, f"unknown type {event_type!r}; known are {', '.join(known)}")
    say(json.dumps(document, ensure_ascii=False, indent=2))
