"""The Keizer system for a club's season: neighbours in the ranking meet, and whoever is there plays.

The rules stand in the README beside this file; the trace and the tests cite them as ``Keizer 4.1``. Scores are exact
integers, in sixths of a point.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from nextround.plugin import (
    ByeStep,
    Colour,
    ColourRule,
    Competitor,
    Entry,
    FieldStep,
    InvalidTournament,
    Kind,
    Matching,
    NoLegalPairing,
    Outcome,
    Pair,
    PairingNumber,
    PairStep,
    PassedOver,
    Problem,
    RoundPairing,
    RoundToPair,
    Step,
    ValuesFact,
    WaiverStep,
    bits,
    can_be_left_out,
    colour_difference,
    first_eligible,
    latest_difference,
    lowest_bit,
    may_meet,
    published,
    seat,
    white_to_the_less,
)


@dataclass(frozen=True, slots=True)
class Options:
    """Options of the Keizer system.

    ``gap`` is the number of rounds after a meeting in which the two don't meet again (4.2). ``absence`` is what a round
    of absence brings, in sixths of the player's own value (2.3).
    """

    gap: int = 3
    absence: Literal[0, 1, 2, 3] = 2


@dataclass(frozen=True, slots=True)
class Keizer:
    """Pair by the Keizer system."""

    options: Options = Options()

    def pair(self, question: RoundToPair) -> RoundPairing:
        """Pair the round.

        Raises InvalidTournament where virtual points are given, and NoLegalPairing where the event's forbidden pairs
        leave no complete pairing.
        """
        _refuse_virtual_points(question)
        ranking, told = rank(question, self.options)
        present = {player.tpn for player in question.competitors}
        players = [player for player in ranking if player.tpn in present]
        widest = max(0, min(self.options.gap, question.round_number - 1))
        for gap in range(widest, -1, -1):
            found = _pair(question, players, gap)
            if found is not None:
                waiver = () if gap == widest else (_waiver(widest, gap),)
                return published(question, found.pairs, found.pab, (told, *waiver, *found.trace))
        message = "the event's forbidden pairs leave no complete pairing"
        raise NoLegalPairing(Problem("no-legal-pairing", message, article="Keizer 4.4"))


#: What `nextround` loads: the name in events, the title, the text, and how to make the system from its options.
ENTRY = Entry("keizer", "Keizer", "Keizer (club rules)", Keizer, Options, repeats=True)


# 1 and 2: the ranking

#: 1.4: a ranking that has not settled by then stays as it is.
MOST_RANKINGS = 50

#: 2.2: what a game brings, in sixths of the opponent's value.
_OF_THE_OPPONENT = {Outcome.WIN: 6, Outcome.DRAW: 3, Outcome.LOSS: 0}

#: 2.3: what other rounds bring, in sixths of one's own value. Whatever is not here is an absence.
_OF_HIS_OWN = {
    Kind.FULL_POINT_BYE: 6,
    Kind.PAB: 4,
    Kind.FORFEIT_WIN: 4,
    Kind.HALF_POINT_BYE: 3,
    Kind.FORFEIT_LOSS: 0,
}


def rank(question: RoundToPair, options: Options) -> tuple[list[Competitor], FieldStep]:
    """Rank all players of the tournament, the absent too, and tell how."""
    earned = {tpn: _earned(player, options.absence) for tpn, player in question.everyone.items()}
    ranking = sorted(earned)
    for rankings in range(1, MOST_RANKINGS + 1):
        value = {tpn: len(ranking) + len(ranking) // 2 - place for place, tpn in enumerate(ranking)}
        score = {
            tpn: own * value[tpn] + sum(sixths * value[opponent] for opponent, sixths in games)
            for tpn, (own, games) in earned.items()
        }
        before, ranking = ranking, sorted(earned, key=lambda tpn: (-score[tpn], tpn))
        if ranking == before:
            reason = f"all players in the ranking; made {rankings} times, it changes no more"
            break
    else:
        reason = f"all players in the ranking; made {MOST_RANKINGS} times, it still changes, and the last one counts"
    facts = (
        ValuesFact("values", tuple((tpn, value[tpn]) for tpn in ranking), parts=1),
        ValuesFact("scores", tuple((tpn, score[tpn]) for tpn in ranking), parts=6),
    )
    return [question.everyone[tpn] for tpn in ranking], FieldStep("Keizer 1.3", reason, tuple(ranking), facts=facts)


def _earned(player: Competitor, absence: int) -> tuple[int, list[tuple[PairingNumber, int]]]:
    """Add up what a player has of his own value, and list what he has of his opponents'; all in sixths."""
    own, games = 6, []  # 2.1: his own value once
    for record in player.history.records:
        if record.opponent is not None and record.outcome is not None:
            games.append((record.opponent, _OF_THE_OPPONENT[record.outcome]))
        else:
            own += _OF_HIS_OWN.get(record.kind, absence)
    return own, games


