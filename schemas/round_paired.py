"""`round.paired.v1`: the pairing of the next round. A final answer: one per tournament, round and revision."""

from __future__ import annotations

from pydantic import Field

from schemas.fragments import Board, NotPaired, PairingAllocatedBye, Published, TraceStep, Warning


class Previous(Published):
    """What changed against the answer that was published before for the same round."""

    revision: int
    removed: list[Board] = Field(description="Boards of the earlier answer that are gone.")
    added: list[Board] = Field(description="Boards that the earlier answer did not have.")
    pab: PairingAllocatedBye | None = Field(description="The earlier answer's pairing-allocated bye.")


class RoundPaired(Published):
    """Who plays whom, with which colour, at which table; who does not, and why."""

    tournament: str
    round: int
    revision: int
    system: str
    edition: str | None = Field(description="The edition of the rules that was applied; null where there is only one.")
    acceleration: str | None
    engine: str = Field(
        description="The program and its version. Another version may pair otherwise; its changelog says so."
    )
    digest: str = Field(description="sha256 of the event's `data` in canonical form (RFC 8785), in hexadecimal.")
    boards: list[Board] = Field(description="In publishing order (C.04.2 (2026) 3.6).")
    pab: PairingAllocatedBye | None = Field(description="The pairing-allocated bye; null where the number is even.")
    not_paired: list[NotPaired] = Field(description="Who was left out by the event's own word, by pairing number.")
    trace: list[TraceStep] = Field(description="Why: the decisions in the order in which they were taken.")
    warnings: list[Warning]
    previous: Previous | None = Field(default=None, description="Only after a correction: what changed.")
