"""An event in, an answer out; pure.

Nothing here raises for what a platform sends, except Unaddressable where nobody could be told.
"""

from nextround.service.answering import answer, ask, given_up, overruled, pair
from nextround.service.cause import Cause, Unaddressable, tournament_of
from nextround.service.comparing import remembered
from nextround.service.early import early_warnings
from nextround.service.limits import MAX_PLAYERS
from nextround.service.replies import DEFAULT_SOURCE, TITLES, Answer

__all__ = [
    "DEFAULT_SOURCE",
    "MAX_PLAYERS",
    "TITLES",
    "Answer",
    "Cause",
    "Unaddressable",
    "answer",
    "ask",
    "early_warnings",
    "given_up",
    "overruled",
    "pair",
    "remembered",
    "tournament_of",
]
