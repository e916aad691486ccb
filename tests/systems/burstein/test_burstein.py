"""Burstein: worked tournaments, positions, the Index, the seeding rounds, refusals, the trace, and what it costs."""

import json
from pathlib import Path

import pytest
from nextround.core.pairing import PairingSystem, RoundPairing, RoundToPair, check, round_to_pair
from nextround.core.pairing.trace import BracketStep, PairStep
from nextround.core.systems.burstein import Burstein, seeding_rounds
from nextround.core.systems.burstein.index import indexed_players
from nextround.core.tournament import InvalidTournament
from nextround.plugin.testing.random_play import random_tournament
from nextround.registry import registry

from tests.builders import boards, criteria_of, facts_of, question
from tests.systems import worked
from tests.systems.agreement import assert_agrees, outcome
from tests.systems.burstein.asking import late
from tests.systems.counting import counted_searches
from tests.systems.deciding import article
from tests.systems.literal import burstein as literal
from tests.systems.self_play import played_by, random_rated

HERE = Path(__file__).parent
EXAMPLES = json.loads((HERE / "examples.json").read_text())
POSITIONS = {vector["id"]: vector for vector in json.loads((HERE / "unit_vectors.json").read_text())}
TEXT = "C.04.4.2 (2026) "

#: The article that each position is about.
PINNED = {
    "BU1": article(TEXT + "2.3.2"),
    "BU2": article(TEXT + "2.3.3"),
    "BU3": article(TEXT + "2.3.4"),
    "BU4": article(TEXT + "1.7.2.3"),
    "BU5": article(TEXT + "1.7.2.3"),
    "BU6": article(TEXT + "1.7.2"),
    "BU7": article(TEXT + "3.1"),
    "BU8": article(TEXT + "1.8.1"),
}


def whole() -> Burstein:
    entry = registry(experimental=True).system("burstein-2026")
    system = entry.make(entry.options())
    assert isinstance(system, Burstein)
    return system


def brackets(answer: RoundPairing) -> list[tuple[BracketStep, list[list[int]]]]:
    """The step of each bracket, and its pairs."""
    found: list[tuple[BracketStep, list[list[int]]]] = []
    for step in answer.trace:
        if isinstance(step, BracketStep):
            found.append((step, []))
        elif isinstance(step, PairStep):
            found[-1][1].append(list(step.players))
    return found


def assert_comes_out(asked: RoundToPair, expected: dict, system: PairingSystem) -> None:
    answer = check(asked, system.pair(asked))
    assert answer.pab == expected["bye"]
    assert len(brackets(answer)) == len(expected.get("brackets", []) or brackets(answer))
    for (step, pairs), bracket in zip(brackets(answer), expected.get("brackets", []), strict=False):
        assert facts_of(step)["ranking"] == bracket["order"]
        assert sorted(step.moved_down) == sorted(bracket["incoming"])
        assert sorted(step.downfloaters) == sorted(bracket["floaters"])
        assert sorted(map(sorted, pairs)) == sorted(map(sorted, bracket["pairs"]))
    assert worked.games(answer) == worked.expected_games(expected)


@pytest.mark.article(TEXT + "1.6", TEXT + "3.1", TEXT + "3.2", TEXT + "4.1", TEXT + "4.2", TEXT + "4.3")
@worked.rounds_of(EXAMPLES)
def test_the_worked_tournaments_match_expected(example: dict, number: int):
    """The seeding rounds among them were paired by bbpPairings 6.0.0 (--dutch)."""
    assert_comes_out(round_to_pair(worked.before(example, number)), example["rounds"][number - 1], whole())


@worked.positions(HERE / "unit_vectors.json", PINNED)
@pytest.mark.parametrize("weights_alone", [False, True])
def test_the_positions_match_expected(vector: dict, weights_alone: bool):
    assert_comes_out(
        round_to_pair(worked.position(vector["state"])), vector["expected"], late(weights_only=weights_alone)
    )


