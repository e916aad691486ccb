"""B9: who has White."""

from nextround.core.pairing import Pair
from nextround.core.pairing.colours import ColourRule, allocate, colour_difference, latest_difference, may_take
from nextround.core.pairing.trace import ColourStep
from nextround.core.systems.vega.contenders import Contender
from nextround.core.tournament import Colour


def _different_dues(a: Contender, b: Contender) -> Colour | None:
    if a.due is b.due:
        return None
    return a.due or (b.due.opposite if b.due else None)


def _greater_difference(a: Contender, b: Contender) -> Colour | None:
    mine, theirs = abs(colour_difference(a.colours)), abs(colour_difference(b.colours))
    if a.due is None or mine == theirs:
        return None
    return a.due if mine > theirs else a.due.opposite


def _greater_buchholz(a: Contender, b: Contender) -> Colour | None:
    if a.buchholz == b.buchholz:
        return None
    return Colour.WHITE if a.buchholz > b.buchholz else Colour.BLACK


#: Vega 3 [TEXT], in its order; the last rule is [PROG].
RULES: tuple[ColourRule[Contender], ...] = (
    ColourRule("Vega 3", "both get the colour that they are due", _different_dues),
    ColourRule("Vega 3", "the greater colour difference keeps the colour that both are due", _greater_difference),
    ColourRule(
        "Vega 3",
        "the other colour than in the latest game in which they differed",
        lambda a, b: latest_difference(a.colours, b.colours),
    ),
    ColourRule("Vega 3", "White to the greater Buchholz", _greater_buchholz),
    ColourRule(
        "Vega B9",
        "White to the first in the alphabet",
        lambda a, b: Colour.WHITE if a.alpha < b.alpha else Colour.BLACK,
    ),
)


def seat(a: Contender, b: Contender) -> tuple[Pair, ColourStep]:
    """Seat a pair by `RULES`; turned round where only the other way keeps the limits (Vega 2.3, 2.4) [PROG]."""
    colour, rule = allocate(RULES, a, b)
    article, reason = rule.article, rule.reason
    if not _within_limits(a, b, colour) and _within_limits(a, b, colour.opposite):
        colour = colour.opposite
        article, reason = "Vega B9", f"{reason}, turned round to keep the colour limits"
    return _seated(a, b, colour, article, reason)


def seat_in_first_round(initial: Colour, number: int, first: Contender, second: Contender) -> tuple[Pair, ColourStep]:
    """B2, Vega 5 [TEXT]: ``first``, who has that number among those to be paired, has White if it is odd.

    ``initial`` is the colour of odd numbers; where no lot was drawn it is White, as the text has it.
    """
    colour = initial if number % 2 else initial.opposite
    parity = "odd" if number % 2 else "even"
    return _seated(first, second, colour, "Vega 5", f"number {number} is {parity}: {colour.word} to {first.tpn}")


def _within_limits(a: Contender, b: Contender, colour: Colour) -> bool:
    return may_take(a.colours, colour) and may_take(b.colours, colour.opposite)


def _seated(a: Contender, b: Contender, colour: Colour, article: str, reason: str) -> tuple[Pair, ColourStep]:
    white, black = (a, b) if colour is Colour.WHITE else (b, a)
    return Pair(white.tpn, black.tpn), ColourStep(article, reason, white.tpn, black.tpn)
