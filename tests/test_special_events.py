"""Events of systems that are not an individual Swiss, from the event's bytes to the answer's."""

import json
from pathlib import Path
from typing import Any

import pytest
from nextround.registry import registry
from nextround.service import answer
from nextround_schemas import Event, RoundPaired, RoundRefused

from tests.schemas.events import event

Json = dict[str, Any]


def replied(document: Json, *, experimental: bool = False) -> RoundPaired | RoundRefused:
    found = answer(json.dumps(document).encode(), systems=registry(experimental=experimental))
    model = RoundPaired if found.outcome == "paired" else RoundRefused
    return Event[model].model_validate_json(found.event).data


def boards(reply: RoundPaired | RoundRefused) -> str:
    assert isinstance(reply, RoundPaired), reply
    return " ".join(f"{board.white.id}-{board.black.id}" for board in reply.boards)


def round_robin(size: int, number: int, rounds: list[Json], **changes: Any) -> Json:
    settings = {"id": "city-open-2026", "number_of_rounds": size - 1 + size % 2, "initial_colour": "white"}
    players = [{"id": f"p{tpn}", "tpn": tpn} for tpn in range(1, size + 1)]
    return event(
        **{"tournament": settings, "pairing": {"system": "berger"}, "round": number, "players": players}
        | {"rounds": rounds, "byes": []}
        | changes
    )


def test_a_round_robin_tells_who_rests_and_whose_opponent_is_absent():
    reply = replied(round_robin(5, 1, [], byes=[{"player": "p2", "kind": "absent"}]))
    assert boards(reply) == "p3-p4"
    assert [(left.player.id, left.reason) for left in reply.not_paired] == [
        ("p2", "absent"),
        ("p1", "rest"),
        ("p5", "opponent-absent"),
    ]
    assert reply.pab is None


def test_who_withdrew_from_a_round_robin_goes_on_losing_by_forfeit():
    players = [{"id": f"p{tpn}", "tpn": tpn} for tpn in range(1, 5)]
    players[3]["withdrawn_after"] = 1
    rounds = [
        {
            "round": 1,
            "games": [
                {"white": "p1", "black": "p4", "result": "1-0"},
                {"white": "p2", "black": "p3", "result": "1-0"},
            ],
        },
        {
            "round": 2,
            "games": [
                {"white": "p4", "black": "p3", "result": "0F-1F"},
                {"white": "p1", "black": "p2", "result": "1/2-1/2"},
            ],
        },
    ]
    reply = replied(round_robin(4, 3, rounds, players=players))
    assert boards(reply) == "p3-p1"
    assert [(left.player.id, left.reason) for left in reply.not_paired] == [
        ("p4", "withdrawn"),
        ("p2", "opponent-absent"),
    ]


def test_a_number_of_rounds_that_is_not_the_table_s_is_refused():
    reply = replied(round_robin(6, 1, [], pairing={"system": "berger", "options": {"cycles": 2}}))
    assert isinstance(reply, RoundRefused)
    assert [(problem.code, problem.pointer) for problem in reply.problems] == [
        ("wrong-number-of-rounds", "/data/tournament/number_of_rounds")
    ]


@pytest.mark.article("C.04.7 (2026) 1.4")
def test_acceleration_is_refused_for_round_robins_and_for_teams_by_game_points():
    refused = [("acceleration-not-allowed", "/data/pairing/acceleration")]
    assert faults(round_robin(6, 1, [], pairing={"system": "berger", "acceleration": "baku-2026"})) == refused
    matches = {"kind": "teams", "boards": 4, "score": "game-points"}
    document = match_event(TEAMS[0], 1, "swiss-team-2026", matches, 4, slice(4, 6))
    document["data"]["pairing"]["acceleration"] = "baku-2026"
    assert faults(document) == refused
    document["data"]["tournament"]["matches"]["score"] = "match-points"
    assert boards(replied(document)) == "p3-p1 p2-p4 p7-p5 p6-p8"


