"""The wire contract: what platforms send and receive. A platform may import it as it stands."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nextround_schemas.catalogue import (
        CATALOGUE,
        DEFAULT_PREFIX,
        ROUND_FINISHED,
        ROUND_PAIRED,
        ROUND_REFUSED,
        EventType,
    )
    from nextround_schemas.envelope import Event
    from nextround_schemas.round_finished import RoundFinished
    from nextround_schemas.round_paired import RoundPaired
    from nextround_schemas.round_refused import RoundRefused

__all__ = [
    "CATALOGUE",
    "DEFAULT_PREFIX",
    "ROUND_FINISHED",
    "ROUND_PAIRED",
    "ROUND_REFUSED",
    "Event",
    "EventType",
    "RoundFinished",
    "RoundPaired",
    "RoundRefused",
]
_HOMES = {
    "Event": "envelope",
    "RoundFinished": "round_finished",
    "RoundPaired": "round_paired",
    "RoundRefused": "round_refused",
}


def __getattr__(name: str) -> Any:
    """Import a name when it is asked for: who wants a pointer needs no pydantic."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'catalogue')}"), name)
