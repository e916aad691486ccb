"""The rules of colour allocation that FIDE's systems share, for pairs given as the higher and the lower ranked.

Each system makes its own ordered table of them, with its own articles (C.04.3 (2026) 5.2 and its likes).
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, TypeVar

from nextround.core.pairing.colours import ColourRule, Strength, allocate, latest_difference
from nextround.core.pairing.system import Pair
from nextround.core.pairing.trace import ColourStep
from nextround.core.tournament import Colour, InvalidTournament, PairingNumber, Problem


class ComparedPreference(Protocol):
    """A colour preference, as the rules ask for it."""

    @property
    def colour(self) -> Colour | None:
        """The colour preferred; None for none."""

    @property
    def strength(self) -> Strength:
        """How strongly."""

    @property
    def difference(self) -> int:
        """The colour difference."""


class Due(Protocol):
    """What the rules ask of a player: his squeezed colour history and his preference."""

    @property
    def colours(self) -> str:
        """The squeezed colour history, oldest first."""

    @property
    def preference(self) -> ComparedPreference:
        """The colour preference by the definitions of the system."""


class NumberedDue(Due, Protocol):
    """A player with his pairing number too."""

    @property
    def tpn(self) -> PairingNumber:
        """The pairing number."""


class Lotted(Protocol):
    """A player to whose number the lot gave a colour."""

    @property
    def colours(self) -> str:
        """The squeezed colour history, oldest first."""

    @property
    def by_number(self) -> Colour | None:
        """The colour of his number before a first game; None where nobody has drawn the lot."""


Player = TypeVar("Player", bound=NumberedDue)


def initial_colour_missing(article: str) -> InvalidTournament:
    """Say that two players without a game are paired, and that nobody has drawn the colour which that needs."""
    message = "two players without a game are paired, and no initial colour was drawn; white or black is needed"
    return InvalidTournament(Problem("initial-colour", message, "/tournament/initial_colour", article))


def neither_has_played(article: str, initial: Colour | None, higher: NumberedDue, lower: NumberedDue) -> Colour | None:
    """Give the higher ranked the initial colour if his number is odd, else the other; only before both first games.

    D-8: by the number as it stands in the list, whoever is absent; so the letter of the text. Raises
    InvalidTournament where nobody has drawn the initial colour.
    """
    if higher.colours or lower.colours:
        return None
    if initial is None:
        raise initial_colour_missing(article)
    return initial if higher.tpn % 2 else initial.opposite


def by_number(article: str) -> Callable[[Lotted, Lotted], Colour]:
    """Make the rule of an article that gives the first the colour of his number; it always decides.

    The rule raises InvalidTournament where nobody has drawn the lot.
    """

    def rule(first: Lotted, other: Lotted) -> Colour:
        if first.by_number is None:
            raise initial_colour_missing(article)
        return first.by_number

    return rule


def newcomers_by_number(article: str) -> Callable[[Lotted, Lotted], Colour | None]:
    """Make the same rule for an article that asks it only before both first games."""
    of_number = by_number(article)
    return lambda first, other: None if first.colours or other.colours else of_number(first, other)


def both_granted(higher: Due, lower: Due) -> Colour | None:
    """Grant both preferences where they differ or one has none."""
    mine, theirs = higher.preference.colour, lower.preference.colour
    if mine is theirs:
        return None
    return mine if mine is not None or theirs is None else theirs.opposite


def stronger_granted(higher: Due, lower: Due) -> Colour | None:
    """Grant the stronger of two equal preferences: absolute before strong before mild."""
    mine, theirs = higher.preference, lower.preference
    if mine.strength == theirs.strength:
        return None
    return mine.colour if mine.strength > theirs.strength else theirs.colour and theirs.colour.opposite


def stronger_or_wider_granted(higher: Due, lower: Due) -> Colour | None:
    """Grant the stronger of two equal preferences; of two absolute ones that of the wider colour difference."""
    mine, theirs = higher.preference, lower.preference
    wider = abs(mine.difference) - abs(theirs.difference)
    if mine.strength is theirs.strength is Strength.ABSOLUTE and wider:
        return mine.colour if wider > 0 else theirs.colour and theirs.colour.opposite
    return stronger_granted(higher, lower)


def alternate(higher: Due, lower: Due) -> Colour | None:
    """Give each the other colour than in the latest round in which one had White and the other Black.

    D7: histories are squeezed and compared from their ends (C.04.2 (2026) 3.4).
    """
    return latest_difference(higher.colours, lower.colours)


def higher_ranked_granted(higher: Due, lower: Due) -> Colour | None:
    """Grant the preference of the higher ranked; None where he has none."""
    return higher.preference.colour


def first_alternates(first: Due, other: Due) -> Colour | None:
    """Give the first the other colour than in his last game."""
    return Colour(first.colours[-1]).opposite if first.colours else None


def other_alternates(first: Due, other: Due) -> Colour | None:
    """Give the other one the other colour than in his last game."""
    return Colour(other.colours[-1]) if other.colours else None


def newcomers_first(text: str, initial: Colour | None) -> tuple[ColourRule[NumberedDue], ...]:
    """Make the table of C.04.4.1 (2026) 5.2, which C.04.4.2 repeats; ``text`` names the one that is meant."""
    return (
        ColourRule(
            f"{text} 5.2.1",
            "neither has played: the higher ranked has the initial colour if his number is odd",
            partial(neither_has_played, f"{text} 5.2.1", initial),
        ),
        ColourRule(f"{text} 5.2.2", "both preferences are granted", both_granted),
        ColourRule(f"{text} 5.2.3", "the stronger preference is granted", stronger_granted),
        ColourRule(f"{text} 5.2.4", "the other colour than in the latest round in which they differed", alternate),
        ColourRule(f"{text} 5.2.5", "the preference of the higher ranked is granted", higher_ranked_granted),
    )


def seat(rules: Sequence[ColourRule[Player]], higher: Player, lower: Player) -> tuple[Pair, ColourStep]:
    """Give two players their colours, and the step that says by which rule."""
    colour, rule = allocate(rules, higher, lower)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    return Pair(white.tpn, black.tpn), ColourStep(rule.article, rule.reason, white.tpn, black.tpn)