@pytest.mark.article(TEXT + "1.7.1.1", TEXT + "1.7.1.2", TEXT + "1.7.2")
@pytest.mark.parametrize("name", PINNED)
def test_buchholz_and_sonneborn_berger_of_the_positions(name: str):
    asked = round_to_pair(worked.position(POSITIONS[name]["state"]))
    players = indexed_players(asked, series_reaches_this_round=True)
    expected = POSITIONS[name]["index_half_points"]
    assert {str(p.tpn): [p.buchholz // 5, p.sonneborn_berger // 25] for p in players} == {
        str(p.tpn): expected[str(p.tpn)] for p in players
    }


@pytest.mark.article(TEXT + "1.7.1.1", TEXT + "1.7.1.2", TEXT + "1.7.2")
@pytest.mark.parametrize("example", [pytest.param(example, id=example["id"]) for example in EXAMPLES])
def test_buchholz_and_sonneborn_berger_of_the_worked_tournaments(example: dict):
    for played in example["rounds"]:
        if "players" in played:
            asked = round_to_pair(worked.before(example, played["round"]))
            for player in indexed_players(asked, series_reaches_this_round=True):
                facts = played["players"][str(player.tpn)]
                assert player.buchholz == round(10 * facts["buchholz"])
                assert player.sonneborn_berger == round(100 * facts["sonneborn_berger"])


@pytest.mark.article(TEXT + "1.7.2.3")
def test_by_the_other_reading_a_series_counts_for_opponents_though_the_player_is_back():
    asked = round_to_pair(worked.position(POSITIONS["BU4"]["state"]))
    assert boards(late().pair(asked)) == "1-2 5-3, 4 bye"
    # 5 missed round 3 and is back: only now do his opponents 4 and 2 see him half a point higher.
    by_tpn = {
        reading: {c.tpn: c.buchholz for c in indexed_players(asked, series_reaches_this_round=reading)}
        for reading in (True, False)
    }
    assert {tpn: by_tpn[False][tpn] - by_tpn[True][tpn] for tpn in by_tpn[True]} == {1: 0, 2: 5, 3: 0, 4: 5, 5: 0}
    assert boards(late(series_reaches_this_round=False).pair(asked)) == "2-1 5-3, 4 bye"


@pytest.mark.article(TEXT + "1.6.2")
def test_half_of_the_rounds_but_at_most_four_are_seeding_rounds():
    assert [seeding_rounds(rounds) for rounds in (1, 2, 3, 5, 7, 8, 9, 11)] == [0, 1, 1, 2, 3, 4, 4, 4]


@pytest.mark.article(TEXT + "1.6.1")
def test_a_seeding_round_is_paired_by_the_dutch_system_and_says_so():
    entry = registry().system("dutch-2026")
    asked = question(6, "1-4 1-0, 5-2 0-1, 3-6 1-0", of=5)
    dutch = entry.make(entry.options()).pair(asked)
    answer = whole().pair(asked)
    assert (answer.pairs, answer.pab, answer.trace[1:]) == (dutch.pairs, dutch.pab, dutch.trace)
    assert (answer.trace[0].article, answer.trace[0].kind) == (TEXT + "1.6.1", "field")


@pytest.mark.article(TEXT + "4.3")
def test_the_literal_reading_orders_the_45_pairings_of_six_players_with_two_floaters_as_the_note_does():
    """The note prints one of them twice; the list here has it once."""
    asked = question(6, *["1 zero"] * 4, of=9)
    reading = literal._Literal(asked, True)
    ranked = sorted(asked.competitors, key=reading.rank)
    number = {player.tpn: bsn for bsn, player in enumerate(ranked, start=1)}
    two_floaters = [found for found in reading.candidates(ranked) if len(found[1]) == 2]
    written = []
    for pairs, floaters in sorted(two_floaters, key=lambda found: reading.order(ranked, found)):
        games = [(number[p.tpn], number[q.tpn]) for p, q in pairs] + [(number[p.tpn], 0) for p in floaters]
        written.append(" ".join(f"{one}-{other}" for one, other in sorted(games)))
    assert written == (HERE / "order_of_45.txt").read_text().splitlines()


@pytest.mark.article(TEXT + "4.3")
def test_the_ranking_is_folded_where_nothing_prevents_it():
    # nobody has played: no preferences, one scoregroup, ranked by number
    answer = late().pair(question(8, of=1))
    assert [step.players for step in answer.trace if step.kind == "pair"] == [(1, 8), (2, 7), (3, 6), (4, 5)]


@pytest.mark.article(TEXT + "5.2.1")
def test_the_initial_colour_is_asked_for_only_where_two_newcomers_meet():
    with pytest.raises(InvalidTournament, match="no initial colour") as caught:
        late().pair(question(4, of=1, initial_colour=None))
    assert caught.value.problems[0].article == TEXT + "5.2.1"


@pytest.mark.article(TEXT + "5.2.2", TEXT + "1.5.4")
def test_a_player_without_games_has_no_preference_and_his_opponent_gets_his():
    answer = late().pair(question(4, "1-2 ½, 3 half, 4 half", of=2))
    assert boards(answer) == "4-1 2-3"
    by_players = {step.players: step.article for step in answer.trace if step.kind == "colour"}
    assert set(by_players.values()) == {TEXT + "5.2.2"}


@pytest.mark.article("C.04.1 (2026) 9", TEXT + "1.9", TEXT + "2.3.1")
def test_every_decision_leaves_a_step_with_its_article():
    asked = round_to_pair(worked.position(POSITIONS["BU6"]["state"]))
    answer = late().pair(asked)
    assert [(step.article.removeprefix(TEXT), step.kind, step.players) for step in answer.trace] == [
        ("3.1", "bye", (2,)),
        ("3.2.2", "bracket", (3, 5, 1)),
        ("4.3", "pair", (3, 1)),
        ("5.2.2", "colour", (1, 3)),
        ("3.2.2", "bracket", (5, 4)),
        ("4.3", "pair", (5, 4)),
        ("5.2.1", "colour", (4, 5)),
    ]
    first = answer.trace[1]
    assert isinstance(first, BracketStep)
    assert criteria_of(first) == {"C5": 1, "C6": (10,), "C8": 0}
    index = facts_of(first)
    assert (index["Buchholz"][3], index["Sonneborn-Berger"][3]) == (10, 100)


def assert_read_alike(asked: RoundToPair, reading: bool, where: object) -> None:
    if asked.round_number > seeding_rounds(asked.number_of_rounds):
        read = literal.pair(asked, reaches_this_round=reading)
        assert_agrees(asked, late(series_reaches_this_round=reading), read, where)


@pytest.mark.article(*(TEXT + article for article in ("1.7", "1.8", "2.1", "2.2", "2.3", "3.1", "3.2", "4", "5.2")))
@pytest.mark.parametrize("block", range(10))
def test_agrees_with_the_literal_reading_on_random_rounds(block: int):
    for seed in range(block * 200, block * 200 + 200):
        asked = round_to_pair(random_rated(seed, largest=8))
        assert_read_alike(asked, seed % 3 != 0, seed)


@pytest.mark.article(*(TEXT + article for article in ("1.7", "1.8", "2.1", "2.2", "2.3", "3.1", "3.2", "4", "5.2")))
@pytest.mark.parametrize("block", range(10))
def test_agrees_with_the_literal_reading_on_tournaments_that_it_paired_itself(block: int):
    for seed in range(block * 15, block * 15 + 15):
        for asked in played_by(whole().pair, seed, players=4 + seed % 6, rounds=3 + seed % 6, irregular=seed % 3 / 15):
            assert_read_alike(asked, seed % 2 == 0, (seed, asked.round_number))


@pytest.mark.article(TEXT + "3.2.2")
@pytest.mark.parametrize("block", range(5))
def test_what_is_looked_for_first_changes_nothing_where_the_literal_reading_is_too_slow(
    block: int,
):
    questions = [
        round_to_pair(random_tournament(seed, smallest=12, largest=30)) for seed in range(block * 25, block * 25 + 25)
    ]
    questions = [asked for asked in questions if asked.round_number > seeding_rounds(asked.number_of_rounds)]
    usual = [outcome(asked, late()) for asked in questions]
    assert [outcome(asked, late(weights_only=True)) for asked in questions] == usual


@pytest.mark.parametrize("seed", range(12))
def test_no_round_costs_more_than_a_few_searches_a_player(seed: int):
    asked = round_to_pair(random_tournament(seed, smallest=40, largest=60))
    if asked.round_number <= seeding_rounds(asked.number_of_rounds):
        return
    with counted_searches() as searches:
        outcome(asked, late())
    assert searches["plain"] <= 12 * len(asked.competitors)
    assert searches["weighted"] <= 12 * len(asked.competitors)
