"""An event in, an answer out; pure.

Nothing here raises for what a platform sends, except Unaddressable where nobody could be told.
"""

from worker.service.answering import answer, ask, given_up, overruled, pair
from worker.service.cause import Cause, Unaddressable
from worker.service.comparing import remembered
from worker.service.early import early_warnings
from worker.service.replies import DEFAULT_SOURCE, TITLES, Answer

__all__ = [
    "DEFAULT_SOURCE",
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
]
