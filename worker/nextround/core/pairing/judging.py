"""Why one complete pairing is worse than another: the first thing, in the order of the rules, that it does worse."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, runtime_checkable

from nextround.core.pairing.check import breaches
from nextround.core.pairing.colours import ColourPreference
from nextround.core.pairing.criteria import Criterion, Order, Reached
from nextround.core.pairing.round_to_pair import Competitor, RoundToPair
from nextround.core.pairing.system import Pair, RoundPairing
from nextround.core.pairing.trace import BracketStep, ByeStep, ColourStep, Meetings, PairStep
from nextround.core.tournament import PairingNumber, format_points

#: The ways to be worse. A rule is broken; a criterion is met less well; all criteria are equal, and only the order in
#: which candidates are tried, or the rules of colour allocation, decide; or a decision is another, and the system has
#: no criteria that tell how grave that is.
Level = Literal["illegal", "worse", "later", "other"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The first difference that the rules make between the best pairing and another one.

    ``name`` is short, as C12; ``sentence`` says what the rule asks; ``where`` names the bracket, or is empty. ``best``
    and ``other`` are what both reach there; ``made`` and ``instead`` are their pairs where only the order decides.
    """

    level: Level
    article: str
    name: str
    sentence: str
    where: str = ""
    best: Reached | None = None
    other: Reached | None = None
    made: Meetings = ()
    instead: Meetings = ()
    players: tuple[PairingNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of the table that tells what a name in a vector means.

    ``ahead``: it is about the bracket that follows. ``higher_is_better``: as in scores of those who must float up.
    """

    name: str
    article: str
    sentence: str
    ahead: bool = False
    higher_is_better: bool = False


def rules_of(criteria: Iterable[Criterion[Any, Any, Any]]) -> tuple[Rule, ...]:
    """Make the table of a system's criteria."""
    return tuple(Rule(c.name, c.article, c.explained, c.ahead, c.order is Order.LOWEST_FIRST) for c in criteria)


@runtime_checkable
class Judge(Protocol):
    """A system that can say by which criterion one pairing is better than another."""

    @property
    def rules(self) -> Sequence[Rule]:
        """The criteria in order of priority."""

    def judge(self, question: RoundToPair, best: RoundPairing, other: RoundPairing) -> Verdict | None:
        """Find the first criterion by which the system's own answer ``best`` is better than another pairing.

        None where both have the same pairs and bye. Colours are not looked at.
        """


@runtime_checkable
class Telling(Protocol):
    """A system that can say what the names in its vectors mean."""

    @property
    def rules(self) -> Sequence[Rule]:
        """The criteria in order of priority."""


@runtime_checkable
class Preferring(Protocol):
    """A system whose text has colour preferences other than those of C.04.3 (2026) 1.7."""

    def colour_preference(self, question: RoundToPair, competitor: Competitor) -> ColourPreference:
        """Say which colour somebody is due. Strength NONE with a colour: the text knows no strengths."""


def preference_of(system: object, question: RoundToPair, competitor: Competitor) -> ColourPreference:
    """Ask the system which colour somebody is due."""
    return system.colour_preference(question, competitor) if isinstance(system, Preferring) else competitor.preference


def judged(system: object, question: RoundToPair, best: RoundPairing, other: RoundPairing) -> Verdict | None:
    """Find the first thing in which ``other`` is worse than the system's answer; None where they are the same.

    First what no pairing may do, then the criteria of a system that is a `Judge`, then the colours. Of a system that is
    none, the vectors of both traces are compared where they are there, else it is the first of its decisions that the
    other pairing contradicts.
    """
    if best.unopposed is None and (broken := next(breaches(question, other), None)) is not None:
        return Verdict("illegal", broken.article, "", broken.message)
    if _meetings(best) != _meetings(other):
        verdict = system.judge(question, best, other) if isinstance(system, Judge) else None
        return verdict or _first_worse(system, best, other) or _first_contradicted(best, other)
    return _colours(best, other)


def with_pairs(
    question: RoundToPair,
    pairs: Iterable[tuple[PairingNumber, PairingNumber]],
    apart: Iterable[PairingNumber] = (),
) -> RoundToPair:
    """Ask the same question, with all other opponents forbidden to the two of each pair: whoever answers makes them.

    Nobody is in two pairs. ``apart`` are players who, beyond that, may not meet each other.
    """
    partner = {tpn: other for pair in pairs for tpn, other in (pair, pair[::-1])}
    everybody, paired, kept = frozenset(question.everyone), frozenset(partner), frozenset(apart)
    forbidden = {tpn: question.forbidden.get(tpn, frozenset()) | paired for tpn in everybody - paired}
    forbidden |= {tpn: everybody - {tpn, other} for tpn, other in partner.items()}
    for tpn in kept - paired:
        forbidden[tpn] |= kept - {tpn}
    return replace(question, forbidden=forbidden)


def alone(question: RoundToPair, one: PairingNumber, other: PairingNumber) -> RoundToPair:
    """Ask about two players as if nobody else were there."""
    return replace(question, competitors=tuple(c for c in question.competitors if c.tpn in (one, other)))


def answer_of(pairs: Iterable[tuple[PairingNumber, PairingNumber]], pab: PairingNumber | None) -> RoundPairing:
    """Make a pairing, White first, that somebody else made."""
    return RoundPairing(tuple(Pair(white, black) for white, black in pairs), pab, ())


def _meetings(answer: RoundPairing) -> frozenset[frozenset[PairingNumber]]:
    met = [frozenset((pair.white, pair.black)) for pair in answer.pairs]
    return frozenset(met if answer.pab is None else [*met, frozenset((answer.pab,))])


def _first_worse(system: object, best: RoundPairing, other: RoundPairing) -> Verdict | None:
    """Compare the vectors of the first bracket that differs, if both pairings are the system's own answers.

    None where a look ahead differs: it saw what was forbidden to make the other pairing.
    """
    rules = system.rules if isinstance(system, Telling) else ()
    steps = (
        [step for step in answer.trace if isinstance(step, BracketStep) and step.criteria is not None]
        for answer in (best, other)
    )
    for mine, theirs in zip(*steps, strict=False):
        if mine.players == theirs.players and _inside(best, mine) == _inside(other, theirs):
            continue
        rule = next((rule for rule in rules if _value(mine, rule) != _value(theirs, rule)), None)
        if rule is None:
            return None
        ours, others = _value(mine, rule), _value(theirs, rule)
        if rule.ahead or (_entries(ours) < _entries(others)) is rule.higher_is_better:
            return None
        where = "" if mine.score is None else f"bracket of {format_points(mine.score)}"
        return Verdict("worse", rule.article, rule.name, rule.sentence, where, ours, others)
    return None


def _inside(answer: RoundPairing, step: BracketStep) -> set[frozenset[PairingNumber]]:
    return {meeting for meeting in _meetings(answer) if meeting <= {*step.players}}


def _value(step: BracketStep, rule: Rule) -> Reached:
    """Give what a bracket reaches by a rule; 0 where nothing is told of it."""
    return next((c.value for c in step.criteria or () if (c.name, c.article) == (rule.name, rule.article)), 0)


def _entries(reached: Reached) -> tuple[int, ...]:
    return (reached,) if isinstance(reached, int) else reached


def _first_contradicted(best: RoundPairing, other: RoundPairing) -> Verdict:
    meetings = _meetings(other)
    for step in best.trace:
        if isinstance(step, PairStep | ByeStep) and frozenset(step.players) not in meetings:
            return Verdict("other", step.article, "", step.reason, players=step.players)
    return Verdict("other", "", "", "another pairing than the system's")


def _colours(best: RoundPairing, other: RoundPairing) -> Verdict | None:
    seats = frozenset(other.pairs)
    for pair in best.pairs:
        if pair not in seats:
            step = next(
                (s for s in best.trace if isinstance(s, ColourStep) and s.players == (pair.white, pair.black)), None
            )
            reason = step.reason if step else "other colours than the system's"
            article = step.article if step else ""
            return Verdict("later", article, "colour", reason, players=(pair.white, pair.black))
    return None
