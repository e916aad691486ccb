"""What a `round.finished` event may say, and what is said of one that is wrong."""

from collections.abc import Callable
from typing import Any

import pytest
from nextround_schemas import Event, RoundFinished
from nextround_schemas.fragments import Game, PairingSettings, Player, RecordedRound, TournamentSettings
from nextround_schemas.places import MOST
from nextround_schemas.problems import problems
from nextround_schemas.shapes import unknown_keys
from pydantic import ValidationError

from tests.schemas.events import data, event

Json = dict[str, Any]


def refused(document: Json) -> list[tuple[str, str | None, str]]:
    with pytest.raises(ValidationError) as error:
        RoundFinished.model_validate(document)
    return [(problem.code, problem.pointer, problem.message) for problem in problems(error.value)]


def broken(break_it: Callable[[Json], object]) -> Json:
    document = data()
    break_it(document)
    return document


def test_a_valid_event_is_read_without_a_warning():
    read = Event[RoundFinished].model_validate(event())
    assert read.data.rounds[1].games[0].result == "adjourned"
    assert unknown_keys(Event[RoundFinished], event()) == ()


def games(d: Json, round_number: int) -> list[Json]:
    found: list[Json] = d["rounds"][round_number - 1]["games"]
    return found


ONE_FAULT: dict[str, tuple[Callable[[Json], object], str, str]] = {
    "a result is missing": (
        lambda d: games(d, 2)[1].update(result=None),
        "missing-result", "/rounds/1/games/1/result",
    ),
    "a result code that there is not": (
        lambda d: games(d, 2)[1].update(result="1-1"),
        "not-accepted", "/rounds/1/games/1/result",
    ),
    "a game without the key for its result": (
        lambda d: games(d, 2)[1].pop("result"),
        "missing-key", "/rounds/1/games/1/result",
    ),
    "two players with one id": (
        lambda d: d["players"].append({"id": "p1", "tpn": 7}),
        "duplicate-id", "/players/6/id",
    ),
    "two players with one pairing number": (
        lambda d: d["players"][5].update(tpn=1),
        "duplicate-tpn", "/players/5/tpn",
    ),
    "a player with two games in one round": (
        lambda d: games(d, 2).append({"white": d["rounds"][1]["byes"].pop()["player"], "black": "p1", "result": "1-0"}),
        "second-record", "/rounds/1/games/2/black",
    ),
    "a player with a game and a bye in one round": (
        lambda d: d["rounds"][1]["byes"].append({"player": "p1", "kind": "pab"}),
        "second-record", "/rounds/1/byes/2/player",
    ),
    "a player against himself": (
        lambda d: games(d, 2).append({"white": d["rounds"][1]["byes"].pop()["player"], "black": "p6", "result": "1-0"}),
        "second-record", "/rounds/1/games/2/black",
    ),
    "a player of whom a round says nothing": (
        lambda d: d["rounds"][1]["byes"].pop(),
        "not-recorded", "/rounds/1",
    ),
    "an unknown player in a bye": (
        lambda d: d["rounds"][1]["byes"].append({"player": "p9", "kind": "pab"}),
        "unknown-id", "/rounds/1/byes/2/player",
    ),
    "an unknown player among the absent": (
        lambda d: d["byes"].append({"player": "p9", "kind": "absent"}),
        "unknown-id", "/byes/1/player",
    ),
    "a player who is absent twice": (
        lambda d: d["byes"].append({"player": "p2", "kind": "absent"}),
        "second-record", "/byes/1/player",
    ),
    "a kind of bye that there is not": (
        lambda d: d["byes"][0].update(kind="half"),
        "not-accepted", "/byes/0/kind",
    ),
    "two pairing-allocated byes in the round to pair": (
        lambda d: d.update(byes=[{"player": "p1", "kind": "pab"}, {"player": "p2", "kind": "pab"}]),
        "second-pab", "/byes/1/kind",
    ),
    "a round after the last": (
        lambda d: d["tournament"].update(number_of_rounds=2),
        "round-out-of-range", "/round",
    ),
    "round nought": (
        lambda d: d.update(round=0, rounds=[]),
        "out-of-range", "/round",
    ),
    "a round that is not recorded": (
        lambda d: d["rounds"].pop(0),
        "missing-round", "/rounds",
    ),
    "a round that is recorded twice": (
        lambda d: d["rounds"].append(d["rounds"][0]),
        "duplicate-round", "/rounds/2/round",
    ),
    "a record of the round to pair": (
        lambda d: d["rounds"].append(d["rounds"][0] | {"round": 3}),
        "round-out-of-range", "/rounds/2/round",
    ),
    "a game after a withdrawal": (
        lambda d: d["players"][0].update(withdrawn_after=1),
        "plays-after-withdrawal", "/rounds/1/games/0/black",
    ),
    "a bye with points after a withdrawal": (
        lambda d: d["players"][4].update(withdrawn_after=1),
        "plays-after-withdrawal", "/rounds/1/byes/0/kind",
    ),
    "a bye with points of one who is withdrawn": (
        lambda d: (d["players"][4].update(withdrawn_after=2), d["byes"].append({"player": "p5", "kind": "full-point"})),
        "plays-after-withdrawal", "/byes/1/kind",
    ),
    "not entered after a game": (
        lambda d: d["byes"][0].update(kind="not-entered"),
        "not-entered-after-playing", "/byes/0/kind",
    ),
    "a prohibition that begins after the last round": (
        lambda d: d["tournament"].update(forbidden_pairs=[{"players": ["p1", "p2"], "first_round": 9}]),
        "round-out-of-range", "/tournament/forbidden_pairs/0/first_round",
    ),
    "points that don't add up": (
        lambda d: d["players"][3].update(points=0.5),
        "wrong-points", "/players/3/points",
    ),
    "points in quarters": (
        lambda d: d["players"][3].update(points=0.25),
        "points", "/players/3/points",
    ),
    "a rating in words": (
        lambda d: d["players"][3].update(rating="2000"),
        "wrong-type", "/players/3/rating",
    ),
    "a forbidden pair with an unknown player": (
        lambda d: d["tournament"].update(forbidden_pairs=[{"players": ["p1", "p9"]}]),
        "unknown-id", "/tournament/forbidden_pairs/0/players/1",
    ),
    "a forbidden pair of one player": (
        lambda d: d["tournament"].update(forbidden_pairs=[{"players": ["p1", "p1"]}]),
        "duplicate-id", "/tournament/forbidden_pairs/0/players/1",
    ),
    "virtual points without their history": (
        lambda d: d.update(virtual_points=[{"player": "p1", "points": [1]}]),
        "virtual-points-incomplete", "/virtual_points/0/points",
    ),
    "virtual points given twice": (
        lambda d: d.update(virtual_points=[{"player": "p1", "points": [1, 1, 1]}] * 2),
        "duplicate-id", "/virtual_points/1/player",
    ),
    "no number of rounds": (
        lambda d: d["tournament"].pop("number_of_rounds"),
        "missing-key", "/tournament/number_of_rounds",
    ),
    "no initial colour": (
        lambda d: d["tournament"].pop("initial_colour"),
        "missing-key", "/tournament/initial_colour",
    ),
    "a colour that there is not": (
        lambda d: d["tournament"].update(initial_colour="red"),
        "not-accepted", "/tournament/initial_colour",
    ),
    "a date that there is not": (
        lambda d: d["tournament"].update(first_round_date="2026-02-30"),
        "date", "/tournament/first_round_date",
    ),
    "a date in another form": (
        lambda d: d["tournament"].update(first_round_date="20260307"),
        "date", "/tournament/first_round_date",
    ),
    "an id with a line break": (
        lambda d: d["tournament"].update(id="a\nb"),
        "text", "/tournament/id",
    ),
    "revision nought": (
        lambda d: d.update(revision=0),
        "out-of-range", "/revision",
    ),
    "a report beside the players": (
        lambda d: d.update(trf="001", rounds=[], byes=[]),
        "given-twice", "/players",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("break_it", "code", "pointer"), ONE_FAULT.values(), ids=ONE_FAULT)
def test_a_fault_is_named_with_its_place(break_it: Callable[[Json], object], code: str, pointer: str):
    assert [(found, where) for found, where, _ in refused(broken(break_it))] == [(code, pointer)]


def test_all_faults_are_reported_together_whether_of_shape_or_of_sense():
    def break_it(d: Json) -> None:
        d["players"][0]["rating"] = "strong"
        d["pairing"].pop("system")
        games(d, 1)[0]["white"] = "p8"
        games(d, 2)[1]["result"] = None

    assert {(code, pointer) for code, pointer, _ in refused(broken(break_it))} == {
        ("wrong-type", "/players/0/rating"),
        ("missing-key", "/pairing/system"),
        ("unknown-id", "/rounds/0/games/0/white"),
        ("not-recorded", "/rounds/0"),
        ("missing-result", "/rounds/1/games/1/result"),
    }


def test_a_message_names_the_players_and_what_is_accepted():
    ((_, _, missing),) = refused(broken(lambda d: games(d, 2)[1].update(result=None)))
    assert missing.startswith('round 2: the result of "p2" – "p4" is missing')
    ((_, _, wrong),) = refused(broken(lambda d: d["byes"][0].update(kind="half")))
    assert "'half-point'" in wrong
    assert wrong.endswith('found "half"')


@pytest.mark.parametrize(
    ("break_it", "expected"),
    [
        (lambda d: d["pairing"].update(options=[]), "Input should be an object; found an array"),
        (lambda d: d.update(players={"p1": {}}), "Input should be an array; found an object"),
        (lambda d: d["byes"].insert(0, "p1"), 'Input should be an object; found "p1"'),
        (lambda d: d["players"][0].pop("tpn"), "This key is required"),
    ],
)
def test_a_message_speaks_of_json_and_not_of_python(break_it: Callable[[Json], object], expected: str):
    assert expected in [message for _, _, message in refused(broken(break_it))]


def test_an_id_with_braces_is_quoted_unchanged_in_the_message():
    ((_, _, message),) = refused(broken(lambda d: d["byes"][0].update(player="{article}{message}")))
    assert message.startswith('"{article}{message}" is not in the list')


def test_nobody_is_called_unknown_where_an_id_could_not_be_read():
    found = refused(broken(lambda d: d["players"][0].update(id=1)))
    assert [(code, pointer) for code, pointer, _ in found] == [("wrong-type", "/players/0/id")]


def test_a_player_who_withdrew_need_not_be_mentioned_any_more():
    document = data()
    document["players"][5]["withdrawn_after"] = 1
    document["rounds"][1]["byes"].pop()
    assert RoundFinished.model_validate(document).players[5].withdrawn_after == 1


def test_points_are_counted_in_the_tournaments_own_system():
    document = data()
    document["tournament"]["points"] = {"win": 3, "draw": 1, "half_point_bye": 1.5}
    document["players"][2]["points"] = 4  # a forfeit win and an adjourned game
    document["players"][4]["points"] = 2.5  # a draw and a half-point bye
    RoundFinished.model_validate(document)
    document["players"][4]["points"] = 2
    assert refused(document)[0][2] == '"p5" has 2 points, but the recorded rounds add up to 2.5'


def test_a_reply_names_a_hundred_problems_and_says_that_there_are_more():
    for wrong in ({"player": "q", "kind": "absent"}, {"player": "p1", "kind": "?"}, 0):
        found = refused(data(byes=[wrong] * 100_000))
        assert len(found) == MOST + 1
        assert found[-1] == ("more", None, "there are more than these 100")


def test_all_faults_of_one_list_are_named():
    document = broken(lambda d: [player.update(rating="strong") for player in d["players"]])
    document["tournament"]["forbidden_pairs"] = [{"players": 1}, {"players": ["p1"]}]
    assert [(code, pointer) for code, pointer, _ in refused(document)] == [
        *(("wrong-type", f"/players/{index}/rating") for index in range(6)),
        ("wrong-type", "/tournament/forbidden_pairs/0/players"),
        ("out-of-range", "/tournament/forbidden_pairs/1/players"),
    ]


def test_unknown_keys_are_warned_about_wherever_they_are_but_not_in_options():
    document = event()
    document["data"]["tournament"]["citty"] = "x"
    document["data"]["players"][1]["elo/fide"] = 1
    document["data"]["pairing"]["options"] = {"anything": 1}
    assert [w.pointer for w in unknown_keys(RoundFinished, document["data"])] == [
        "/tournament/citty",
        "/players/1/elo~1fide",
    ]


def test_a_python_platform_may_build_the_event_from_the_models():
    players = [Player(id="a", tpn=1), Player(id="b", tpn=2)]
    settings = TournamentSettings(id="t", number_of_rounds=3, initial_colour="white")
    amalfi = PairingSettings(system="amalfi")
    first = RecordedRound(round=1, games=[Game(white="a", black="b", result="1-0")])
    RoundFinished(tournament=settings, pairing=amalfi, round=2, revision=1, players=players, rounds=[first])
    with pytest.raises(ValidationError) as error:
        RoundFinished(tournament=settings, pairing=amalfi, round=3, revision=1, players=players[:1], rounds=[first])
    assert [(p.code, p.pointer) for p in problems(error.value)] == [
        ("unknown-id", "/rounds/0/games/0/black"),
        ("missing-round", "/rounds"),
    ]
