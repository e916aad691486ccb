"""From the answer of a system to what is told about it."""

from collections.abc import Mapping

from nextround.core.pairing import PairingSystem, RoundPairing, RoundToPair
from nextround.core.pairing.colours import ColourPreference, Strength
from nextround.core.pairing.judging import Verdict, preference_of
from nextround.core.pairing.round_to_pair import Competitor
from nextround.core.pairing.trace import ByeStep, ColourStep, FieldStep, PairStep, WaiverStep
from nextround.core.tournament import Colour, Kind, Outcome, PairingNumber, Record, format_points
from nextround.explain.brackets import brackets_of
from nextround.explain.facts import Bye, Explanation, Person, Said, Seat
from nextround.explain.why import nearest, why_not

#: So many other opponents are looked at where one player is asked about.
OTHERS = 4


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
    opponents = {t: p.white + p.black - t for p in answer.pairs for t in (p.white, p.black)}
    said = [step for step in answer.trace if isinstance(step, FieldStep | WaiverStep)]
    others = nearest(question, answer, player, OTHERS) if player is not None and player in _field(question) else []
    return Explanation(
        tournament=name,
        round=question.round_number,
        number_of_rounds=question.number_of_rounds,
        system=title[0],
        text=title[1],
        people={tpn: _person(system, question, competitor, opponents) for tpn, competitor in question.everyone.items()},
        seats=tuple(
            Seat(
                board,
                made.white,
                made.black,
                _said(answer, PairStep, {made.white, made.black}),
                _said(answer, ColourStep, {made.white, made.black}),
            )
            for board, made in enumerate(answer.pairs, 1)
        ),
        bye=_bye(answer),
        absent=tuple(
            (tpn, kind.value) for tpn, kind in sorted({**question.unavailable, **(answer.unopposed or {})}.items())
        ),
        remarks=tuple((step.reason, step.article) for step in said),
        brackets=brackets_of(system, question, answer, opponents),
        in_the_file=in_the_file,
        player=player,
        others=tuple(why_not(system, question, answer, player, other) for other in others if player is not None),
        pair=why_not(system, question, answer, *pair) if pair else None,
    )


def _field(question: RoundToPair) -> set[PairingNumber]:
    return {competitor.tpn for competitor in question.competitors}


def _said(
    answer: RoundPairing, kind: type[PairStep] | type[ColourStep], players: set[PairingNumber]
) -> tuple[Said, ...]:
    return tuple(
        (step.reason, step.article) for step in answer.trace if isinstance(step, kind) and set(step.players) == players
    )


# Players


def _person(
    system: PairingSystem,
    question: RoundToPair,
    competitor: Competitor,
    opponents: Mapping[PairingNumber, PairingNumber],
) -> Person:
    records = competitor.history.records
    opponent = opponents.get(competitor.tpn)
    difference = 0 if opponent is None else competitor.score - question.everyone[opponent].score
    preference = preference_of(system, question, competitor)
    return Person(
        tpn=competitor.tpn,
        name=competitor.player.name or competitor.player.id,
        rating=competitor.player.rating,
        points=format_points(competitor.points),
        score=format_points(competitor.score),
        colours=competitor.colours,
        difference=preference.difference,
        preference=_due(preference),
        floats=tuple(_float(question, competitor, index) for index in reversed(range(len(records))))[:2],
        float_now="down" if difference > 0 else "up" if difference < 0 else "",
        cells=tuple(map(_cell, records)),
    )


_STRENGTHS = {Strength.NONE: "", Strength.MILD: "mild ", Strength.STRONG: "strong ", Strength.ABSOLUTE: "absolute "}


def _due(preference: ColourPreference) -> str:
    return "none" if preference.colour is None else f"{_STRENGTHS[preference.strength]}{preference.colour.word}"


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
    if answer.pab is None:
        return None
    step = next((step for step in answer.trace if isinstance(step, ByeStep) and step.player == answer.pab), None)
    if step is None:
        return Bye(answer.pab, ("", ""))
    return Bye(
        answer.pab,
        (step.reason, step.article),
        step.eligible,
        tuple((passed.player, (passed.reason, passed.article)) for passed in step.passed_over),
    )
