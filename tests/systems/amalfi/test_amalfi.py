"""Amalfi: the worked tournaments A1 to A6, the unit vectors, the readings, and the literal search with its breaks.

The tournaments of ``examples.json`` were worked out by hand from the rule text for this project and checked by a
literal search; games are [White, Black, White's score].
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from nextround.core.matching import maximum_matching
from nextround.core.pairing import RoundPairing, check, round_to_pair
from nextround.core.pairing.trace import ByeStep, PairStep
from nextround.core.systems.amalfi import Amalfi, Options, search
from nextround.core.tournament import Colour, ForbiddenPairs, NoLegalPairing
from nextround.plugin.testing.random_play import random_tournament

from tests.builders import boards, question, tournament
from tests.systems.literal import amalfi as literal

EXAMPLES = json.loads((Path(__file__).parent / "examples.json").read_text())
RESULT = {1: "1-0", 0.5: "½", 0: "0-1"}


def rounds_of(example: dict) -> list[str]:
    return [
        ", ".join(
            [f"{white}-{black} {RESULT[score]}" for white, black, score in played["games"]]
            + ([f"{played['bye']} pab"] if played["bye"] else [])
        )
        for played in example["rounds"]
    ]


def pairs(answer: RoundPairing) -> set[tuple[int, int]]:
    return {(pair.white, pair.black) for pair in answer.pairs}


@pytest.mark.article("Amalfi step 1", "Amalfi step 2", "Amalfi step 3", "Amalfi step 4", "Amalfi step 5")
@pytest.mark.parametrize(
    ("example", "number"),
    [
        pytest.param(example, played["round"], id=f"{example['id']} round {played['round']}")
        for example in EXAMPLES
        for played in example["rounds"]
    ],
)
def test_the_worked_tournaments_match_expected(example: dict, number: int):
    asked = question(example["players"], *rounds_of(example)[: number - 1], of=example["total_rounds"])
    expected = example["rounds"][number - 1]
    answer = check(asked, Amalfi(Options(**example["options"])).pair(asked))
    pairing_list = [c.tpn for c in asked.competitors]
    assert pairing_list == expected["ranking"]
    assert answer.pab == expected["bye"]
    assert pairs(answer) == {(white, black) for white, black, _ in expected["games"]}


@pytest.mark.article("Amalfi A3")
def test_the_offset_is_limited_to_half_the_field_only_where_the_option_says_so():
    asked = question(8, of=7)
    assert boards(Amalfi().pair(asked)) == "1-8 7-2 3-6 5-4"
    assert boards(Amalfi(Options(cap_half=True)).pair(asked)) == "1-5 6-2 3-7 8-4"
    assert boards(Amalfi(Options(cap_half=True)).pair(question(6, of=5))) == "1-4 5-2 3-6"  # example A3's remark


@pytest.mark.article("Amalfi step 4.4")
def test_two_players_due_the_same_colour_meet_only_in_the_last_round():
    # unit vector u1: WW and WW
    played = ("1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0")
    with_limits = Amalfi().pair(question(4, *played, of=4))
    assert [step.article for step in with_limits.trace if step.kind == "waiver"] == ["Amalfi step 6"]
    last = Amalfi().pair(question(4, *played, of=3))
    assert pairs(last) == {(2, 1), (3, 4)}  # step 5.4: the smaller number alternates
    assert [step.article for step in last.trace if step.kind == "waiver"] == ["Amalfi step 4.4"]


@pytest.mark.article("Amalfi step 4.4", "Amalfi step 6")
def test_with_the_option_the_colour_limits_hold_in_the_last_round_too_where_they_can():
    # 1 and 2 had White twice: of six players each finds somebody else, of four they do not.
    asked = question(4, "1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0", of=3)
    kept = Amalfi(Options(limits_in_last_round=True)).pair(asked)
    assert [step.article for step in kept.trace if step.kind == "waiver"] == ["Amalfi step 6"]
    other = question(6, "1-3 1-0, 2-4 1-0, 5-6 ½", "1-4 1-0, 2-5 1-0, 3-6 ½", of=3)
    assert (2, 1) in pairs(Amalfi().pair(other))
    strict = Amalfi(Options(limits_in_last_round=True)).pair(other)
    assert not pairs(strict) & {(1, 2), (2, 1)}
    assert not [step for step in strict.trace if step.kind == "waiver"]


def rows(n: int, met: dict[int, range]) -> list[int]:
    matrix = [(1 << n) - 1 & ~(1 << i) for i in range(n)]
    for player, others in met.items():
        for other in others:
            matrix[player - 1] &= ~(1 << other - 1)
            matrix[other - 1] &= ~(1 << player - 1)
    return matrix


@pytest.mark.article("Amalfi step 4.5")
@pytest.mark.parametrize("n", [8, 16, 200])
def test_the_shape_that_breaks_the_literal_search_costs_a_search_a_player(n: int):
    # unit vector u2: the last has met all but the first. 8 players cost the literal search 78 breaks, 16 a million.
    graph = rows(n, {n: range(2, n)})
    witness = maximum_matching(graph)
    before = witness.searches
    found = [(f.place + 1, f.opponent + 1) for f in search(graph, witness, 1)]
    assert found == [(1, n)] + [(i, i + 1) for i in range(2, n - 1, 2)]
    assert witness.searches - before <= n


@pytest.mark.article("Amalfi step 4.5")
@pytest.mark.parametrize("seed", range(30))
def test_no_graph_costs_more_than_three_searches_a_pair(seed: int):
    asked = round_to_pair(random_tournament(seed, smallest=20, largest=40))
    graph = literal_rows(asked)
    witness = maximum_matching(graph)
    if witness.free:
        return
    before = witness.searches
    made = list(search(graph, witness, 3))
    assert witness.searches - before <= 3 * len(made)


def literal_rows(asked) -> list[int]:
    field = asked.competitors
    return [sum(1 << j for j, q in enumerate(field) if p is not q and literal.legal(asked, p, q, False)) for p in field]


@pytest.mark.article("Amalfi step 2", "Amalfi A6")
@pytest.mark.parametrize(
    ("first_round", "bye"),
    [
        ("1-2 1-0, 3-4 1-0, 5 zero", 5),
        ("1-2 1-0, 3-4 1-0, 5 pab", 4),
        ("1-2 1-0, 3-4 1-0, 5 full", 4),
        ("1-2 1-0, 3-5 -+, 4 absent", 4),
        ("1-2 1-0, 3-4 1-0, 5 half", 4),  # skipped while another eligible player exists
        ("1-2 +-, 3-4 +-, 5 half", 4),
        ("1-2 1-0, 4 half, 3-5 1-0", 5),
    ],
)
def test_the_bye_goes_to_the_lowest_who_scored_nothing_without_playing(first_round: str, bye: int):
    assert Amalfi().pair(question(5, first_round, of=5)).pab == bye


@pytest.mark.article("Amalfi A6")
def test_a_half_point_bye_bars_only_while_somebody_else_is_eligible():
    asked = question(3, "1-2 +-, 3 half", "1 half, 2-3 +-", of=5)
    assert Amalfi().pair(asked).pab == 3
    half_of_equals = question(5, "1-2 ½, 3-4 ½, 5 half", of=5)
    assert Amalfi().pair(half_of_equals).pab == 4
    assert Amalfi(Options(half_points_last=False)).pair(half_of_equals).pab == 5


@pytest.mark.article("Amalfi A5")
def test_the_bye_moves_up_where_the_rest_could_not_be_paired():
    # 1, 2 and 3 have all met: two of them can play only if 4 and 5 both do, so neither of those can have the bye.
    asked = question(5, "1-2 ½", "3-1 ½", "2-3 ½", of=9)
    answer = Amalfi().pair(asked)
    assert answer.pab == 3
    (bye,) = (step for step in answer.trace if isinstance(step, ByeStep))
    assert [(p.player, p.reason) for p in bye.passed_over] == [
        (5, "the rest could not be paired"),
        (4, "the rest could not be paired"),
    ]


@pytest.mark.article("Amalfi step 5.1")
def test_the_lot_decides_the_first_board_and_the_boards_alternate():
    assert boards(Amalfi().pair(question(6, of=3, initial_colour=Colour.BLACK))) == "4-1 2-5 6-3"
    assert boards(Amalfi().pair(question(6, of=3, initial_colour=None))) == "1-4 5-2 3-6"


@pytest.mark.article("Amalfi step 6")
def test_no_complete_pairing_is_said_and_never_an_old_meeting():
    # 6 players whose games not yet played form two triangles
    asked = question(6, "1-2 1-0, 3-4 1-0, 5-6 1-0", "4-1 1-0, 6-3 1-0, 2-5 1-0", "1-6 1-0, 5-4 1-0, 3-2 1-0", of=5)
    with pytest.raises(NoLegalPairing, match="no complete pairing") as caught:
        Amalfi().pair(asked)
    assert caught.value.problems[0].article == "Amalfi step 6"


def test_forbidden_pairs_are_kept():
    asked = question(6, of=3, forbidden_pairs=(ForbiddenPairs((1, 4)),))
    assert boards(Amalfi().pair(asked)) == "1-3 5-2 4-6"


@pytest.mark.parametrize("players", [0, 1])
def test_a_field_of_nobody_or_one_is_answered(players: int):
    answer = Amalfi().pair(question(players, of=3))
    assert (answer.pairs, answer.pab) == ((), 1 if players else None)


@pytest.mark.article("Amalfi step 4.5", "Amalfi A2", "Amalfi A4", "Amalfi A7", "Amalfi A8", "Amalfi A9")
@pytest.mark.parametrize("block", range(20))
def test_agrees_with_the_literal_search_on_random_rounds(block: int):
    for seed in range(block * 150, block * 150 + 150):
        asked = round_to_pair(random_tournament(seed))
        options = Options(cap_half=seed % 5 == 0, limits_in_last_round=seed % 3 == 0, half_points_last=seed % 2 == 0)
        expected = literal.pair(
            asked,
            cap_half=options.cap_half,
            limits_in_last_round=options.limits_in_last_round,
            half_points_last=options.half_points_last,
        )
        try:
            answer = check(asked, Amalfi(options).pair(asked))
        except NoLegalPairing:
            assert expected is None, f"seed {seed}"
        else:
            assert expected is not None, f"seed {seed}"
            assert (pairs(answer), answer.pab) == (set(expected[0]), expected[1]), f"seed {seed}"


@pytest.mark.article("C.04.1 (2026) 9")
def test_every_decision_leaves_a_step_with_its_place_in_the_text():
    answer = Amalfi().pair(question(7, "1-4 1-0, 5-2 0-1, 3-6 1-0, 7 pab", of=3))
    assert all(step.article.startswith("Amalfi") for step in answer.trace)
    assert [step.kind for step in answer.trace] == ["bye", "field"] + ["pair", "colour"] * 3
    bye = answer.trace[0]
    assert bye.players == (6,)
    pair = answer.trace[4]
    assert isinstance(pair, PairStep)
    assert (pair.players, pair.target) == ((2, 7), 7)


def test_the_answer_does_not_depend_on_ids_and_names():
    facts = tournament(6, "1-4 1-0, 5-2 0-1, 3-6 1-0", of=3)
    renamed = replace(facts, players=tuple(replace(p, id=f"x{9 - p.tpn}", name=f"Q{9 - p.tpn}") for p in facts.players))
    assert Amalfi().pair(round_to_pair(facts)) == Amalfi().pair(round_to_pair(renamed))
