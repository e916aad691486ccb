"""Round robins: the printed tables, worked events, rests, withdrawals, and the seam between two cycles.

The tables of ``PRINTED`` are those of annex 1, read in two transcriptions; the events of ``examples.json`` were worked
out for this project and agree with gacrux 1.11.65 in every pair.
"""

import json
from pathlib import Path

import pytest
from nextround.core.pairing import Pair, RoundPairing, RoundToPair, check
from nextround.core.systems.berger import Berger, Options, place, schedule
from nextround.core.tournament import ForbiddenPairs, InvalidTournament, Kind, NoLegalPairing, Player

from tests.builders import facts_of, question
from tests.systems.literal.berger import tables

EXAMPLES = json.loads((Path(__file__).parent / "examples.json").read_text())

PRINTED = {
    (2, 1): "1-2",
    (6, 1): "1-6 2-5 3-4",
    (6, 2): "6-4 5-3 1-2",
    (6, 3): "2-6 3-1 4-5",
    (6, 4): "6-5 1-4 2-3",
    (6, 5): "3-6 4-2 5-1",
    (10, 7): "4-10 5-3 6-2 7-1 8-9",
    (16, 14): "16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8",
}


def written(pairs: list[Pair] | tuple[Pair, ...]) -> str:
    return " ".join(f"{pair.white}-{pair.black}" for pair in pairs)


def paired(asked: RoundToPair, **options: object) -> RoundPairing:
    return check(asked, Berger(Options(**options)).pair(asked))  # type: ignore[arg-type]


@pytest.mark.article("C.05 annex 1")
@pytest.mark.parametrize(("size", "row"), PRINTED)
def test_the_printed_tables_match_expected_in_their_printed_order(size: int, row: int):
    assert written(schedule(size, 1, row)) == PRINTED[size, row]


@pytest.mark.article("C.05 annex 1")
@pytest.mark.parametrize("size", range(2, 62, 2))
def test_the_formula_is_the_turning_ring(size: int):
    for row, boards in enumerate(tables(size), start=1):
        assert [(pair.white, pair.black) for pair in schedule(size, 1, row)] == boards


@pytest.mark.article("C.05 annex 1")
@pytest.mark.parametrize(
    ("example", "number"),
    [
        pytest.param(example, played["round"], id=f"{example['id']} round {played['round']}")
        for example in EXAMPLES
        for played in example["rounds"]
    ],
)
def test_the_worked_events_match_expected(example: dict, number: int):
    facts = example["options"]
    players = tuple(
        Player(tpn, str(tpn), withdrawn_after=2 if tpn == facts.get("withdrawn") else None)
        for tpn in range(1, example["players"] + 1)
    )
    past = [_notation(played) for played in example["rounds"][: number - 1]]
    asked = question(players, *past, of=example["total_rounds"])
    answer = paired(asked, cycles=2 if facts["double"] else 1, exchange=facts["swap_last_two_of_first_cycle"])
    games = example["rounds"][number - 1]["games"]
    walkovers = {game[game[2] == 0]: Kind.FORFEIT_WIN for game in games if game[-1] == "forfeit"}
    rest = example["rounds"][number - 1]["rest"]
    assert answer.pairs == tuple(Pair(*game[:2]) for game in games if game[-1] != "forfeit")
    assert answer.unopposed == walkovers | ({rest: Kind.ZERO_POINT_BYE} if rest else {})


def _notation(played: dict) -> str:
    words = {(1, 0): "1-0", (0, 1): "0-1", (0.5, 0.5): "½"}
    games = [
        f"{game[0]}-{game[1]} " + ({1: "+-", 0: "-+"}[game[2]] if game[-1] == "forfeit" else words[game[2], game[3]])
        for game in played["games"]
    ]
    return ", ".join(games + ([f"{played['rest']} zero"] if played["rest"] else []))


@pytest.mark.article("C.05 annex 1")
@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_nobody_has_three_equal_colours_running_thanks_to_the_exchange_at_the_seam(size: int):
    def longest(exchange: bool) -> int:
        options = Options(cycles=2, exchange=exchange)
        colours = dict.fromkeys(range(1, size + 1), "")
        for number in range(1, 2 * size - 1):
            for pair in schedule(size, *place(number, size, options)):
                colours[pair.white] += "W"
                colours[pair.black] += "B"
        return max(run for run in (1, 2, 3) if any(c * run in past for past in colours.values() for c in "WB"))

    assert longest(exchange=True) == 2
    assert longest(exchange=False) == 3


@pytest.mark.article("C.05 annex 1")
def test_everybody_meets_everybody_as_often_as_there_are_cycles_and_with_both_colours():
    for size in range(2, 21, 2):
        options = Options(cycles=4)
        met: dict[tuple[int, int], int] = {}
        for number in range(1, 4 * (size - 1) + 1):
            boards = schedule(size, *place(number, size, options))
            assert len({tpn for pair in boards for tpn in (pair.white, pair.black)}) == size
            for pair in boards:
                met[pair.white, pair.black] = met.get((pair.white, pair.black), 0) + 1
        assert met == {(a, b): 2 for a in range(1, size + 1) for b in range(1, size + 1) if a != b}


