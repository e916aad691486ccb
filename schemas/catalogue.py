"""Which event has which type and model."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel

from schemas.round_finished import RoundFinished
from schemas.round_paired import RoundPaired
from schemas.round_refused import RoundRefused

DEFAULT_PREFIX = "io.nextround"


@dataclass(frozen=True, slots=True)
class EventType:
    """A type of event: what follows the prefix in `type`, and the model of its `data`."""

    name: str
    model: type[BaseModel]
    received: bool

    def type(self, prefix: str = DEFAULT_PREFIX) -> str:
        """Write the CloudEvents type."""
        return f"{prefix}.{self.name}"

    @property
    def schema_id(self) -> str:
        """Name the JSON Schema of the event, as `dataschema` does."""
        return "urn:nextround:" + self.name.replace(".", ":")


ROUND_FINISHED = EventType("round.finished.v1", RoundFinished, received=True)
ROUND_PAIRED = EventType("round.paired.v1", RoundPaired, received=False)
ROUND_REFUSED = EventType("round.refused.v1", RoundRefused, received=False)
CATALOGUE = (ROUND_FINISHED, ROUND_PAIRED, ROUND_REFUSED)
