"""The players of a round as the Dutch rules look at them, and who may meet whom.

Vertices are the competitors in their order, 0 to n - 1; in an odd field the vertex n stands for the bye. A set of
players is an integer with those bits.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from nextround.core.matching import bits
from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.pairing.byes import Bar, barred
from nextround.core.pairing.colours import Strength, colour_preference
from nextround.core.pairing.legality import may_meet
from nextround.core.tournament import Colour, Kind, PairingNumber, Points, PointSystem, Record
from nextround.core.tournament.rounds import worth

#: Whether an unplayed round counts as a downfloat.
UnplayedFloat = Callable[[Record, PointSystem], bool]

#: Float history goes this many rounds back.
FLOAT_ROUNDS = 2


def every_unplayed_round(record: Record, points: PointSystem) -> bool:
    """Give a downfloat to whoever did not play, for whatever reason (C.04.3 (2017) A.4.b)."""
    return True


def bye_or_more_than_a_loss(record: Record, points: PointSystem) -> bool:
    """Give a downfloat for the pairing-allocated bye, and for more than a loss's points without play.

    C.04.3 (2026) 1.4.3, 1.4.4. FD-4: by the letter of 1.4.3 whoever receives the bye floats down, whatever it is worth;
    bbpPairings 6.0.0 gives no float where an event gives no more than a loss for it.
    """
    return record.kind is Kind.PAB or worth(points)[record.kind] > points.loss


class Traits(NamedTuple):
    """All that a criterion may ask about one player. Players with equal traits differ only by whom they met.

    ``colour`` is the one preferred, or None; ``repeated`` the colour of the two latest games, if equal. ``down`` and
    ``up`` say whether he floated one and two rounds ago. ``unplayed`` counts his rounds without a game.
    """

    score: Points
    colour: Colour | None
    strength: Strength
    difference: int
    repeated: Colour | None
    topscorer: bool
    down: tuple[bool, bool]
    up: tuple[bool, bool]
    unplayed: int
    eligible: bool


@dataclass(frozen=True, slots=True)
class Classes:
    """The players by what the criteria ask of them, as sets.

    ``wishing[colour]`` prefer it; ``strong`` do so at least strongly, ``absolute`` absolutely. ``down[k]`` and
    ``up[k]`` floated k + 1 rounds ago.
    """

    wishing: Mapping[Colour, int]
    strong: int
    absolute: int
    topscorers: int
    down: tuple[int, int]
    up: tuple[int, int]
    eligible: int


@dataclass(frozen=True, slots=True)
class Field:
    """The field of a round: pairing numbers and traits by vertex; ``groups`` are the scoregroups, highest first.

    ``legal[v]`` are those whom v may meet by the absolute criteria C1 and C3 and the event's forbidden pairs, without
    the bye. ``bars`` gives for each player barred from the bye the reason.
    """

    question: RoundToPair
    numbers: Sequence[PairingNumber]
    traits: Sequence[Traits]
    classes: Classes
    groups: Sequence[range]
    legal: Sequence[int]
    bars: dict[int, Bar]

    @property
    def competitors(self) -> Sequence[Competitor]:
        """The players, by vertex."""
        return self.question.competitors

    @property
    def size(self) -> int:
        """The number of players, which is also the vertex of the bye."""
        return len(self.traits)


#: From flags as bytes to the digits of a number.
_DIGITS = bytes.maketrans(b"\0\1", b"01")


def members(flags: Iterable[bool]) -> int:
    """Make a set of the vertices whose flag is up; linear, unlike one bit after the other."""
    return int(b"0" + bytes(flags)[::-1].translate(_DIGITS), 2)


def field_of(question: RoundToPair, bars: Sequence[Bar], unplayed_float: UnplayedFloat) -> Field:
    """Look at a round with the eyes of one edition: its reasons against the bye and its floats."""
    topscore = _topscore(question)
    traits = []
    reasons: dict[int, Bar] = {}
    for v, competitor in enumerate(question.competitors):
        # Only an unplayed round can bar from the bye.
        unplayed = len(competitor.history.records) > len(competitor.history.colours)
        bar = barred(competitor, bars, question.points) if unplayed else None
        if bar is not None:
            reasons[v] = bar
        traits.append(_traits(question, competitor, bar is None, topscore, unplayed_float))
    groups = []
    start = 0
    for _, members in groupby(traits, key=lambda t: t.score):
        stop = start + sum(1 for _ in members)
        groups.append(range(start, stop))
        start = stop
    classes = _classes(traits)
    numbers = [competitor.player.tpn for competitor in question.competitors]
    return Field(question, numbers, traits, classes, groups, _legal(question, classes), reasons)


def _classes(traits: Sequence[Traits]) -> Classes:
    return Classes(
        wishing={colour: members([t.colour is colour for t in traits]) for colour in Colour},
        strong=members([t.strength >= Strength.STRONG for t in traits]),
        absolute=members([t.strength is Strength.ABSOLUTE for t in traits]),
        topscorers=members([t.topscorer for t in traits]),
        down=(members([t.down[0] for t in traits]), members([t.down[1] for t in traits])),
        up=(members([t.up[0] for t in traits]), members([t.up[1] for t in traits])),
        eligible=members([t.eligible for t in traits]),
    )


def _topscore(question: RoundToPair) -> Points | None:
    """Give the points that a topscorer must exceed, doubled; None before the last round (C.04.3 (2026) 1.8).

    FD-3: half of what could be scored in the rounds so far, by the points of the standings.
    """
    if not question.is_last:
        return None
    return (question.round_number - 1) * max(question.points.win, question.points.draw)


def _traits(
    question: RoundToPair,
    competitor: Competitor,
    eligible: bool,
    topscore: Points | None,
    unplayed_float: UnplayedFloat,
) -> Traits:
    history, scores = competitor.history, competitor.pairing_scores
    colours = history.colours
    preference = colour_preference(colours)
    down, up = [False] * FLOAT_ROUNDS, [False] * FLOAT_ROUNDS
    for back in range(min(FLOAT_ROUNDS, len(history.records))):
        index = len(history.records) - 1 - back
        record = history.records[index]
        if record.outcome is None or record.opponent is None:
            down[back] = unplayed_float(record, question.points)
            continue
        mine = scores[index]
        theirs = question.everyone[record.opponent].pairing_scores[index]
        down[back], up[back] = mine > theirs, mine < theirs
    return Traits(
        score=scores[-1],
        colour=preference.colour,
        strength=preference.strength,
        difference=preference.difference,
        repeated=Colour(colours[-1]) if len(colours) > 1 and colours[-1] == colours[-2] else None,
        topscorer=topscore is not None and 2 * competitor.points > topscore,
        down=(down[0], down[1]),
        up=(up[0], up[1]),
        unplayed=len(history.records) - len(colours),
        eligible=eligible,
    )


def _legal(question: RoundToPair, classes: Classes) -> list[int]:
    rows = may_meet(question, question.competitors)
    bound = classes.absolute & ~classes.topscorers
    for wishing in classes.wishing.values():
        same_absolute = bound & wishing
        for v in bits(same_absolute):
            rows[v] &= ~same_absolute
    return rows
