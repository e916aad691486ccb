"""Swiss Team: worked events, vectors, preferences, and the literal reading on random rounds.

The events of ``examples.json`` were worked out for this project by a literal script; gacrux 1.11.65 pairs each of their
rounds alike.
"""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from nextround.core.pairing import RoundPairing, check, round_to_pair
from nextround.core.pairing.colours import Strength
from nextround.core.pairing.trace import BracketStep
from nextround.core.systems.swiss_team import Options, SwissTeam, graded_preference, simple_preference
from nextround.core.tournament import (
    Colour,
    Kind,
    NoLegalPairing,
    Outcome,
    PointSystem,
    TeamScoring,
    team_bye,
    team_match,
)

from tests.builders import boards, criteria_of, question, tournament
from tests.random_matches import random_teams
from tests.systems.matches import assert_as_the_literal_reading, rules, told, worked_event
from tests.systems.positions import At, position

EXAMPLES = json.loads((Path(__file__).parent / "examples.json").read_text())
MATCH = PointSystem.of(20, 10, pab=10)
SCORING = TeamScoring(MATCH, boards=4)


@pytest.mark.article("C.04.6 (2026) 3.3", "C.04.6 (2026) 3.4", "C.04.6 (2026) 3.5", "C.04.6 (2026) 3.6")
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
    bye = partial(team_bye, scoring=replace(SCORING, boards=example["options"]["boards"]))
    asked = round_to_pair(worked_event(example, number, MATCH, bye, expected["absent"]))
    assert {str(c.tpn): c.score / 10 for c in asked.competitors} == expected["scores_before"]
    kind = example["options"]["kind"]
    answer = check(asked, SwissTeam(Options(kind)).pair(asked))
    assert answer.pab == expected["bye"]
    assert [[pair.white, pair.black] for pair in answer.pairs] == [game[:2] for game in expected["games"]]
    found = rules(answer)
    assert [found[pair.white, pair.black] for pair in answer.pairs] == expected["colour_rule"]
    steps = [step for step in answer.trace if isinstance(step, BracketStep)]
    for step, bracket, hand in zip(steps, told(answer), expected["trace"], strict=True):
        assert bracket["identifier"] == hand["identifier"]
        assert bracket["upfloaters"] == hand["upfloaters"]
        assert not hand["upfloaters"] or bracket["c6c7"] == hand["c6c7"]
        criteria = criteria_of(step)
        quality = [criteria["C8"], criteria["C9"] if kind == "B" else 0, criteria.get("C10", 0)]
        assert quality == [hand["quality"][0], hand["quality"][1] if kind == "B" else 0, hand["quality"][2]]


def paired(answer: RoundPairing) -> set[frozenset[int]]:
    return {frozenset((pair.white, pair.black)) for pair in answer.pairs}


def same(text: str) -> set[frozenset[int]]:
    return {frozenset(map(int, pair.split("-"))) for pair in text.split()}


@pytest.mark.article("C.04.6 (2026) 4.3.1", "C.04.6 (2026) 3.6.3")
def test_the_first_round_is_one_bracket_of_two_halves_and_every_team_keeps_its_number():
    assert boards(SwissTeam().pair(question(8, of=5))) == "1-5 6-2 3-7 8-4"
    assert boards(SwissTeam().pair(question(7, of=5))) == "1-4 5-2 3-6, 7 bye"
    assert boards(SwissTeam().pair(question(5, of=5, unavailable={1: "late"}))) == "4-2 3-5"


@pytest.mark.article("C.04.6 (2026) 2.3.3")
def test_the_next_scoregroup_can_do_with_its_own_minimum_or_it_can_not():
    # vector U2: {2} leaves five of a group that all met each other, {3} leaves three and 2
    group = (3, 4, 5, 6)
    at = [At(1, 6), At(2, 3, met=(8, 9, 10)), At(7, 0), At(8, 1), At(9, 1), At(10, 1)]
    at += [At(tpn, 3, met=tuple(other for other in group if other != tpn)) for tpn in group]
    at[3:6] = [At(tpn, 1, met=(2,)) for tpn in (8, 9, 10)]
    parity = SwissTeam().pair(position(4, 5, *at))
    assert [bracket["upfloaters"] for bracket in told(parity)[:2]] == [[2], [8, 9, 10, 7]]
    assert paired(parity) == same("1-2 3-7 5-9 4-8 6-10")
    graded = SwissTeam(Options(graded=True)).pair(position(4, 5, *at))
    assert told(graded)[0]["upfloaters"] == [3]
    assert paired(graded) == same("1-3 5-9 6-2 4-8 7-10")


