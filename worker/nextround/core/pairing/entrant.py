"""A base for what a pairing system knows about a player beside the facts."""

from dataclasses import dataclass

from nextround.core.pairing.colours import ColourPreference
from nextround.core.pairing.round_to_pair import Competitor, RoundToPair
from nextround.core.tournament import PairingNumber, Points


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired; systems add fields of their own."""

    competitor: Competitor

    @property
    def tpn(self) -> PairingNumber:
        """The pairing number."""
        return self.competitor.tpn

    @property
    def score(self) -> Points:
        """The pairing score, in tenths."""
        return self.competitor.score

    @property
    def colours(self) -> str:
        """The squeezed colour history, oldest first."""
        return self.competitor.colours

    @property
    def preference(self) -> ColourPreference:
        """The colour preference; none before the first game."""
        return self.competitor.preference


def higher_first(one: Entrant, other: Entrant) -> tuple[PairingNumber, PairingNumber]:
    """Name two players, the higher ranked first: more score, then the smaller pairing number."""
    first, second = sorted((one, other), key=lambda player: (-player.score, player.tpn))
    return first.tpn, second.tpn


def scores_of_last_game(question: RoundToPair, competitor: Competitor) -> tuple[Points, Points] | None:
    """Give the pairing scores with which a player and his opponent met in the last round; None where he didn't play."""
    last = competitor.history.records[-1] if competitor.history.records else None
    if last is None or not last.played or last.opponent is None:
        return None
    return competitor.pairing_scores[-2], question.everyone[last.opponent].pairing_scores[-2]
