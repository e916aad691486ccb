"""Who of two has White: the rules of C.04.3 (2026) 5.2, the same in both editions."""

from collections.abc import Sequence
from typing import NamedTuple

from nextround.core.pairing.colour_rules import (
    alternate,
    both_granted,
    by_number,
    higher_ranked_granted,
    stronger_or_wider_granted,
)
from nextround.core.pairing.colours import ColourRule
from nextround.core.systems.dutch.field import Traits
from nextround.core.tournament import Colour


class Claim(NamedTuple):
    """What a player brings to the table: his traits, his history, and the colour that the lot gives to his number.

    ``by_number`` is None where nobody has drawn the lot.
    """

    traits: Traits
    colours: str
    by_number: Colour | None

    @property
    def preference(self) -> Traits:
        """The colour preference, which is part of the traits."""
        return self.traits


def _rules(*articles: str) -> Sequence[ColourRule[Claim]]:
    both, stronger, latest, higher, number = articles
    return (
        ColourRule(both, "both preferences are granted", both_granted),
        ColourRule(stronger, "the stronger preference is granted", stronger_or_wider_granted),
        ColourRule(latest, "the latest round with different colours is turned round", alternate),
        ColourRule(higher, "the preference of the higher ranked is granted", higher_ranked_granted),
        # FD-1: numbers are counted among those who are present or ever took part.
        ColourRule(
            number,
            "no preferences: the initial colour if the higher ranked has an odd pairing number, else the other",
            by_number(number),
        ),
    )


COLOURS_2026 = _rules(*(f"C.04.3 (2026) 5.2.{i}" for i in range(1, 6)))
COLOURS_2017 = _rules(*(f"C.04.3 (2017) E.{i}" for i in range(1, 6)))
