"""Which event has which type and model, and where it travels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nextround_schemas.envelope import Event
from nextround_schemas.round_finished import RoundFinished
from nextround_schemas.round_paired import RoundPaired
from nextround_schemas.round_refused import RoundRefused

DEFAULT_PREFIX = "io.nextround"
CONTENT_TYPE = "application/cloudevents+json"

STREAM_IN = "{nextround}:in"
STREAM_OUT = "{nextround}:out"
FIELD = "ce"
SIGNATURE = "sig"
EXCHANGE_IN = "nextround.in"
EXCHANGE_OUT = "nextround.events"


@dataclass(frozen=True, slots=True)
class EventType:
    """A type of event: what follows the prefix in `type`, its model, and whether NextRound receives or sends it."""

    name: str
    event: type[Event[Any]]
    received: bool

    def type(self, prefix: str = DEFAULT_PREFIX) -> str:
        """Write the CloudEvents type."""
        return f"{prefix}.{self.name}"

    @property
    def schema_id(self) -> str:
        """Name the JSON Schema of the event, as `dataschema` does."""
        return "urn:nextround:" + self.name.replace(".", ":")


ROUND_FINISHED = EventType("round.finished.v1", Event[RoundFinished], received=True)
ROUND_PAIRED = EventType("round.paired.v1", Event[RoundPaired], received=False)
ROUND_REFUSED = EventType("round.refused.v1", Event[RoundRefused], received=False)
CATALOGUE = (ROUND_FINISHED, ROUND_PAIRED, ROUND_REFUSED)
