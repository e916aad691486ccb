"""Lim, completion c1: worked events, the worked examples of the text, and the literal reading on random rounds.

The events of ``examples.json`` were worked out for this project by a literal script. The text has no unique answer, so
no other program is a witness; the tables of its articles 4.2 to 4.4 are, and they stand here as positions.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from nextround.core.pairing import RoundPairing, RoundToPair, Step, check, round_to_pair
from nextround.core.pairing.trace import BracketStep, PlayersFact
from nextround.core.systems.lim import Lim, Options
from nextround.core.systems.lim.players import due
from nextround.core.tournament import (
    Colour,
    ForbiddenPairs,
    InvalidTournament,
    Kind,
    NoLegalPairing,
    Outcome,
    Player,
    PointSystem,
    Record,
    Tournament,
)

from tests.builders import boards, question
from tests.systems.literal import lim as literal
from tests.systems.positions import At, position
from tests.systems.self_play import played_by, random_rated

EXAMPLES = json.loads((Path(__file__).parent / "examples.json").read_text())
OUTCOMES = {1.0: Outcome.WIN, 0.5: Outcome.DRAW, 0.0: Outcome.LOSS}


def worked(example: dict, number: int) -> RoundToPair:
    records: dict[int, list[Record]] = {tpn: [] for tpn in range(1, example["players"] + 1)}
    for played in example["rounds"][: number - 1]:
        for white, black, mine, theirs, *forfeit in played["games"]:
            for tpn, opponent, colour, score in (
                (white, black, Colour.WHITE, mine),
                (black, white, Colour.BLACK, theirs),
            ):
                if forfeit:
                    kind = Kind.FORFEIT_WIN if score else Kind.FORFEIT_LOSS
                    records[tpn].append(Record(kind, opponent, colour))
                else:
                    records[tpn].append(Record(Kind.PLAYED, opponent, colour, OUTCOMES[score]))
        if played["bye"]:
            records[played["bye"]].append(Record(Kind.PAB))
    return round_to_pair(
        Tournament(
            example["total_rounds"],
            number,
            tuple(Player(tpn, str(tpn), rating=example["ratings"][str(tpn)]) for tpn in records),
            {tpn: tuple(history) for tpn, history in records.items()},
            initial_colour=Colour[example["initial_colour"].upper()],
        )
    )


def steps(answer: RoundPairing, decision: str) -> list[Step]:
    return [step for step in answer.trace if step.kind == decision]


def floaters(answer: RoundPairing) -> list[list]:
    """Who floats, in order, with the letter of the type."""
    found: list[list] = []
    for step in answer.trace:
        if isinstance(step, BracketStep):
            types = {tpn: fact.name[-1] for fact in step.facts if isinstance(fact, PlayersFact) for tpn in fact.players}
            found += ([tpn, types[tpn]] for tpn in (*step.downfloaters, *step.upfloaters))
    return found


def cracked(answer: RoundPairing) -> int:
    return sum(step.article.endswith("2.6") for step in steps(answer, "waiver"))


RULES = {"7.2": "7.2", "5.1": "5.1", "5.3": "5.3", "5.4 rank": "5.4", "5.4 history": "5.4"}


@pytest.mark.article("C.04.4.3 (2026) 2.2", "C.04.4.3 (2026) 2.3", "C.04.4.3 (2026) 2.4", "C.04.4.3 (2026) 2.6")
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
    asked = worked(example, number)
    answer = check(asked, Lim(Options(example["options"]["maxi"])).pair(asked))
    assert answer.pab == expected["bye"]
    assert [[pair.white, pair.black] for pair in answer.pairs] == [game[:2] for game in expected["games"]]
    rules = {step.players: step.article.split()[-1] for step in steps(answer, "colour")}
    assert [rules[pair.white, pair.black] for pair in answer.pairs] == [RULES[r] for r in expected["colour_rule"]]
    for hand in expected["trace"]:
        assert floaters(answer) == hand["floaters"]
        assert cracked(answer) == hand["cracked"]


def pairs(answer: RoundPairing) -> set[frozenset[int]]:
    return {frozenset((pair.white, pair.black)) for pair in answer.pairs}


def same(text: str) -> set[frozenset[int]]:
    return {frozenset(map(int, pair.split("-"))) for pair in text.split()}


@pytest.mark.article("C.04.4.3 (2026) 7.2")
def test_the_first_round_pairs_two_halves_and_odd_numbers_have_the_colour_of_the_lot():
    # vector L0
    answer = Lim().pair(question(40, of=9))
    assert boards(answer) == " ".join(f"{i}-{i + 20}" if i % 2 else f"{i + 20}-{i}" for i in range(1, 21))
    assert boards(Lim().pair(question(4, of=3, initial_colour=Colour.BLACK))) == "3-1 2-4"
    with pytest.raises(InvalidTournament, match="no initial colour"):
        Lim().pair(question(4, of=3, initial_colour=None))


@pytest.mark.article("C.04.4.3 (2026) 4.2")
@pytest.mark.parametrize(
    ("met", "expected"),
    [
        ((), "1-4 2-5 3-6"),
        ((4,), "1-5 2-4 3-6"),
        ((4, 5), "1-6 2-4 3-5"),
        ((4, 5, 6), "1-3 2-5 4-6"),
        ((3, 4, 5, 6), "1-2 3-5 4-6"),
    ],
)
def test_the_opponent_is_exchanged_in_the_order_of_the_table(met: tuple[int, ...], expected: str):
    # vector L1
    answer = Lim().pair(position(5, 9, *_six({1: met})))
    assert pairs(answer) == same(expected)


@pytest.mark.article("C.04.4.3 (2026) 4.3")
def test_an_exchange_that_leaves_no_pairing_is_passed_over():
    # vector L2: 1-6 would leave 2 without an opponent
    assert pairs(Lim().pair(position(5, 9, *_six({1: (4, 5), 2: (3, 4, 5)})))) == same("1-3 2-6 4-5")


def _six(met: dict[int, tuple[int, ...]], size: int = 6) -> list[At]:
    everyone = range(1, size + 1)
    return [
        At(tpn, 4, "WBWB", tuple(sorted({*met.get(tpn, ()), *(other for other in met if tpn in met[other])})))
        for tpn in everyone
    ]


@pytest.mark.article("C.04.4.3 (2026) 4.4.2", "C.04.4.3 (2026) 4.4.1")
def test_whom_nobody_of_the_group_can_meet_floats_with_somebody_to_make_it_even():
    # vectors L3 and L4: 1 and 2 could both meet only 6
    blocked = {1: (2, 3, 4, 5), 2: (1, 3, 4, 5)}
    median = [At(tpn, 2, "WBWB") for tpn in (7, 8, 9, 10)]
    answer = Lim().pair(position(5, 9, *_six(blocked), *median))
    assert pairs(answer) == same("1-6 3-4 2-7 5-8 9-10")
    assert {tpn for tpn, _ in floaters(answer)} == {5, 2}
    seven = _six({1: (2, 3, 4, 5, 7), 2: (1, 3, 4, 5, 7)}, 7)
    answer = Lim().pair(position(5, 9, *seven, *median[1:]))
    assert pairs(answer) == same("1-6 3-5 4-7 2-8 9-10")
    assert [tpn for tpn, _ in floaters(answer)] == [2]


@pytest.mark.article("C.04.4.3 (2026) 3.2.2", "C.04.4.3 (2026) 3.10")
@pytest.mark.parametrize(("before", "expected"), [(0, "1-5 3-2 4-7 6-8"), (3, "1-5 4-2 3-7 6-8")])
def test_the_lowest_who_evens_out_the_colours_floats_unless_he_was_transferred_before(before: int, expected: str):
    # vectors L5 and L6
    at = [At(1, 4, "WBWB"), At(2, 4, "BWBW"), At(3, 4, "WBWB"), At(4, 4, "WBWB", before=before), At(5, 4, "BWBW")]
    at += [At(6, 2, "WBWB"), At(7, 2, "BWBW"), At(8, 2, "WBWB")]
    assert boards(Lim().pair(position(5, 9, *at))) == expected


@pytest.mark.article("C.04.4.3 (2026) 6")
def test_in_the_last_round_equal_scores_come_before_colours():
    # vectors L7 and L8
    at = [At(1, 2, "BWW"), At(2, 2, "BWW"), At(3, 1, "WBB"), At(4, 1, "WBB")]
    assert boards(Lim().pair(position(4, 4, *at))) == "2-1 4-3"
    assert boards(Lim().pair(position(4, 5, *at))) == "3-1 4-2"


@pytest.mark.article("C.04.4.3 (2026) 5.4")
def test_above_the_median_the_higher_ranked_is_served_and_below_it_the_lower():
    # vector L9
    at = [At(1, 2, "WB"), At(2, 2, "WB"), At(3, 0, "WB"), At(4, 0, "WB")]
    assert boards(Lim().pair(position(3, 5, *at))) == "1-2 4-3"


@pytest.mark.article("C.04.4.3 (2026) 3.2.2", "C.04.4.3 (2026) 2.4")
def test_downwards_the_largest_number_floats_and_upwards_the_smallest():
    # vectors L10 and L11
    at = [At(1, 2, "WB"), At(2, 2, "BW"), At(3, 2, "WB"), At(4, 1, "WB"), At(5, 1, "BW"), At(6, 1, "WB")]
    answer = Lim().pair(position(3, 5, *at))
    assert (floaters(answer), pairs(answer)) == ([[3, "d"]], same("1-2 3-5 4-6"))
    at = [At(1, 1, "W", (5,)), At(2, 1, "W", (6,)), At(3, 1, "W", (7,)), At(4, 0.5, "W", (8,)), At(8, 0.5, "B", (4,))]
    at += [At(5, 0, "B", (1,)), At(6, 0, "B", (2,)), At(7, 0, "B", (3,))]
    answer = Lim().pair(position(2, 5, *at))
    assert floaters(answer) == [[3, "d"], [5, "d"]]
    assert boards(answer) == "2-1 8-3 5-4 7-6"


@pytest.mark.article("C.04.4.3 (2026) 5.1", "C.04.4.3 (2026) 5.3", "C.04.4.3 (2026) 5.5", "C.04.4.3 (2026) 5.6")
@pytest.mark.parametrize(
    ("colours", "expected"),
    [("", None), ("W", "B"), ("WB", "W"), ("WBW", "B"), ("WBB", "W"), ("BWW", "B"), ("BBW", "W"), ("WWBB", "W")],
)
def test_the_due_colour_alternates_after_two_equal_ones_and_evens_out_before(colours: str, expected: str | None):
    found = due(colours)
    assert (found and found.value) == expected


@pytest.mark.article("C.04.4.3 (2026) 3.8", "C.04.4.3 (2026) 3.2.3")
def test_in_a_maxi_tournament_colours_move_nobody_across_a_hundred_points():
    # 1 and 4 are both due Black; 5 and 2 are due White, and 150 points away from 4
    at = [At(1, 1, "W", rating=2400), At(2, 1, "B", rating=2450), At(3, 1, "W", rating=2380)]
    at += [At(4, 1, "W", rating=2300), At(5, 1, "B", rating=2150), At(6, 1, "B", rating=2140)]
    assert frozenset((1, 5)) in pairs(Lim().pair(position(2, 5, *at)))
    assert frozenset((1, 4)) in pairs(Lim(Options(maxi=True)).pair(position(2, 5, *at)))


@pytest.mark.article("C.04.4.3 (2026) 2.2")
def test_no_complete_pairing_is_for_the_arbiter():
    asked = question(4, "1-2 ½, 3-4 ½", "3-1 ½, 2-4 ½", "1-4 ½, 2-3 ½", of=9)
    with pytest.raises(NoLegalPairing) as caught:
        Lim().pair(asked)
    assert caught.value.problems[0].article == "C.04.4.3 (2026) 2.2"


def test_forbidden_pairs_are_kept():
    asked = question(6, of=3, forbidden_pairs=(ForbiddenPairs((1, 4)),))
    assert boards(Lim().pair(asked)) == "1-5 4-2 3-6"


@pytest.mark.parametrize("players", [0, 1])
def test_a_field_of_nobody_or_one_is_answered(players: int):
    answer = Lim().pair(question(players, of=3))
    assert (answer.pairs, answer.pab) == ((), 1 if players else None)


@pytest.mark.article("C.04.4.3 (2026) 2.1", "C.04.4.3 (2026) 2.5", "C.04.4.3 (2026) 3.3", "C.04.4.3 (2026) 3.9")
@pytest.mark.parametrize("block", range(20))
def test_agrees_with_the_literal_reading_on_random_rounds(block: int):
    for seed in range(block * 50, block * 50 + 50):
        maxi = seed % 5 == 0
        assert_as_the_literal_reading(round_to_pair(random_rated(seed)), maxi=maxi)
        event = played_by(
            Lim(Options(maxi)).pair,
            seed,
            players=4 + seed % 7,
            rounds=1 + seed % 9,
            irregular=0.08 if seed % 3 else 0,
        )
        for asked in event:
            assert_as_the_literal_reading(asked, maxi=maxi)


@pytest.mark.article("C.04.1 (2026) 4")
@pytest.mark.parametrize(("worth", "bye"), [(10, 6), (3, 7)])
def test_who_scored_a_win_without_playing_has_no_bye_whatever_it_was(worth: int, bye: int):
    """7 had a full-point bye: it bars where it was worth a win, and not where the event gave less for it."""
    points = replace(PointSystem.of(10, 5), full_point_bye=worth)
    asked = question(7, "1-4 ½, 5-2 ½, 3-6 ½, 7 full", of=5, points=points)
    assert_as_the_literal_reading(asked, maxi=False)
    assert Lim().pair(asked).pab == bye


def assert_as_the_literal_reading(asked: RoundToPair, *, maxi: bool) -> None:
    expected = literal.pair(asked, maxi=maxi)
    try:
        answer = check(asked, Lim(Options(maxi)).pair(asked))
    except NoLegalPairing:
        assert expected is None
        return
    assert expected is not None
    assert ({(pair.white, pair.black) for pair in answer.pairs}, answer.pab) == (set(expected.games), expected.bye)
    assert (floaters(answer), cracked(answer)) == (expected.floaters, expected.cracked)
    rules = {step.players: step.article.split()[-1] for step in steps(answer, "colour")}
    assert [rules[game] for game in expected.games] == expected.rules
