"""`round.finished.v1`: everything that pairing the next round may depend on, in one event.

An event is a snapshot, not a difference: any worker can answer any event, and the same event has the same answer.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import Annotated, Any

from pydantic import ConfigDict, Field, ModelWrapValidatorHandler, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from nextround_schemas.consistency import contradictions, wrong_points
from nextround_schemas.fragments import (
    Bye,
    FixedPair,
    Listed,
    PairingSettings,
    Player,
    Received,
    RecordedRound,
    Revision,
    RoundNumber,
    TournamentSettings,
    VirtualPoints,
)
from nextround_schemas.match_consistency import match_contradictions
from nextround_schemas.places import MOST
from nextround_schemas.raw import Fault
from nextround_schemas.shapes import wrong_shapes

_TWO_FORMS: dict[str, Any] = {
    "oneOf": [
        {
            "title": "The tournament as JSON",
            "required": ["players", "rounds"],
            "properties": {
                "tournament": {
                    "required": ["number_of_rounds", "initial_colour"],
                    "properties": {"number_of_rounds": {"type": "integer"}, "initial_colour": {"type": "string"}},
                },
                "trf": {"type": "null"},
            },
        },
        {
            "title": "The tournament as a report",
            "required": ["trf"],
            "properties": {"trf": {"type": "string"}}
            | {key: {"maxItems": 0} for key in ("players", "rounds", "byes", "virtual_points")},
        },
    ]
}


class RoundFinished(Received):
    """A round is over: the state of the tournament, and the round to pair now.

    Either `players` and `rounds` hold the tournament, or `trf` does, as the text of a TRF16 or TRF26 report.
    """

    model_config = ConfigDict(json_schema_extra=_TWO_FORMS)

    tournament: TournamentSettings
    pairing: PairingSettings
    round: RoundNumber = Field(description="The round to pair. Always said, never inferred from the results.")
    revision: Revision = Field(
        description="Counts the events for this round: 1, then one more for each correction. Each has one final answer."
    )
    reopen: bool = Field(
        default=False,
        description="The arbiter cancels a later round: pair this one again although a later one was paired.",
    )
    players: Listed[Player] = Field(default=[], description="The list of participants, in any order.")
    rounds: Listed[RecordedRound] = Field(
        default=[], description="Every round before the one to pair; empty for round 1. Their order doesn't matter."
    )
    byes: Listed[Bye] = Field(
        default=[], description="Who has no opponent in the round to pair: absent, or with a bye."
    )
    fixed_pairs: Listed[FixedPair] = Field(
        default=[],
        description="Pairs of the round to pair that the arbiter has made himself; the others are paired without them.",
    )
    virtual_points: Listed[VirtualPoints] = Field(
        default=[], description="Given points of an acceleration. Players without any are left out."
    )
    trf: Annotated[str, Field(min_length=1)] | None = Field(
        default=None,
        description="The tournament as the text of a report. A player's id is then the pairing number, as text.",
    )

    @model_validator(mode="wrap")
    @classmethod
    def _all_that_is_wrong(cls, data: Any, handler: ModelWrapValidatorHandler[RoundFinished]) -> RoundFinished:
        """Report wrong shapes and contradictions together: an event is repaired once, not once a fault."""
        faults = [_detail(fault) for fault in islice(chain(contradictions(data), match_contradictions(data)), MOST + 1)]
        try:
            event = handler(data)
        except ValidationError:
            shapes = [
                _detail(Fault(place, code, message), found)
                for place, code, message, found in islice(wrong_shapes(cls, data, handler), MOST + 1)
            ]
            raise ValidationError.from_exception_data(cls.__name__, shapes + faults) from None
        faults = faults or [_detail(fault) for fault in islice(wrong_points(event), MOST + 1)]
        if faults:
            raise ValidationError.from_exception_data(cls.__name__, faults)
        return event


def _detail(fault: Fault, found: object = None) -> InitErrorDetails:
    # The message goes in last, so that braces in an id are not taken for a key of the context.
    context = {"article": fault.article, "message": fault.message}
    return InitErrorDetails(type=PydanticCustomError(fault.code, "{message}", context), loc=fault.place, input=found)
