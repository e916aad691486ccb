"""The steps of a trace, from the domain to the wire."""

from __future__ import annotations

from collections.abc import Iterable

from nextround_schemas import trace as wire

from nextround.core.pairing import trace as core
from nextround.core.tournament import Points


def wire_step(step: core.Step) -> wire.TraceStep:
    """Write a step; players stay pairing numbers, and points become decimal numbers."""
    article, reason, facts = step.article, step.reason, [_fact(fact) for fact in step.facts]
    match step:
        case core.PairStep():
            return wire.PairStep(
                kind=step.kind,
                article=article,
                reason=reason,
                facts=facts,
                one=step.one,
                other=step.other,
                target=step.target,
                passed_over=_passed_over(step.passed_over),
            )
        case core.ColourStep():
            return wire.ColourStep(
                kind=step.kind, article=article, reason=reason, facts=facts, white=step.white, black=step.black
            )
        case core.BracketStep():
            return wire.BracketStep(
                kind=step.kind,
                article=article,
                reason=reason,
                facts=facts,
                name=step.name,
                score=None if step.score is None else _decimal(step.score),
                residents=list(step.residents),
                moved_down=list(step.moved_down),
                moved_up=list(step.moved_up),
                downfloaters=list(step.downfloaters),
                upfloaters=list(step.upfloaters),
                pairs=_meetings(step.pairs),
                criteria=None if step.criteria is None else _criteria(step.criteria),
                choice=step.choice,
                first_candidate=_first_candidate(step.first_candidate),
            )
        case core.DivisionStep():
            first, second = list(step.first), list(step.second)
            return wire.DivisionStep(
                kind=step.kind, article=article, reason=reason, facts=facts, first=first, second=second
            )
        case core.FloaterStep():
            passed_over = _passed_over(step.passed_over)
            return wire.FloaterStep(
                kind=step.kind, article=article, reason=reason, facts=facts, player=step.player, passed_over=passed_over
            )
        case core.ByeStep():
            return wire.ByeStep(
                kind=step.kind,
                article=article,
                reason=reason,
                facts=facts,
                player=step.player,
                eligible=list(step.eligible),
                passed_over=_passed_over(step.passed_over),
            )
        case core.FieldStep():
            return wire.FieldStep(
                kind=step.kind, article=article, reason=reason, facts=facts, players=list(step.players)
            )
        case core.WaiverStep():
            return wire.WaiverStep(
                kind=step.kind, article=article, reason=reason, facts=facts, players=list(step.players)
            )


def _fact(fact: core.Fact) -> wire.Fact:
    match fact:
        case core.NumberFact():
            return wire.NumberFact(kind=fact.kind, name=fact.name, value=fact.value)
        case core.PlayersFact():
            return wire.PlayersFact(kind=fact.kind, name=fact.name, players=list(fact.players))
        case core.ValuesFact():
            values = [wire.PlayerValue(player=tpn, value=value / fact.parts) for tpn, value in fact.values]
            return wire.ValuesFact(kind=fact.kind, name=fact.name, parts=fact.parts, values=values)


def _passed_over(players: Iterable[core.PassedOver]) -> list[wire.PassedOver]:
    return [wire.PassedOver(player=p.player, reason=p.reason, article=p.article or None) for p in players]


def _criteria(criteria: Iterable[core.CriterionValue]) -> list[wire.CriterionValue]:
    return [
        wire.CriterionValue(name=c.name, article=c.article, count=c.value, points=None)
        if isinstance(c.value, int)
        else wire.CriterionValue(name=c.name, article=c.article, count=None, points=[_decimal(p) for p in c.value])
        for c in criteria
    ]


def _first_candidate(tried: core.FirstCandidate | None) -> wire.FirstCandidate | None:
    if tried is None:
        return None
    return wire.FirstCandidate(
        pairs=_meetings(tried.pairs),
        may_not_meet=_meetings(tried.may_not_meet),
        criteria=_criteria(tried.criteria),
    )


def _meetings(pairs: core.Meetings) -> list[list[int]]:
    return [list(pair) for pair in pairs]


def _decimal(points: Points) -> float:
    return points / 10
