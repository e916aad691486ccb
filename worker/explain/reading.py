"""From the answer of a system to what is told about it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from worker.explain.facts import Bracket, Bye, Explanation, Person, Reached, Said, Seat, Tried
from worker.explain.why import forbidden, nearest, why_not, written
from worker.pairing import PairingSystem, RoundPairing, RoundToPair, Step
from worker.pairing.colours import Strength
from worker.pairing.judging import Rule, Telling, Verdict
from worker.pairing.round_to_pair import Competitor
from worker.pairing.trace import Detail
from worker.tournament import Colour, Kind, Outcome, PairingNumber, Record, format_points

#: What the names in vectors mean, by text and name.
Rules = Mapping[tuple[str, str], Rule]

#: So many other opponents are looked at where one player is asked about.
OTHERS = 4

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


def explain(
    name: str,
    system: PairingSystem,
    title: tuple[str, str],
    question: RoundToPair,
    answer: RoundPairing,
    *,
    in_the_file: Verdict | None = None,
    player: PairingNumber | None = None,
    pair: tuple[PairingNumber, PairingNumber] | None = None,
) -> Explanation:
    """Tell why the answer to a question is as it is.

    ``name`` is the tournament's, ``title`` what the system and its text are called. ``player`` and ``pair`` are players
    of the tournament about whom more is wanted.
    """
    rules = {(_text_of(rule.article), rule.name): rule for rule in system.rules} if isinstance(system, Telling) else {}
    opponents = {t: p.white + p.black - t for p in answer.pairs for t in (p.white, p.black)}
    said = [step for step in answer.trace if step.decision in ("field", "waiver")]
    others = nearest(question, answer, player, OTHERS) if player is not None and player in _field(question) else []
    return Explanation(
        tournament=name,
        round=question.round_number,
        number_of_rounds=question.number_of_rounds,
        system=title[0],
        text=title[1],
        people={tpn: _person(question, competitor, opponents) for tpn, competitor in question.everyone.items()},
        seats=tuple(
            Seat(
                board,
                made.white,
                made.black,
                _said(answer, "pair", {made.white, made.black}),
                _said(answer, "colour", {made.white, made.black}),
            )
            for board, made in enumerate(answer.pairs, 1)
        ),
        bye=_bye(answer),
        absent=tuple(
            (tpn, kind.value) for tpn, kind in sorted({**question.unavailable, **(answer.unopposed or {})}.items())
        ),
        remarks=tuple((step.reason, step.article) for step in said),
        brackets=_with_pairs_not_made(system, question, answer, _brackets(question, answer, rules, opponents)),
        in_the_file=in_the_file,
        player=player,
        others=tuple(why_not(system, question, answer, player, other) for other in others if player is not None),
        pair=why_not(system, question, answer, *pair) if pair else None,
    )


def _field(question: RoundToPair) -> set[PairingNumber]:
    return {competitor.tpn for competitor in question.competitors}


def _said(answer: RoundPairing, decision: str, players: set[PairingNumber]) -> tuple[Said, ...]:
    return tuple(
        (step.reason, step.article)
        for step in answer.trace
        if step.decision == decision and set(step.players) == players
    )


# Players


def _person(question: RoundToPair, competitor: Competitor, opponents: Mapping[PairingNumber, PairingNumber]) -> Person:
    records = competitor.history.records
    opponent = opponents.get(competitor.tpn)
    difference = 0 if opponent is None else competitor.score - question.everyone[opponent].score
    preference = competitor.preference
    due = "none" if preference.colour is None else f"{_STRENGTHS[preference.strength]} {preference.colour.word}"
    return Person(
        tpn=competitor.tpn,
        name=competitor.player.name or competitor.player.id,
        rating=competitor.player.rating,
        points=format_points(competitor.points),
        score=format_points(competitor.score),
        colours=competitor.colours,
        difference=preference.difference,
        preference=due,
        floats=tuple(_float(question, competitor, index) for index in reversed(range(len(records))))[:2],
        float_now="down" if difference > 0 else "up" if difference < 0 else "",
        cells=tuple(map(_cell, records)),
    )


_STRENGTHS = {Strength.NONE: "no", Strength.MILD: "mild", Strength.STRONG: "strong", Strength.ABSOLUTE: "absolute"}


def _float(question: RoundToPair, competitor: Competitor, index: int) -> str:
    """Tell of a past round whether he floated; what an unplayed round counts for is the edition's to say."""
    record = competitor.history.records[index]
    if record.opponent is None or not record.played:
        return record.kind.value
    mine, theirs = competitor.pairing_scores[index], question.everyone[record.opponent].pairing_scores[index]
    return "down" if mine > theirs else "up" if mine < theirs else "no float"


_RESULTS = {Outcome.WIN: "1", Outcome.DRAW: "½", Outcome.LOSS: "0"}
_KINDS = {
    Kind.FORFEIT_WIN: "+",
    Kind.FORFEIT_LOSS: "-",
    Kind.PAB: "bye",
    Kind.FULL_POINT_BYE: "F",
    Kind.HALF_POINT_BYE: "H",
    Kind.ZERO_POINT_BYE: "Z",
}


def _cell(record: Record) -> str:
    if record.opponent is None:
        return _KINDS.get(record.kind, "")
    colour = {Colour.WHITE: "w", Colour.BLACK: "b", None: ""}[record.colour]
    result = _RESULTS[record.outcome] if record.outcome else _KINDS.get(record.kind, "")
    return f"{record.opponent}{colour}{result}"


# The bye


def _bye(answer: RoundPairing) -> Bye | None:
    step = next((step for step in answer.trace if step.decision == "bye" and answer.pab in step.players), None)
    if answer.pab is None:
        return None
    if step is None:
        return Bye(answer.pab, ("", ""))
    barred = step.details.get("barred") or step.details.get("passed over") or {}
    return Bye(
        answer.pab,
        (step.reason, step.article),
        _numbers(step.details.get("eligible")),
        tuple((int(tpn), str(why)) for tpn, why in barred.items()) if isinstance(barred, Mapping) else (),
    )


# Brackets


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
    return tuple(_with_those_who_came_alone(question, told, opponents))


def _with_those_who_came_alone(
    question: RoundToPair, brackets: Sequence[Bracket], opponents: Mapping[PairingNumber, PairingNumber]
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
    columns = (tpn for name in _COLUMNS for tpn in _numbers(details.get(name)))
    up = up or tuple(tpn for tpn in columns if tpn not in step.players)
    came = down or up
    residents = _numbers(details.get("residents")) or tuple(t for t in step.players if t not in came)
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
    return next((found for name in names if (found := _numbers(details.get(name)))), ())


def _numbers(detail: Detail | None) -> tuple[PairingNumber, ...]:
    if isinstance(detail, Mapping):
        return tuple(int(key) for key in detail if key.isdecimal())
    if detail is None or isinstance(detail, str | int):
        return ()
    return tuple(part for part in detail if isinstance(part, int))


def _pairs(detail: Detail | None) -> tuple[tuple[PairingNumber, PairingNumber], ...]:
    if detail is None or isinstance(detail, str | int | Mapping):
        return ()
    found = [_numbers(part) for part in detail]
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
