"""What the Dubov system knows about each player (C.04.4.1 (2026) 1.2 to 1.8)."""

from collections.abc import Sequence
from dataclasses import dataclass

from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.pairing.colours import ColourPreference, Strength
from nextround.core.pairing.entrant import Entrant
from nextround.core.tournament import Colour, InvalidTournament, Problem

#: C.04.4.1 (2026) 1.6.4: before his first game a player has a mild preference for Black.
NEWCOMER = ColourPreference(Colour.BLACK, Strength.MILD, 0)


def preference(competitor: Competitor) -> ColourPreference:
    """Derive the colour preference (C.04.4.1 (2026) 1.6)."""
    return competitor.preference if competitor.colours else NEWCOMER


@dataclass(frozen=True, slots=True)
class Seeker(Entrant):
    """A player to be paired.

    ``aro`` is the average rating of the opponents met (1.7). ``upfloats`` counts the rounds in which he was upfloated,
    ``upfloated_last`` tells of the last round, ``maximum`` whether he is a maximum upfloater (1.8). D-7: scores are
    pairing scores wherever the text has them, those of past rounds too.
    """

    aro: int
    upfloats: int
    upfloated_last: bool
    maximum: bool

    @property
    def preference(self) -> ColourPreference:
        """The colour preference (1.6)."""
        return preference(self.competitor)

    @property
    def seeks_white(self) -> bool:
        """Whether he seeks White; everybody else seeks Black."""
        return self.preference.colour is Colour.WHITE


def same_colour(a: Seeker, b: Seeker) -> bool:
    """Whether two seek the same colour; then one of them goes without it."""
    return a.preference.colour is b.preference.colour


def seekers(question: RoundToPair, *, forfeits_float: bool) -> tuple[Seeker, ...]:
    """Look at the field with the eyes of the system; raise InvalidTournament for missing ratings.

    1.1: everybody needs a rating. Only players to be paired and those whom they met are asked for one.
    """
    needed = {c.tpn for c in question.competitors}.union(*(c.history.opponents for c in question.competitors))
    problems = [
        Problem(
            "no-rating",
            f"player {question.everyone[tpn].player.label} has no rating; "
            "the Dubov system needs one of all who are paired and of their opponents",
            article="C.04.4.1 (2026) 1.1",
        )
        for tpn in sorted(needed)
        if question.everyone[tpn].player.rating <= 0
    ]
    if problems:
        raise InvalidTournament(problems)
    limit = maximum_upfloats(question.number_of_rounds)
    return tuple(_seeker(question, competitor, limit, forfeits_float) for competitor in question.competitors)


def maximum_upfloats(number_of_rounds: int) -> int:
    """Compute MaxT (C.04.4.1 (2026) 1.8.2). D-12: from the number of rounds announced now."""
    return 2 + number_of_rounds // 5


def average(ratings: Sequence[int]) -> int:
    """Round the mean of ratings to the nearest whole number, halves upwards; 0 for none (C.04.4.1 (2026) 1.7)."""
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0


def _seeker(question: RoundToPair, competitor: Competitor, limit: int, forfeits_float: bool) -> Seeker:
    floated = _upfloats(question, competitor, forfeits_float)
    return Seeker(
        competitor=competitor,
        aro=average(
            [
                question.everyone[record.opponent].player.rating
                for record in competitor.history.records
                if record.played and record.opponent is not None
            ]
        ),
        upfloats=sum(floated),
        upfloated_last=bool(floated) and floated[-1],
        maximum=sum(floated) >= limit,
    )


def _upfloats(question: RoundToPair, competitor: Competitor, forfeits_float: bool) -> list[bool]:
    """Tell for each past round whether he was upfloated: paired with somebody of a higher score.

    D-1: "upfloated" is not defined; by default a game must have been played, as in py4swiss and CPPDubovSystem and by
    C.04.2 (2026) 3.5. "Last round" is the round of the tournament, not his last game.
    """
    return [
        record.opponent is not None
        and (record.played or forfeits_float)
        and question.everyone[record.opponent].pairing_scores[i] > competitor.pairing_scores[i]
        for i, record in enumerate(competitor.history.records)
    ]
