"""The wire contract: what platforms send and receive. A platform may import it as it stands."""

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
