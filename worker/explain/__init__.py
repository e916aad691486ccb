"""Why a round is paired as it is, for an arbiter who checks it against the Handbook; pure.

What is told comes from the trace of the system that paired, from the facts that it saw, and, for a pair that was not
made, from pairing the round once more with that pair.
"""

from worker.explain.facts import Bracket, Explanation, Person, Seat
from worker.explain.page import page
from worker.explain.reading import explain
from worker.explain.text import text
from worker.explain.why import NotMet, why_not

__all__ = ["Bracket", "Explanation", "NotMet", "Person", "Seat", "explain", "page", "text", "why_not"]
