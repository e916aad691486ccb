"""Double-Swiss: worked events, vectors, and the literal reading on random rounds.

The events of ``examples.json`` were worked out for this project by a literal script; no other program pairs by this
text.
"""

import json
from pathlib import Path

import pytest
from nextround.core.pairing import Pair, check, round_to_pair
from nextround.core.systems.double_swiss import DoubleSwiss, Options
from nextround.core.tournament import (
    Colour,
    ForbiddenPairs,
    InvalidTournament,
    Kind,
    NoLegalPairing,
    Outcome,
    PointSystem,
    Record,
    double_match,
    double_points,
)

from tests.builders import boards, question
from tests.random_matches import random_double
from tests.systems.matches import assert_as_the_literal_reading, rules, told, worked_event
from tests.systems.positions import At, position

EXAMPLES = json.loads((Path(__file__).parent / "examples.json").read_text())
POINTS = double_points(PointSystem())


@pytest.mark.article("C.04.5 (2026) 3.3", "C.04.5 (2026) 3.4", "C.04.5 (2026) 3.5", "C.04.5 (2026) 3.6")
@pytest.mark.parametrize(
    ("example", "number"),
    [
        pytest.param(example, played["round"], id=f"{example['id']} round {played['round']}")
        for example in EXAMPLES
        for played in example["rounds"]
    ],
)
def test_the_worked_events_match_expected(example: dict, number: int):
    expected = example["rounds"][number - 1]
    asked = round_to_pair(worked_event(example, number, POINTS, Record, expected["absent"]))
    assert {str(c.tpn): c.score / 10 for c in asked.competitors} == expected["scores_before"]
    answer = check(asked, DoubleSwiss().pair(asked))
    assert answer.pab == expected["bye"]
    assert [[pair.white, pair.black] for pair in answer.pairs] == [game[:2] for game in expected["games"]]
    found = rules(answer)
    assert [found[pair.white, pair.black] for pair in answer.pairs] == expected["colour_rule"]
    for bracket, step in zip(told(answer), expected["trace"], strict=True):
        assert bracket["identifier"] == step["identifier"]
        assert bracket["upfloaters"] == step["upfloaters"]
        assert not step["upfloaters"] or bracket["c6c7"] == step["c6c7"]


@pytest.mark.article("C.04.5 (2026) 4.3.1", "C.04.5 (2026) 3.6.3")
def test_the_first_round_is_one_bracket_of_two_halves():
    assert boards(DoubleSwiss().pair(question(8, of=5))) == "1-5 6-2 3-7 8-4"
    assert boards(DoubleSwiss().pair(question(7, of=5))) == "1-4 5-2 3-6, 7 bye"
    assert boards(DoubleSwiss().pair(question(8, of=5, initial_colour=Colour.BLACK))) == "5-1 2-6 7-3 4-8"


@pytest.mark.article("C.04.5 (2026) 3.5", "C.04.5 (2026) 3.6.1", "C.04.5 (2026) 4.3.2", "C.04.5 (2026) 4.3.4")
def test_the_smaller_number_is_the_top_member_whatever_the_scores():
    # vector U1
    at = [At(1, 2, "W", (5,)), At(2, 2, "B", (6,)), At(4, 2, "B", (8,)), At(3, 1, "W", (7,)), At(7, 1, "B", (3,))]
    at += [At(5, 0, "B", (1,)), At(6, 0, "W", (2,)), At(8, 0, "W", (4,))]
    answer = DoubleSwiss().pair(position(2, 5, *at))
    assert told(answer)[0] == {"upfloaters": [3], "c6c7": [0, 0], "identifier": [1, 2, 3, 4]}
    assert boards(answer) == "2-4 3-1 7-5 8-6"


def pairs(answer_pairs: tuple[Pair, ...]) -> set[frozenset[int]]:
    return {frozenset((pair.white, pair.black)) for pair in answer_pairs}


def same(text: str) -> set[frozenset[int]]:
    return {frozenset(map(int, pair.split("-"))) for pair in text.split()}


@pytest.mark.article("C.04.5 (2026) 2.3.2", "C.04.5 (2026) 3.5.2")
@pytest.mark.parametrize(
    ("met_8", "upfloaters", "expected"),
    [
        ((8,), [2, 6, 1], "1-10 2-11 6-12 3-8 5-4"),  # vector U5
        ((), [2, 6, 8], "2-10 6-11 8-12"),  # vector U5b
    ],
)
def test_the_best_scores_are_sought_among_the_legal_sets(met_8: tuple[int, ...], upfloaters: list[int], expected: str):
    top = (10, 11, 12)
    at = [At(tpn, 4, met=(*(t for t in top if t != tpn), *met_8)) for tpn in top]
    at += [At(2, 3), At(6, 3), At(8, 3, met=top if met_8 else ()), At(1, 2.5), At(3, 2.5), At(5, 2.5), At(4, 1)]
    answer = DoubleSwiss().pair(position(5, 9, *at))
    assert told(answer)[0]["upfloaters"] == upfloaters
    assert pairs(answer.pairs) >= same(expected)


