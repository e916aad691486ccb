"""What Lim asks of a player: the colour that he is due, whom he suits, whether he was transferred (5, 3.10)."""

from dataclasses import dataclass
from functools import partial

from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.pairing.colour_rules import neither_has_played
from nextround.core.pairing.colours import ColourRule, colour_difference, latest_difference, may_take
from nextround.core.pairing.entrant import Entrant, scores_of_last_game
from nextround.core.tournament import Colour, Points

_TEXT = "C.04.4.3 (2026)"


@dataclass(frozen=True, slots=True)
class LimPlayer(Entrant):
    """A player to be paired.

    ``due`` is the colour that he is due, or None before his first game. ``moved`` tells whether he himself was
    transferred towards the median in the last round.
    """

    due: Colour | None
    moved: bool

    @property
    def rating(self) -> int:
        """The rating; 0 for none."""
        return self.competitor.player.rating


def players(question: RoundToPair) -> tuple[LimPlayer, ...]:
    """Look at the field with the eyes of the system, in the order of the question."""
    return tuple(
        LimPlayer(competitor, due(competitor.colours), _moved(question, competitor))
        for competitor in question.competitors
    )


def due(colours: str) -> Colour | None:
    """Say which colour a history is due (5.1, 5.3, 5.5, 5.6).

    The other one after two equal ones; else the rarer one; else the other than the last. The articles speak of even and
    odd rounds; with unplayed games dropped, they all say this.
    """
    if not colours:
        return None
    difference = colour_difference(colours)
    if colours[-2:] in ("WW", "BB") or not difference:
        return Colour(colours[-1]).opposite
    return Colour.BLACK if difference > 0 else Colour.WHITE


def suits(a: LimPlayer, b: LimPlayer) -> bool:
    """Whether both can have the colour that they are due."""
    return a.due is not b.due or a.due is None


def above_median(score: Points, round_number: int, win: Points) -> int:
    """Compare a score with the median, half of what could be won before the round: 1 above, 0 equal, -1 below.

    L-10: an acceleration leaves it where it is, though scores are pairing scores.
    """
    twice, median = 2 * score, (round_number - 1) * win
    return (twice > median) - (twice < median)


def _moved(question: RoundToPair, competitor: Competitor) -> bool:
    """Tell whether he was the one to be transferred in the last round, not only the opponent of such a one (3.10).

    L-4: of two who met from different scores the higher one had come down if the lower one stood at the median or
    above, the lower one had come up if the higher one stood at the median or below, and both had if it lay between.
    """
    scores = scores_of_last_game(question, competitor)
    if scores is None or scores[0] == scores[1]:
        return False
    mine, theirs = scores
    before, win = question.round_number - 1, question.points.win
    if above_median(min(mine, theirs), before, win) >= 0:
        return mine > theirs
    if above_median(max(mine, theirs), before, win) <= 0:
        return mine < theirs
    return True


# Colours: of the first of two, who is the higher ranked (L-2: score, then number, as in every other system of FIDE)


def _forced(first: LimPlayer, other: LimPlayer) -> Colour | None:
    allowed = [
        colour for colour in Colour if may_take(first.colours, colour) and may_take(other.colours, colour.opposite)
    ]
    return allowed[0] if len(allowed) == 1 else None


def _granted(first: LimPlayer, other: LimPlayer) -> Colour | None:
    if first.due is other.due:
        return None
    return first.due or (other.due and other.due.opposite)


def colour_rules(question: RoundToPair, *, below: bool) -> tuple[ColourRule[LimPlayer], ...]:
    """Make the table of article 5, for pairs made in groups ``below`` the median or for the others."""
    newcomers = partial(neither_has_played, f"{_TEXT} 7.2", question.initial_colour)
    whose, by_rank = "higher", lambda first, _: first.due
    if below:
        whose, by_rank = "lower", lambda first, _: first.due and first.due.opposite
    return (
        ColourRule(f"{_TEXT} 5.3", "only so keeps nobody three equal colours or a difference of three", _forced),
        ColourRule(f"{_TEXT} 7.2", "both are new: the colour of the higher ranked one's number", newcomers),
        ColourRule(f"{_TEXT} 5.1", "both have the colour that they are due", _granted),
        ColourRule(
            f"{_TEXT} 5.4",
            "the other colour than in the latest round in which they differed",
            lambda first, other: latest_difference(first.colours, other.colours),
        ),
        ColourRule(f"{_TEXT} 5.4", f"the {whose} ranked one has the colour that both are due", by_rank),
    )
