"""What can be read of any event, so that an answer reaches whoever sent it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from nextround_schemas.envelope import Attribute, Timestamp
from nextround_schemas.fragments import Id, Problem, Revision, RoundNumber
from nextround_schemas.problems import shown
from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from nextround import document
from nextround.broken_text import REPLACEMENT


class Unaddressable(ValueError):
    """A body that tells neither what event it is, nor whose or of what, so that nobody could know an answer to it.

    It is for the dead letters. ``problems`` say what is wrong with it, where it is JSON.
    """

    def __init__(self, reason: str, detail: str = "", problems: tuple[Problem, ...] = ()) -> None:
        self.reason = reason
        self.detail = detail
        self.problems = problems
        super().__init__(f"{reason}: {detail}" if detail else reason)


@dataclass(frozen=True, slots=True)
class RequestContext:
    """What an answer takes over from the event that it answers; readable even where the rest is not.

    ``tournament`` and the attributes are None, ``round`` and ``revision`` 0, and ``digest`` is empty, where they could
    not be read. ``body`` is the sha256 of the bytes themselves.
    """

    tournament: str | None
    round: int
    revision: int
    digest: str
    body: str
    id: str | None
    source: str | None
    type: str | None
    time: str | None
    correlation: str | None
    reopen: bool
    traceparent: str | None

    @property
    def is_addressable(self) -> bool:
        """Whether anything tells a platform that an answer is its own."""
        return self.id is not None or self.source is not None or self.tournament is not None


def read(body: bytes) -> tuple[document.Document, RequestContext]:
    """Parse a body and find out whom to answer; raise Unaddressable where it is no JSON object."""
    try:
        found = document.read(body)
    except document.Unreadable as error:
        raise Unaddressable("not-json", str(error)) from None
    if not isinstance(found.value, dict):
        raise Unaddressable("not-an-event", f"the body is {shown(found.value)}; accepted: an object, a CloudEvent")
    return found, _cause(found, body)


def tournament_of(body: bytes) -> str | None:
    """Read the tournament of an event, and nothing else: the one that `read` finds, where there is one."""
    try:
        envelope = from_json(body.removeprefix(b"\xef\xbb\xbf"))
    except ValueError:
        return None
    return _tournament(envelope, _valid) if isinstance(envelope, dict) else None


def _cause(found: document.Document, body: bytes) -> RequestContext:
    envelope: dict[str, Any] = found.value

    def known(kind: TypeAdapter[Value], value: object) -> Value | None:
        is_broken = found.is_broken and isinstance(value, str) and REPLACEMENT in value
        return None if is_broken else _valid(kind, value)

    data = envelope.get("data")
    inner = data if isinstance(data, dict) else {}
    identifier = known(_ATTRIBUTE, envelope.get("id"))
    return RequestContext(
        tournament=_tournament(envelope, known),
        round=known(_ROUND, inner.get("round")) or 0,
        revision=known(_REVISION, inner.get("revision")) or 0,
        reopen=inner.get("reopen") is True,
        digest=(found.has_digest and document.digest(data, plain=found.plain)) or "",
        body=hashlib.sha256(body).hexdigest(),
        id=identifier,
        source=known(_ATTRIBUTE, envelope.get("source")),
        type=known(_ATTRIBUTE, envelope.get("type")),
        time=known(_TIME, envelope.get("time")),
        correlation=known(_ATTRIBUTE, envelope.get("correlationid")) or identifier,
        traceparent=known(_ATTRIBUTE, envelope.get("traceparent")),
    )


def _tournament(envelope: dict[str, Any], known: Callable[[TypeAdapter[str], object], str | None]) -> str | None:
    data = envelope.get("data")
    settings = data.get("tournament") if isinstance(data, dict) else None
    named = settings.get("id") if isinstance(settings, dict) else None
    return known(_ID, named) or known(_ID, envelope.get("subject"))


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