@pytest.mark.article("C.04.5 (2026) 3.4.3", "C.04.5 (2026) 2.1.2")
def test_the_bye_goes_to_the_lowest_score_with_the_most_matches():
    # vector U7: 2 and 4 have no point, but 2 has played
    at = [At(1, 2, "W", (2,)), At(2, 0, "B", (1,)), At(3, 2, barred=True), At(4, 0), At(5, 1, barred=True)]
    answer = DoubleSwiss().pair(position(2, 5, *at))
    assert answer.pab == 2
    assert pairs(answer.pairs) == same("3-1 5-4")


@pytest.mark.article("C.04.5 (2026) 2.3.4")
def test_a_floater_of_the_last_round_is_spared_except_in_the_last_round():
    at = [At(1, 2), At(2, 1, "W", floated=True), At(3, 1, "B"), At(4, 0)]
    assert told(DoubleSwiss().pair(position(2, 3, *at)))[0]["upfloaters"] == [3]
    assert told(DoubleSwiss().pair(position(3, 3, *at)))[0]["upfloaters"] == [2]


@pytest.mark.article("C.04.5 (2026) 4.3.1")
def test_only_those_who_arrived_are_counted_for_the_colour_of_a_number():
    asked = question(5, of=5, unavailable={1: "late"})
    assert boards(DoubleSwiss().pair(asked)) == "2-4 5-3"


@pytest.mark.article("C.04.5 (2026) 4.3.1")
def test_without_a_lot_newcomers_are_refused():
    with pytest.raises(InvalidTournament, match="no initial colour"):
        DoubleSwiss().pair(question(4, of=3, initial_colour=None))


@pytest.mark.article("C.04.5 (2026) 3.3.3")
def test_no_complete_pairing_is_for_the_arbiter():
    with pytest.raises(NoLegalPairing) as caught:
        DoubleSwiss().pair(question(4, "1-2 ½, 3-4 ½", "3-1 ½, 2-4 ½", "1-4 ½, 2-3 ½", of=9))
    assert caught.value.problems[0].article == "C.04.5 (2026) 3.3.3"


def test_forbidden_pairs_are_kept():
    asked = question(6, of=3, forbidden_pairs=(ForbiddenPairs((1, 4)),))
    assert boards(DoubleSwiss().pair(asked)) == "1-5 4-2 3-6"


@pytest.mark.parametrize("players", [0, 1])
def test_a_field_of_nobody_or_one_is_answered(players: int):
    answer = DoubleSwiss().pair(question(players, of=3))
    assert (answer.pairs, answer.pab) == ((), 1 if players else None)


WIN, DRAW, LOSS = (Outcome.WIN, Outcome.LOSS), (Outcome.DRAW, Outcome.DRAW), (Outcome.LOSS, Outcome.WIN)
ABSENT, GONE = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS), (Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN)


@pytest.mark.article("C.04.5 (2026) 0")
@pytest.mark.parametrize(
    ("games", "kind", "points", "colour"),
    [
        ((WIN, DRAW), Kind.PLAYED, 15, Colour.WHITE),
        ((LOSS, LOSS), Kind.PLAYED, 0, Colour.WHITE),
        ((WIN, GONE), Kind.PLAYED, 10, Colour.WHITE),  # one game was played
        ((ABSENT, GONE), Kind.PLAYED, 10, None),  # each missed one: they have met, and nobody had a colour
        ((ABSENT, ABSENT), Kind.FORFEIT_WIN, 20, Colour.WHITE),
        ((GONE, GONE), Kind.FORFEIT_LOSS, 0, Colour.WHITE),
    ],
)
def test_a_match_is_forfeited_only_if_a_side_misses_both_games(games, kind, points, colour):
    first, second = double_match(1, 2, games, PointSystem())
    assert (first.kind, first.match.primary, first.colour) == (kind, points, colour)
    assert first.match.primary + second.match.primary == 20
    assert (second.opponent, second.colour) == (1, colour and colour.opposite)


@pytest.mark.article("C.04.5 (2026) 1.3.2")
def test_the_bye_is_worth_a_game_won_and_a_game_drawn_unless_the_event_says_otherwise():
    assert (POINTS.win, POINTS.pab, POINTS.half_point_bye, POINTS.full_point_bye) == (20, 15, 10, 20)
    assert double_points(PointSystem.of(30, 10)).pab == 40
    assert double_points(PointSystem(), pab=20).pab == 20


@pytest.mark.article(
    "C.04.5 (2026) 2.1.1",
    "C.04.5 (2026) 2.1.2",
    "C.04.5 (2026) 2.2.1",
    "C.04.5 (2026) 2.3.1",
    "C.04.5 (2026) 2.3.2",
    "C.04.5 (2026) 2.3.3",
    "C.04.5 (2026) 2.3.4",
    "C.04.5 (2026) 2.3.5",
    "C.04.5 (2026) 4.3.1",
    "C.04.5 (2026) 4.3.2",
    "C.04.5 (2026) 4.3.3",
    "C.04.5 (2026) 4.3.4",
    "C.04.5 (2026) 4.3.5",
)
@pytest.mark.parametrize("block", range(20))
def test_agrees_with_the_literal_reading_on_random_rounds(block: int):
    for seed in range(block * 150, block * 150 + 150):
        graded = seed % 4 == 0
        facts = random_double(seed)
        assert_as_the_literal_reading(
            facts, DoubleSwiss(Options(graded)), "double", graded=graded, measures=("", "", "C8")
        )
