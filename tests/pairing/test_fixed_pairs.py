"""Pairs that the arbiter has made himself; the others are paired without them."""

import pytest
from nextround import service
from nextround.core.pairing import PairingSystem, round_to_pair
from nextround.core.pairing.prohibitions import Prohibitions, forbidden_rows
from nextround.core.tournament import ForbiddenPairs, InvalidTournament, Tournament

from tests.builders import boards, tournament
from tests.systems.test_contract import SYSTEMS_BY_NAME, each_swiss, players


def paired(facts: Tournament, system: str = "dutch-2026") -> str:
    return boards(service.pair(facts, SYSTEMS_BY_NAME[system])[1])


@each_swiss
def test_every_system_pairs_the_rest_and_puts_the_fixed_board_in_its_place(system: PairingSystem) -> None:
    facts = tournament(players(7), of=3, fixed_pairs=((6, 2),))
    asked, answer = service.pair(facts, system)
    assert (6, 2) in {(pair.white, pair.black) for pair in answer.pairs}
    assert {competitor.tpn for competitor in asked.competitors} == {1, 3, 4, 5, 7}
    assert (len(answer.pairs), answer.pab is not None) == (3, True)
    assert any(step.reason.startswith("fixed") and step.players == (6, 2) for step in answer.trace)


def test_the_rest_is_paired_as_if_the_two_were_absent() -> None:
    fixed = paired(tournament(8, of=3, fixed_pairs=((1, 5),)))
    without = paired(tournament(8, of=3, unavailable={1: "zero", 5: "zero"}))
    assert fixed == "1-5 " + without


def test_a_round_may_be_fixed_whole() -> None:
    assert paired(tournament(4, of=3, fixed_pairs=((2, 1), (3, 4)))) == "2-1 3-4"


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (tournament(4, of=3, fixed_pairs=((1, 9),)), "player 9 is not in the list"),
        (tournament(4, of=3, fixed_pairs=((1, 1),)), "player 1 meets himself"),
        (tournament(6, of=3, fixed_pairs=((1, 2), (2, 3))), "player 2 is in 2 fixed pairs"),
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
    _, answer = service.pair(facts, SYSTEMS_BY_NAME["keizer"], repeats=True)
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
