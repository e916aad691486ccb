"""By which criterion one complete pairing is better than another, bracket by bracket."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from nextround.core.matching import bits
from nextround.core.pairing import RoundPairing, RoundToPair
from nextround.core.pairing.criteria import Reached
from nextround.core.pairing.judging import Level, Verdict
from nextround.core.pairing.trace import Meetings
from nextround.core.systems.dutch.bracket import Bracket
from nextround.core.systems.dutch.criteria import Setting
from nextround.core.systems.dutch.edition import Clause, Edition
from nextround.core.systems.dutch.field import Field, field_of
from nextround.core.systems.dutch.local_bracket import DutchCriterion
from nextround.core.systems.dutch.optimum import optimum
from nextround.core.systems.dutch.rounds import Stage, with_bye
from nextround.core.tournament import InvariantViolation, Problem, format_points


class Candidate(NamedTuple):
    """What a complete pairing makes of a bracket: its pairs, higher ranked first, and who is left."""

    pairs: Sequence[tuple[int, int]]
    left: Sequence[int]


def judge(edition: Edition, question: RoundToPair, best: RoundPairing, other: RoundPairing) -> Verdict | None:
    """Find the first criterion, in the order of brackets and rules, by which ``best`` is better.

    ``best`` is the edition's own answer, and ``other`` seats everybody once. Both are cut into the brackets of the best
    one; up to the first that differs they are the same. Its candidates are measured by all criteria: the looks into the
    following bracket (C8; 2017: C.7) by what is best there with the downfloaters that each leaves.
    """
    field = field_of(question, edition.bars, edition.unplayed_float)
    ours, theirs = _mates(field, best), _mates(field, other)
    if ours == theirs:
        return None
    if (forbidden := _forbidden(field, edition, theirs)) is not None:
        return forbidden
    candidates = field.classes.eligible
    if field.size % 2 and edition.bye_score:
        score, worse = (field.traits[mates[field.size]].score for mates in (ours, theirs))
        if worse != score:
            return Verdict(
                "worse" if worse > score else _contradiction(edition.bye_score.name),
                edition.bye_score.article,
                edition.bye_score.name,
                edition.bye_score.sentence,
                best=(score,),
                other=(worse,),
                players=_numbers(field, (theirs[field.size],)),
            )
        candidates &= sum(1 << v for v, traits in enumerate(field.traits) if traits.score == score)
    legal = with_bye(field, candidates) if field.size % 2 else field.legal
    for stage in edition.brackets(field):
        mine, others = _candidate(stage.bracket, ours), _candidate(stage.bracket, theirs)
        if mine != others:
            return _compared(field, edition, legal, stage, mine, others)
    return None


def _mates(field: Field, answer: RoundPairing) -> Mapping[int, int]:
    vertex = {competitor.tpn: v for v, competitor in enumerate(field.competitors)}
    pairs = [(vertex[p.white], vertex[p.black]) for p in answer.pairs if p.white in vertex and p.black in vertex]
    if answer.pab in vertex:
        pairs.append((vertex[answer.pab], field.size))
    return {v: mate for pair in pairs for v, mate in (pair, pair[::-1])}


def _forbidden(field: Field, edition: Edition, mates: Mapping[int, int]) -> Verdict | None:
    """Find an absolute criterion that a pairing breaks."""
    articles = edition.articles
    for v, mate in sorted(mates.items()):
        if mate == field.size and (bar := field.bars.get(v)) is not None:
            return Verdict(
                "illegal",
                bar.article,
                articles.bye.name,
                f"no bye for a player who {bar.reason}",
                players=_numbers(field, (v,)),
            )
        if v < mate < field.size and not field.legal[v] >> mate & 1:
            players = _numbers(field, (v, mate))
            if players[1] in field.competitors[v].history.opponents:
                return _broken(articles.no_meeting, players)
            if players[1] in field.question.forbidden.get(players[0], ()):
                return Verdict("illegal", "", "", "the event's rules forbid this pair", players=players)
            return _broken(articles.absolute_colours, players)
    return None


def _broken(clause: Clause, players: tuple[int, ...]) -> Verdict:
    return Verdict("illegal", clause.article, clause.name, clause.sentence, players=players)


def _candidate(bracket: Bracket, mates: Mapping[int, int]) -> Candidate:
    members = sorted((*bracket.mdps, *bracket.residents))
    inside = frozenset(members)
    pairs = [(v, mates[v]) for v in members if v < mates[v] and mates[v] in inside]
    seated = {v for pair in pairs for v in pair}
    return Candidate(pairs, [v for v in members if v not in seated])


def _compared(
    field: Field, edition: Edition, legal: Sequence[int], stage: Stage, mine: Candidate, others: Candidate
) -> Verdict:
    bracket = stage.bracket
    where = f"{stage.name} of {format_points(bracket.setting.lowest)}"
    ahead: list[Mapping[str, Reached]] = []
    for criterion in edition.criteria:
        if criterion.ahead:
            if not bracket.following or bracket.setting.bye:
                continue
            ahead = ahead or [_ahead(field, edition, legal, bracket, each.left) for each in (mine, others)]
            ours, theirs = (values[criterion.name] for values in ahead)
        else:
            ours, theirs = (_reached(field, criterion, bracket.setting, each) for each in (mine, others))
        if ours != theirs:
            return Verdict(
                "worse" if criterion.prefers(ours, theirs) else _contradiction(criterion.name),
                criterion.article,
                criterion.name,
                criterion.sentence,
                where,
                ours,
                theirs,
                players=_numbers(field, _different(mine, others)),
            )
    return Verdict(
        "later",
        edition.articles.order,
        "order",
        "equal by all criteria: the first in the order of transpositions and exchanges is taken",
        where,
        made=_pairs(field, mine),
        instead=_pairs(field, others),
        players=_numbers(field, _different(mine, others)),
    )


def _reached(field: Field, criterion: DutchCriterion, setting: Setting, candidate: Candidate) -> Reached:
    traits = field.traits
    pairs = ((traits[a], traits[b]) for a, b in candidate.pairs)
    return criterion.reached(setting, pairs, [traits[v] for v in candidate.left])


def _ahead(
    field: Field, edition: Edition, legal: Sequence[int], bracket: Bracket, left: Sequence[int]
) -> Mapping[str, Reached]:
    """Measure the best that the following bracket can do with these downfloaters."""
    looking = [criterion for criterion in edition.criteria if criterion.ahead]
    there = [replace(criterion, ahead=False) for criterion in looking]
    following = replace(
        bracket,
        mdps=left,
        residents=list(bits(bracket.following)),
        following=0,
        below=bracket.below & ~bracket.following,
    )
    paired = optimum(field, legal, following, there)
    if paired is None:
        raise InvariantViolation(Problem("judge", "a complete pairing leaves a bracket that can't be completed"))
    floaters = [field.traits[v] for v in paired.floaters]
    return {c.name: c.reached(bracket.setting, (), floaters) for c in looking}


def _different(mine: Candidate, others: Candidate) -> Sequence[int]:
    """Name whose place differs: in a pair or left over only here, or only there."""
    ours = {*map(frozenset, mine.pairs), *(frozenset((v,)) for v in mine.left)}
    theirs = {*map(frozenset, others.pairs), *(frozenset((v,)) for v in others.left)}
    return sorted({v for place in ours ^ theirs for v in place})


def _pairs(field: Field, candidate: Candidate) -> Meetings:
    return tuple((field.competitors[a].tpn, field.competitors[b].tpn) for a, b in candidate.pairs)


def _numbers(field: Field, vertices: Iterable[int]) -> tuple[int, ...]:
    return tuple(field.competitors[v].tpn for v in vertices)


def _contradiction(name: str) -> Level:
    raise InvariantViolation(Problem("judge", f"another pairing does better in {name} than the one that was chosen"))
