"""From the platform's words to the domain's and back."""

from datetime import date
from typing import Any

import pytest
from nextround.core.tournament import (
    Colour,
    ForbiddenPairs,
    InvalidTournament,
    Kind,
    Outcome,
    PointSystem,
    Problem,
    Record,
    Tournament,
    histories,
)
from nextround.translate import problem, tournament
from nextround_schemas import RoundFinished
from nextround_schemas.fragments import ByeKind, Result, Warning

from tests.formats.texts import player, trf
from tests.schemas.events import data


def read(**changes: Any) -> Tournament:
    facts, warnings = tournament(RoundFinished.model_validate(data(**changes)))
    assert warnings == ()
    return facts


def test_the_settings_of_the_tournament_arrive():
    facts = read()
    assert (facts.id, facts.name, facts.first_round_date) == ("city-open-2026", "City Open", date(2026, 3, 7))
    assert (facts.number_of_rounds, facts.round_number, facts.initial_colour) == (5, 3, Colour.WHITE)
    assert facts.points == PointSystem()


def test_players_come_in_the_order_of_their_pairing_numbers():
    facts = read(players=list(reversed(data()["players"])))
    assert [player.tpn for player in facts.players] == [1, 2, 3, 4, 5, 6]
    assert (facts.players[1].id, facts.players[1].rating) == ("p2", 2200)


def test_every_player_has_one_record_for_each_round_before_the_one_to_pair():
    records = read(rounds=list(reversed(data()["rounds"]))).records
    assert records[3] == (
        Record(Kind.FORFEIT_WIN, 6, Colour.WHITE),
        Record(Kind.PLAYED, 1, Colour.WHITE, Outcome.DRAW, adjourned=True),
    )
    assert records[6] == (Record(Kind.FORFEIT_LOSS, 3, Colour.BLACK), Record(Kind.ABSENT))
    assert records[5][1] == Record(Kind.HALF_POINT_BYE)


RESULTS: dict[Result, tuple[Outcome, Outcome]] = {
    "1-0": (Outcome.WIN, Outcome.LOSS),
    "0-1": (Outcome.LOSS, Outcome.WIN),
    "1/2-1/2": (Outcome.DRAW, Outcome.DRAW),
    "0-0": (Outcome.LOSS, Outcome.LOSS),
    "1/2-0": (Outcome.DRAW, Outcome.LOSS),
    "0-1/2": (Outcome.LOSS, Outcome.DRAW),
}


@pytest.mark.parametrize("result", RESULTS)
def test_a_played_result_has_an_outcome_for_each_side(result: Result):
    rounds = data()["rounds"]
    rounds[1]["games"][1].update(result=result, unrated=True)
    records = read(rounds=rounds).records
    white, black = RESULTS[result]
    assert records[2][1] == Record(Kind.PLAYED, 4, Colour.WHITE, white, rated=False)
    assert records[4][1] == Record(Kind.PLAYED, 2, Colour.BLACK, black, rated=False)


@pytest.mark.article("C.04.2 (2026) 3.5")
def test_a_double_forfeit_is_no_game_for_either():
    rounds = data()["rounds"]
    rounds[1]["games"][1]["result"] = "0F-0F"
    facts = read(rounds=rounds)
    assert {facts.records[tpn][1].kind for tpn in (2, 4)} == {Kind.FORFEIT_LOSS}
    assert 4 not in histories(facts)[2].opponents


KINDS: dict[ByeKind, Kind] = {
    "pab": Kind.PAB,
    "full-point": Kind.FULL_POINT_BYE,
    "half-point": Kind.HALF_POINT_BYE,
    "zero-point": Kind.ZERO_POINT_BYE,
    "absent": Kind.ABSENT,
    "not-entered": Kind.NOT_ENTERED,
}


@pytest.mark.parametrize("kind", KINDS)
def test_byes_of_every_kind_arrive_in_recorded_rounds_and_in_the_round_to_pair(kind: ByeKind):
    rounds = data()["rounds"]
    rounds[0]["byes"] = [{"player": "late", "kind": "not-entered"}]
    rounds[1]["byes"].append({"player": "late", "kind": kind})
    players = [*data()["players"], {"id": "late", "tpn": 7}]
    byes = [{"player": "p2" if kind != "not-entered" else "late", "kind": kind}]
    facts = read(players=players, rounds=rounds, byes=byes)
    assert facts.records[7][1].kind is KINDS[kind]
    assert list(facts.unavailable.values()) == [KINDS[kind]]