@pytest.mark.article("C.04.6 (2026) 2.3.4")
def test_the_fewest_floaters_of_the_last_round_float_again_except_in_the_last_two():
    # vector U3: one of 3, 4 and 5 did not float
    at = [At(1, 3, "W", (2,)), At(2, 3, "B", (1,)), At(3, 2, "W", floated=True), At(4, 2, "B", floated=True), At(5, 2)]
    at += [At(tpn, 1) for tpn in (6, 7, 8)] + [At(tpn, 0) for tpn in (9, 10)]
    answer = SwissTeam(Options("none")).pair(position(3, 6, *at))
    assert told(answer)[0] == {"upfloaters": [3, 5], "c6c7": [0, 1], "identifier": [1, 2, 3, 5]}
    assert paired(answer) == same("1-3 2-5 4-6 7-8 9-10")
    assert told(SwissTeam(Options("none")).pair(position(5, 6, *at)))[0]["upfloaters"] == [3, 4]


@pytest.mark.article("C.04.6 (2026) 2.3.3", "C.04.6 (2026) 2.3.4")
def test_the_next_scoregroup_comes_before_the_floaters():
    # vector U4
    at = [
        At(1, 1, "BWB", (4, 5, 6)),
        At(2, 2, "WBW", (3, 4, 5), floated=True),
        At(3, 3, "BWB", (2, 5, 6), floated=True),
        At(4, 6, "WWB", (1, 2, 6), floated=True),
        At(5, 3, "BBW", (1, 2, 3)),
        At(6, 3, "WBW", (1, 3, 4), floated=True),
    ]
    answer = SwissTeam().pair(position(4, 7, *at))
    assert told(answer)[0]["upfloaters"] == [3]
    assert paired(answer) == same("3-4 5-6 1-2")


@pytest.mark.article("C.04.6 (2026) 1.7.1")
@pytest.mark.parametrize(
    ("colours", "due"),
    [
        *[(colours, None) for colours in ("", "W", "WB", "WWB", "WWWBB", "BBBWW", "WBWBW")],
        *[(colours, "W") for colours in ("WBB", "BB", "WWBB", "BBBWB")],
        *[(colours, "B") for colours in ("BWW", "WW", "BBWW", "WWWBW")],
    ],
)
def test_type_a_prefers_a_colour_after_two_equal_ones_or_beyond_a_difference_of_one(colours: str, due: str | None):
    found = simple_preference(position(7, 9, At(1, 0, colours)).everyone[1]).colour
    assert (found and found.value) == due


@pytest.mark.article("C.04.6 (2026) 1.7.2")
@pytest.mark.parametrize(
    ("colours", "earlier", "last_round"),
    [
        ("BBWW", ("B", Strength.STRONG), ("B", Strength.STRONG)),  # vector U8
        ("WB", ("W", Strength.MILD), None),
        ("BW", ("B", Strength.MILD), None),
        ("W", ("B", Strength.MILD), ("B", Strength.MILD)),
        ("WBB", ("W", Strength.STRONG), ("W", Strength.STRONG)),
        ("BWW", ("B", Strength.STRONG), ("B", Strength.STRONG)),
        ("BBWWB", ("W", Strength.MILD), ("W", Strength.MILD)),
        ("BBBWW", ("W", Strength.MILD), ("W", Strength.MILD)),
        ("", None, None),
    ],
)
def test_type_b_tests_the_strong_clauses_before_the_mild_ones(colours: str, earlier: object, last_round: object):
    team = position(6, 9, At(1, 0, colours)).everyone[1]
    for last, expected in ((False, earlier), (True, last_round)):
        found = graded_preference(team, last_round=last)
        assert (found.colour and (found.colour.value, found.strength)) == expected


@pytest.mark.article("C.04.6 (2026) 4.2", "C.04.6 (2026) 4.3.8")
def test_the_first_team_is_found_by_real_scores_then_by_the_secondary_one():
    won = [(Outcome.WIN, Outcome.LOSS)] * 4
    barely = [*won[:1], *[(Outcome.DRAW, Outcome.DRAW)] * 3]
    facts = tournament(4, "1-3 ½, 2-4 ½", of=5, points=MATCH)
    records = dict(facts.records)
    for white, black, games in ((1, 3, barely), (2, 4, won)):
        first, second = team_match(white, black, games, SCORING)
        records[white], records[black] = (first,), (second,)
    asked = replace(facts, records=records)
    answer = SwissTeam().pair(round_to_pair(asked))
    assert boards(answer) == "1-2 3-4"  # 1 and 2 have won, 2 higher: it alternates
    assert rules(answer) == {(1, 2): "4.3.8", (3, 4): "4.3.8"}
    accelerated = round_to_pair(asked, {1: (0, 20)})
    assert boards(SwissTeam().pair(accelerated)) == "1-2 3-4"  # virtual points bring 1 no nearer to it


