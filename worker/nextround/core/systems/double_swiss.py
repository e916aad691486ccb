"""The Double-Swiss system (C.04.5 (2026)): every round is a match of two games, with both colours.

No colour makes a pairing better or worse: each match has both, and only who starts with White is to be found.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from nextround.core.pairing import Competitor, RoundPairing, RoundToPair
from nextround.core.pairing.colour_rules import (
    alternate,
    first_alternates,
    newcomers_by_number,
    other_alternates,
)
from nextround.core.pairing.colours import (
    ColourPreference,
    ColourRule,
    Strength,
    colour_difference,
    white_to_the_less,
)
from nextround.core.pairing.judging import Rule, rules_of
from nextround.core.systems.matches.contestants import (
    NO_PREFERENCE,
    Contestant,
    contestants,
)
from nextround.core.systems.matches.criteria import of_opponents, of_upfloaters
from nextround.core.systems.matches.engine import Rules, pair_matches
from nextround.core.tournament import Colour

_TEXT = "C.04.5 (2026)"


def _fewer_whites(first: Contestant, other: Contestant) -> Colour | None:
    return white_to_the_less(first.colours.count("W"), other.colours.count("W"))


RULES = Rules(
    text=_TEXT,
    sets=of_upfloaters(_TEXT),
    brackets=(of_opponents("C8", f"{_TEXT} 2.3.5"),),
    exempt_rounds=1,
    colours=(
        ColourRule(
            f"{_TEXT} 4.3.1",
            "both are new: the colour of the higher ranked one's number",
            newcomers_by_number(f"{_TEXT} 4.3.1"),
        ),
        ColourRule(f"{_TEXT} 4.3.2", "White to the one with fewer Whites", _fewer_whites),
        ColourRule(f"{_TEXT} 4.3.3", "the other colour than in the latest match in which they differed", alternate),
        ColourRule(f"{_TEXT} 4.3.4", "the higher ranked one alternates", first_alternates),
        ColourRule(f"{_TEXT} 4.3.5", "the higher ranked one is new: the other one alternates", other_alternates),
    ),
    rank=lambda member: (-member.score, member.tpn),
)


@dataclass(frozen=True, slots=True)
class Options:
    """Options of Double-Swiss.

    ``graded`` reads C6 as "with as few upfloaters as possible"; by default the next scoregroup can do with its own
    minimum or it can't, as in gacrux's Swiss Team (D1).
    """

    graded: bool = False


@dataclass(frozen=True, slots=True)
class DoubleSwiss:
    """Pair matches of two games; in each pair of the answer White is White in the first game.

    ``table`` is the text as a value. ``weights_only`` leaves the choice of upfloaters to the weights of the criteria;
    the answers are the same.
    """

    options: Options = Options()
    table: Rules = RULES
    weights_only: bool = False

    @property
    def rules(self) -> Sequence[Rule]:
        """The quality criteria, in order of priority."""
        return rules_of((*self.table.sets, *self.table.brackets))

    def colour_preference(self, _: RoundToPair, competitor: Competitor) -> ColourPreference:
        """Say that nobody is due a colour: both colours are in each match."""
        return ColourPreference(None, Strength.NONE, colour_difference(competitor.colours))

    def pair(self, question: RoundToPair) -> RoundPairing:
        """Pair the round. Raises NoLegalPairing (3.3.3) and InvalidTournament (no initial colour)."""
        members = contestants(question, lambda _: NO_PREFERENCE, question.numbers().__getitem__)
        return pair_matches(question, members, self.table, graded=self.options.graded, weights_only=self.weights_only)