def test_points_become_tenths():
    settings = data()["tournament"] | {"points": {"win": 3, "draw": 1, "loss": 0.5, "pab": 1.5}}
    assert read(tournament=settings).points == PointSystem.of(30, 10, 5, pab=15)


def test_forbidden_pairs_and_virtual_points_go_by_pairing_number():
    settings = data()["tournament"] | {"forbidden_pairs": [{"players": ["p6", "p1"], "last_round": 4}]}
    facts = read(tournament=settings, virtual_points=[{"player": "p1", "points": [1, 1, 0.5]}])
    assert facts.forbidden_pairs == (ForbiddenPairs((6, 1), 1, 4),)
    assert facts.virtual_points == {1: (10, 10, 5)}


@pytest.mark.article("C.04.2 (2026) 3.2")
def test_a_player_who_withdrew_is_absent_in_every_later_round():
    players = data()["players"]
    players[5]["withdrawn_after"] = 1
    rounds = data()["rounds"]
    rounds[1]["byes"].pop()
    facts = read(players=players, rounds=rounds)
    assert facts.records[6][1] == Record(Kind.ABSENT)
    assert facts.players[5].withdrawn_after == 1


REPORT = trf(
    player(1, "4 w 1", "- H", points="1.5"),
    player(2, "3 b 0", points="0.0"),
    player(3, "2 w 1", points="1.0"),
    player(4, "1 b 0", points="0.0"),
)


def reported(text: str = REPORT, **settings: Any) -> tuple[Tournament, tuple[Warning, ...]]:
    document = data(trf=text, round=2, tournament={"id": "t"} | settings)
    for key in ("players", "rounds", "byes"):
        del document[key]
    return tournament(RoundFinished.model_validate(document))


def test_a_report_holds_the_tournament_instead_of_players_and_rounds():
    facts, _ = reported()
    assert (facts.id, facts.name, facts.number_of_rounds, facts.round_number) == ("t", "Case", 5, 2)
    assert [player.id for player in facts.players] == ["1", "2", "3", "4"]
    assert facts.records[2] == (Record(Kind.PLAYED, 3, Colour.BLACK, Outcome.LOSS),)
    assert facts.unavailable == {1: Kind.HALF_POINT_BYE}


def test_the_event_fills_the_gaps_of_a_report():
    facts, _ = reported(REPORT.replace("XXR 5\n", ""), number_of_rounds=7, first_round_date="2026-03-07", name="Open")
    assert (facts.number_of_rounds, facts.first_round_date, facts.name) == (7, date(2026, 3, 7), "Open")


def test_an_event_that_contradicts_its_report_is_refused():
    with pytest.raises(InvalidTournament) as error:
        reported(number_of_rounds=7, initial_colour="black")
    assert [found.pointer for found in error.value.problems] == [
        "/tournament/number_of_rounds",
        "/tournament/initial_colour",
    ]


def test_what_the_reader_of_a_report_notes_is_a_warning():
    _, warnings = reported(REPORT + "XYZ something\n")
    assert [problem(note).pointer for note in warnings] == ["/data/trf"]


def test_a_fault_of_a_report_keeps_its_line_and_column():
    with pytest.raises(InvalidTournament) as error:
        reported(REPORT.replace("   3 b 0", "   9 b 0"))
    found = [problem(fault) for fault in error.value.problems]
    assert {fault.pointer for fault in found} == {"/data/trf"}
    assert found[0].message.startswith("5:92: ")


def test_a_place_in_a_report_goes_into_the_message():
    found = problem(Problem("x", "no such player", "12:92"))
    assert (found.pointer, found.message) == ("/data/trf", "12:92: no such player")
    assert problem(Problem("x", "m", "/round")).pointer == "/data/round"
    assert problem(Problem("x", "m")).pointer is None
