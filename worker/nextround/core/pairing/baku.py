"""Baku acceleration: in the first rounds the upper half of the starting list plays with virtual points."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nextround.core.pairing.acceleration import agree, kinds
from nextround.core.pairing.round_to_pair import VirtualPoints
from nextround.core.pairing.trace import Fact, FieldStep, PlayersFact, ValuesFact
from nextround.core.tournament import (
    InvalidTournament,
    Kind,
    PairingNumber,
    Points,
    Problem,
    Tournament,
    format_points,
)


@dataclass(frozen=True, slots=True)
class Text:
    """An edition of the rules.

    ``premise`` and ``division`` are its articles. ``values`` are the only ones allowed for win, draw and loss; None for
    all in which a win is two draws and a loss nothing. ``rounds`` gives for a number of rounds how many of them bring
    the full virtual points, which are a win's, and how many after these half of that. D11: where matches are paired,
    a win is a match won.
    """

    name: str
    premise: str
    division: str
    least_rounds: int
    values: tuple[Points, Points, Points] | None
    rounds: Callable[[int], tuple[int, int]]


def _rounds_2026(number_of_rounds: int) -> tuple[int, int]:
    """C.04.7 (2026) 1.4: half of the rounds, rounded up; of these half, rounded up, in full."""
    accelerated = (number_of_rounds + 1) // 2
    full = (accelerated + 1) // 2
    return full, accelerated - full


#: C.04.5.1 articles 1 to 5: nine rounds or more and the usual points; three rounds in full and two half.
BAKU_2016 = Text("baku-2016", "C.04.5.1 (2016) 1", "C.04.5.1 (2016) 2", 9, (10, 5, 0), lambda _: (3, 2))

#: C.04.7, the general text: any number of rounds, any points by which a win is two draws and a loss nothing.
BAKU_2026 = Text("baku-2026", "C.04.7 (2026) 1.1", "C.04.7 (2026) 1.2", 1, None, _rounds_2026)


@dataclass(frozen=True, slots=True)
class Division:
    """Who is accelerated: ``members`` of group GA by number, of whom ``last`` was the last before round 1.

    ``last`` is None where nobody was on the list then.
    """

    members: tuple[PairingNumber, ...]
    last: PairingNumber | None


def division(tournament: Tournament) -> Division:
    """Divide the players: GA is the first half of those on the list before round 1, rounded up to an even number.

    C.04.5.1 (2016) 2 and 3, C.04.7 (2026) 1.2 and 1.3: later the *person* who was the last stays the last of GA. So a
    late entry with a smaller number is in GA, his own number may have changed, and GA may be odd. BK-1: a late entry
    is who had not entered in round 1; whoever is on the list but absent, or withdrew at once, counts.
    """
    numbers = [player.tpn for player in tournament.players]
    at_first = [tpn for tpn in numbers if kinds(tournament, tpn)[0] is not Kind.NOT_ENTERED]
    size = 2 * ((len(at_first) + 3) // 4)
    if not size:
        return Division((), None)
    last = at_first[min(size, len(at_first)) - 1]
    return Division(tuple(tpn for tpn in numbers if tpn <= last), last)


@dataclass(frozen=True, slots=True)
class Baku:
    """Baku acceleration by one of its texts; composes with any system that goes by scores."""

    text: Text

    def virtual_points(self, tournament: Tournament) -> VirtualPoints:
        """Give the virtual points of group GA, for every round from 1 to the one to be paired, in tenths.

        A member has none in rounds before he entered. Raises InvalidTournament where the text doesn't allow the
        acceleration, or where virtual points are given as well and differ.
        """
        refused = tuple(self._refused(tournament))
        if refused:
            raise InvalidTournament(refused)
        values = [self._value(tournament, number) for number in range(1, tournament.round_number + 1)]
        computed = {
            tpn: tuple(
                0 if kind is Kind.NOT_ENTERED else value
                for kind, value in zip(kinds(tournament, tpn), values, strict=True)
            )
            for tpn in division(tournament).members
        }
        agree(tournament, computed, self.text.name, self.text.division)
        return computed

    def explain(self, tournament: Tournament) -> FieldStep:
        """Tell the bounds of both groups, and the virtual points of each player who has any in the coming round."""
        divided = division(tournament)
        others = [player.tpn for player in tournament.players if divided.last is None or player.tpn > divided.last]
        points = tuple((tpn, given[-1]) for tpn, given in self.virtual_points(tournament).items() if given[-1])
        value = format_points(self._value(tournament, tournament.round_number))
        facts: list[Fact] = [
            PlayersFact("first and last of GA", (*divided.members[:1], *divided.members[-1:])),
            PlayersFact("first and last of GB", (*others[:1], *others[-1:])),
        ]
        if points:
            facts.append(ValuesFact("virtual points", points))
        return FieldStep(
            self.text.division,
            f"players in group GA: {len(divided.members)}; their virtual points in round "
            f"{tournament.round_number}: {value}",
            divided.members,
            facts=tuple(facts),
        )

    def _value(self, tournament: Tournament, number: int) -> Points:
        full, half = self.text.rounds(tournament.number_of_rounds)
        if number <= full:
            return tournament.points.win
        return tournament.points.draw if number <= full + half else 0

    def _refused(self, tournament: Tournament) -> Iterator[Problem]:
        text, points = self.text, tournament.points
        if tournament.number_of_rounds < text.least_rounds:
            message = (
                f"{text.name} is for {text.least_rounds} rounds or more; this tournament has "
                f"{tournament.number_of_rounds}"
            )
            yield Problem("acceleration-not-allowed", message, "/pairing/acceleration", text.premise)
        values = (points.win, points.draw, points.loss)
        if values != (text.values or (2 * points.draw, points.draw, 0)):
            wanted = _listed(text.values) if text.values else "a win of two draws and a loss of nothing"
            message = f"{text.name} is for {wanted}; here win, draw and loss are worth {_listed(values)}"
            yield Problem("acceleration-not-allowed", message, "/pairing/acceleration", text.premise)


def _listed(values: Sequence[Points]) -> str:
    return ", ".join(map(format_points, values))
