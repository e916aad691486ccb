"""`round.paired.v1`: the pairing of the next round. A final answer: one per tournament, round and revision."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from nextround_schemas.fragments import Board, NotPaired, PairingAllocatedBye, Published, Warning
from nextround_schemas.trace import TraceStep


class ChangedBoard(Published):
    """Two players who meet in both answers, but at another table or with the other colours."""

    before: Board
    now: Board


class Renumbered(Published):
    """A player of both answers whose pairing number is not the same."""

    id: str
    before: int
    now: int


class Previous(Published):
    """What changed against the answer that was published before for the same round.

    Players are told apart by the platform's ids. Where `added`, `removed` and `changed` are empty and `pab` is the same
    player's as in this answer, nobody has to be told anything.
    """

    id: str = Field(description="The id of the event that carried the earlier answer.")
    revision: int
    outcome: Literal["paired", "refused"] = Field(
        description="`refused`: the rules left no pairing then. Every board is added, for there were none."
    )
    added: list[Board] = Field(description="Boards of this answer whose players did not meet in the earlier one.")
    removed: list[Board] = Field(description="Boards of the earlier answer whose players do not meet in this one.")
    changed: list[ChangedBoard] = Field(description="Boards with the same players, but not the same table or colours.")
    renumbered: list[Renumbered] = Field(
        default=[],
        description="Players of boards and byes in both answers whose pairing numbers changed in between; after "
        "round 4 has been paired they should not (C.04.2 (2026) 2.3).",
    )
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
        description="The program and its version, with those of the plugin whose system paired, if it was one. "
        "Another version may pair otherwise; its changelog says so."
    )
    digest: str = Field(description="sha256 of the event's `data` in canonical form (RFC 8785), in hexadecimal.")
    boards: list[Board] = Field(
        description="In publishing order (C.04.2 (2026) 3.6), those of a round robin in the order of its table. Where "
        "rounds are matches, White has White in the first game, or on board 1."
    )
    pab: PairingAllocatedBye | None = Field(description="The pairing-allocated bye; null where the number is even.")
    not_paired: list[NotPaired] = Field(
        description="Who was left out by the event's own word, and then who has no opponent by the table of a round "
        "robin; each by pairing number."
    )
    trace: list[TraceStep] = Field(description="Why: the decisions in the order in which they were taken.")
    warnings: list[Warning]
    previous: Previous | None = Field(
        default=None,
        description="What changed, where the round was answered before under a lower revision; else null.",
    )
