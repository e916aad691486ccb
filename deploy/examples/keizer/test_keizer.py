"""The rules of the README, one by one, with positions that were worked out by hand."""

from collections.abc import Mapping

import pytest
from nextround.core.pairing import RoundPairing, RoundToPair, check, round_to_pair
from nextround.core.tournament import (
    Colour,
    ForbiddenPairs,
    InvalidTournament,
    Kind,
    NoLegalPairing,
    Outcome,
    Player,
    Record,
    Tournament,
)
from nextround.plugin import FieldStep, PairStep, PassedOver, ValuesFact
from nextround_keizer import ENTRY, Keizer, Options, rank

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
AWAY = Record(Kind.ABSENT)
Game = tuple[int, int, Outcome]


def played(*games: Game, others: Mapping[int, Record] | None = None) -> dict[int, Record]:
    """Make a round of games as (White, Black, what White got), and other records."""
    column = dict(others or {})
    for white, black, got in games:
        theirs = {WIN: LOSS, DRAW: DRAW, LOSS: WIN}[got]
        column[white] = Record(Kind.PLAYED, black, Colour.WHITE, got)
        column[black] = Record(Kind.PLAYED, white, Colour.BLACK, theirs)
    return column


def question(players: int, *rounds: Mapping[int, Record], **facts: object) -> RoundToPair:
    """Ask for the round after these; whoever is missing in one was away."""
    numbers = range(1, players + 1)
    return round_to_pair(
        Tournament(
            number_of_rounds=30,
            round_number=len(rounds) + 1,
            players=tuple(Player(tpn, f"p{tpn}") for tpn in numbers),
            records={tpn: tuple(column.get(tpn, AWAY) for column in rounds) for tpn in numbers},
            **facts,  # type: ignore[arg-type]
        ),
        repeats=ENTRY.repeats,
    )


def paired(asked: RoundToPair, **options: object) -> str:
    """Pair and check; write the boards as ``1-2 3-4, 5 bye``."""
    answer = check(asked, Keizer(Options(**options)).pair(asked))  # type: ignore[arg-type]
    text = " ".join(f"{pair.white}-{pair.black}" for pair in answer.pairs)
    return text if answer.pab is None else f"{text}, {answer.pab} bye"


def values(step: FieldStep) -> list[int]:
    """What the players are worth, in the order of the ranking."""
    return [value for _, value in _fact(step, "values").values]


def scores(step: FieldStep) -> list[str]:
    """What they have, as the README writes it: ``10 1/6``."""
    fact = _fact(step, "scores")
    assert (fact.parts, [tpn for tpn, _ in fact.values]) == (6, list(step.players))
    return [written(sixths) for _, sixths in fact.values]


def written(sixths: int) -> str:
    whole, rest = divmod(sixths, 6)
    return f"{whole} {rest}/6" if rest else str(whole)


def _fact(step: FieldStep, name: str) -> ValuesFact:
    (fact,) = (fact for fact in step.facts if fact.name == name)
    assert isinstance(fact, ValuesFact)
    return fact


def told(answer: RoundPairing, decision: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(step.article, step.players) for step in answer.trace if step.kind == decision]


FIRST = played((1, 2, LOSS), (3, 4, WIN))


@pytest.mark.article("Keizer 1.1", "Keizer 1.2", "Keizer 5.4")
def test_the_first_round_goes_by_pairing_number():
    asked = question(7, unavailable={3: Kind.ABSENT})
    assert paired(asked) == "1-2 5-4 7-6"  # 4 and 6 are the higher, and even: Black
    assert paired(question(4, initial_colour=Colour.BLACK)) == "2-1 4-3"
    assert values(rank(asked, Options())[1]) == [10, 9, 8, 7, 6, 5, 4]


@pytest.mark.article("Keizer 1.3", "Keizer 2.1", "Keizer 2.2")
def test_scores_are_counted_again_until_the_ranking_stays():
    # Values 6 5 4 3: scores 6, 5 + 6, 4 + 3, 3, so 2 3 1 4. Values by that: 2 has 6 + 4, 3 has 5 + 3, 1 has 4, 4 has 3.
    _, step = rank(question(4, FIRST), Options())
    assert step.players == (2, 3, 1, 4)
    assert (values(step), scores(step)) == ([6, 5, 4, 3], ["10", "8", "4", "3"])


