"""The two editions of C.04.3 as values: their tables of criteria, and the few points in which they differ."""

from collections.abc import Sequence
from dataclasses import dataclass

from nextround.core.pairing.byes import BARS_2017, BARS_2026, Bar
from nextround.core.pairing.colours import ColourRule
from nextround.core.systems.dutch.colours import COLOURS_2017, COLOURS_2026, Claim
from nextround.core.systems.dutch.criteria import (
    Criterion,
    Scope,
    artificial_difference,
    artificial_down_again,
    difference_down_again,
    difference_up_again,
    down_again,
    exceeds_difference,
    higher_down_again,
    limbo_down_again,
    one,
    one_and_two_more_if_barred,
    preference_not_granted,
    repeats_thrice,
    resident_down_again,
    score,
    score_difference,
    strong_preference_not_granted,
    unplayed_games,
    up_again,
)
from nextround.core.systems.dutch.field import UnplayedFloat, every_unplayed_round, more_than_a_loss


@dataclass(frozen=True, slots=True)
class Edition:
    """A dated text of C.04.3.

    ``criteria`` are the quality criteria of a bracket in order of priority. ``bars`` keep from the bye and
    ``unplayed_float`` says which unplayed rounds count as downfloats. ``completion_everywhere``: every bracket must
    leave a round that can be completed, with the bye at the lowest possible score (2026); else this is tested after
    each bracket and imposed once, in the penultimate one, upon which all lower scores collapse (2017).
    """

    name: str
    text: str
    criteria: Sequence[Criterion]
    colours: Sequence[ColourRule[Claim]]
    bars: Sequence[Bar]
    unplayed_float: UnplayedFloat
    completion_everywhere: bool
    articles: "Articles"


@dataclass(frozen=True, slots=True)
class Articles:
    """Where an edition says what is no criterion of a bracket."""

    no_meeting: str
    bye: str
    absolute_colours: str
    completion: str
    bye_score: str
    bracket: str
    round: str
    field: str


_2026 = "C.04.3 (2026) "
_2017 = "C.04.3 (2017) "

CRITERIA_2026 = (
    Criterion("C6", _2026 + "2.4.1", "fewest downfloaters", Scope.COUNT, floater=one),
    Criterion("C7", _2026 + "2.4.2", "lowest scores of the downfloaters", Scope.LIST, floater=score),
    Criterion("C8", _2026 + "2.4.3", "fewest downfloaters of the next bracket", Scope.NEXT_COUNT, floater=one),
    Criterion("C8 scores", _2026 + "2.4.3", "lowest scores among them", Scope.NEXT_LIST, floater=score),
    Criterion("C9", _2026 + "2.4.4", "fewest unplayed games of who has the bye", Scope.COUNT, floater=unplayed_games),
    Criterion("C10", _2026 + "2.4.5", "topscorers beyond colour difference 2", Scope.COUNT, exceeds_difference),
    Criterion("C11", _2026 + "2.4.6", "topscorers with one colour three times", Scope.COUNT, repeats_thrice),
    Criterion("C12", _2026 + "2.4.7", "colour preference not granted", Scope.COUNT, preference_not_granted),
    Criterion("C13", _2026 + "2.4.8", "strong preference not granted", Scope.COUNT, strong_preference_not_granted),
    Criterion("C14", _2026 + "2.4.9", "residents down as last round", Scope.COUNT, floater=resident_down_again(0)),
    Criterion("C15", _2026 + "2.4.10", "opponents of mdps up as last round", Scope.COUNT, up_again(0)),
    Criterion("C16", _2026 + "2.4.11", "residents down as two rounds ago", Scope.COUNT, floater=resident_down_again(1)),
    Criterion("C17", _2026 + "2.4.12", "opponents of mdps up as two rounds ago", Scope.COUNT, up_again(1)),
    Criterion(
        "C18",
        _2026 + "2.4.13",
        "score differences of mdps down as last round",
        Scope.LIST,
        difference_down_again(0),
        limbo_down_again(0),
    ),
    Criterion(
        "C19", _2026 + "2.4.14", "score differences of opponents up as last round", Scope.LIST, difference_up_again(0)
    ),
    Criterion(
        "C20",
        _2026 + "2.4.15",
        "score differences of mdps down as two rounds ago",
        Scope.LIST,
        difference_down_again(1),
        limbo_down_again(1),
    ),
    Criterion(
        "C21",
        _2026 + "2.4.16",
        "score differences of opponents up as two rounds ago",
        Scope.LIST,
        difference_up_again(1),
    ),
)

