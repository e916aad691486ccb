"""The round (article 3.3 of C.04.5 and C.04.6): the bye, one bracket after another, the colours."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nextround.core.matching import bits, lowest_bit, mask_of, maximum_matching
from nextround.core.pairing import Pair, RoundPairing, RoundToPair, published
from nextround.core.pairing.byes import bars_by_kind, first_eligible
from nextround.core.pairing.colour_rules import seat
from nextround.core.pairing.colours import ColourRule
from nextround.core.pairing.entrant import higher_first
from nextround.core.pairing.legality import may_meet, no_complete_pairing
from nextround.core.pairing.trace import BracketStep, ByeStep, CriterionValue, PlayersFact, Step
from nextround.core.systems.matches.brackets import pair_bracket
from nextround.core.systems.matches.contestants import Contestant
from nextround.core.systems.matches.criteria import MatchCriterion
from nextround.core.systems.matches.upfloaters import ChosenUpfloaters, UnpairedContestants, choose
from nextround.core.tournament import NoLegalPairing, format_points


@dataclass(frozen=True, slots=True)
class Rules:
    """What one of the two texts has for itself.

    ``text`` as in ``C.04.6 (2026)``; ``sets`` are the criteria for upfloaters, ``brackets`` those for a bracket, both
    in order of priority; those that don't hold ``in_last_round`` don't hold in the last ``exempt_rounds``. ``colours``
    is asked about pairs of which the one that comes first by ``rank`` stands first.
    """

    text: str
    sets: tuple[MatchCriterion, ...]
    brackets: tuple[MatchCriterion, ...]
    exempt_rounds: int
    colours: tuple[ColourRule[Contestant], ...]
    rank: Callable[[Contestant], tuple[int, ...]]


def pair_matches(
    question: RoundToPair, members: tuple[Contestant, ...], rules: Rules, *, graded: bool, weights_only: bool = False
) -> RoundPairing:
    """Pair the round; ``members`` are the competitors, in their order.

    ``weights_only`` leaves the choice of upfloaters to the weights of the criteria; the answers are the same.

    Raises NoLegalPairing where no pairing without a second meeting exists (3.3.3: the arbiter decides), and
    InvalidTournament where two newcomers meet and no initial colour was drawn.
    """
    rows = may_meet(question, question.competitors)
    bye, hint = _bye(question, members, rules, rows)
    # D15: in an event of two rounds or one, every round is among the last two.
    exempt = question.number_of_rounds - question.round_number < rules.exempt_rounds
    sets, brackets = (
        tuple(c for c in criteria if c.in_last_round or not exempt) for criteria in (rules.sets, rules.brackets)
    )
    field = UnpairedContestants(members, rows, sets, graded, weights_only)
    trace: list[Step] = [bye] if bye else []
    unpaired = (1 << len(members)) - 1
    scores = sorted({member.score for member in members})  # D5: with the one who has the bye
    if bye:
        unpaired &= ~mask_of(v for v, member in enumerate(members) if member.tpn == bye.player)
    pairs: list[Pair] = []
    while unpaired:
        top = members[lowest_bit(unpaired)].score
        residents = _with_score(members, unpaired, top)
        lower = unpaired & ~residents
        next_score = max((score for score in scores if score < top), default=top)
        choice = choose(field, residents, lower, _with_score(members, lower, next_score), hint)
        bracket = sorted((members[v] for v in bits(residents | choice.upfloaters)), key=lambda member: member.tpn)
        places = pair_bracket(bracket, may_meet(question, [member.competitor for member in bracket]), brackets)
        made = [(bracket[top], bracket[bottom]) for top, bottom in places]
        trace.append(_told(rules, field, brackets, residents, choice, made))
        for one, other in made:
            pair, step = seat(rules.colours, *sorted((one, other), key=rules.rank))
            pairs.append(pair)
            trace.append(step)
        unpaired = lower & ~choice.upfloaters
        hint = choice.below.mate
    return published(question, pairs, bye.player if bye else None, tuple(trace))


def _with_score(members: Sequence[Contestant], places: int, score: int) -> int:
    return mask_of(v for v in bits(places) if members[v].score == score)


def _bye(
    question: RoundToPair, members: Sequence[Contestant], rules: Rules, rows: Sequence[int]
) -> tuple[ByeStep | None, Sequence[int]]:
    """Give the bye of an odd field (3.4), and a pairing of the rest.

    3.4.1 to 3.4.4: of those who may have it and leave a complete pairing, the lowest score, then the most matches
    played (D9: byes and forfeits are none), then the largest number.
    """
    matching = maximum_matching(rows)
    if matching.free.bit_count() > len(members) % 2:
        raise NoLegalPairing(no_complete_pairing(question, f"{rules.text} 3.3.3"))
    if not question.is_odd:
        return None, matching.mate
    order = sorted(range(len(members)), key=lambda v: (members[v].score, -_matches(members[v]), -members[v].tpn))
    place, passed = first_eligible(
        question.competitors, order, matching.missable(), bars_by_kind(f"{rules.text} 2.1.2"), question.points
    )
    if place is None:
        raise NoLegalPairing(no_complete_pairing(question, f"{rules.text} 3.3.3"))
    mate = matching.remove(place)
    if mate >= 0:
        matching.augment(mate)
    tpn = members[place].tpn
    reason = f"{tpn} has the lowest score, then the most matches, of those who may have the bye and leave a pairing"
    return ByeStep(f"{rules.text} 3.4", reason, tpn, passed_over=passed), matching.mate


def _matches(member: Contestant) -> int:
    return sum(record.played for record in member.competitor.history.records)


# What is told


def _told(
    rules: Rules,
    field: UnpairedContestants,
    criteria: Sequence[MatchCriterion],
    residents: int,
    choice: ChosenUpfloaters,
    made: Sequence[tuple[Contestant, Contestant]],
) -> BracketStep:
    group = [field.members[v] for v in bits(residents)]
    floating = [field.members[v] for v in bits(choice.upfloaters)]
    measured: list[CriterionValue] = []
    if floating:  # otherwise there was nothing to choose
        measured += (c.value(int(choice.unmet) if c.ahead else c.reached(None, (), floating)) for c in field.criteria)
    measured += (c.value(c.reached(None, made, ())) for c in criteria)
    identifier = (*(top.tpn for top, _ in made), *(bottom.tpn for _, bottom in made))
    who = f"with {', '.join(str(member.tpn) for member in floating)} from below" if floating else "in itself"
    score = group[0].score
    return BracketStep(
        article=f"{rules.text} 3.6",
        reason=f"the scoregroup of {format_points(score)} is paired {who}",
        score=score,
        residents=tuple(member.tpn for member in group),
        moved_up=tuple(member.tpn for member in floating),
        pairs=tuple(higher_first(one, other) for one, other in made),
        criteria=tuple(measured),
        facts=(PlayersFact("identifier", identifier),),
    )
