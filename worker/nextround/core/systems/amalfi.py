"""The Amalfi system ("Amalfi Rating"): everybody meets the player who is as many places below as rounds are left.

Sources of the readings: [TEXT] the article of 2007 that describes the system, [PROG] shown by the program JavaPairing,
[DATA] reproduced from real tournaments, [ASSUMPTION] our completion where every source is silent. A1 to A14 are the
decisions on what the text leaves open: no score limits (A11), no float history (A12), no "Amalfi Color" (A14).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nextround.core.matching import Matching, bits, maximum_matching
from nextround.core.pairing import Competitor, Pair, RoundPairing, RoundToPair, published
from nextround.core.pairing.byes import Bar, bars_by_kind, first_eligible, had
from nextround.core.pairing.colours import (
    ColourPreference,
    ColourRule,
    Strength,
    allocate,
    colour_difference,
    latest_difference,
    may_take,
    white_to_the_less,
)
from nextround.core.pairing.legality import can_be_left_out, legal, no_complete_pairing, passed_as_illegal
from nextround.core.pairing.trace import (
    ByeStep,
    ColourStep,
    FieldStep,
    NumberFact,
    PairStep,
    PassedOver,
    Step,
    WaiverStep,
)
from nextround.core.tournament import Colour, Kind, NoLegalPairing, PairingNumber

#: Who may not have the bye [PROG], A6: the text speaks of no bye. The second table comes first, if the option is on.
_BARS = bars_by_kind("Amalfi step 2")
_BARS_AT_FIRST = (*_BARS, Bar("Amalfi step 2", "had a half-point bye", had(Kind.HALF_POINT_BYE)))


@dataclass(frozen=True, slots=True)
class Options:
    """Options of the Amalfi system.

    ``cap_half`` limits the offset to half the field (A3): JavaPairing does so, the text doesn't know it.
    ``limits_in_last_round`` keeps the colour limits there too: the text knows no exception, but by default the last
    round waives them, as JavaPairing and real tournaments do [PROG][DATA]. ``half_points_last`` gives the bye to the
    holder of a half-point bye only where nobody else can have it; the common rules of Swiss systems, to which the text
    leaves the rest, don't count that bye (A6).
    """

    cap_half: bool = False
    limits_in_last_round: bool = False
    half_points_last: bool = True


@dataclass(frozen=True, slots=True)
class Amalfi:
    """Pair by the Amalfi system, exactly and with at most three searches a pair."""

    options: Options = Options()

    def colour_preference(self, _: RoundToPair, competitor: Competitor) -> ColourPreference:
        """Say that nobody is due a colour: differences and histories of two are compared (step 5)."""
        return ColourPreference(None, Strength.NONE, colour_difference(competitor.colours))

    def pair(self, question: RoundToPair) -> RoundPairing:
        """Pair the round; raise NoLegalPairing where even without colour limits somebody must meet an old opponent.

        Step 6 and A7: where the colour limits leave no complete pairing, they are waived for this round; in the last
        round they are waived from the start [PROG], unless the option keeps them.
        """
        pairing_list = question.competitors  # step 1: points, then pairing number; no tie-breaks [DATA], A10
        if not question.is_last or self.options.limits_in_last_round:
            found = _solve(question, self.options, pairing_list, limits=True)
            if found is not None:
                return found
        found = _solve(question, self.options, pairing_list, limits=False)
        if found is not None:
            return found
        raise NoLegalPairing(no_complete_pairing(question, "Amalfi step 6", "Amalfi step 2"))


def _solve(
    question: RoundToPair, options: Options, pairing_list: tuple[Competitor, ...], *, limits: bool
) -> RoundPairing | None:
    trace: list[Step] = []
    if not limits:
        trace.append(_waiver(question, options))
    bye = None
    if question.is_odd:
        bye = _bye(question, options, pairing_list, limits=limits)
        if bye is None:
            return None
        trace.append(bye)
        pairing_list = tuple(player for player in pairing_list if player.tpn != bye.player)
    # A8: a pair is illegal only if no orientation keeps the limits; the text speaks of the meeting itself.
    rows = legal(question, pairing_list, limits=limits)
    witness = maximum_matching(rows)
    if witness.free:
        return None
    offset = _offset(question, options, len(pairing_list))
    trace.append(_field(question, pairing_list, offset))
    pairs = []
    for number, found in enumerate(search(rows, witness, offset), start=1):
        higher, lower = pairing_list[found.place], pairing_list[found.opponent]
        pair, colour = _colours(question, higher, lower, number, limits=limits)
        trace += (_pair(pairing_list, found), colour)
        pairs.append(pair)
    return published(question, pairs, bye.player if bye else None, tuple(trace))


# Step 2: the bye


def _bye(
    question: RoundToPair, options: Options, pairing_list: Sequence[Competitor], *, limits: bool
) -> ByeStep | None:
    """Go up the list: the first eligible player without whom the rest can be paired completely (A5) [PROG][DATA]."""
    spared = can_be_left_out(legal(question, pairing_list, limits=limits))
    upwards = range(len(pairing_list) - 1, -1, -1)
    passed: dict[PairingNumber, PassedOver] = {}
    for bars in (_BARS_AT_FIRST, _BARS) if options.half_points_last else (_BARS,):
        place, more = first_eligible(pairing_list, upwards, spared, bars, question.points)
        passed |= {player.player: player for player in more}
        if place is not None:
            tpn = pairing_list[place].tpn
            reason = f"{tpn} is the lowest in the list who may have the bye and leaves a complete pairing"
            others = tuple(other for other in passed.values() if other.player != tpn)
            return ByeStep("Amalfi step 2", reason, tpn, passed_over=others)
    return None


# Steps 3 and 4: the opponents


@dataclass(frozen=True, slots=True)
class Found:
    """A pair made: places in the list from 0, the place first looked at, and the legal ones that were refused."""

    place: int
    opponent: int
    target: int
    unpairable: tuple[int, ...]
    illegal: int


def _offset(question: RoundToPair, options: Options, n: int) -> int:
    """Count the rounds left, this one included (A1) [TEXT]; A13: by the present number of rounds."""
    left = question.number_of_rounds - question.round_number + 1
    return min(left, n // 2) if options.cap_half else left


def search(rows: Sequence[int], witness: Matching, offset: int) -> Iterator[Found]:
    """Find each player's opponent, from the top of the list, as the literal search with its breaks would.

    The text looks from the target upwards to the player himself, then below the target, and breaks the last pair
    when nobody is left. The same answer without breaks: the first candidate who leaves the others a perfect matching.
    ``rows`` are the legal pairs by place; ``witness`` is a perfect matching of them and is used up. Places stay fixed
    when pairs are made (A2) [TEXT][DATA]. At most three searches a pair.
    """
    for place in range(len(rows)):
        if not witness.alive >> place & 1:
            continue
        target = min(place + offset, len(rows) - 1)  # A4: out of range is unsuitable, so the search starts at the last
        candidates = rows[place] & witness.alive
        opponent = _nearest(candidates, target)
        unpairable = []
        if not witness.keeps_perfect(place, opponent):
            possible = witness.partners(place)
            while not possible >> opponent & 1:
                unpairable.append(opponent)
                candidates &= ~(1 << opponent)
                opponent = _nearest(candidates, target)
            witness.keeps_perfect(place, opponent)
        looked_at = _between(opponent, target) if opponent < target else _between(place, opponent)
        yield Found(place, opponent, target, tuple(unpairable), looked_at & witness.alive & ~rows[place])


def _nearest(candidates: int, target: int) -> int:
    """Take the candidate nearest above the target, the target first; below it only if there is none."""
    upward = candidates & ((2 << target) - 1)
    return upward.bit_length() - 1 if upward else (candidates & -candidates).bit_length() - 1


def _between(place: int, last: int) -> int:
    """Mark the places after ``place`` up to ``last``."""
    return ((2 << last) - 1) & ~((2 << place) - 1)


# Step 5: the colours


def _smaller_difference(a: Competitor, b: Competitor) -> Colour | None:
    return white_to_the_less(colour_difference(a.colours), colour_difference(b.colours))


def _alternate(a: Competitor, b: Competitor) -> Colour | None:
    who = b if not a.colours or (b.colours and b.tpn < a.tpn) else a
    if not who.colours:
        return None
    due = Colour(who.colours[-1]).opposite
    return due if who is a else due.opposite


_RULES: tuple[ColourRule[Competitor], ...] = (
    # A9: the difference, where JavaPairing compares the bare number of Whites; equal for equally many games.
    ColourRule("Amalfi step 5.2", "White to the player with the smaller colour difference", _smaller_difference),
    ColourRule(
        "Amalfi step 5.3",
        "the other colour than in the latest game in which they differed",
        lambda a, b: latest_difference(a.colours, b.colours),
    ),
    ColourRule(
        "Amalfi step 5.4",
        "the smaller pairing number alternates; where one of them is new, the other",
        _alternate,
    ),
)


def _new_players(initial: Colour) -> ColourRule[Competitor]:
    """Step 5.1, and the end of 5.4, which says the same: boards alternate in the order they are made [PROG][DATA]."""
    return ColourRule(
        "Amalfi step 5.1",
        f"neither has played: {initial.word} on this board to the smaller pairing number",
        lambda a, b: initial if a.tpn < b.tpn else initial.opposite,
    )


def _colours(
    question: RoundToPair, a: Competitor, b: Competitor, number: int, *, limits: bool
) -> tuple[Pair, ColourStep]:
    """Seat a pair; ``number`` counts the pairs in the order they were made. The lot of round 1 is White by default."""
    initial = question.initial_colour or Colour.WHITE
    colour, rule = allocate((*_RULES, _new_players(initial if number % 2 else initial.opposite)), a, b)
    article, reason = rule.article, rule.reason
    if limits and not (may_take(a.colours, colour) and may_take(b.colours, colour.opposite)):
        colour = colour.opposite
        article, reason = "Amalfi step 5.5", f"{reason}, turned round to keep the colour limits"
    pair = Pair(a.tpn, b.tpn) if colour is Colour.WHITE else Pair(b.tpn, a.tpn)
    return pair, ColourStep(article, reason, pair.white, pair.black)


# What is told


def _field(question: RoundToPair, pairing_list: Sequence[Competitor], offset: int) -> FieldStep:
    left = question.number_of_rounds - question.round_number + 1
    capped = f", limited to half the field: {offset}" if offset < left else ""
    return FieldStep(
        "Amalfi step 3",
        f"everybody seeks the player as many places below as rounds are left, this one included: {left}{capped}",
        tuple(player.tpn for player in pairing_list),
        facts=(NumberFact("offset", offset),),
    )


def _pair(pairing_list: Sequence[Competitor], found: Found) -> PairStep:
    higher, lower = pairing_list[found.place], pairing_list[found.opponent]
    target = pairing_list[found.target]
    passed = [passed_as_illegal(higher, pairing_list[i].tpn) for i in bits(found.illegal)]
    passed += (PassedOver(pairing_list[i].tpn, "would leave no complete pairing") for i in found.unpairable)
    if found.opponent == found.target:
        reason = f"{lower.tpn} is the target of {higher.tpn}"
    else:
        way = "upwards" if found.opponent < found.target else "downwards"
        reason = f"{higher.tpn} seeks from {target.tpn} {way}: {lower.tpn} is the first who leaves a complete pairing"
    return PairStep("Amalfi step 4", reason, higher.tpn, lower.tpn, target.tpn, tuple(passed))


def _waiver(question: RoundToPair, options: Options) -> WaiverStep:
    if question.is_last and not options.limits_in_last_round:
        return WaiverStep("Amalfi step 4.4", "the last round: the colour limits don't hold")
    return WaiverStep("Amalfi step 6", "the colour limits leave no complete pairing: waived for this round")
