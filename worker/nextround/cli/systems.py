"""`nextround systems`: what there is to pair with."""

import json
from dataclasses import fields
from typing import Annotated, Any

import typer
from rich.table import Table

from nextround.cli.tables import add_row, show_table, table
from nextround.cli.terminal import say
from nextround.registry import Entry, registry

_USUAL = {"status": "stable", "origin": "built in"}
"""What the table does not say of every system; eighty columns have no room for it."""


def systems(as_json: Annotated[bool, typer.Option("--json", help="Print one object.")] = False) -> None:
    """List the pairing systems and accelerations."""
    known = registry()
    listed = {
        "systems": [_described(entry) for entry in known.systems.values()],
        "accelerations": [_described(entry) for entry in known.accelerations.values()],
    }
    if as_json:
        say(json.dumps(listed, ensure_ascii=False, indent=2))
        return
    for title, entries in listed.items():
        if entries:
            show_table(_table(title.capitalize(), entries))


def _described(entry: Entry[Any]) -> dict[str, Any]:
    return {
        "name": entry.name,
        "title": entry.title,
        "article": entry.article,
        "edition": entry.edition,
        "since": entry.since and entry.since.isoformat(),
        "status": entry.status,
        "options": [option.name for option in fields(entry.options)],
        "origin": entry.origin,
    }


def _table(title: str, entries: list[dict[str, Any]]) -> Table:
    made = table("name", "text", "since", "options", title=title, wrapped=("text", "options"))
    for entry in entries:
        text = [f"{entry['title']}, {entry['article']}"]
        text += [entry[key] for key, usual in _USUAL.items() if entry[key] != usual]
        add_row(made, entry["name"], "; ".join(text), entry["since"] or "", ", ".join(entry["options"]))
    return made
