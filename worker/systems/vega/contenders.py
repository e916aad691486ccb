"""B0: what the Vega system knows about each player, and the orders of its columns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from worker.matching import bits
from worker.pairing import Competitor, RoundToPair
from worker.pairing.buchholz import buchholz
from worker.pairing.colours import colour_difference
from worker.pairing.legality import legal
from worker.tournament import Colour, Kind, PairingNumber, Points

#: Vega 1 names byes and games won by forfeit; V-3 [PROG] adds the other unplayed rounds of players who were paired.
#: Half-point byes asked for and absences count nothing.
_OWN_POINTS = frozenset({Kind.PAB, Kind.FULL_POINT_BYE, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})


@dataclass(frozen=True, slots=True, eq=False)
class Contender:
    """A player to be paired: ``place`` is his bit, ``alpha`` his place in the alphabetical order, both from 0."""

    competitor: Competitor
    place: int
    alpha: int
    due: Colour | None
    buchholz: Points

    @property
    def tpn(self) -> PairingNumber:
        """The pairing number."""
        return self.competitor.tpn

    @property
    def score(self) -> Points:
        """The pairing score, in tenths. V-20: acceleration is no part of the system but composes with it."""
        return self.competitor.score

    @property
    def colours(self) -> str:
        """The squeezed colour history. V-15: unplayed rounds are dropped, FIDE's rule; the program goes by round."""
        return self.competitor.colours

    @property
    def white_order(self) -> tuple[int, ...]:
        """Vega 6.1, preface 1 [TEXT]: more points, smaller Buchholz, alphabetical."""
        return -self.score, self.buchholz, self.alpha

    @property
    def black_order(self) -> tuple[int, ...]:
        """Vega 6.1, preface 1 [TEXT]: more points, greater Buchholz, alphabetical."""
        return -self.score, -self.buchholz, self.alpha


@dataclass(frozen=True)
class Field:
    """The players to be paired, in the order of the question; a set of places is an integer with those bits.

    ``limits`` tells whether the colour limits hold.
    """

    question: RoundToPair
    contenders: tuple[Contender, ...]
    limits: bool

    @cached_property
    def rows(self) -> list[int]:
        """Bit q of row p says that the contenders at the places p and q may meet."""
        return self.rows_among(self.contenders)

    def rows_among(self, contenders: Sequence[Contender]) -> list[int]:
        """Say the same of some contenders, by their places in that sequence.

        Vega 2.1, 2.3, 2.4 [TEXT]; V-9: the limits hold in the last round too. A pair is legal if some orientation keeps
        the limits on both sides. The event's forbidden pairs are left out too.
        """
        return legal(self.question, [contender.competitor for contender in contenders], limits=self.limits)

    @cached_property
    def scoregroups(self) -> tuple[int, ...]:
        """The places of each score, from the top."""
        groups: dict[Points, int] = {}
        for contender in self.contenders:
            groups[contender.score] = groups.get(contender.score, 0) | 1 << contender.place
        return tuple(groups.values())

    def at(self, places: int) -> list[Contender]:
        """List the contenders of some places."""
        return [self.contenders[place] for place in bits(places)]


def field_of(question: RoundToPair, *, limits: bool) -> Field:
    """Build the field.

    V-4 [ASSUMPTION]: of equals the first in the alphabet is taken, everywhere; without names the numbers decide.
    """
    competitors = question.competitors
    sums = buchholz(question, _OWN_POINTS)
    alphabetical = sorted(competitors, key=lambda c: (c.player.name.casefold(), c.tpn))
    alpha = {competitor.tpn: rank for rank, competitor in enumerate(alphabetical)}
    contenders = (
        Contender(competitor, place, alpha[competitor.tpn], due_colour(competitor.colours), sums[competitor.tpn])
        for place, competitor in enumerate(competitors)
    )
    return Field(question, tuple(contenders), limits)


def due_colour(colours: str) -> Colour | None:
    """Vega 1 [TEXT]: the colour played less often, else the other than last time; none before the first game."""
    if not colours:
        return None
    difference = colour_difference(colours)
    if difference:
        return Colour.WHITE if difference < 0 else Colour.BLACK
    return Colour(colours[-1]).opposite


def dominating(contenders: Iterable[Contender]) -> Colour | None:
    """Give the colour that more of them are due; None if equally many (Vega 4)."""
    balance = sum(0 if c.due is None else 1 if c.due is Colour.WHITE else -1 for c in contenders)
    if not balance:
        return None
    return Colour.WHITE if balance > 0 else Colour.BLACK
