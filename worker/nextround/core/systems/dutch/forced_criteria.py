"""The way without weights to pair a bracket of which nobody, or one resident, floats: criteria as forbidden edges.

The table of criteria is gone through in its order, whatever it is, each criterion narrowing the candidates to those
that are best by it (`class_counts`). With all of them so expressed every perfect matching that is left is equally good,
and the rules of order pick the first. At the first criterion that the numbers of the classes don't settle the bracket
is handed over to the weights. Nothing is guessed: a graph without a perfect matching proves that the criteria can't all
be met so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from nextround.core.systems.dutch.bracket import PairedBracket
from nextround.core.systems.dutch.candidate_order import Pairs, TooManyExchanges, first_candidate
from nextround.core.systems.dutch.class_counts import ANYHOW
from nextround.core.systems.dutch.local_bracket import DutchCriterion, LocalBracket


@dataclass(frozen=True, slots=True)
class HandedOver:
    """Criteria that the weights must settle. ``floaters`` are the vertices one of whom is the best one to float.

    None where that depends on the criteria that are not settled, or where nobody can float alone.
    """

    floaters: int | None


def pair_by_class_counts(bracket: LocalBracket, criteria: Sequence[DutchCriterion]) -> PairedBracket | HandedOver:
    """Pair a bracket of which ``bracket.floats`` residents float, none or one.

    First all criteria are taken at their best at once: where that can be paired, it is best in whatever order they
    come. Else they are added one after the other.
    """
    if not (criteria and criteria[0].ahead and bracket.levels):  # which leave a round that can be completed
        bracket.candidates = bracket.possible_floaters().of(bracket.candidates)
    try:
        return _paired(bracket, _at_once(bracket, criteria, 0)) or _one_by_one(bracket, criteria)
    except TooManyExchanges:  # in a graph that has a perfect matching: every criterion is settled
        return _handed_over(bracket)


def _paired(bracket: LocalBracket, pairs: Pairs | None) -> PairedBracket | None:
    return None if pairs is None else bracket.paired(pairs)


def _handed_over(bracket: LocalBracket) -> HandedOver:
    return HandedOver(bracket.candidates.floaters << bracket.start)


def _at_once(bracket: LocalBracket, criteria: Sequence[DutchCriterion], start: int) -> Pairs | None:
    """Take every criterion from ``start`` on at its best; None where that can't be paired."""
    before = bracket.candidates
    for criterion in criteria[start:]:
        ways = criterion.forced(bracket) if criterion.forced else ()
        if not ways:
            break
        if ways is not ANYHOW:
            bracket.candidates = ways[0].of(bracket.candidates)
            if bracket.floats and not bracket.candidates.floaters:
                break
        bracket.kept.append(criterion.forced)
    else:
        pairs = first_candidate(bracket.candidates)
        if pairs is not None:
            return pairs
    bracket.candidates = before
    del bracket.kept[start:]
    return None


def _one_by_one(bracket: LocalBracket, criteria: Sequence[DutchCriterion]) -> PairedBracket | HandedOver:
    if not bracket.can_be_paired():
        return HandedOver(None)
    for place, criterion in enumerate(criteria):
        ways = criterion.forced(bracket) if criterion.forced else ()
        taken: int | None = 0
        if ways is not ANYHOW:
            taken = next((i for i, way in enumerate(ways or ()) if bracket.keeps(way)), None)
        if taken is None:
            ahead = bracket.levels is not None and any(c.ahead for c in criteria[place:])
            return HandedOver(None) if ahead else _handed_over(bracket)
        bracket.kept.append(criterion.forced)
        # The next level of those who float is mostly as good as the first by all the rest.
        if taken and criterion.ahead and (paired := _paired(bracket, _at_once(bracket, criteria, place + 1))):
            return paired
    pairs = first_candidate(bracket.candidates)
    if pairs is None:
        raise AssertionError("the bracket could be paired before")
    return bracket.paired(pairs)