def _refuse_virtual_points(question: RoundToPair) -> None:
    if any(player.score != player.points for player in question.competitors):
        message = "Keizer ranks by its own score and can't be accelerated; leave the acceleration out"
        raise InvalidTournament(Problem("acceleration-not-allowed", message, "/pairing/acceleration", "Keizer 1.5"))


# 3 and 4: the bye and the pairs


@dataclass(frozen=True, slots=True)
class _Found:
    pairs: list[Pair]
    pab: PairingNumber | None
    trace: list[Step]


def _pair(question: RoundToPair, players: Sequence[Competitor], gap: int) -> _Found | None:
    """Pair the players, given in the order of the ranking; None where the gap leaves no complete pairing."""
    rows = may_meet(question, players, lambda player: _met(player, gap))
    found = _Found([], None, [])
    places = (1 << len(players)) - 1
    if question.is_odd:
        step = _bye(question, players, rows)
        if step is None:
            return None
        found = _Found([], step.player, [step])
        places ^= 1 << [player.tpn for player in players].index(step.player)
    matching = Matching(rows, places)
    if matching.maximise():
        return None
    rules = (*_COLOURS, _by_number(question.initial_colour or Colour.WHITE))
    for place in range(len(players)):
        if not matching.alive >> place & 1:
            continue
        below = matching.alive >> place + 1 << place + 1
        opponent = matching.settle(place, lowest_bit)  # 4.3: the first who leaves a complete pairing
        above = below & ((1 << opponent) - 1)
        pair, colour = seat(rules, players[place], players[opponent])
        found.pairs.append(pair)
        found.trace.extend((_told(players, place, opponent, above & ~rows[place], above & rows[place]), colour))
    return found


def _met(player: Competitor, gap: int) -> Iterator[PairingNumber]:
    """Name those whom the player met in the last rounds; forfeits are no meetings."""
    records = player.history.records
    for record in records[len(records) - gap :]:
        if record.played and record.opponent is not None:
            yield record.opponent


def _bye(question: RoundToPair, players: Sequence[Competitor], rows: Sequence[int]) -> ByeStep | None:
    byes = [sum(record.kind is Kind.PAB for record in player.history.records) for player in players]
    upwards = sorted(range(len(players)), key=lambda place: (byes[place], -place))
    place, passed = first_eligible(players, upwards, can_be_left_out(rows), (), question.points)
    if place is None:
        return None
    reason = "the fewest byes so far, then the lowest in the ranking, who leaves the others a complete pairing"
    return ByeStep("Keizer 3.1", reason, players[place].tpn, passed_over=passed)


def _told(players: Sequence[Competitor], place: int, opponent: int, barred: int, needed: int) -> PairStep:
    higher, lower = players[place].tpn, players[opponent].tpn
    article, reason = "Keizer 4.1", f"{lower} is the next below {higher} in the ranking whom he may meet"
    if needed:
        article, reason = "Keizer 4.3", f"{reason} and who leaves the others a complete pairing"
    passed = [PassedOver(players[other].tpn, "may not meet him") for other in bits(barred)]
    passed += (PassedOver(players[other].tpn, "would leave no complete pairing") for other in bits(needed))
    return PairStep(article, reason, higher, lower, passed_over=tuple(passed))


def _waiver(wanted: int, gap: int) -> WaiverStep:
    reason = f"no complete pairing without a second meeting within {wanted} rounds; within {gap} there is one"
    return WaiverStep("Keizer 4.4", reason)


# 5: the colours


def _the_other_way_round(higher: Competitor, lower: Competitor) -> Colour | None:
    for record in reversed(higher.history.records):
        if record.played and record.opponent == lower.tpn:
            return record.colour and record.colour.opposite
    return None


_COLOURS: tuple[ColourRule[Competitor], ...] = (
    ColourRule(
        "Keizer 5.1",
        "White to the smaller colour difference",
        lambda a, b: white_to_the_less(colour_difference(a.colours), colour_difference(b.colours)),
    ),
    ColourRule("Keizer 5.2", "the other colours than in their latest game", _the_other_way_round),
    ColourRule(
        "Keizer 5.3",
        "the other colour than in the latest game in which they differed",
        lambda a, b: latest_difference(a.colours, b.colours),
    ),
)


def _by_number(initial: Colour) -> ColourRule[Competitor]:
    return ColourRule(
        "Keizer 5.4",
        "the higher in the ranking has the initial colour if his pairing number is odd",
        lambda a, _: initial if a.tpn % 2 else initial.opposite,
    )
