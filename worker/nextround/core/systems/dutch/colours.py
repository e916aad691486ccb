"""Who of two has White: the rules of C.04.3 (2026) 5.2, the same in both editions."""

from collections.abc import Sequence
from typing import NamedTuple

from nextround.core.pairing.colour_rules import initial_colour_missing
from nextround.core.pairing.colours import ColourRule, Strength, latest_difference
from nextround.core.systems.dutch.field import Traits
from nextround.core.tournament import Colour


class Claim(NamedTuple):
    """What a player brings to the table: his traits, his history, and the colour that the lot gives to his number.

    ``by_number`` is None where nobody has drawn the lot.
    """

    traits: Traits
    colours: str
    by_number: Colour | None


def both_granted(higher: Claim, lower: Claim) -> Colour | None:
    """Grant both preferences where they don't collide."""
    mine, theirs = higher.traits.colour, lower.traits.colour
    if mine is theirs:
        return None
    return mine if mine is not None else theirs and theirs.opposite


def stronger_granted(higher: Claim, lower: Claim) -> Colour | None:
    """Grant the stronger preference; of two absolute ones that of the wider colour difference."""
    mine, theirs = higher.traits, lower.traits
    if mine.colour is None or theirs.colour is None:
        return None
    if mine.strength is not theirs.strength:
        return mine.colour if mine.strength > theirs.strength else theirs.colour.opposite
    wider = abs(mine.difference) - abs(theirs.difference)
    if mine.strength is not Strength.ABSOLUTE or not wider:
        return None
    return mine.colour if wider > 0 else theirs.colour.opposite


def alternated(higher: Claim, lower: Claim) -> Colour | None:
    """Change the colours of the latest round in which one had White and the other Black."""
    return latest_difference(higher.colours, lower.colours)


def higher_granted(higher: Claim, lower: Claim) -> Colour | None:
    """Grant the preference of the higher ranked."""
    return higher.traits.colour


def by_pairing_number(higher: Claim, lower: Claim) -> Colour:
    """Give the higher ranked the initial colour if his pairing number is odd, else the other.

    Reading: numbers are counted among those who are present or ever took part; bbpPairings and gacrux share it.
    """
    if higher.by_number is None:
        raise initial_colour_missing("C.04.3 (2026) 5.2.5")
    return higher.by_number


COLOURS_2026: Sequence[ColourRule[Claim]] = (
    ColourRule("C.04.3 (2026) 5.2.1", "both preferences are granted", both_granted),
    ColourRule("C.04.3 (2026) 5.2.2", "the stronger preference is granted", stronger_granted),
    ColourRule("C.04.3 (2026) 5.2.3", "the latest round with different colours is turned round", alternated),
    ColourRule("C.04.3 (2026) 5.2.4", "the preference of the higher ranked is granted", higher_granted),
    ColourRule(
        "C.04.3 (2026) 5.2.5",
        "no preferences: the initial colour if the higher ranked has an odd pairing number, else the other",
        by_pairing_number,
    ),
)

COLOURS_2017: Sequence[ColourRule[Claim]] = tuple(
    ColourRule(f"C.04.3 (2017) E.{i}", rule.reason, rule.colour_of_first) for i, rule in enumerate(COLOURS_2026, 1)
)