@pytest.mark.article("C.05 annex 1")
def test_the_double_event_of_four_has_its_last_two_rounds_of_the_first_cycle_exchanged():
    options = Options(cycles=2)
    rounds = [written(schedule(4, *place(number, 4, options))) for number in range(1, 7)]
    assert " | ".join(rounds) == "1-4 2-3 | 2-4 3-1 | 4-3 1-2 | 4-1 3-2 | 3-4 2-1 | 4-2 1-3"


@pytest.mark.article("C.06 V.4")
def test_who_withdraws_keeps_his_number_and_his_opponents_win_by_forfeit():
    players = tuple(Player(tpn, str(tpn), withdrawn_after=2 if tpn in (3, 6) else None) for tpn in range(1, 7))
    past = ("1-6 1-0, 2-5 ½, 3-4 0-1", "6-4 1-0, 5-3 ½, 1-2 ½")
    answer = paired(question(players, *past, of=5))  # the table has 2-6 3-1 4-5
    assert answer.pairs == (Pair(4, 5),)
    assert answer.unopposed == {1: Kind.FORFEIT_WIN, 2: Kind.FORFEIT_WIN}
    last = paired(question(players, *past, "2-6 +-, 3-1 -+, 4-5 ½", "6-5 -+, 1-4 ½, 2-3 +-", of=5))
    assert written(last.pairs) == "4-2 5-1"  # 3-6: both are gone
    assert last.unopposed == {}


@pytest.mark.article("C.06 V.4")
@pytest.mark.parametrize(("rounds", "counts"), [(2, 0), (3, 1)])
def test_results_count_from_half_of_the_games(rounds: int, counts: int):
    # number 1 of seven has six games; he rests in round 1
    past = ("2-7 ½, 3-6 ½, 4-5 ½", "6-4 ½, 7-3 ½, 1-2 ½", "3-1 ½, 4-7 ½, 5-6 ½", "7-5 ½, 1-4 ½, 2-3 ½")
    players = tuple(Player(tpn, str(tpn), withdrawn_after=rounds + 1 if tpn == 1 else None) for tpn in range(1, 8))
    trace = paired(question(players, *past[: rounds + 1], of=7)).trace
    (told,) = (step for step in trace if "counts" in facts_of(step))
    assert facts_of(told) == {"played": rounds, "games": 6, "counts": counts}


@pytest.mark.article("C.05 annex 1")
def test_a_number_whose_holder_left_before_the_first_round_is_a_rest():
    left = tuple(Player(tpn, str(tpn), withdrawn_after=0 if tpn == 4 else None) for tpn in range(1, 7))
    never_listed = tuple(player for player in left if player.tpn != 4)
    for players in (left, never_listed):
        answer = paired(question(players, of=5))
        assert (written(answer.pairs), answer.unopposed) == ("1-6 2-5", {3: Kind.ZERO_POINT_BYE})


@pytest.mark.article("C.05 annex 1")
def test_rounds_that_were_not_paired_by_the_table_stop_it_before_two_meet_again():
    with pytest.raises(NoLegalPairing, match='"P01" - "P02" now, but they met in round 1') as caught:
        paired(question(6, "1-2 ½, 3-4 ½, 5-6 ½", of=5))
    assert caught.value.problems[0].article == "C.05 annex 1"


def test_a_forfeited_game_is_no_meeting():
    assert written(paired(question(4, "1-2 +-, 3-4 -+", of=3)).pairs) == "4-3 1-2"


@pytest.mark.article("C.05 annex 1", "C.06 V.4")
def test_all_that_does_not_fit_the_table_is_refused_at_once():
    asked = question(
        6,
        of=7,
        unavailable={2: "half", 4: "absent", 5: "full"},
        forbidden_pairs=(ForbiddenPairs((1, 2)),),
        virtual_points={1: (10,)},
    )
    with pytest.raises(InvalidTournament) as caught:
        paired(asked)
    assert [problem.code for problem in caught.value.problems] == [
        "wrong-number-of-rounds",
        "no-bye-in-a-round-robin",
        "no-bye-in-a-round-robin",
        "no-forbidden-pairs",
        "no-acceleration",
    ]
    with pytest.raises(InvalidTournament, match="a number from 1"):
        paired(question(6, of=5), cycles=0)


@pytest.mark.parametrize("players", [0, 1])
def test_a_field_of_nobody_or_one_is_answered(players: int):
    answer = paired(question(players, of=1))
    assert (answer.pairs, answer.pab) == ((), None)
    assert answer.unopposed == ({1: Kind.ZERO_POINT_BYE} if players else {})


@pytest.mark.article("C.05 annex 1")
def test_every_place_of_the_table_leaves_a_step():
    answer = paired(question(5, of=5, unavailable={2: "absent"}))
    assert [(step.kind, step.players) for step in answer.trace] == [
        ("field", ()),
        ("bye", (1,)),
        ("bye", (5,)),
        ("pair", (3, 4)),
    ]
    assert all(step.article for step in answer.trace)
