"""Answers, as the shell takes them and as they are published."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nextround_schemas import ROUND_PAIRED, ROUND_REFUSED, Event, EventType, RoundPaired, RoundRefused
from nextround_schemas.fragments import Problem, Warning
from nextround_schemas.round_refused import RefusalCode
from pydantic import BaseModel

from nextround import translate
from nextround.core.pairing import RoundPairing, RoundToPair
from nextround.pairing_request import PairingRequest
from nextround.service.comparing import compared, kept
from nextround.service.request_context import RequestContext

DEFAULT_SOURCE = "/nextround"

_NAMESPACE = uuid.UUID("6f7c5b0e-3d43-5c0e-9f5a-0d6a1f1c2b47")
"""Of the ids of our events; any fixed value does, but it must never change."""

TITLES: dict[RefusalCode, str] = {
    "invalid-event": "The event is not what round.finished.v1 says.",
    "invalid-tournament": "The tournament contradicts itself, or lacks something that a rule needs.",
    "unknown-system": "There is no such pairing system.",
    "invalid-options": "The pairing system doesn't accept these options.",
    "no-legal-pairing": "The rules leave no pairing of this round; the arbiter decides.",
    "internal": "NextRound made a mistake. The event is kept, and somebody will look at it.",
    "conflict": "This revision of the round was answered already, for other data; a correction needs a higher one.",
    "stale": "A higher revision of the round was answered already.",
    "superseded": "A later round was answered already. To pair this one again, send it with `reopen`.",
}


@dataclass(frozen=True, slots=True)
class PairedRequest:
    """A request with the question that was put to its system, and the system's answer: what an explanation tells of."""

    request: PairingRequest
    question: RoundToPair
    pairing: RoundPairing


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an event.

    ``event`` is the CloudEvent to publish, byte for byte the same for the same body. A ``final`` answer is the one
    answer to (tournament, round, revision). ``outcome`` is ``paired`` or the code of the refusal. ``failure`` is set
    where the fault is ours: the event belongs among the dead letters, and somebody must be woken. ``facts`` are for log
    lines, and name no player. ``published`` is the event before it was written; ``paired`` is there for a pairing.
    """

    cause: RequestContext
    event: bytes
    final: bool
    outcome: str
    published: Event[Any]
    failure: Exception | None = None
    facts: Mapping[str, str | int] = field(default_factory=dict)
    paired: PairedRequest | None = None

    @property
    def kept(self) -> bytes:
        """What the ledger keeps of a final answer, so that a later revision can be compared with it."""
        return kept(self.published)

    def after(self, earlier: bytes) -> bytes:
        """Write the event with `data.previous`, where `earlier` is what was kept of the answer before.

        Equal to ``event`` where this answer is a refusal, or nothing usable was kept.
        """
        data = self.published.data
        previous = compared(data, earlier) if isinstance(data, RoundPaired) else None
        if previous is None:
            return self.event
        return self.published.model_copy(update={"data": data.model_copy(update={"previous": previous})}).to_json()

    @property
    def tournament(self) -> str:
        """The platform's id of the tournament; empty where it could not be read, and then the answer is not final."""
        return self.cause.tournament or ""

    @property
    def round(self) -> int:
        """The round to pair; 0 where it could not be read."""
        return self.cause.round

    @property
    def revision(self) -> int:
        """The revision of the event; 0 where it could not be read."""
        return self.cause.revision

    @property
    def reopen(self) -> bool:
        """Whether the event asks for a round although a later one may be answered."""
        return self.cause.reopen

    @property
    def digest(self) -> str:
        """The digest of the event's data; empty where it has none."""
        return self.cause.digest


@dataclass(frozen=True, slots=True)
class ReplyBuilder:
    """Writes the answers to one event."""

    cause: RequestContext
    prefix: str
    source: str

    def pairing(self, data: RoundPaired, **facts: str | int) -> Answer:
        """Answer with a pairing."""
        counts = {"boards": len(data.boards), "warnings": len(data.warnings)}
        event = self._event(ROUND_PAIRED, data)
        return Answer(self.cause, event.to_json(), True, "paired", event, None, facts | counts)

    def refusal(
        self,
        code: RefusalCode,
        found: tuple[Problem, ...],
        warnings: tuple[Warning, ...] = (),
        *,
        final: bool = False,
        failure: Exception | None = None,
        plugin: str = "",
    ) -> Answer:
        """Answer why there is no pairing; `found` is not empty. ``plugin`` is the one whose system was asked."""
        data = RoundRefused(
            tournament=self.cause.tournament,
            round=self.cause.round or None,
            revision=self.cause.revision or None,
            code=code,
            title=TITLES[code],
            final=final,
            problems=list(found),
            warnings=list(warnings),
            engine=translate.engine(plugin),
            digest=self.cause.digest or None,
        )
        facts: dict[str, str | int] = {"problems": len(found), "first": found[0].code}
        event = self._event(ROUND_REFUSED, data, code)
        return Answer(self.cause, event.to_json(), final, code, event, failure, facts)

    def _event(self, kind: EventType, data: BaseModel, code: str = "") -> Event[Any]:
        cause = self.cause
        # Of data that names no tournament there may be many alike, each with a sender of its own.
        data_or_body = cause.digest if cause.digest and cause.tournament else cause.body
        of = (cause.tournament or "", str(cause.round), str(cause.revision), data_or_body, kind.name, code)
        return Event[Any](
            specversion="1.0",
            id=str(uuid.uuid5(_NAMESPACE, "\n".join(of))),
            source=self.source,
            type=kind.type(self.prefix),
            subject=cause.tournament,
            time=cause.time,
            datacontenttype="application/json",
            dataschema=kind.schema_id,
            correlationid=cause.correlation,
            causationid=cause.id,
            causationsource=cause.source,
            traceparent=cause.traceparent,
            data=data,
        )
