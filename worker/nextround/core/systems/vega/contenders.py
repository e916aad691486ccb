"""B0: what the Vega system knows about each player, and the orders of its columns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from nextround.core.matching import bits
from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.pairing.colours import colour_difference
from nextround.core.pairing.entrant import Entrant
from nextround.core.pairing.legality import legal
from nextround.core.tournament import Colour, Kind, Points

#: Vega 1 names byes and games won by forfeit; V-3 [PROG] adds the other unplayed rounds of players who were paired.
#: Half-point byes asked for and absences count nothing.
_OWN_POINTS = frozenset({Kind.PAB, Kind.FULL_POINT_BYE, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})


@dataclass(frozen=True, slots=True)
class Contender(Entrant):
    """A player to be paired: ``place`` is his bit, ``alpha`` his place in the alphabetical order, both from 0.

    His score is the pairing score: acceleration is no part of the system but composes with it (V-20). His colours are
    without the rounds that were not played, which is FIDE's rule; the program goes by round (V-15).
    """

    place: int
    alpha: int
    due: Colour | None
    buchholz: Points

    @property
    def white_order(self) -> tuple[int, ...]:
        """Vega 6.1, preface 1 [TEXT]: more points, smaller Buchholz, alphabetical."""
        return -self.score, self.buchholz, self.alpha

    @property
    def black_order(self) -> tuple[int, ...]:
        """Vega 6.1, preface 1 [TEXT]: more points, greater Buchholz, alphabetical."""
        return -self.score, -self.buchholz, self.alpha


@dataclass(frozen=True)
class ContenderField:
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

    def at(self, places: int) -> list[Contender]:
        """List the contenders of some places."""
        return [self.contenders[place] for place in bits(places)]


def field_of(question: RoundToPair, *, limits: bool) -> ContenderField:
    """Build the field.

    V-4 [ASSUMPTION]: of equals the first in the alphabet is taken, everywhere; without names the numbers decide.
    """
    competitors = question.competitors
    alphabetical = sorted(competitors, key=lambda c: (c.player.name.casefold(), c.tpn))
    alpha = {competitor.tpn: rank for rank, competitor in enumerate(alphabetical)}
    contenders = (
        Contender(
            competitor, place, alpha[competitor.tpn], due_colour(competitor.colours), _buchholz(question, competitor)
        )
        for place, competitor in enumerate(competitors)
    )
    return ContenderField(question, tuple(contenders), limits)


def _buchholz(question: RoundToPair, competitor: Competitor) -> Points:
    """Add up the points that his opponents have now; in tenths, without virtual points."""
    return sum(
        question.everyone[record.opponent].points
        if record.played and record.opponent is not None
        else competitor.points * (record.kind in _OWN_POINTS)
        for record in competitor.history.records
    )


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
