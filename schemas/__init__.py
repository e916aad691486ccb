"""The wire contract: what platforms send and receive. A platform may import it as it stands."""

from schemas.catalogue import CATALOGUE, DEFAULT_PREFIX, ROUND_FINISHED, ROUND_PAIRED, ROUND_REFUSED, EventType
from schemas.envelope import Event
from schemas.round_finished import RoundFinished
from schemas.round_paired import RoundPaired
from schemas.round_refused import RoundRefused

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
