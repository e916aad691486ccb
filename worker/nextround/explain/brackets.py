"""The brackets of a round, from the trace of whatever system paired it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from nextround.core.pairing import PairingSystem, RoundPairing, RoundToPair, Step
from nextround.core.pairing.judging import Rule, Telling
from nextround.core.pairing.trace import Detail
from nextround.core.tournament import PairingNumber, format_points
from nextround.explain.facts import Bracket, Reached, Tried
from nextround.explain.why import forbidden, why_not, written

#: What the names in vectors mean, by text and name.
Rules = Mapping[tuple[str, str], Rule]

#: In brackets of up to so many players it is told of each pair that could have been made why it was not.
SMALL = 8

#: So many pairs of a round are tried for that.
MOST_ASKED = 24

#: How systems call those who came into a bracket from above or below, and those who leave it.
_FROM_ABOVE, _FROM_BELOW, _LEAVING = ("mdps", "incoming", "received"), ("upfloaters",), ("downfloaters", "floaters")
_COLUMNS = ("white", "black")
_OF_A_BRACKET = frozenset(("residents", "score", *_COLUMNS, *_FROM_ABOVE, *_FROM_BELOW, *_LEAVING))
_TOLD = frozenset(
    (*_FROM_ABOVE, *_FROM_BELOW, *_LEAVING, "bracket", "score", "residents", "pairs", "criteria", "choice")
) | {"first candidate"}


def brackets_of(
    system: PairingSystem,
    question: RoundToPair,
    answer: RoundPairing,
    opponents: Mapping[PairingNumber, PairingNumber],
) -> tuple[Bracket, ...]:
    """Tell of each bracket who was in it, who came and went, what its pairing reaches, and which pairs it doesn't make.

    ``opponents`` are those of the answer. Scoregroups stand in where a system has no brackets.
    """
    rules = {(_text_of(rule.article), rule.name): rule for rule in system.rules} if isinstance(system, Telling) else {}
    return _with_pairs_not_made(system, question, answer, _brackets(question, answer, rules, opponents))


def _brackets(
    question: RoundToPair,
    answer: RoundPairing,
    rules: Rules,
    opponents: Mapping[PairingNumber, PairingNumber],
) -> tuple[Bracket, ...]:
    told: list[Bracket] = []
    pending: tuple[str, ...] = ()
    for step in answer.trace:
        if step.decision != "bracket":
            continue
        if not step.details.keys() & _OF_A_BRACKET:
            pending = (*pending, step.reason)
            continue
        bracket = _bracket(question, step, rules, opponents)
        if told and {*told[-1].residents, *told[-1].came} == {*bracket.residents, *bracket.came}:
            told[-1] = replace(told[-1], more=(*told[-1].more, *pending, step.reason, *bracket.more))
        else:
            told.append(replace(bracket, more=(*pending, *bracket.more)))
        pending = ()
    if not told and answer.unopposed is None:
        return tuple(_by_score(question, opponents))
    return tuple(_with_those_who_came_alone(told, opponents))


def _with_those_who_came_alone(
    brackets: Sequence[Bracket], opponents: Mapping[PairingNumber, PairingNumber]
) -> Iterable[Bracket]:
    """Put whoever stands in no bracket into that of his opponent: up to a player who had nobody of his own score."""
    placed = {tpn for bracket in brackets for tpn in (*bracket.residents, *bracket.came)}
    for bracket in brackets:
        alone = [(tpn, opponents[tpn]) for tpn in bracket.residents if opponents.get(tpn, tpn) not in placed]
        yield replace(
            bracket,
            came=(*bracket.came, *(other for _, other in alone)),
            upwards=bracket.upwards or bool(alone),
            went=tuple(tpn for tpn in bracket.went if tpn not in dict(alone)),
            pairs=(*bracket.pairs, *alone),
        )


def _with_pairs_not_made(
    system: PairingSystem, question: RoundToPair, answer: RoundPairing, brackets: Sequence[Bracket]
) -> tuple[Bracket, ...]:
    """Add, in small brackets that leave more than they must, which pairs a rule forbids, and why others aren't made.

    The brackets above stay as they are, and players who came down together do not meet.
    """
    told: list[Bracket] = []
    above: list[tuple[PairingNumber, PairingNumber]] = []
    asked = 0
    for bracket in brackets:
        members = (*bracket.came, *bracket.residents)
        barred, possible = [], []
        if not bracket.upwards and len(bracket.went) > len(members) % 2 and len(members) <= SMALL:
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
    question: RoundToPair, step: Step, rules: Rules, opponents: Mapping[PairingNumber, PairingNumber]
) -> Bracket:
    details = step.details
    down, up = _first(details, _FROM_ABOVE), _first(details, _FROM_BELOW)
    columns = (tpn for name in _COLUMNS for tpn in numbers(details.get(name)))
    up = up or tuple(tpn for tpn in columns if tpn not in step.players)
    came = down or up
    residents = numbers(details.get("residents")) or tuple(t for t in step.players if t not in came)
    members = {*residents, *came}
    pairs = _pairs(details.get("pairs")) or tuple(
        (tpn, opponents[tpn])
        for tpn in (*came, *residents)
        if opponents.get(tpn) in members and _is_higher(question, tpn, opponents[tpn])
    )
    seated = {tpn for pair in pairs for tpn in pair}
    score = details.get("score")
    return Bracket(
        said=(step.reason, step.article),
        score=str(score) if score is not None else _score(question, residents),
        residents=residents,
        came=came,
        upwards=bool(up),
        went=_first(details, _LEAVING) or tuple(tpn for tpn in (*came, *residents) if tpn not in seated),
        pairs=pairs,
        reached=_reached(step, details.get("criteria"), rules),
        measured="criteria" in details,
        tried=_tried(step, details.get("first candidate"), rules),
        more=tuple(
            f"{name}: {_plain(detail)}"
            for name, detail in details.items()
            if name not in _TOLD and (isinstance(detail, int) or detail)
        ),
    )


def _by_score(question: RoundToPair, opponents: Mapping[PairingNumber, PairingNumber]) -> Iterable[Bracket]:
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
        yield Bracket(
            said=(f"the scoregroup of {format_points(score)}", ""),
            score=format_points(score),
            residents=residents,
            came=came,
            upwards=False,
            went=tuple(tpn for tpn in residents if tpn not in seated),
            pairs=pairs,
        )


def _is_higher(question: RoundToPair, one: PairingNumber, other: PairingNumber) -> bool:
    return (-question.everyone[one].score, one) < (-question.everyone[other].score, other)


def _score(question: RoundToPair, residents: Sequence[PairingNumber]) -> str:
    scores = sorted({question.everyone[tpn].score for tpn in residents}, reverse=True)
    return " ".join(map(format_points, scores))


def _first(details: Mapping[str, Detail], names: Sequence[str]) -> tuple[PairingNumber, ...]:
    return next((found for name in names if (found := numbers(details.get(name)))), ())


def numbers(detail: Detail | None) -> tuple[PairingNumber, ...]:
    """Read the players in a detail of a step: a list, or the keys of a table."""
    if isinstance(detail, Mapping):
        return tuple(int(key) for key in detail if key.isdecimal())
    if detail is None or isinstance(detail, str | int):
        return ()
    return tuple(part for part in detail if isinstance(part, int))


def _pairs(detail: Detail | None) -> tuple[tuple[PairingNumber, PairingNumber], ...]:
    if detail is None or isinstance(detail, str | int | Mapping):
        return ()
    found = [numbers(part) for part in detail]
    return tuple((pair[0], pair[1]) for pair in found if len(pair) == 2)


def _reached(step: Step, detail: Detail | None, rules: Rules) -> tuple[Reached, ...]:
    if not isinstance(detail, Mapping):
        return ()
    text = _text_of(step.article)
    return tuple(
        Reached(rules.get((text, name), Rule(name, "", "")), _plain(value))
        for name, value in detail.items()
        if value not in (0, [], ())
    )


def _tried(step: Step, detail: Detail | None, rules: Rules) -> Tried | None:
    if not isinstance(detail, Mapping):
        return None
    return Tried(
        _pairs(detail.get("pairs")), _pairs(detail.get("may not meet")), _reached(step, detail.get("criteria"), rules)
    )


def _text_of(article: str) -> str:
    """Name the text of an article: one system may pair some of its rounds by another's criteria."""
    return article.partition(")")[0]


def _plain(detail: Detail) -> str:
    if isinstance(detail, Mapping):
        return ", ".join(f"{key} {_plain(value)}" for key, value in detail.items())
    return written(detail)
