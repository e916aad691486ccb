"""Who may have the pairing-allocated bye, as a table of reasons against it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from nextround.core.pairing.legality import can_be_left_out
from nextround.core.pairing.round_to_pair import Competitor, RoundToPair
from nextround.core.pairing.trace import ByeStep, PassedOver
from nextround.core.tournament import Kind, NoLegalPairing, PointSystem, Problem, format_points
from nextround.core.tournament.rounds import worth


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


def bars_by_kind(article: str) -> tuple[Bar, ...]:
    """Make the table of texts that name the rounds which bar, whatever they brought."""
    return (
        Bar(article, "already had the pairing-allocated bye", had(Kind.PAB)),
        Bar(article, "won by forfeit", had(Kind.FORFEIT_WIN)),
        Bar(article, "had a full-point bye", had(Kind.FULL_POINT_BYE)),
    )


def bars_2026(article: str) -> tuple[Bar, ...]:
    """Make the table of C2 in the texts of 2026: by points, so a full-point bye bars and a half-point bye does not."""
    return (
        Bar(article, "already had the pairing-allocated bye", had(Kind.PAB)),
        Bar(article, "scored the points of a win in a round without playing", scored_a_win_without_playing),
    )


BARS_2026 = bars_2026("C.04.3 (2026) 2.1.2")


def barred(competitor: Competitor, bars: Sequence[Bar], points: PointSystem) -> Bar | None:
    """Find the first reason against the bye, or None for an eligible player."""
    return next((bar for bar in bars if bar.holds(competitor, points)), None)


def first_eligible(
    players: Sequence[Competitor], order: Iterable[int], can_be_left_out: int, bars: Sequence[Bar], points: PointSystem
) -> tuple[int | None, tuple[PassedOver, ...]]:
    """Find the place of the first in ``order`` who may have the bye, and why each before him was passed over.

    ``order`` are places in ``players``; ``can_be_left_out`` is the set of places without whom the rest can be paired.
    The place is None where nobody is left.
    """
    passed: list[PassedOver] = []
    for place in order:
        bar = barred(players[place], bars, points)
        if bar is None and can_be_left_out >> place & 1:
            return place, tuple(passed)
        reason, article = (bar.reason, bar.article) if bar else ("the rest could not be paired", "")
        passed.append(PassedOver(players[place].tpn, reason, article))
    return None, tuple(passed)


def bye_by_score_and_games(
    question: RoundToPair, rows: Sequence[int], upwards: Iterable[int], lowest: str, text: str
) -> ByeStep:
    """Choose who has the bye before anybody is paired, as C.04.4.1 (2026) 3.1 and its likes do; give the step of it.

    The lowest score, the most games played, then the first in ``upwards``, all places of the competitors from the
    lowest up, which ``lowest`` names; of those who may have it and leave the others a complete pairing. ``rows`` are
    who may meet whom, ``text`` is the text with these articles. Raises NoLegalPairing where there is nobody.
    """
    players = question.competitors
    order = sorted(upwards, key=lambda place: (players[place].score, -len(players[place].colours)))
    place, passed = first_eligible(players, order, can_be_left_out(rows), bars_2026(f"{text} 2.1.2"), question.points)
    if place is None:
        raise NoLegalPairing(
            Problem(
                "no-legal-pairing",
                "nobody who may have the pairing-allocated bye leaves the others a complete legal pairing",
                article=f"{text} 3.1",
            )
        )
    player = players[place]
    reason = (
        f"{player.tpn} is first in the order lowest score ({format_points(player.score)}), most games "
        f"({len(player.colours)}), {lowest}, among those who may have the bye and leave a complete pairing"
    )
    return ByeStep(f"{text} 3.1", reason, player.tpn, passed_over=passed)
