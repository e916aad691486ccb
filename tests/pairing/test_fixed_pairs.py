"""Pairs that the arbiter has made himself."""

from dataclasses import replace

import pytest
from nextround import pairing_request
from nextround.core.pairing import PairingSystem, round_to_pair
from nextround.core.pairing.prohibitions import Prohibitions, forbidden_rows
from nextround.core.tournament import ForbiddenPairs, InvalidTournament, Kind, Tournament
from nextround.plugin.testing.contract import players

from tests.builders import boards, tournament
from tests.systems.every_system import SYSTEMS_BY_NAME, each_swiss


def paired(facts: Tournament, system: str = "dutch-2026") -> str:
    return boards(pairing_request.pair(facts, SYSTEMS_BY_NAME[system])[1])


@each_swiss
def test_every_system_pairs_the_rest_and_puts_the_fixed_board_in_its_place(system: PairingSystem) -> None:
    facts = tournament(players(7), of=3, fixed_pairs=((6, 2),))
    asked, answer = pairing_request.pair(facts, system)
    assert (6, 2) in {(pair.white, pair.black) for pair in answer.pairs}
    assert {competitor.tpn for competitor in asked.competitors} == {1, 2, 3, 4, 5, 6, 7}
    assert (len(answer.pairs), answer.pab is not None) == (3, True)
    assert any(step.reason.startswith("fixed") and step.players == (6, 2) for step in answer.trace)


#: Round 1 of eight and round 2 with four newcomers: colours go by numbers, of which a fixed pair takes none away.
ROUND_1 = tournament(players(8), of=5)
ROUND_2 = tournament(
    players(8), "1-5 ½, 6-3 ½, 2 late, 4 late, 7 late, 8 late", of=5, unavailable={1: "zero", 3: "zero"}
)
BY_NUMBER = ("dutch-2017", "dutch-2026", "burstein-2026", "double-swiss-2026", "swiss-team-2026", "vega", "amalfi")


@pytest.mark.article("C.04.3 (2026) 5.2.5", "C.04.3 (2017) E.5")
@pytest.mark.parametrize("facts", [ROUND_1, ROUND_2], ids=["round 1", "newcomers"])
@pytest.mark.parametrize("name", BY_NUMBER)
def test_a_fixed_pair_keeps_its_players_numbers(name: str, facts: Tournament) -> None:
    whole = pairing_request.pair(facts, SYSTEMS_BY_NAME[name])[1]
    for pair in whole.pairs:
        fixed = replace(facts, fixed_pairs=((pair.white, pair.black),))
        assert boards(pairing_request.pair(fixed, SYSTEMS_BY_NAME[name])[1]) == boards(whole)


def test_fixed_colours_are_the_arbiters_and_turn_no_other_board() -> None:
    assert paired(tournament(8, of=3, fixed_pairs=((2, 6),))) == "1-5 2-6 3-7 8-4"
    assert paired(tournament(8, of=3)) == "1-5 6-2 3-7 8-4"


@pytest.mark.parametrize("name", BY_NUMBER)
def test_a_bye_by_hand_keeps_its_players_number(name: str) -> None:
    facts = tournament(players(9), of=5)
    whole = pairing_request.pair(facts, SYSTEMS_BY_NAME[name])[1]
    given = replace(facts, unavailable={whole.pab: Kind.PAB})
    assert boards(pairing_request.pair(given, SYSTEMS_BY_NAME[name])[1]) == boards(replace(whole, pab=None))
    middle = replace(facts, unavailable={3: Kind.PAB})
    first, second = pairing_request.pair(middle, SYSTEMS_BY_NAME[name])[1].pairs[:2]
    assert (first.white, second.black) == (1, 2)


def test_others_are_paired_as_if_the_two_were_absent_where_the_rules_let_them_not_meet() -> None:
    """1 and 3 had White twice, and may not meet by their colours (2.1.3)."""
    facts = tournament(8, "1-5 1-0, 6-2 0-1, 3-7 1-0, 8-4 0-1", "1-4 1-0, 2-8 ½, 3-6 1-0, 7-5 ½", of=5)
    fixed = paired(replace(facts, fixed_pairs=((1, 3),)))
    without = paired(replace(facts, unavailable={1: Kind.ZERO_POINT_BYE, 3: Kind.ZERO_POINT_BYE}))
    assert fixed == "1-3 " + without


def test_a_round_may_be_fixed_whole() -> None:
    assert paired(tournament(4, of=3, fixed_pairs=((2, 1), (3, 4)))) == "2-1 3-4"


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (tournament(4, of=3, fixed_pairs=((1, 9),)), "player 9 is not in the list"),
        (tournament(4, of=3, fixed_pairs=((1, 1),)), 'player "P01" meets himself'),
        (tournament(6, of=3, fixed_pairs=((1, 2), (2, 3))), 'player "P02" is in 2 fixed pairs'),
        (
            tournament(4, of=3, unavailable={2: "half"}, fixed_pairs=((1, 2),)),
            "no opponent in the round: half-point bye",
        ),
        (tournament(4, "1-2 ½, 3-4 ½", of=3, fixed_pairs=((2, 1),)), "they have met"),
        (tournament(4, of=3, fixed_pairs=((1, 2),), forbidden_pairs=(ForbiddenPairs((1, 2)),)), "the event's rules"),
    ],
    ids=["unknown", "himself", "twice", "away", "met", "forbidden"],
)
def test_what_cannot_be_fixed_is_refused(facts: Tournament, message: str) -> None:
    with pytest.raises(InvalidTournament, match=message) as refused:
        paired(facts)
    assert all(problem.pointer.startswith("/fixed_pairs/") for problem in refused.value.problems)


def test_who_has_met_can_be_fixed_where_the_rules_let_players_meet_again() -> None:
    facts = tournament(4, "1-2 ½, 3-4 ½", of=9, fixed_pairs=((2, 1),))
    _, answer = pairing_request.pair(facts, SYSTEMS_BY_NAME["keizer"], repeats=True)
    assert boards(answer) == "2-1 4-3"


def test_a_round_robin_has_nothing_to_fix() -> None:
    with pytest.raises(InvalidTournament, match="its tables say who meets whom"):
        paired(tournament(players(4), of=3, fixed_pairs=((1, 2),)), "berger")


def test_prohibitions_are_the_same_by_player_and_by_rows() -> None:
    groups = [(1, 2, 3), (3, 4), (5,), (2, 1, 3)]
    prohibitions = Prohibitions(groups)
    assert prohibitions == {1: {2, 3}, 2: {1, 3}, 3: {1, 2, 4}, 4: {3}}
    places = [4, 3, 2, 1, 9]
    rows = forbidden_rows(prohibitions, places)
    plain = forbidden_rows({tpn: frozenset(others) for tpn, others in prohibitions.items()}, places)
    for tpn, row in rows.items():
        named = {places[place] for place in range(5) if row >> place & 1} - {tpn}
        assert named == prohibitions[tpn]
        assert named == {places[place] for place in range(5) if plain[tpn] >> place & 1}


def test_hundreds_of_prohibitions_of_all_players_stay_groups() -> None:
    lines = tuple(ForbiddenPairs(tuple(t for t in range(1, 3000) if t != line)) for line in range(1, 301))
    asked = round_to_pair(tournament(2999, of=3, forbidden_pairs=lines))
    rows = forbidden_rows(asked.forbidden, (competitor.tpn for competitor in asked.competitors))
    assert all(row == (1 << 2999) - 1 for row in rows.values())
    assert asked.forbidden[7] == frozenset(range(1, 3000)) - {7}