@pytest.mark.article("Keizer 2.3")
@pytest.mark.parametrize(
    ("record", "score"),
    [
        (Record(Kind.FULL_POINT_BYE), "4"),  # the second of two has the value 2, once anyway
        (Record(Kind.PAB), "3 2/6"),
        (Record(Kind.FORFEIT_WIN, 1, Colour.WHITE), "3 2/6"),
        (Record(Kind.HALF_POINT_BYE), "3"),
        (Record(Kind.ZERO_POINT_BYE), "2 4/6"),
        (Record(Kind.NOT_ENTERED), "2 4/6"),
        (AWAY, "2 4/6"),
        (Record(Kind.FORFEIT_LOSS, 1, Colour.WHITE), "2"),
    ],
    ids=lambda value: value.kind.value if isinstance(value, Record) else "",
)
def test_a_round_without_a_game_brings_a_part_of_ones_own_value(record: Record, score: str):
    # 1 leads whatever 2 has: his value is 3, and 3 more for a full-point bye.
    _, step = rank(question(2, {1: Record(Kind.FULL_POINT_BYE), 2: record}), Options())
    assert scores(step) == ["6", score]


@pytest.mark.article("Keizer 2.3")
@pytest.mark.parametrize(("absence", "score"), [(0, "3"), (1, "3 3/6"), (2, "4"), (3, "4 3/6")])
def test_what_an_absence_brings_is_an_option(absence: int, score: str):
    _, step = rank(question(2, {}), Options(absence=absence))  # type: ignore[arg-type]
    assert scores(step) == [score, written(12 + 2 * absence)]


@pytest.mark.article("Keizer 2.2")
def test_a_draw_brings_half_of_the_opponents_value():
    _, step = rank(question(2, played((1, 2, DRAW))), Options())
    assert step.players == (1, 2)
    assert scores(step) == ["4", "3 3/6"]


@pytest.mark.article("Keizer 1.3")
def test_equal_scores_go_by_pairing_number():
    # Values 3 2: 1 has 3, and 2 has 2 and half of 2.
    records = {1: Record(Kind.FORFEIT_LOSS, 2, Colour.WHITE), 2: Record(Kind.HALF_POINT_BYE)}
    _, step = rank(question(2, records), Options())
    assert (step.players, scores(step)) == ((1, 2), ["3", "3"])


@pytest.mark.article("Keizer 4.1")
def test_neighbours_in_the_ranking_meet():
    answer = Keizer().pair(question(4, FIRST))
    assert told(answer, "pair") == [("Keizer 4.1", (2, 3)), ("Keizer 4.1", (1, 4))]
    assert paired(question(4, FIRST)) == "2-3 4-1"


@pytest.mark.article("Keizer 4.2", "Keizer 4.4")
def test_who_met_lately_does_not_meet_again_and_later_does():
    # Draws alone change no ranking here: 1 2 3 4.
    rounds = [played((1, 2, DRAW), (3, 4, DRAW)), played((3, 1, DRAW), (4, 2, DRAW))]
    assert paired(question(4, *rounds)) == "1-4 2-3"
    rounds.append(played((1, 4, DRAW), (2, 3, DRAW)))
    assert paired(question(4, *rounds), gap=2) == "2-1 4-3"


@pytest.mark.article("Keizer 4.4")
def test_where_all_have_met_lately_the_gap_gives_way():
    rounds = [
        played((1, 2, DRAW), (3, 4, DRAW)),
        played((3, 1, DRAW), (4, 2, DRAW)),
        played((1, 4, DRAW), (2, 3, DRAW)),
    ]
    answer = Keizer().pair(question(4, *rounds))
    (waiver,) = (step for step in answer.trace if step.kind == "waiver")
    assert waiver.reason == "no complete pairing without a second meeting within 3 rounds; within 2 there is one"
    assert {frozenset((pair.white, pair.black)) for pair in answer.pairs} == {frozenset((1, 2)), frozenset((3, 4))}
    assert paired(question(2, played((1, 2, DRAW)))) == "2-1"  # two alone meet every week


@pytest.mark.article("Keizer 4.2")
def test_forfeits_are_no_meetings():
    forfeit = {
        1: Record(Kind.FORFEIT_WIN, 2, Colour.WHITE),
        2: Record(Kind.FORFEIT_LOSS, 1, Colour.BLACK),
        3: Record(Kind.FORFEIT_WIN, 4, Colour.WHITE),
        4: Record(Kind.FORFEIT_LOSS, 3, Colour.BLACK),
    }
    # Values 6 5 4 3: 1 has 6 + 4, 2 has 5, 3 has 4 + 2 4/6, 4 has 3: 1 3 2 4, and with these values again.
    assert told(Keizer().pair(question(4, forfeit)), "pair") == [("Keizer 4.1", (1, 3)), ("Keizer 4.1", (2, 4))]
    assert told(Keizer().pair(question(2, {n: forfeit[n] for n in (1, 2)})), "waiver") == []


