"""Why: what was decided, by which article, about whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from nextround.core.tournament import PairingNumber

#: What a step may carry beside its sentence: numbers, words, and lists and tables of them.
Detail = str | int | Sequence["Detail"] | Mapping[str, "Detail"]


@dataclass(frozen=True, slots=True)
class Step:
    """One decision.

    ``article`` as ``C.04.3 (2026) 2.4.9`` or the step of another text; ``decision`` is a word of the table below;
    ``players`` are those it is about, in the order that matters; ``reason`` is a sentence for an arbiter;
    ``details`` holds the facts behind it, for programs.

    | decision | about |
    |---|---|
    | ``field``  | who is paired at all, the order, the parameters of the round |
    | ``bye``    | who gets the pairing-allocated bye and who was barred |
    | ``bracket`` | a scoregroup or bracket: residents, floaters, criteria reached |
    | ``pair``   | two players and why these |
    | ``colour`` | who has White, and the rule that says so: players are White, Black |
    | ``waiver`` | a rule that had to be set aside |
    """

    article: str
    decision: str
    players: tuple[PairingNumber, ...]
    reason: str
    details: Mapping[str, Detail] = field(default_factory=dict)


Trace = tuple[Step, ...]
