"""The two editions of C.04.3 as values: their tables of criteria, and the few points in which they differ."""

from collections.abc import Sequence

from nextround.core.pairing.byes import BARS_2017, BARS_2026
from nextround.core.pairing.criteria import Criterion, Order
from nextround.core.systems.dutch.class_counts import (
    constant,
    fewest_ahead,
    fewest_equal_preferences,
    fewest_equal_strong_preferences,
    fewest_unplayed,
    lowest_ahead,
    no_absolute_pair_that_fails,
    nobody_down_again,
    nobody_up_again,
)
from nextround.core.systems.dutch.collapsing import penultimate_bracket
from nextround.core.systems.dutch.colours import COLOURS_2017, COLOURS_2026
from nextround.core.systems.dutch.completing import completion_in_every_bracket
from nextround.core.systems.dutch.criteria import (
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
from nextround.core.systems.dutch.edition import Articles, Clause, Edition
from nextround.core.systems.dutch.field import bye_or_more_than_a_loss, every_unplayed_round
from nextround.core.systems.dutch.local_bracket import DutchCriterion

__all__ = [
    "CRITERIA_2017",
    "CRITERIA_2026",
    "DUTCH_2017",
    "DUTCH_2026",
    "Articles",
    "Clause",
    "Criterion",
    "DutchCriterion",
    "Edition",
    "Order",
]

_2026 = "C.04.3 (2026) "
_2017 = "C.04.3 (2017) "

_NOT_TWICE = "nobody meets twice"
_NO_BYE = "the bye goes to nobody who is barred from it"
_NOT_BOTH_ABSOLUTE = "two players with the same absolute colour preference don't meet, unless one is a topscorer"

#: What criteria about score differences count for a downfloater (C.04.3 (2017) A.8).
_WHO_STAYS = "for a player who stays unpaired, one point more than his distance to the bracket"

CRITERIA_2026: Sequence[DutchCriterion] = (
    Criterion("C6", _2026 + "2.4.1", "fewest downfloaters", floater=one, forced=constant),
    Criterion(
        "C7",
        _2026 + "2.4.2",
        "lowest scores of the downfloaters",
        Order.HIGHEST_FIRST,
        floater=score,
        forced=constant,
    ),
    Criterion(
        "C8", _2026 + "2.4.3", "fewest downfloaters of the next bracket", floater=one, ahead=True, forced=fewest_ahead
    ),
    Criterion(
        "C8 scores",
        _2026 + "2.4.3",
        "lowest scores among them",
        Order.HIGHEST_FIRST,
        floater=score,
        ahead=True,
        forced=lowest_ahead,
    ),
    Criterion(
        "C9",
        _2026 + "2.4.4",
        "fewest unplayed games of the player with the bye",
        floater=unplayed_games,
        forced=fewest_unplayed,
    ),
    Criterion(
        "C10",
        _2026 + "2.4.5",
        "topscorers beyond colour difference 2",
        pair=exceeds_difference,
        forced=no_absolute_pair_that_fails(exceeds_difference),
    ),
    Criterion(
        "C11",
        _2026 + "2.4.6",
        "topscorers with one colour three times",
        pair=repeats_thrice,
        forced=no_absolute_pair_that_fails(repeats_thrice),
    ),
    Criterion(
        "C12",
        _2026 + "2.4.7",
        "colour preference not granted",
        pair=preference_not_granted,
        forced=fewest_equal_preferences,
    ),
    Criterion(
        "C13",
        _2026 + "2.4.8",
        "strong preference not granted",
        pair=strong_preference_not_granted,
        forced=fewest_equal_strong_preferences,
    ),
    Criterion(
        "C14",
        _2026 + "2.4.9",
        "residents down as in the last round",
        floater=resident_down_again(0),
        forced=nobody_down_again[0],
    ),
    Criterion(
        "C15",
        _2026 + "2.4.10",
        "opponents of mdps up as in the last round",
        pair=up_again(0),
        forced=nobody_up_again[0],
    ),
    Criterion(
        "C16",
        _2026 + "2.4.11",
        "residents down as two rounds ago",
        floater=resident_down_again(1),
        forced=nobody_down_again[1],
    ),
    Criterion(
        "C17", _2026 + "2.4.12", "opponents of mdps up as two rounds ago", pair=up_again(1), forced=nobody_up_again[1]
    ),
    Criterion(
        "C18",
        _2026 + "2.4.13",
        "score differences of mdps down as in the last round",
        Order.HIGHEST_FIRST,
        difference_down_again(0),
        limbo_down_again(0),
        note=_WHO_STAYS,
        forced=constant,
    ),
    Criterion(
        "C19",
        _2026 + "2.4.14",
        "score differences of opponents up as in the last round",
        Order.HIGHEST_FIRST,
        difference_up_again(0),
        forced=nobody_up_again[0],
    ),
    Criterion(
        "C20",
        _2026 + "2.4.15",
        "score differences of mdps down as two rounds ago",
        Order.HIGHEST_FIRST,
        difference_down_again(1),
        limbo_down_again(1),
        note=_WHO_STAYS,
        forced=constant,
    ),
    Criterion(
        "C21",
        _2026 + "2.4.16",
        "score differences of opponents up as two rounds ago",
        Order.HIGHEST_FIRST,
        difference_up_again(1),
        forced=nobody_up_again[1],
    ),
)

CRITERIA_2017: Sequence[DutchCriterion] = (
    Criterion("C.5", _2017 + "C.5", "fewest downfloaters", floater=one, forced=constant),
    Criterion(
        "C.6",
        _2017 + "C.6",
        "smallest score differences",
        Order.HIGHEST_FIRST,
        score_difference,
        artificial_difference,
        note=_WHO_STAYS,
        forced=constant,
    ),
    Criterion(
        "C.7",
        _2017 + "C.7",
        "most pairs in the next bracket",
        floater=one_and_two_more_if_barred,
        ahead=True,
        forced=fewest_ahead,
    ),
    Criterion(
        "C.7 scores",
        _2017 + "C.7",
        "smallest score differences there",
        Order.HIGHEST_FIRST,
        floater=score,
        ahead=True,
        forced=lowest_ahead,
    ),
    Criterion(
        "C.8",
        _2017 + "C.8",
        "topscorers beyond colour difference 2",
        pair=exceeds_difference,
        forced=no_absolute_pair_that_fails(exceeds_difference),
    ),
    Criterion(
        "C.9",
        _2017 + "C.9",
        "topscorers with one colour three times",
        pair=repeats_thrice,
        forced=no_absolute_pair_that_fails(repeats_thrice),
    ),
    Criterion(
        "C.10",
        _2017 + "C.10",
        "colour preference not granted",
        pair=preference_not_granted,
        forced=fewest_equal_preferences,
    ),
    Criterion(
        "C.11",
        _2017 + "C.11",
        "strong preference not granted",
        pair=strong_preference_not_granted,
        forced=fewest_equal_strong_preferences,
    ),
    Criterion(
        "C.12",
        _2017 + "C.12",
        "players down as in the last round",
        pair=higher_down_again(0),
        floater=down_again(0),
        forced=nobody_down_again[0],
    ),
    Criterion("C.13", _2017 + "C.13", "players up as in the last round", pair=up_again(0), forced=nobody_up_again[0]),
    Criterion(
        "C.14",
        _2017 + "C.14",
        "players down as two rounds ago",
        pair=higher_down_again(1),
        floater=down_again(1),
        forced=nobody_down_again[1],
    ),
    Criterion("C.15", _2017 + "C.15", "players up as two rounds ago", pair=up_again(1), forced=nobody_up_again[1]),
    Criterion(
        "C.16",
        _2017 + "C.16",
        "score differences of those down as in the last round",
        Order.HIGHEST_FIRST,
        difference_down_again(0),
        artificial_down_again(0),
        note=_WHO_STAYS,
        forced=nobody_down_again[0],
    ),
    Criterion(
        "C.17",
        _2017 + "C.17",
        "score differences of those up as in the last round",
        Order.HIGHEST_FIRST,
        difference_up_again(0),
        forced=nobody_up_again[0],
    ),
    Criterion(
        "C.18",
        _2017 + "C.18",
        "score differences of those down as two rounds ago",
        Order.HIGHEST_FIRST,
        difference_down_again(1),
        artificial_down_again(1),
        note=_WHO_STAYS,
        forced=nobody_down_again[1],
    ),
    Criterion(
        "C.19",
        _2017 + "C.19",
        "score differences of those up as two rounds ago",
        Order.HIGHEST_FIRST,
        difference_up_again(1),
        forced=nobody_up_again[1],
    ),
)

DUTCH_2026 = Edition(
    name="2026",
    text="C.04.3, applied from 1 February 2026",
    criteria=CRITERIA_2026,
    procedure=completion_in_every_bracket,
    bye_score=Clause("C5", _2026 + "2.3", "lowest score of the player with the bye"),
    colours=COLOURS_2026,
    bars=BARS_2026,
    unplayed_float=bye_or_more_than_a_loss,
    articles=Articles(
        no_meeting=Clause("C1", _2026 + "2.1.1", _NOT_TWICE),
        bye=Clause("C2", _2026 + "2.1.2", _NO_BYE),
        absolute_colours=Clause("C3", _2026 + "2.1.3", _NOT_BOTH_ABSOLUTE),
        completion=_2026 + "2.2",
        bye_taker=_2026 + "2.3",
        bracket=_2026 + "3.4",
        round=_2026 + "1.9",
        field=_2026 + "1.2",
        order=_2026 + "4",
    ),
)

DUTCH_2017 = Edition(
    name="2017",
    text="C.04.3 of Baku 2016, until 31 January 2026",
    criteria=CRITERIA_2017,
    procedure=penultimate_bracket,
    bye_score=None,
    colours=COLOURS_2017,
    bars=BARS_2017,
    unplayed_float=every_unplayed_round,
    articles=Articles(
        no_meeting=Clause("C.1", _2017 + "C.1", _NOT_TWICE),
        bye=Clause("C.2", _2017 + "C.2", _NO_BYE),
        absolute_colours=Clause("C.3", _2017 + "C.3", _NOT_BOTH_ABSOLUTE),
        completion=_2017 + "C.4",
        bye_taker=_2017 + "A.9",
        bracket=_2017 + "B.3",
        round=_2017 + "A.9",
        field=_2017 + "A.2",
        order=_2017 + "D",
    ),
)
