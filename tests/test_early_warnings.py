"""What a reply warns of before it stands in the way, and what it says of changed numbers."""

import json
from dataclasses import replace
from itertools import count

import pytest
from nextround import pairing_request, service
from nextround.core.tournament import Kind, NoLegalPairing, Outcome, Record, Tournament
from nextround.generator import played
from nextround.plugin.testing.contract import players
from nextround.registry import registry
from nextround.service import early_warnings

from tests.builders import tournament

_WON = (Outcome.WIN, Outcome.LOSS)

SYSTEMS_BY_NAME = {name: entry.make(entry.options()) for name, entry in registry(experimental=True).systems.items()}
DUTCH = SYSTEMS_BY_NAME["dutch-2026"]


def nowhere(round_number: int, tpn: int) -> str:
    return ""


def warned(facts: Tournament, system: str = "dutch-2026") -> dict[str, str]:
    question, answer = pairing_request.pair(facts, SYSTEMS_BY_NAME[system])
    return {problem.code: problem.message for problem in early_warnings(question, answer, nowhere)}


def test_a_round_like_any_other_has_no_warning() -> None:
    assert warned(tournament(8, "1-5 1-0, 6-2 0-1, 3-7 1-0, 8-4 0-1", of=5)) == {}


def test_nobody_to_pair_is_a_warning() -> None:
    assert warned(tournament(2, of=3, unavailable={1: "zero", 2: "half"})) == {
        "nobody-to-pair": "nobody is left to pair in round 1"
    }


@pytest.mark.article("C.04.1 (2026) 4")
def test_a_second_bye_given_beforehand_is_kept_with_a_warning() -> None:
    rounds = ("1-3 1-0, 2-4 1-0, 5 pab",)
    assert warned(tournament(5, *rounds, of=5, unavailable={5: "pab"}))["second-bye"].startswith('player "P05"')
    assert "second-bye" not in warned(tournament(5, *rounds, of=5, unavailable={4: "pab"}))


@pytest.mark.article("C.04.1 (2026) 4")
@pytest.mark.parametrize(
    ("first", "barred"),
    [("1-3 +-, 2-4 1-0, 5 pab", True), ("1 full, 2-4 1-0, 3-5 1-0", True), ("1 half, 2-4 1-0, 3-5 1-0", False)],
)
def test_who_won_without_playing_may_not_have_the_bye_either(first: str, barred: bool) -> None:
    assert ("second-bye" in warned(tournament(5, first, of=5, unavailable={1: "pab"}))) is barred


def test_what_the_recorded_rounds_hold_against_the_rules_is_warned_of_by_its_article() -> None:
    facts = tournament(5, "1-3 1-0, 2 pab, 4 pab, 5 pab", "3-1 1-0, 4-5 1-0, 2 pab", of=5)
    found = warned(facts)
    assert found["recorded-rematch"] == '"P01" and "P03" met in round 1 and again in round 2'
    assert found["recorded-second-bye"].startswith('player "P02" had the pairing-allocated bye of round 2')
    assert found["recorded-pabs"].startswith('round 1: "P02", "P04", "P05" all have')


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"byes": [{"player": "p1", "kind": "pab"}]}, 'player "p1" was given the pairing-allocated bye'),
        ({"fixed_pairs": [{"white": "p3", "black": "p5"}]}, 'the fixed pair "p3" - "p5": they have met'),
        ({"pairing": {"system": "dubov"}}, 'player "p1" has no rating'),
        ({"pairing": {"system": "berger"}, "byes": [{"player": "p4", "kind": "half-point"}]}, 'player "p4" has a half'),
    ],
)
def test_an_event_hears_of_its_players_by_its_own_ids(change: dict[str, object], told: str) -> None:
    data = {
        "tournament": {"id": "t", "number_of_rounds": 3, "initial_colour": "white"},
        "pairing": {"system": "dutch", "edition": "2026"},
        "round": 2,
        "revision": 1,
        "players": [{"id": f"p{tpn}", "tpn": tpn} for tpn in range(1, 6)],
        "rounds": [
            {
                "round": 1,
                "games": [
                    {"white": "p3", "black": "p5", "result": "1-0"},
                    {"white": "p4", "black": "p2", "result": "1-0"},
                ],
                "byes": [{"player": "p1", "kind": "pab"}],
            }
        ],
    }
    event = {"specversion": "1.0", "id": "e", "source": "s", "type": "io.nextround.round.finished.v1"}
    body = json.dumps(event | {"data": data | change}).encode()
    answered = json.loads(service.answer(body, systems=registry()).event)["data"]
    assert told in "\n".join(one["message"] for one in (*answered.get("problems", ()), *answered["warnings"]))


