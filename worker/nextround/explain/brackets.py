"""The brackets of a round, from the trace of whatever system paired it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from nextround.core.pairing import PairingSystem, RoundPairing, RoundToPair
from nextround.core.pairing.criteria import written
from nextround.core.pairing.trace import (
    BracketStep,
    CriterionValue,
    DivisionStep,
    Fact,
    FloaterStep,
    NumberFact,
    PlayersFact,
)
from nextround.core.tournament import PairingNumber, format_points
from nextround.explain.facts import ExplainedBracket, Reached, Tried
from nextround.explain.why import forbidden, why_not

#: In brackets of up to so many players it is told of each pair that could have been made why it was not.
SMALL = 8

#: So many pairs of a round are tried for that.
MOST_ASKED = 24


def brackets_of(
    system: PairingSystem,
    question: RoundToPair,
    answer: RoundPairing,
    opponents: Mapping[PairingNumber, PairingNumber],
) -> tuple[ExplainedBracket, ...]:
    """Tell of each bracket who was in it, who came and went, what its pairing reaches, and which pairs it doesn't make.

    ``opponents`` are those of the answer. Scoregroups stand in where a system has no brackets.
    """
    brackets: list[ExplainedBracket] = []
    coming: list[str] = []
    rising = {tpn for step in answer.trace if isinstance(step, BracketStep) for tpn in step.moved_up}
    for step in answer.trace:
        if isinstance(step, FloaterStep):
            coming.append(step.reason)
        elif isinstance(step, BracketStep):
            bracket = _bracket(step, opponents, rising)
            brackets.append(replace(bracket, more=(*coming, *bracket.more)))
            coming = []
        elif isinstance(step, DivisionStep) and brackets:
            brackets[-1] = replace(brackets[-1], more=(*brackets[-1].more, *_divided(step)))
    if not brackets and answer.unopposed is None:
        brackets = list(_by_score(question, opponents))
    return _with_pairs_not_made(system, question, answer, brackets)


def _with_pairs_not_made(
    system: PairingSystem, question: RoundToPair, answer: RoundPairing, brackets: Sequence[ExplainedBracket]
) -> tuple[ExplainedBracket, ...]:
    """Add, in small brackets that leave more than they must, which pairs a rule forbids, and why others aren't made.

    The brackets above stay as they are, and players who came down together do not meet.
    """
    told: list[ExplainedBracket] = []
    above: list[tuple[PairingNumber, PairingNumber]] = []
    asked = 0
    for bracket in brackets:
        members = (*bracket.came, *bracket.residents)
        barred, possible = [], []
        if len(bracket.went) > len(members) % 2 and len(members) <= SMALL:
            for a, b in combinations(members, 2):
                if {a, b} <= set(bracket.came) or not {a, b} & set(bracket.went):
                    continue
                if (rule := forbidden(system, question, answer, a, b)) is not None:
                    barred.append(rule)
                elif asked < MOST_ASKED:
                    asked += 1
                    possible.append(why_not(system, question, answer, a, b, given=above, apart=bracket.came))
        told.append(replace(bracket, barred=tuple(barred), possible=tuple(possible)))
        above += bracket.pairs
    return tuple(told)


def _bracket(
    step: BracketStep, opponents: Mapping[PairingNumber, PairingNumber], rising: Collection[PairingNumber]
) -> ExplainedBracket:
    """Read a step; of its pairs those that were not undone later: who was in the others leaves it like its floaters.

    ``rising`` are all who come up into some bracket.
    """
    pairs = tuple((one, other) for one, other in step.pairs if opponents.get(one) == other)
    kept = {tpn for pair in pairs for tpn in pair}
    undone = [tpn for pair in step.pairs for tpn in pair if tpn not in kept]
    tried = step.first_candidate
    return ExplainedBracket(
        said=(step.reason, step.article),
        score="" if step.score is None else format_points(step.score),
        residents=step.residents,
        moved_down=step.moved_down,
        moved_up=step.moved_up,
        downfloaters=(*step.downfloaters, *(tpn for tpn in undone if tpn not in rising)),
        upfloaters=(*step.upfloaters, *(tpn for tpn in undone if tpn in rising)),
        pairs=pairs,
        reached=_reached(step.criteria or ()),
        measured=step.criteria is not None,
        tried=None if tried is None else Tried(tried.pairs, tried.may_not_meet, _reached(tried.criteria)),
        more=_facts(step.facts),
    )


def _divided(step: DivisionStep) -> tuple[str, ...]:
    parts = f"{' '.join(map(str, step.first))} | {' '.join(map(str, step.second))}"
    return (f"{step.reason}: {parts}", *_facts(step.facts))


def _by_score(question: RoundToPair, opponents: Mapping[PairingNumber, PairingNumber]) -> Iterable[ExplainedBracket]:
    """Make scoregroups of a pairing whose system knows none: a pair stands in the group of its lower player."""
    order = [competitor.tpn for competitor in question.competitors]
    for score in sorted({c.score for c in question.competitors}, reverse=True):
        residents = tuple(c.tpn for c in question.competitors if c.score == score)
        of_group = set(residents)
        pairs = tuple(
            (higher, opponents[higher])
            for higher in order
            if opponents.get(higher) in of_group and _is_higher(question, higher, opponents[higher])
        )
        came = tuple(higher for higher, _ in pairs if higher not in of_group)
        seated = {tpn for pair in pairs for tpn in pair}
        yield ExplainedBracket(
            said=(f"the scoregroup of {format_points(score)}", ""),
            score=format_points(score),
            residents=residents,
            moved_down=came,
            moved_up=(),
            downfloaters=tuple(tpn for tpn in residents if tpn not in seated),
            upfloaters=(),
            pairs=pairs,
        )


def _is_higher(question: RoundToPair, one: PairingNumber, other: PairingNumber) -> bool:
    return (-question.everyone[one].score, one) < (-question.everyone[other].score, other)


def _reached(criteria: Iterable[CriterionValue]) -> tuple[Reached, ...]:
    return tuple(Reached(c.name, c.sentence, c.article, written(c.value)) for c in criteria if c.value)


def _facts(facts: Iterable[Fact]) -> tuple[str, ...]:
    return tuple(f"{fact.name}: {said}" for fact in facts if (said := _plain(fact)))


def _plain(fact: Fact) -> str:
    if isinstance(fact, NumberFact):
        return str(fact.value)
    if isinstance(fact, PlayersFact):
        return " ".join(map(str, fact.players))
    return ", ".join(f"{tpn} {_part(value, fact.parts)}" for tpn, value in fact.values)


def _part(value: int, parts: int) -> str:
    """Write a number of parts of one: as a decimal number where that is exact, else as a fraction."""
    whole, rest = divmod(value, parts)
    digits = len(str(parts)) - 1
    if parts == 10**digits:
        return f"{whole}.{rest:0{digits}}" if digits else str(whole)
    return f"{whole} {rest}/{parts}" if rest else str(whole)
