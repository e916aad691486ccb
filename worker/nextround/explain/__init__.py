"""Why a round is paired as it is, for an arbiter who checks it against the Handbook; pure.

What is told comes from the trace of the system that paired, from the facts that it saw, and, for a pair that was not
made, from pairing the round once more with that pair.
"""

from nextround.explain.facts import ExplainedBracket, Explanation, Person, Seat
from nextround.explain.page import page
from nextround.explain.reading import explain
from nextround.explain.text import text
from nextround.explain.why import NotMet, why_not

__all__ = ["ExplainedBracket", "Explanation", "NotMet", "Person", "Seat", "explain", "page", "text", "why_not"]