def test_the_last_round_is_announced() -> None:
    facts = tournament(8, "1-5 1-0, 6-2 0-1, 3-7 1-0, 8-4 0-1", of=2)
    assert warned(facts)["last-round"].startswith("round 2 is the last")
    assert "last-round" not in warned(tournament(players(4), of=3), "berger")


@pytest.mark.article("C.04.1 (2026) 2")
def test_more_rounds_than_players_can_bear_names_the_round_in_which_it_breaks() -> None:
    message = warned(tournament(4, of=5))["too-many-rounds"]
    assert "5 rounds are more than these 4 players can bear: round 4 can't be paired at the latest" in message
    assert "too-many-rounds" not in warned(tournament(4, of=3))
    assert "too-many-rounds" not in warned(tournament(5, of=5)), "with the bye five players can have five rounds"
    assert "round 6 can't be paired" in warned(tournament(5, of=6))["too-many-rounds"]


@pytest.mark.article("C.04.1 (2026) 2")
def test_two_triangles_are_seen_one_round_ahead() -> None:
    # 1 2 3 have met 4 5 6 but for the pairs fixed here; after these each has only the two of his own three left.
    rounds = ("1-4 1-0, 2-5 1-0, 3-6 1-0", "5-1 ½, 6-2 ½, 4-3 ½")
    facts = tournament(6, *rounds, of=5, fixed_pairs=((1, 6), (2, 4)))
    message = warned(facts)["too-many-rounds"]
    assert "round 4 can't be paired at the latest, for after this round no complete pairing of them is left" in message


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_it_breaks_at_the_latest_where_it_was_said(size: int) -> None:
    facts = tournament(size, of=size + 3)
    said = None
    for number in count(1):
        try:
            question, answer = pairing_request.pair(facts, DUTCH)
        except NoLegalPairing:
            assert said is not None
            assert number <= said
            return
        for problem in early_warnings(question, answer, nowhere):
            if problem.code == "too-many-rounds":
                said = int(problem.message.split(": round ")[1].split()[0])
        column = {answer.pab: Record(Kind.PAB)} if answer.pab else {}
        for pair in answer.pairs:
            column |= zip((pair.white, pair.black), played(pair.white, pair.black, *_WON), strict=True)
        records = {tpn: (*past, column[tpn]) for tpn, past in facts.records.items()}
        facts = replace(facts, records=records, round_number=number + 1)


@pytest.mark.article("C.04.2 (2026) 3.1")
def test_a_game_adjourned_in_an_older_round_is_named_and_one_of_the_last_round_is_not() -> None:
    facts = tournament(6, "1-3 adj, 4-2 1-0, 5-6 ½", "3-4 1-0, 2-1 adj, 6 half, 5 half", of=4)
    assert warned(facts) == {
        "still-adjourned": 'round 1: the game "P01" - "P03" is still adjourned and counts as a draw'
    }


def test_numbers_that_changed_since_the_last_revision_are_listed() -> None:
    first = _event(revision=1, numbers={"anna": 1, "bela": 2, "cleo": 3, "dina": 4})
    second = _event(revision=2, numbers={"anna": 2, "bela": 1, "cleo": 3, "dina": 4})
    before, after = (service.answer(json.dumps(event).encode(), systems=registry()) for event in (first, second))
    previous = json.loads(after.after(before.kept))["data"]["previous"]
    assert previous["renumbered"] == [
        {"id": "bela", "before": 2, "now": 1},
        {"id": "anna", "before": 1, "now": 2},
    ]


def _event(revision: int, numbers: dict[str, int]) -> dict[str, object]:
    return {
        "specversion": "1.0",
        "id": f"e/{revision}",
        "source": "/test",
        "type": "io.nextround.round.finished.v1",
        "data": {
            "tournament": {"id": "t", "number_of_rounds": 3, "initial_colour": "white"},
            "pairing": {"system": "amalfi"},
            "round": 1,
            "revision": revision,
            "players": [{"id": name, "tpn": tpn} for name, tpn in numbers.items()],
            "rounds": [],
        },
    }
