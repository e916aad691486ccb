"""The CloudEvents 1.0 envelope, in its structured JSON form."""

from __future__ import annotations

import re
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError, to_json

from nextround_schemas.fragments import Id
from nextround_schemas.standards import JSON_MEDIA_TYPE, is_json_media_type, moment

Data = TypeVar("Data", bound=BaseModel)


def _timestamp(text: str) -> str:
    if moment(text) is None:
        raise PydanticCustomError(
            "timestamp", "Input should be a timestamp by RFC 3339 with its zone, as in 2026-02-01T18:30:00Z"
        )
    return text


def _json(text: str) -> str:
    if not is_json_media_type(text):
        raise PydanticCustomError(
            "media_type", "Input should be a media type of JSON: application/json, or one that ends in +json"
        )
    return text


def _without_controls(text: str) -> str:
    # CloudEvents 1.0.2, 2.4 (Type System): what a String may not hold; halves of a character are no text at all.
    if _DISALLOWED.search(text):
        raise PydanticCustomError("text", "Input should have no control characters or noncharacters")
    return text


_DISALLOWED = re.compile(
    "[\x00-\x1f\x7f-\x9f\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
    + "]"
)

# Kept as the text that came: the events that answer carry it on unchanged.
Timestamp = Annotated[str, Field(max_length=40, json_schema_extra={"format": "date-time"}), AfterValidator(_timestamp)]
ContentType = Annotated[
    str, Field(max_length=500, json_schema_extra={"pattern": JSON_MEDIA_TYPE}), AfterValidator(_json)
]
Attribute = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_without_controls)]


class Event(BaseModel, Generic[Data]):
    """What every event has around its data. Attributes of other extensions are allowed, and ignored."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    specversion: Literal["1.0"]
    id: Attribute = Field(
        description="Unique for the source. An answer's id follows from its cause: a repeated answer is the same event."
    )
    source: Attribute = Field(description="Who says so, as a URI reference.")
    type: Attribute
    subject: Id | None = Field(default=None, description="The id of the tournament.")
    time: Timestamp | None = None
    datacontenttype: ContentType | None = None
    dataschema: Attribute | None = None
    correlationid: Attribute | None = Field(
        default=None,
        description="Handed on from event to event; an answer to an event without one carries that event's id.",
    )
    causationid: Attribute | None = Field(default=None, description="The id of the event that this one answers.")
    causationsource: Attribute | None = Field(
        default=None, description="The source of that event: an id is unique for its source only."
    )
    traceparent: Attribute | None = Field(default=None, description="W3C Trace Context; handed on as it is.")
    data: Data

    def to_json(self) -> bytes:
        """Write the event as it is published: attributes that are not set are left out."""
        attributes = self.model_dump(exclude={"data"}, exclude_none=True)
        return to_json(attributes | {"data": self.data})
