"""What can be read of any event, so that an answer reaches whoever sent it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, TypeVar

from nextround_schemas.envelope import Attribute, Timestamp
from nextround_schemas.fragments import Id, Revision, RoundNumber
from pydantic import TypeAdapter, ValidationError

from nextround import document


class Unaddressable(ValueError):
    """A body that names no tournament, so that no answer to it can be addressed: for the dead letters."""

    def __init__(self, reason: str, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason}: {detail}" if detail else reason)


@dataclass(frozen=True, slots=True)
class Cause:
    """What an answer takes over from the event that it answers; readable even where the rest is not.

    ``round`` and ``revision`` are 0, and ``digest`` is empty, where they could not be read. ``body`` is the sha256 of
    the bytes themselves.
    """

    tournament: str
    round: int
    revision: int
    digest: str
    body: str
    id: str | None
    type: str | None
    time: str | None
    correlation: str | None
    reopen: bool
    traceparent: str | None


def read(body: bytes) -> tuple[document.Document, Cause]:
    """Parse a body and find out whom to answer; raise Unaddressable."""
    try:
        found = document.read(body)
    except document.Unreadable as error:
        raise Unaddressable("not-json", str(error)) from None
    if not isinstance(found.value, dict):
        raise Unaddressable("not-an-event", "the body is no JSON object")
    return found, _cause(found, body)


def _cause(found: document.Document, body: bytes) -> Cause:
    envelope: dict[str, Any] = found.value
    data = envelope.get("data")
    inner = data if isinstance(data, dict) else {}
    settings = inner.get("tournament")
    tournament = _valid(_ID, settings.get("id") if isinstance(settings, dict) else None) or _valid(
        _ID, envelope.get("subject")
    )
    if tournament is None:
        raise Unaddressable("no-tournament", "neither data.tournament.id nor subject names a tournament")
    identifier = _valid(_ATTRIBUTE, envelope.get("id"))
    return Cause(
        tournament=tournament,
        round=_valid(_ROUND, inner.get("round")) or 0,
        revision=_valid(_REVISION, inner.get("revision")) or 0,
        reopen=inner.get("reopen") is True,
        digest=document.digest(data, plain=found.plain) or "",
        body=hashlib.sha256(body).hexdigest(),
        id=identifier,
        type=_valid(_ATTRIBUTE, envelope.get("type")),
        time=_valid(_TIME, envelope.get("time")),
        correlation=_valid(_ATTRIBUTE, envelope.get("correlationid")) or identifier,
        traceparent=_valid(_ATTRIBUTE, envelope.get("traceparent")),
    )


_ID: TypeAdapter[str] = TypeAdapter(Id)
_ATTRIBUTE: TypeAdapter[str] = TypeAdapter(Attribute)
_ROUND: TypeAdapter[int] = TypeAdapter(RoundNumber)
_REVISION: TypeAdapter[int] = TypeAdapter(Revision)
_TIME: TypeAdapter[str] = TypeAdapter(Timestamp)

Value = TypeVar("Value")


def _valid(kind: TypeAdapter[Value], value: object) -> Value | None:
    try:
        return kind.validate_python(value, strict=True)
    except ValidationError:
        return None
