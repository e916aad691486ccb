"""Who may have the pairing-allocated bye, as a table of reasons against it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from worker.pairing.round_to_pair import Competitor
from worker.tournament import Kind, PointSystem
from worker.tournament.rounds import worth


@dataclass(frozen=True, slots=True)
class Bar:
    """One reason why a player may not have the bye: its article, its sentence, and the test."""

    article: str
    reason: str
    holds: Callable[[Competitor, PointSystem], bool]


def had(*kinds: Kind) -> Callable[[Competitor, PointSystem], bool]:
    """Make the test whether the player's past has a round of one of these kinds."""
    wanted = frozenset(kinds)

    def test(competitor: Competitor, _: PointSystem) -> bool:
        return any(record.kind in wanted for record in competitor.history.records)

    return test


def scored_a_win_without_playing(competitor: Competitor, points: PointSystem) -> bool:
    """Whether one unplayed round brought at least the points of a win."""
    value = worth(points)
    return any(not record.played and value[record.kind] >= points.win for record in competitor.history.records)


#: C.04.3 (2017) C.2: a forfeit win bars, a full-point bye does not.
BARS_2017 = (
    Bar("C.04.3 (2017) C.2", "already had the pairing-allocated bye", had(Kind.PAB)),
    Bar("C.04.3 (2017) C.2", "won by forfeit", had(Kind.FORFEIT_WIN)),
)

#: C.04.3 (2026) C2 goes by points, not by kinds, so a full-point bye bars and a half-point bye does not.
BARS_2026 = (
    Bar("C.04.3 (2026) 2.1.2", "already had the pairing-allocated bye", had(Kind.PAB)),
    Bar(
        "C.04.3 (2026) 2.1.2",
        "scored the points of a win in a round without playing",
        scored_a_win_without_playing,
    ),
)


def barred(competitor: Competitor, bars: Sequence[Bar], points: PointSystem) -> Bar | None:
    """Find the first reason against the bye, or None for an eligible player."""
    return next((bar for bar in bars if bar.holds(competitor, points)), None)


def first_eligible(
    players: Sequence[Competitor], order: Iterable[int], can_be_left_out: int, bars: Sequence[Bar], points: PointSystem
) -> tuple[int | None, dict[str, str]]:
    """Find the place of the first in ``order`` who may have the bye, and why each before him was passed over.

    ``order`` are places in ``players``; ``can_be_left_out`` is the set of places without whom the rest can be paired.
    The place is None where nobody is left; reasons go by pairing number.
    """
    passed: dict[str, str] = {}
    for place in order:
        bar = barred(players[place], bars, points)
        if bar is None and can_be_left_out >> place & 1:
            return place, passed
        passed[str(players[place].tpn)] = bar.reason if bar else "the rest could not be paired"
    return None, passed
