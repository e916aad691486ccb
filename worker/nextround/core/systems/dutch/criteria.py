"""What fails by a criterion of C.04.3: in a pair, in a downfloater, in the bracket that follows."""

from collections.abc import Callable
from dataclasses import dataclass

from nextround.core.pairing.colours import MAX_DIFFERENCE, Strength
from nextround.core.pairing.criteria import Failure
from nextround.core.systems.dutch.field import Traits
from nextround.core.tournament import Points

#: One point in tenths: what lies between the lowest score and the artificial value below it (C.04.3 (2017) A.8).
ONE_POINT = 10


@dataclass(frozen=True, slots=True)
class Setting:
    """What a criterion knows of the bracket.

    ``lowest`` is its lowest score. ``bye``: its only downfloater takes the bye. ``next_is_last``: the bracket that
    follows is the last one.
    """

    lowest: Points
    bye: bool = False
    next_is_last: bool = False


# Downfloaters.


def one(_: Setting, player: Traits) -> int:
    """Each downfloater counts one."""
    return 1


def score(_: Setting, player: Traits) -> Points:
    """Each downfloater is listed with his score."""
    return player.score


def artificial_difference(setting: Setting, player: Traits) -> Points:
    """List a downfloater with his distance to one point below the lowest score (C.04.3 (2017) A.8)."""
    return player.score - setting.lowest + ONE_POINT


def score_difference(_: Setting, higher: Traits, lower: Traits) -> Points:
    """List a pair with its difference of scores (C.04.3 (2017) A.8)."""
    return higher.score - lower.score


def one_and_two_more_if_barred(setting: Setting, player: Traits) -> int:
    """Count who is left in the following bracket; before the last one, three times who can't have the bye.

    FD-7: C.04.3 (2017) C.7 does not say that the very last leftover must be able to take the bye; but a bracket that
    leaves somebody else has fewer pairs that C.2 allows.
    """
    return 1 if player.eligible or not setting.next_is_last else 3


def unplayed_games(setting: Setting, player: Traits) -> int:
    """Count the unplayed games of a downfloater who takes the bye.

    FD-8: only where he is the only one to float; of several it is open who has the bye in the end.
    """
    return player.unplayed if setting.bye else 0


# Colours.


def same_colour(higher: Traits, lower: Traits) -> bool:
    """Whether both prefer one colour."""
    return higher.colour is not None and higher.colour is lower.colour


def both_absolute(higher: Traits, lower: Traits) -> bool:
    """Whether both preferences are absolute; of one colour that is legal only with a topscorer (C3)."""
    return higher.strength is lower.strength is Strength.ABSOLUTE


def exceeds_difference(_: Setting, higher: Traits, lower: Traits) -> int:
    """Count a pair in which somebody gets a colour difference beyond 2.

    FD-9: by C3 such pairs have a topscorer, and one player of the two gets it; so pairs are as many as players.
    """
    both = min(abs(higher.difference), abs(lower.difference)) >= MAX_DIFFERENCE
    return int(both and same_colour(higher, lower))


def repeats_thrice(_: Setting, higher: Traits, lower: Traits) -> int:
    """Count a pair in which somebody gets one colour a third time in a row.

    Only of two absolute preferences can neither give way. With equal colour differences either may get either colour:
    it fails where both have repeated the same. With unequal ones the wider is served, and the other gets the colour
    that neither wants.
    """
    if higher.colour is None or not same_colour(higher, lower) or not both_absolute(higher, lower):
        return 0
    if abs(higher.difference) == abs(lower.difference):
        return int(higher.repeated is not None and higher.repeated is lower.repeated)
    yielding = min(higher, lower, key=lambda player: abs(player.difference))
    return int(yielding.repeated is higher.colour.opposite)


def preference_not_granted(_: Setting, higher: Traits, lower: Traits) -> int:
    """Count a pair in which both prefer one colour."""
    return int(same_colour(higher, lower))


def strong_preference_not_granted(_: Setting, higher: Traits, lower: Traits) -> int:
    """Count a pair in which somebody does not get his strong preference.

    FD-5: of two absolute preferences neither is a strong one (1.7.2); they were judged before.
    """
    if not same_colour(higher, lower) or min(higher.strength, lower.strength) < Strength.STRONG:
        return 0
    return int(not both_absolute(higher, lower))


# Floats, one (0) and two (1) rounds back.


def resident_down_again(back: int) -> Callable[[Setting, Traits], int]:
    """Count a resident who floats down again."""
    return lambda setting, player: int(player.score == setting.lowest and player.down[back])


def down_again(back: int) -> Callable[[Setting, Traits], int]:
    """Count whoever stays unpaired and floats down again."""
    return lambda _, player: int(player.down[back])


def higher_down_again(back: int) -> Callable[[Setting, Traits, Traits], int]:
    """Count a pair of unequal scores whose higher player floats down again by it."""
    return lambda _, higher, lower: int(higher.score > lower.score and higher.down[back])


def up_again(back: int) -> Callable[[Setting, Traits, Traits], int]:
    """Count a pair whose lower player floats up again."""
    return lambda _, higher, lower: int(higher.score > lower.score and lower.up[back])


def difference_up_again(back: int) -> Callable[[Setting, Traits, Traits], Failure]:
    """List a pair whose lower player floats up again with its difference of scores."""
    return lambda _, higher, lower: (
        higher.score - lower.score if higher.score > lower.score and lower.up[back] else None
    )


def difference_down_again(back: int) -> Callable[[Setting, Traits, Traits], Failure]:
    """List a pair whose higher player floats down again with its difference of scores."""
    return lambda _, higher, lower: (
        higher.score - lower.score if higher.score > lower.score and higher.down[back] else None
    )


def artificial_down_again(back: int) -> Callable[[Setting, Traits], Failure]:
    """List who stays unpaired and floats down again, further than any pair.

    FD-6: a limbo player's difference is larger than any that a resident could give; among one-score residents the
    order of lists is then that of the scores.
    """
    return lambda setting, player: artificial_difference(setting, player) if player.down[back] else None


def limbo_down_again(back: int) -> Callable[[Setting, Traits], Failure]:
    """List an mdp who stays unpaired and floats down again; residents are C14's and C16's alone (2026)."""
    return lambda setting, player: (
        artificial_difference(setting, player) if player.score > setting.lowest and player.down[back] else None
    )