CRITERIA_2017 = (
    Criterion("C.5", _2017 + "C.5", "fewest downfloaters", Scope.COUNT, floater=one),
    Criterion("C.6", _2017 + "C.6", "least score differences", Scope.LIST, score_difference, artificial_difference),
    Criterion(
        "C.7", _2017 + "C.7", "most pairs in the next bracket", Scope.NEXT_COUNT, floater=one_and_two_more_if_barred
    ),
    Criterion("C.7 scores", _2017 + "C.7", "least score differences there", Scope.NEXT_LIST, floater=score),
    Criterion("C.8", _2017 + "C.8", "topscorers beyond colour difference 2", Scope.COUNT, exceeds_difference),
    Criterion("C.9", _2017 + "C.9", "topscorers with one colour three times", Scope.COUNT, repeats_thrice),
    Criterion("C.10", _2017 + "C.10", "colour preference not granted", Scope.COUNT, preference_not_granted),
    Criterion("C.11", _2017 + "C.11", "strong preference not granted", Scope.COUNT, strong_preference_not_granted),
    Criterion("C.12", _2017 + "C.12", "down as last round", Scope.COUNT, higher_down_again(0), down_again(0)),
    Criterion("C.13", _2017 + "C.13", "up as last round", Scope.COUNT, up_again(0)),
    Criterion("C.14", _2017 + "C.14", "down as two rounds ago", Scope.COUNT, higher_down_again(1), down_again(1)),
    Criterion("C.15", _2017 + "C.15", "up as two rounds ago", Scope.COUNT, up_again(1)),
    Criterion(
        "C.16",
        _2017 + "C.16",
        "score differences of those down as last round",
        Scope.LIST,
        difference_down_again(0),
        artificial_down_again(0),
    ),
    Criterion(
        "C.17", _2017 + "C.17", "score differences of those up as last round", Scope.LIST, difference_up_again(0)
    ),
    Criterion(
        "C.18",
        _2017 + "C.18",
        "score differences of those down as two rounds ago",
        Scope.LIST,
        difference_down_again(1),
        artificial_down_again(1),
    ),
    Criterion(
        "C.19", _2017 + "C.19", "score differences of those up as two rounds ago", Scope.LIST, difference_up_again(1)
    ),
)

DUTCH_2026 = Edition(
    name="2026",
    text="C.04.3, applied from 1 February 2026",
    criteria=CRITERIA_2026,
    colours=COLOURS_2026,
    bars=BARS_2026,
    unplayed_float=more_than_a_loss,
    completion_everywhere=True,
    articles=Articles(
        no_meeting=_2026 + "2.1.1",
        bye=_2026 + "2.1.2",
        absolute_colours=_2026 + "2.1.3",
        completion=_2026 + "2.2",
        bye_score=_2026 + "2.3",
        bracket=_2026 + "3.4",
        round=_2026 + "1.9",
        field=_2026 + "1.2",
    ),
)

DUTCH_2017 = Edition(
    name="2017",
    text="C.04.3 of Baku 2016, until 31 January 2026",
    criteria=CRITERIA_2017,
    colours=COLOURS_2017,
    bars=BARS_2017,
    unplayed_float=every_unplayed_round,
    completion_everywhere=False,
    articles=Articles(
        no_meeting=_2017 + "C.1",
        bye=_2017 + "C.2",
        absolute_colours=_2017 + "C.3",
        completion=_2017 + "C.4",
        bye_score=_2017 + "A.9",
        bracket=_2017 + "B.3",
        round=_2017 + "A.9",
        field=_2017 + "A.2",
    ),
)