@pytest.mark.article("Keizer 4.3")
def test_who_would_leave_no_complete_pairing_is_passed_over():
    asked = question(4, played((3, 4, DRAW), others=dict.fromkeys((1, 2), Record(Kind.HALF_POINT_BYE))))
    # 1 2 3 4 again; 1-2 would leave 3 and 4, who have just met.
    answer = Keizer().pair(asked)
    assert told(answer, "pair") == [("Keizer 4.3", (1, 3)), ("Keizer 4.1", (2, 4))]
    (pair,) = (step for step in answer.trace if step.article == "Keizer 4.3")
    assert isinstance(pair, PairStep)
    assert pair.passed_over == (PassedOver(2, "would leave no complete pairing"),)


@pytest.mark.article("Keizer 3.1")
def test_the_bye_goes_to_whoever_had_the_fewest_then_to_the_lowest():
    assert paired(question(3)) == "1-2, 3 bye"
    # Values 4 3 2: 1 has 4 + 1½, 2 has 3 + 2, 3 has 2 + 1 2/6: 1 2 3.
    once = played((1, 2, DRAW), others={3: Record(Kind.PAB)})
    assert paired(question(3, once), gap=0) == "3-1, 2 bye"
    twice = played((3, 1, DRAW), others={2: Record(Kind.PAB)})
    thrice = played((2, 3, DRAW), others={1: Record(Kind.PAB)})
    # 1 has 4 + 1½ + 1 + 2 4/6, 2 has 3 + 2 + 2 + 1, 3 has 2 + 2 + 1½ + 1 2/6: 1 2 3, and one bye each.
    assert paired(question(3, once, twice, thrice), gap=2).endswith("3 bye")


def test_a_field_is_never_too_small():
    assert paired(question(0)) == ""
    assert paired(question(1, {1: Record(Kind.PAB)})) == ", 1 bye"


@pytest.mark.article("Keizer 5.1", "Keizer 5.2", "Keizer 5.3")
def test_colours():
    # 2 and 4 had Black, 3 and 1 had White.
    assert told(Keizer().pair(question(4, FIRST)), "colour") == [("Keizer 5.1", (2, 3)), ("Keizer 5.1", (4, 1))]
    # WB against BW, and 1 had Black in their latest game; and WB against BW where they have not met.
    rounds = [played((1, 2, DRAW)), played((2, 1, DRAW)), {}, {}, {}]
    assert told(Keizer().pair(question(2, *rounds)), "colour") == [("Keizer 5.2", (1, 2))]
    rounds = [played((1, 3, DRAW), (4, 2, DRAW)), played((4, 1, DRAW), (2, 3, DRAW))]
    asked = question(4, *rounds, unavailable={3: Kind.ABSENT, 4: Kind.ABSENT})
    assert told(Keizer().pair(asked), "colour") == [("Keizer 5.3", (1, 2))]


@pytest.mark.article("Keizer 4.4")
def test_forbidden_pairs_are_the_only_dead_end():
    with pytest.raises(NoLegalPairing) as refused:
        Keizer().pair(question(2, forbidden_pairs=(ForbiddenPairs((1, 2)),)))
    assert [problem.article for problem in refused.value.problems] == ["Keizer 4.4"]


@pytest.mark.article("Keizer 1.5")
def test_an_acceleration_is_refused():
    with pytest.raises(InvalidTournament, match="leave the acceleration out"):
        Keizer().pair(question(4, virtual_points={1: (10,)}))


@pytest.mark.article("Keizer 1.4")
def test_a_ranking_that_does_not_settle_is_made_fifty_times():
    # 1 and 2 have won, drawn and lost against each other: each has 1½ times the other's value, so whoever is behind
    # leads in the next ranking. The 1st is 2 1 3, the 2nd 1 2 3, and the 50th too: 1 has 3 + 1½ · 4, 2 has 4 + 1½ · 3.
    asked = question(3, played((2, 1, LOSS)), played((2, 1, DRAW)), played((1, 2, LOSS)))
    _, step = rank(asked, Options())
    assert (step.players, scores(step)) == ((1, 2, 3), ["9", "8 3/6", "4"])
    assert step.reason.endswith("made 50 times, it still changes, and the last one counts")


@pytest.mark.parametrize("gap", [-1, 10**9])
def test_any_gap_is_an_answer(gap: int):
    assert paired(question(2, played((1, 2, DRAW))), gap=gap) == "2-1"