def test_an_experimental_system_is_refused_until_the_operator_allows_it_and_then_says_so():
    document = event(pairing={"system": "lim-2026-c1"}, round=1, rounds=[], byes=[])
    refused = replied(document)
    assert isinstance(refused, RoundRefused)
    assert [(problem.code, problem.pointer) for problem in refused.problems] == [
        ("experimental-system", "/data/pairing/system")
    ]
    reply = replied(document, experimental=True)
    assert boards(reply) == "p1-p4 p5-p2 p3-p6"
    assert [warning.code for warning in reply.warnings] == ["experimental-system"]


SYSTEMS = Path(__file__).parent / "systems"
TEAMS = json.loads((SYSTEMS / "swiss_team" / "examples.json").read_text())
DOUBLES = json.loads((SYSTEMS / "double_swiss" / "examples.json").read_text())
BYES = {"F": "full-point", "H": "half-point", "Z": "zero-point"}
FORFEITS = {True: "1F-0F", False: "0F-1F"}


def results(points: float, others: float, games: int) -> list[str]:
    """Games that bring these points, wins first."""
    left, found = points, []
    for _ in range(games):
        mine = min(1.0, left) if points + others == games else 0.0
        left -= mine
        found.append({1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[mine])
    return found


def match_event(example: Json, number: int, system: str, matches: Json, games: int, scores: slice) -> Json:
    """A worked event of matches as a platform would send it before round ``number``."""

    def match(game: list) -> Json:
        white, black = f"p{game[0]}", f"p{game[1]}"
        if game[-1] == "forfeit":
            if game[2] == game[3] == 0:
                return {"white": white, "black": black, "forfeit": "0F-0F"}
            return {"white": white, "black": black, "forfeit": FORFEITS[game[2] > game[3]]}
        return {"white": white, "black": black, "results": results(*game[scores], games)}

    def byes(played: Json) -> list[Json]:
        return [{"player": f"p{tpn}", "kind": BYES[kind]} for tpn, kind in played["absent"].items()]

    rounds = [
        {
            "round": played["round"],
            "matches": [match(game) for game in played["games"]],
            "byes": byes(played) + ([{"player": f"p{played['bye']}", "kind": "pab"}] if played["bye"] else []),
        }
        for played in example["rounds"][: number - 1]
    ]
    present = example["rounds"][number - 1]
    return event(
        tournament={
            "id": "city-open-2026",
            "number_of_rounds": example["total_rounds"],
            "initial_colour": example["initial_colour"],
            "matches": matches,
        },
        pairing={"system": system}
        | ({"options": {"preferences": example["options"]["kind"]}} if system == "swiss-team-2026" else {}),
        round=number,
        players=[{"id": f"p{tpn}", "tpn": tpn} for tpn in range(1, example["players"] + 1)]
        if number == 1
        else [
            {"id": f"p{tpn}", "tpn": tpn}
            | ({"points": present["scores_before"][str(tpn)]} if str(tpn) in present["scores_before"] else {})
            for tpn in range(1, example["players"] + 1)
        ],
        rounds=rounds,
        byes=byes(present),
    )


def rounds_of(examples: list[Json]) -> list[Any]:
    return [
        pytest.param(example, played["round"], id=f"{example['id']} round {played['round']}")
        for example in examples
        for played in example["rounds"]
    ]


@pytest.mark.article("C.04.6 (2026) 1.2")
@pytest.mark.parametrize(("example", "number"), rounds_of(TEAMS))
def test_a_team_event_is_paired_from_its_boards(example: Json, number: int):
    games = example["options"]["boards"]
    document = match_event(example, number, "swiss-team-2026", {"kind": "teams", "boards": games}, games, slice(4, 6))
    reply = replied(document)
    expected = example["rounds"][number - 1]
    assert boards(reply) == " ".join(f"p{game[0]}-p{game[1]}" for game in expected["games"])
    assert (reply.pab and (reply.pab.player.tpn, reply.pab.points)) == (expected["bye"] and (expected["bye"], 1.0))


@pytest.mark.article("C.04.5 (2026) 1.3.2")
@pytest.mark.parametrize(("example", "number"), rounds_of(DOUBLES))
def test_a_double_swiss_is_paired_from_its_two_games(example: Json, number: int):
    document = match_event(example, number, "double-swiss-2026", {"kind": "two-games"}, 2, slice(2, 4))
    reply = replied(document)
    expected = example["rounds"][number - 1]
    assert boards(reply) == " ".join(f"p{game[0]}-p{game[1]}" for game in expected["games"])
    assert (reply.pab and (reply.pab.player.tpn, reply.pab.points)) == (expected["bye"] and (expected["bye"], 1.5))


def faults(document: Json) -> list[tuple[str, str | None]]:
    reply = replied(document)
    assert isinstance(reply, RoundRefused)
    return [(problem.code, problem.pointer) for problem in reply.problems]


def test_a_system_of_matches_needs_matches_in_the_event():
    document = match_event(DOUBLES[0], 1, "double-swiss-2026", {"kind": "teams", "boards": 2}, 2, slice(2, 4))
    assert faults(document) == [("matches-missing", "/data/tournament/matches")]
    del document["data"]["tournament"]["matches"]
    assert faults(document) == [("matches-missing", "/data/tournament/matches")]


def test_every_contradiction_of_matches_is_named_with_its_place():
    document = match_event(TEAMS[0], 3, "swiss-team-2026", {"kind": "teams"}, 4, slice(4, 6))
    data = document["data"]
    data["tournament"]["points"] = {"win": 1, "draw": 0.5, "pab": 1}
    first, second = data["rounds"]
    first["games"] = [{"white": "p1", "black": "p2", "result": "1-0"}]
    second["matches"][0]["results"][1] = None
    second["matches"][1]["forfeit"] = "0F-0F"
    second["matches"][2]["black"] = "p99"
    assert set(faults(document)) == {
        ("missing-key", "/data/tournament/matches/boards"),
        ("not-accepted", "/data/tournament/points/pab"),
        ("not-accepted", "/data/rounds/0/games/0"),
        ("missing-result", "/data/rounds/1/matches/0/results/1"),
        ("given-twice", "/data/rounds/1/matches/1/forfeit"),
        ("unknown-id", "/data/rounds/1/matches/2/black"),
        ("not-recorded", "/data/rounds/1"),
        ("second-record", "/data/rounds/0/matches/0/black"),
        ("second-record", "/data/rounds/0/matches/1/white"),
    }


def test_a_match_has_as_many_results_as_games_and_its_points_add_up():
    document = match_event(DOUBLES[0], 2, "double-swiss-2026", {"kind": "two-games"}, 2, slice(2, 4))
    document["data"]["players"][2]["points"] = 0.5
    assert faults(document) == [("wrong-points", "/data/players/2/points")]
    document["data"]["rounds"][0]["matches"][0]["results"].append("1-0")
    document["data"]["tournament"]["matches"]["boards"] = 2
    assert faults(document) == [
        ("not-accepted", "/data/tournament/matches/boards"),
        ("wrong-number-of-results", "/data/rounds/0/matches/0/results"),
    ]


def test_matches_in_an_event_of_single_games_are_refused():
    document = event()
    document["data"]["rounds"][0]["matches"] = [{"white": "p1", "black": "p4", "results": ["1-0", "1-0"]}]
    assert ("not-accepted", "/data/rounds/0/matches/0") in faults(document)


def test_teams_may_be_paired_by_game_points_and_their_byes_valued_by_the_event():
    matches = {"kind": "teams", "boards": 3, "score": "game-points", "pab": 2, "secondary": False}
    example = {"players": 3, "total_rounds": 3, "initial_colour": "white", "options": {"kind": "A"}, "rounds": [
        {"round": 1, "absent": {}, "bye": 3, "games": [[1, 2, 3, 0]], "scores_before": {}},
        {"round": 2, "absent": {}, "bye": 2, "games": [], "scores_before": {"1": 3, "2": 0, "3": 2}},
    ]}  # fmt: skip
    reply = replied(match_event(example, 2, "swiss-team-2026", matches, 3, slice(2, 4)))
    assert isinstance(reply, RoundPaired), reply
    assert (reply.pab.player.id, reply.pab.points) == ("p2", 2.0)
    assert boards(reply) == "p3-p1"
