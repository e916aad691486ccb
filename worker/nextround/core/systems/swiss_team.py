"""The Swiss Team system (C.04.6 (2026)): teams are paired, and board 1 has the colour of the match."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from nextround.core.pairing import Competitor, RoundPairing, RoundToPair
from nextround.core.pairing.colour_rules import (
    alternate,
    first_alternates,
    higher_ranked_granted,
    newcomers_by_number,
    other_alternates,
)
from nextround.core.pairing.colours import ColourPreference, ColourRule, Strength, colour_difference, white_to_the_less
from nextround.core.pairing.criteria import Criterion
from nextround.core.pairing.judging import Rule, rules_of
from nextround.core.systems.matches.contestants import (
    NO_PREFERENCE,
    Contestant,
    PreferenceOf,
    contestants,
)
from nextround.core.systems.matches.criteria import of_opponents, of_upfloaters
from nextround.core.systems.matches.engine import Rules, pair_matches
from nextround.core.tournament import Colour

_TEXT = "C.04.6 (2026)"


def simple_preference(competitor: Competitor) -> ColourPreference:
    """Derive the preference of type A (1.7.1): after two equal colours running, or with a difference beyond 1.

    A difference on the other side outweighs two equal colours: after WWW and BB a team has no preference.
    """
    colours = competitor.colours
    difference = colour_difference(colours)
    if difference < -1 or (difference in (0, -1) and colours.endswith("BB")):
        return ColourPreference(Colour.WHITE, Strength.STRONG, difference)
    if difference > 1 or (difference in (0, 1) and colours.endswith("WW")):
        return ColourPreference(Colour.BLACK, Strength.STRONG, difference)
    return ColourPreference(None, Strength.NONE, difference)


def graded_preference(competitor: Competitor, *, last_round: bool) -> ColourPreference:
    """Derive the preference of type B (1.7.2): strong where type A has one, else mild.

    D6: what the last round takes away is the mild preference of a team with equally many of both colours; the strong
    clauses come first.
    """
    strong = simple_preference(competitor)
    if strong.colour or not competitor.colours:
        return strong
    due = Colour(competitor.colours[-1]).opposite
    if strong.difference:
        due = Colour.BLACK if strong.difference > 0 else Colour.WHITE
    elif last_round:
        return strong
    return ColourPreference(due, Strength.MILD, strong.difference)


def _unfulfilled(_: None, a: Contestant, b: Contestant) -> int:
    """Two who are due one colour leave one of them without it; every other pair can be granted all."""
    return int(a.preference.colour is not None and a.preference.colour is b.preference.colour)


def _both_strong(_: None, a: Contestant, b: Contestant) -> int:
    return int(_unfulfilled(None, a, b) and a.preference.strength is b.preference.strength is Strength.STRONG)


def _only_preference(first: Contestant, other: Contestant) -> Colour | None:
    mine, theirs = first.preference.colour, other.preference.colour
    if (mine is None) == (theirs is None):
        return None
    return mine or (theirs and theirs.opposite)


def _opposite_preferences(first: Contestant, other: Contestant) -> Colour | None:
    mine, theirs = first.preference.colour, other.preference.colour
    return mine if mine and theirs and mine is not theirs else None


def _only_strong(first: Contestant, other: Contestant) -> Colour | None:
    mine, theirs = first.preference, other.preference
    if mine.strength == theirs.strength or mine.colour is None or theirs.colour is None:
        return None
    return mine.colour if mine.strength > theirs.strength else theirs.colour.opposite


def _lower_difference(first: Contestant, other: Contestant) -> Colour | None:
    return white_to_the_less(colour_difference(first.colours), colour_difference(other.colours))


RULES = Rules(
    text=_TEXT,
    sets=of_upfloaters(_TEXT),
    brackets=(
        Criterion("C8", f"{_TEXT} 2.3.5", "colour preferences not fulfilled", pair=_unfulfilled),
        Criterion("C9", f"{_TEXT} 2.3.6", "strong colour preferences not fulfilled", pair=_both_strong),
        of_opponents("C10", f"{_TEXT} 2.3.7"),
    ),
    exempt_rounds=2,
    colours=(
        ColourRule(
            f"{_TEXT} 4.3.1",
            "both are new: the colour of the first-team's number",
            newcomers_by_number(f"{_TEXT} 4.3.1"),
        ),
        ColourRule(f"{_TEXT} 4.3.2", "the only preference is granted", _only_preference),
        ColourRule(f"{_TEXT} 4.3.3", "opposite preferences are granted", _opposite_preferences),
        ColourRule(f"{_TEXT} 4.3.4", "the only strong preference is granted", _only_strong),
        ColourRule(f"{_TEXT} 4.3.5", "White to the lower colour difference", _lower_difference),
        ColourRule(f"{_TEXT} 4.3.6", "the other colour than in the latest match in which they differed", alternate),
        ColourRule(f"{_TEXT} 4.3.7", "the preference of the first-team is granted", higher_ranked_granted),
        ColourRule(f"{_TEXT} 4.3.8", "the first-team alternates", first_alternates),
        ColourRule(f"{_TEXT} 4.3.9", "the first-team is new: the other one alternates", other_alternates),
    ),
    # 4.2 and D10: by the real scores, also where virtual points are given.
    rank=lambda member: (-member.competitor.points, -member.competitor.history.secondary, member.tpn),
)


@dataclass(frozen=True, slots=True)
class Options:
    """Options of Swiss Team.

    ``preferences`` is the type of colour preferences (1.7): ``A`` simple, ``B`` strong and mild, or none. ``graded``
    reads C6 as "with as few upfloaters as possible"; by default the next scoregroup can do with its own minimum or it
    can't, as in gacrux (D1).
    """

    preferences: Literal["A", "B", "none"] = "A"
    graded: bool = False


@dataclass(frozen=True, slots=True)
class SwissTeam:
    """Pair teams; in each pair of the answer White has White on board 1.

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

    def colour_preference(self, question: RoundToPair, competitor: Competitor) -> ColourPreference:
        """Say which colour a team is due (1.7)."""
        return self._types(question)[self.options.preferences](competitor)

    def _types(self, question: RoundToPair) -> dict[str, PreferenceOf]:
        return {
            "A": simple_preference,
            "B": partial(graded_preference, last_round=question.is_last),
            "none": lambda _: NO_PREFERENCE,
        }

    def pair(self, question: RoundToPair) -> RoundPairing:
        """Pair the round. Raises NoLegalPairing (3.3.3) and InvalidTournament (no initial colour).

        4.3.1: a team's own number counts, whoever is absent: the event has given it (1.1).
        """
        members = contestants(question, partial(self.colour_preference, question), lambda tpn: tpn)
        return pair_matches(question, members, self.table, graded=self.options.graded, weights_only=self.weights_only)
