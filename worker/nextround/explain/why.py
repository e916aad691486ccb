"""Why two players do not meet, found by pairing the round again with that pair."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nextround.core.pairing import PairingSystem, RoundPairing, RoundToPair, check, pair_round
from nextround.core.pairing.criteria import written
from nextround.core.pairing.judging import Judge, Verdict, alone, answer_of, judged, preference_of, with_pairs
from nextround.core.tournament import InvalidTournament, NoLegalPairing, PairingError, PairingNumber


@dataclass(frozen=True, slots=True)
class NotMet:
    """Why two players don't meet. ``verdict`` and ``instead`` are there where they could have met.

    ``instead`` are the pairs of the best pairing in which they meet that were not made, White first.
    """

    one: PairingNumber
    other: PairingNumber
    sentence: str
    article: str
    verdict: Verdict | None = None
    instead: tuple[tuple[PairingNumber, PairingNumber], ...] = ()


def why_not(
    system: PairingSystem,
    question: RoundToPair,
    answer: RoundPairing,
    one: PairingNumber,
    other: PairingNumber,
    *,
    given: Sequence[tuple[PairingNumber, PairingNumber]] = (),
    apart: Sequence[PairingNumber] = (),
) -> NotMet:
    """Say why two different players of the tournament don't meet in a round; or that they do.

    The rule that forbids it; or that no complete pairing is left; or, by pairing again with all their other opponents
    forbidden, the first criterion in the order of the rules that would be met less well. ``given`` are pairs that stay
    as they are, and ``apart`` players who do not meet each other: the brackets above and the floaters that they left.
    """
    if (barred := forbidden(system, question, answer, one, other)) is not None:
        return barred
    asked = with_pairs(question, (*given, (one, other)), apart)
    try:
        instead = check(asked, pair_round(system, asked))
    except NoLegalPairing as error:
        problem = error.problems[0]
        above = " with the brackets above as they are" if given else ""
        message = problem.message.removeprefix("no complete pairing exists: ")
        sentence = f"if {one} and {other} met{above}, no complete pairing would be left: {message}"
        return NotMet(one, other, sentence, problem.article)
    except InvalidTournament as error:  # as where colours would be needed that nobody has drawn
        return NotMet(one, other, f"this can't be told: {error}", error.problems[0].article)
    verdict = judged(system, question, answer, instead)
    made = frozenset(answer.pairs)
    pairs = tuple((pair.white, pair.black) for pair in instead.pairs if pair not in made)
    article = verdict.article if verdict else ""
    return NotMet(one, other, said_of(verdict, f"{one} and {other} could meet, but"), article, verdict, pairs)


def forbidden(
    system: PairingSystem, question: RoundToPair, answer: RoundPairing, one: PairingNumber, other: PairingNumber
) -> NotMet | None:
    """Say which rule keeps two players apart, whatever the others do; None where none does."""
    for reason in _REASONS:
        if (found := reason(system, question, answer, one, other)) is not None:
            return NotMet(one, other, *found)
    return None


def said_of(verdict: Verdict | None, beginning: str = "") -> str:
    """Say a verdict as a sentence that begins with these words."""
    return f"{beginning} {_said_of(verdict)}".lstrip()


def _said_of(verdict: Verdict | None) -> str:
    if verdict is None:
        return "there is no difference"
    where = f" in the {verdict.where}" if verdict.where else ""
    if verdict.name == "order":
        return f"no criterion is better with it{where}, and the pairing of the rules comes first in the order"
    if verdict.name == "colour":
        return "{} would have White against {}: {}".format(*verdict.players, verdict.sentence)
    if verdict.level == "illegal":
        players = f" ({_listed(verdict.players)})" if verdict.players else ""
        return f"a rule forbids it: {verdict.sentence}{players}"
    if verdict.best is not None and verdict.other is not None:
        return (
            f"{verdict.name}, {verdict.sentence}, would be {written(verdict.other)} instead of "
            f"{written(verdict.best)}{where}"
        )
    return f"this decision would have to be another: {verdict.sentence}"


Reason = tuple[str, str]


def _broken(system: PairingSystem, question: RoundToPair, one: PairingNumber, other: PairingNumber) -> Verdict | None:
    """Ask a judge which of its rules these two alone would break."""
    if not isinstance(system, Judge):
        return None
    asked = alone(question, one, other)
    verdict = system.judge(asked, answer_of((), None), answer_of(((one, other),), None))
    return verdict if verdict is not None and verdict.level == "illegal" else None


def _meet(
    _: PairingSystem, question: RoundToPair, answer: RoundPairing, one: PairingNumber, other: PairingNumber
) -> Reason | None:
    for board, pair in enumerate(answer.pairs, 1):
        if {pair.white, pair.black} == {one, other}:
            return f"{one} and {other} do meet, at board {board}", ""
    return None


def _fixed(
    _: PairingSystem, question: RoundToPair, answer: RoundPairing, one: PairingNumber, other: PairingNumber
) -> Reason | None:
    for pair in question.fixed:
        for tpn in {one, other} & {*pair}:
            return (
                f"the arbiter fixed the pair {pair[0]} - {pair[1]}, and so {tpn} meets nobody else",
                "C.04.2 (2026) 4.4",
            )
    return None


def _away(
    _: PairingSystem, question: RoundToPair, answer: RoundPairing, one: PairingNumber, other: PairingNumber
) -> Reason | None:
    for tpn in (one, other):
        if (kind := question.unavailable.get(tpn)) is not None:
            return f"{tpn} is not paired in this round: {kind.value}", "C.04.2 (2026) 3.3"
    return None


def _met(
    system: PairingSystem, question: RoundToPair, answer: RoundPairing, one: PairingNumber, other: PairingNumber
) -> Reason | None:
    if question.repeats:
        return None
    for number, record in enumerate(question.everyone[one].history.records, 1):
        if record.played and record.opponent == other:
            broken = _broken(system, question, one, other)
            article = broken.article if broken else "C.04.1 (2026) 2"
            return f"{one} and {other} met in round {number}, and nobody meets the same player twice", article
    return None


def _prohibited(
    _: PairingSystem, question: RoundToPair, answer: RoundPairing, one: PairingNumber, other: PairingNumber
) -> Reason | None:
    if other in question.forbidden.get(one, ()):
        return f"the rules of the event forbid that {one} and {other} meet in this round", ""
    return None


def _scheduled(
    _: PairingSystem, question: RoundToPair, answer: RoundPairing, one: PairingNumber, other: PairingNumber
) -> Reason | None:
    if answer.unopposed is not None:
        return "the tables of the round robin say who meets whom in each round", "C.05 annex 1"
    return None


def _never(
    system: PairingSystem, question: RoundToPair, answer: RoundPairing, one: PairingNumber, other: PairingNumber
) -> Reason | None:
    """Ask the system for these two alone: what it refuses then, their pair itself breaks."""
    asked = alone(question, one, other)
    try:
        system.pair(asked)
    except NoLegalPairing as error:
        mine, theirs = (preference_of(system, question, question.everyone[tpn]) for tpn in (one, other))
        both = ""
        if mine.colour is not None and (mine.colour, mine.strength) == (theirs.colour, theirs.strength):
            strength = f", {mine.strength.name.lower()}" if mine.strength else ""
            both = f"; both prefer {mine.colour.word}{strength}"
        broken = _broken(system, question, one, other)
        if broken is not None:
            return f"{one} and {other} may not meet: {broken.sentence} ({broken.name}){both}", broken.article
        problem = error.problems[0]
        return f"{one} and {other} may not meet: {problem.message}{both}", problem.article
    except PairingError:
        return None
    return None


_REASONS: tuple[
    Callable[[PairingSystem, RoundToPair, RoundPairing, PairingNumber, PairingNumber], Reason | None], ...
] = (_meet, _away, _fixed, _scheduled, _met, _prohibited, _never)


def _listed(players: tuple[PairingNumber, ...]) -> str:
    return ", ".join(map(str, players))


def nearest(question: RoundToPair, answer: RoundPairing, tpn: PairingNumber, most: int) -> list[PairingNumber]:
    """Name the players who stand nearest to somebody's opponent, or to the end where he has none: likely others."""
    met = next((p.white + p.black - tpn for p in answer.pairs if tpn in (p.white, p.black)), None)
    order = [competitor.tpn for competitor in question.competitors]
    place = order.index(met) if met in order else len(order)
    near = sorted((abs(index - place), index) for index, other in enumerate(order) if other not in (tpn, met))
    return [order[index] for _, index in near[:most]]