@pytest.mark.article("C.04.6 (2026) 1.6.1", "C.04.6 (2026) 1.4")
def test_a_match_is_played_if_any_board_is_and_compares_game_points():
    win, loss = (Outcome.WIN, Outcome.LOSS), (Outcome.LOSS, Outcome.WIN)
    absent, gone = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS), (Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN)

    def ends(*boards: tuple) -> tuple:
        first, second = team_match(1, 2, boards, SCORING)
        return first.kind, first.match.primary, first.match.secondary, second.kind, second.match.primary

    assert ends(win, win, loss, gone) == (Kind.PLAYED, 10, 20, Kind.PLAYED, 10)
    assert ends(absent, absent, absent, loss) == (Kind.PLAYED, 20, 30, Kind.PLAYED, 0)
    assert ends(absent, absent) == (Kind.FORFEIT_WIN, 20, 20, Kind.FORFEIT_LOSS, 0)
    assert ends(absent, gone) == (Kind.FORFEIT_LOSS, 10, 10, Kind.FORFEIT_LOSS, 10)
    both = (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS)
    assert ends(both, both) == (Kind.FORFEIT_LOSS, 0, 0, Kind.FORFEIT_LOSS, 0)
    assert team_bye(Kind.PAB, SCORING).match.primary == 10
    assert team_bye(Kind.PAB, SCORING).match.secondary == 20


@pytest.mark.article("C.04.6 (2026) 1.2")
def test_game_points_may_be_the_score_and_the_other_score_may_be_left_out():
    boards_won = [(Outcome.WIN, Outcome.LOSS)] * 3
    by_games = TeamScoring(MATCH, boards=3, primary="game")
    first, _ = team_match(1, 2, boards_won, by_games)
    assert (first.match.primary, first.match.secondary) == (30, 20)
    alone, _ = team_match(1, 2, boards_won, replace(by_games, secondary=False))
    assert (alone.match.primary, alone.match.secondary) == (30, 0)


@pytest.mark.article("C.04.6 (2026) 3.3.3")
def test_no_complete_pairing_is_for_the_arbiter():
    with pytest.raises(NoLegalPairing) as caught:
        SwissTeam().pair(question(3, "1-2 1-0, 3 pab", "2-3 1-0, 1 pab", "1-3 ½, 2 pab", of=5, points=MATCH))
    assert caught.value.problems[0].article == "C.04.6 (2026) 3.3.3"


@pytest.mark.parametrize("teams", [0, 1])
def test_a_field_of_nobody_or_one_is_answered(teams: int):
    answer = SwissTeam().pair(question(teams, of=3))
    assert (answer.pairs, answer.pab) == ((), 1 if teams else None)


@pytest.mark.article(
    "C.04.6 (2026) 2.1.1",
    "C.04.6 (2026) 2.1.2",
    "C.04.6 (2026) 2.2.1",
    "C.04.6 (2026) 2.3.1",
    "C.04.6 (2026) 2.3.2",
    "C.04.6 (2026) 2.3.3",
    "C.04.6 (2026) 2.3.4",
    "C.04.6 (2026) 2.3.5",
    "C.04.6 (2026) 2.3.6",
    "C.04.6 (2026) 2.3.7",
    "C.04.6 (2026) 4.3.1",
    "C.04.6 (2026) 4.3.2",
    "C.04.6 (2026) 4.3.3",
    "C.04.6 (2026) 4.3.4",
    "C.04.6 (2026) 4.3.5",
    "C.04.6 (2026) 4.3.6",
    "C.04.6 (2026) 4.3.7",
    "C.04.6 (2026) 4.3.8",
    "C.04.6 (2026) 4.3.9",
)
@pytest.mark.parametrize("kind", ["A", "B", "none"])
@pytest.mark.parametrize("block", range(10))
def test_agrees_with_the_literal_reading_on_random_rounds(kind: str, block: int):
    for seed in range(block * 150, block * 150 + 150):
        graded = seed % 4 == 0
        facts = random_teams(seed, decisive=(seed % 3) / 2)
        measures = ("C8", "C9" if kind == "B" else "", "C10")
        assert_as_the_literal_reading(facts, SwissTeam(Options(kind, graded)), kind, graded=graded, measures=measures)


def test_the_colours_of_two_equal_newcomers_follow_the_lot():
    assert boards(SwissTeam().pair(question(4, of=3, initial_colour=Colour.BLACK))) == "3-1 2-4"
