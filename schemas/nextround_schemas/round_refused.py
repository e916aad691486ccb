"""`round.refused.v1`: no pairing, and why."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from nextround_schemas.fragments import Problem, Published, Warning

RefusalCode = Literal[
    "invalid-event",
    "invalid-tournament",
    "unknown-system",
    "invalid-options",
    "no-legal-pairing",
    "internal",
    "conflict",
    "stale",
    "superseded",
]


class RoundRefused(Published):
    """Why there is no pairing.

    A final refusal is the answer to this revision: the rules leave no pairing, and the arbiter decides. Any other
    leaves the revision open: repair the event and send it again under the same number.
    """

    tournament: str | None = Field(
        description="Null where it could not be read: `causationid` and "
        "`causationsource` then tell whose event this answers."
    )
    round: int | None = Field(description="Null where it could not be read.")
    revision: int | None = Field(description="Null where it could not be read.")
    code: RefusalCode
    title: str = Field(description="One sentence, the same for each code.")
    final: bool
    problems: list[Problem] = Field(description="Everything that is wrong, not only the first.")
    warnings: list[Warning]
    engine: str = Field(
        description="The program and its version, and those of the plugin whose system was asked for, if it was one's."
    )
    digest: str | None = Field(
        description="sha256 of the event's `data` in canonical form (RFC 8785); null where it has none."
    )
