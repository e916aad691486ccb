"""What the procedures of both editions share: a round bracket by bracket, and the ways to pair one bracket."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nextround.core.pairing.criteria import nothing
from nextround.core.systems.dutch.bracket import Bracket, PairedBracket
from nextround.core.systems.dutch.class_counts import constant
from nextround.core.systems.dutch.completion import MatchedGroups
from nextround.core.systems.dutch.field import Field
from nextround.core.systems.dutch.forced_criteria import pair_by_class_counts
from nextround.core.systems.dutch.local_bracket import DutchCriterion, Floaters, LocalBracket
from nextround.core.systems.dutch.optimum import optimum


class Unpairable(Exception):
    """No complete pairing exists."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One bracket of the round with its pairing.

    ``forced``: it was paired again because its first pairing left a round that can't be completed.
    """

    bracket: Bracket
    paired: PairedBracket
    name: str = "bracket"
    forced: bool = False


@dataclass(frozen=True, slots=True)
class RoundRules:
    """What a procedure must know of its edition.

    ``criteria`` are those of a bracket, in order. ``lowest_bye``: the bye goes to the lowest score with which the round
    can be completed, whatever the brackets want. ``weights_only``: every bracket is paired by the weights of all its
    criteria, without the ways that are only faster.
    """

    criteria: Sequence[DutchCriterion]
    lowest_bye: bool
    weights_only: bool = False


#: How an edition goes about the brackets, from the top; raises Unpairable.
Procedure = Callable[[Field, RoundRules], Iterator[Stage]]


def with_bye(field: Field, candidates: int) -> list[int]:
    """Add the bye as a vertex that the candidates may meet."""
    legal = list(field.legal)
    bye = 1 << field.size
    for v, row in enumerate(legal):
        if candidates >> v & 1:
            legal[v] = row | bye
    legal.append(candidates)
    return legal


def range_mask(vertices: range) -> int:
    """Make a set of consecutive vertices."""
    return (1 << vertices.stop) - (1 << vertices.start)


class BracketPairer:
    """Pairs single brackets of a round, by the ways in turn that are there for it."""

    def __init__(self, field: Field, legal: Sequence[int], rules: RoundRules) -> None:
        self._field = field
        self._legal = legal
        self._rules = rules
        # Without what fails alike in all candidates, and what is settled with an earlier criterion in the same way:
        # where one resident floats, and where nobody does.
        first = {c.forced: c for c in reversed(rules.criteria) if c.forced is not None}
        varying = [c for c in rules.criteria if c.forced is not constant and (c.forced is None or first[c.forced] is c)]
        self._varying = {True: varying, False: [c for c in varying if c.pair is not nothing]}

    def by_weights(self, bracket: Bracket) -> PairedBracket:
        """Solve a bracket as it stands, with all that it has to look at."""
        paired = optimum(self._field, self._legal, bracket, self._rules.criteria)
        if paired is None:
            raise Unpairable
        return paired

    def with_few_floaters(self, bracket: Bracket, floaters: Floaters | None) -> PairedBracket | None:
        """Pair a bracket of which one of these residents floats, or nobody; None where that can't be or isn't known."""
        if not self._fits(bracket, floaters):
            return None
        local = LocalBracket(self._field, self._legal, bracket, floaters)
        answer = pair_by_class_counts(local, self._varying[floaters is not None])
        if isinstance(answer, PairedBracket):
            return answer
        if answer.floaters is None:
            return None
        return optimum(self._field, self._legal, bracket, self._rules.criteria, answer.floaters)

    def can_be_paired(self, bracket: Bracket, floaters: int) -> bool:
        """Whether a bracket can be paired with one of these residents as its only floater."""
        one = Floaters(lambda: floaters)
        if not self._fits(bracket, one):
            return False
        local = LocalBracket(self._field, self._legal, bracket, one)
        local.candidates = local.possible_floaters().of(local.candidates)
        return local.can_be_paired()

    def _fits(self, bracket: Bracket, floaters: Floaters | None) -> bool:
        if self._rules.weights_only or not bracket.residents or len(bracket.mdps) > len(bracket.residents):
            return False
        return bool(floaters) is bool(bracket.size % 2)


def bye_candidates(field: Field, plain: MatchedGroups, *, lowest: bool) -> int:
    """Find who may have the bye with a complete pairing of all others; 0 in an even field.

    With ``lowest`` only those of the lowest score at which one can (C5). ``plain`` are the groups without the bye.
    Raises Unpairable where there is no complete pairing.
    """
    whole = plain.onward[0]
    if whole.deficiency > field.size % 2:
        raise Unpairable
    if field.size % 2 == 0:
        return 0
    eligible = field.classes.eligible
    for candidates in (eligible & range_mask(group) for group in reversed(field.groups)) if lowest else (eligible,):
        if candidates & whole.matching.free or (candidates and candidates & whole.missable):
            return candidates
    raise Unpairable
