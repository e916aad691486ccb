"""A player of a Double-Swiss, or a team, as the engine sees it."""

from collections.abc import Callable
from dataclasses import dataclass

from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.pairing.colours import ColourPreference, Strength
from nextround.core.pairing.entrant import Entrant, scores_of_last_game
from nextround.core.tournament import Colour, PairingNumber, Points

NO_PREFERENCE = ColourPreference(None, Strength.NONE, 0)

PreferenceOf = Callable[[Competitor], ColourPreference]


@dataclass(frozen=True, slots=True)
class Contestant(Entrant):
    """A participant to be paired. D10: its pairing score makes scoregroups, floats, the bye and the order of boards.

    ``claim`` is its colour preference by the text. ``floated`` tells whether it met an opponent with another score in
    the last round. ``by_number`` is the colour of its number before its first match: the initial colour for an odd one,
    the other for an even one; None without a lot.
    """

    claim: ColourPreference
    floated: bool
    by_number: Colour | None

    @property
    def preference(self) -> ColourPreference:
        """The colour preference."""
        return self.claim

    @property
    def kind(self) -> tuple[Points, Colour | None, Strength, bool]:
        """All that a criterion may ask: who is of one kind fails alike."""
        return self.score, self.claim.colour, self.claim.strength, self.floated


def contestants(
    question: RoundToPair, preference: PreferenceOf, number: Callable[[PairingNumber], int]
) -> tuple[Contestant, ...]:
    """Look at the field with the eyes of the system, in the order of the question.

    ``number`` gives the number whose parity decides between two newcomers.
    """
    initial = question.initial_colour
    return tuple(
        Contestant(
            competitor,
            preference(competitor),
            _floated(question, competitor),
            initial and (initial if number(competitor.tpn) % 2 else initial.opposite),
        )
        for competitor in question.competitors
    )


def _floated(question: RoundToPair, competitor: Competitor) -> bool:
    """Tell whether it met a higher or a lower score in the last round; byes, forfeits and absences are no floats."""
    scores = scores_of_last_game(question, competitor)
    return scores is not None and scores[0] != scores[1]
