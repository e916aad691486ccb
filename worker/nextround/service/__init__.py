"""An event in, an answer out; pure.

Nothing here raises for what a platform sends, except Unaddressable where nobody could be told.
"""

from nextround.service.answering import answer, applied, give_up, refuse_by_ledger
from nextround.service.comparing import remembered
from nextround.service.early import early_warnings
from nextround.service.limits import MAX_PLAYERS
from nextround.service.replies import DEFAULT_SOURCE, TITLES, Answer, PairedRequest
from nextround.service.request_context import RequestContext, Unaddressable, tournament_of

__all__ = [
    "DEFAULT_SOURCE",
    "MAX_PLAYERS",
    "TITLES",
    "Answer",
    "PairedRequest",
    "RequestContext",
    "Unaddressable",
    "answer",
    "applied",
    "early_warnings",
    "give_up",
    "refuse_by_ledger",
    "remembered",
    "tournament_of",
]
