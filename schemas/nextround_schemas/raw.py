"""The JSON of an event as it came, read without trust: the malformed is stepped over, for the models report it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from nextround_schemas.places import clipped

Place = tuple[str | int, ...]


class Fault(NamedTuple):
    """A contradiction: where it stands in `data`, what it is, and what would be accepted."""

    place: Place
    code: str
    message: str
    article: str = ""


def items(parent: object, key: str, *above: str | int) -> Iterator[tuple[Place, Any]]:
    """Walk a list that may be missing or no list at all, with the place of each item."""
    found = get(parent, key)
    if isinstance(found, list | tuple):
        for index, item in enumerate(found):
            yield (*above, key, index), item


def has(parent: object, key: str) -> bool:
    """Tell whether a key is there, whatever its value."""
    return key in parent if isinstance(parent, dict) else hasattr(parent, key)


def get(parent: object, key: str) -> object:
    """Read a key of JSON, or the attribute of a model where a Python platform built the event from models."""
    return parent.get(key) if isinstance(parent, dict) else getattr(parent, key, None)


def text(value: object) -> str | None:
    """Take a text; None for anything else."""
    return value if isinstance(value, str) else None


def whole(value: object) -> int | None:
    """Take a whole number; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def name(player: object) -> str:
    """Name a player in a message."""
    return f'"{clipped(player)}"' if isinstance(player, str) else "a player"
