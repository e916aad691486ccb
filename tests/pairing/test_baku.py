"""Baku acceleration in both texts: groups, late entries, virtual points, and what the texts don't allow."""

from dataclasses import replace
from datetime import date

import pytest
from nextround import pairing_request
from nextround.core.pairing import check, round_to_pair
from nextround.core.pairing.baku import BAKU_2016, BAKU_2026, Baku, Text, division
from nextround.core.tournament import InvalidTournament, PointSystem, Tournament
from nextround.registry import registry

from tests.builders import boards, facts_of, tournament
from tests.golden.reader import Reference, boards_of, position, references
from tests.systems.dutch.editions import EDITIONS, answer

TEXTS = pytest.mark.parametrize("text", [BAKU_2016, BAKU_2026], ids=lambda text: text.name)


def by_round(text: Text, rounds: int, **facts: PointSystem) -> list[int]:
    """The virtual points of the first player, round by round, before the last round."""
    before = tournament(4, *["1-2 ½, 3-4 ½"] * (rounds - 1), of=rounds, **facts)
    return list(Baku(text).virtual_points(before)[1])


def codes(text: Text, facts: Tournament) -> list[tuple[str, str]]:
    with pytest.raises(InvalidTournament) as caught:
        Baku(text).virtual_points(facts)
    return [(problem.code, problem.article) for problem in caught.value.problems]


@pytest.mark.article("C.04.5.1 (2016) 2", "C.04.7 (2026) 1.2")
@pytest.mark.parametrize(
    ("players", "accelerated"),
    [(161, 82), (10, 6), (9, 6), (8, 4), (7, 4), (6, 4), (5, 4), (4, 2), (3, 2), (2, 2), (1, 1), (0, 0)],
)
def test_the_first_half_rounded_up_to_an_even_number_is_accelerated(players: int, accelerated: int):
    assert division(tournament(players, of=9)).members == tuple(range(1, accelerated + 1))


@pytest.mark.article("C.04.5.1 (2016) 2", "C.04.7 (2026) 1.2")
def test_who_is_on_the_list_but_absent_in_round_1_counts():
    facts = tournament(10, of=9, unavailable={9: "half", 10: "absent"})
    assert division(facts).members == (1, 2, 3, 4, 5, 6)


@pytest.mark.article("C.04.5.1 (2016) 3", "C.04.7 (2026) 1.3")
@pytest.mark.parametrize(
    ("late", "members", "last"),
    [
        ((), (1, 2, 3, 4), 4),
        ((3,), (1, 2, 3, 4, 5), 5),  # inserted above the last of GA: his number is 5 now, and GA is odd
        ((1, 2), (1, 2, 3, 4, 5, 6), 6),
        ((5,), (1, 2, 3, 4), 4),  # inserted right below him
        ((8,), (1, 2, 3, 4), 4),
    ],
)
@TEXTS
def test_late_entries_leave_the_last_person_of_ga_where_he_is(
    text: Text, late: tuple[int, ...], members: tuple[int, ...], last: int
):
    entered = [tpn for tpn in range(1, 9) if tpn not in late][: 8 - len(late)]
    first = ", ".join([f"{a}-{b} ½" for a, b in zip(entered[::2], entered[1::2], strict=False)])
    facts = tournament(8, ", ".join(filter(None, [first, *(f"{tpn} late" for tpn in late)])), of=9)
    divided = division(facts)
    assert (divided.members, divided.last) == (members, last)
    virtual = Baku(text).virtual_points(facts)
    assert virtual == {tpn: (0, 10) if tpn in late else (10, 10) for tpn in members}


@pytest.mark.article("C.04.5.1 (2016) 3", "C.04.7 (2026) 1.3")
def test_who_enters_later_does_not_count_before_round_1():
    entered = tournament(9, of=9, unavailable={2: "late"})
    assert division(entered).members == (1, 2, 3, 4, 5)
    assert Baku(BAKU_2026).virtual_points(entered)[2] == (0,)


@pytest.mark.article("C.04.5.1 (2016) 4")
@pytest.mark.parametrize("rounds", [9, 11, 13])
def test_the_text_of_2016_gives_a_point_for_three_rounds_and_half_for_two(rounds: int):
    assert by_round(BAKU_2016, rounds) == [10, 10, 10, 5, 5, *[0] * (rounds - 5)]


@pytest.mark.article("C.04.7 (2026) 1.4")
@pytest.mark.parametrize(
    ("rounds", "full", "half"),
    [(1, 1, 0), (4, 1, 1), (5, 2, 1), (6, 2, 1), (7, 2, 2), (8, 2, 2), (9, 3, 2), (10, 3, 2), (11, 3, 3), (13, 4, 3)],
)
def test_the_general_text_accelerates_half_of_the_rounds_and_half_of_these_in_full(rounds: int, full: int, half: int):
    assert by_round(BAKU_2026, rounds) == [*[10] * full, *[5] * half, *[0] * (rounds - full - half)]


@pytest.mark.article("C.04.7 (2026) 1.1", "C.04.7 (2026) 1.4")
def test_the_general_text_takes_any_points_by_which_a_win_is_two_draws():
    assert by_round(BAKU_2026, 11, points=PointSystem.of(20, 10)) == [20, 20, 20, 10, 10, 10, 0, 0, 0, 0, 0]


@pytest.mark.article("C.04.5.1 (2016) 1")
def test_the_text_of_2016_is_for_nine_rounds_or_more_and_the_usual_points():
    refused = ("acceleration-not-allowed", "C.04.5.1 (2016) 1")
    assert codes(BAKU_2016, tournament(4, of=8)) == [refused]
    assert codes(BAKU_2016, tournament(4, of=9, points=PointSystem.of(20, 10))) == [refused]
    assert codes(BAKU_2016, tournament(4, of=8, points=PointSystem.of(30, 10))) == [refused, refused]


@pytest.mark.article("C.04.7 (2026) 1.1")
@pytest.mark.parametrize("points", [PointSystem.of(30, 10), PointSystem.of(20, 5), PointSystem.of(30, 20, 10)])
def test_the_general_text_needs_a_win_of_two_draws_and_a_loss_of_nothing(points: PointSystem):
    assert codes(BAKU_2026, tournament(4, of=9, points=points)) == [("acceleration-not-allowed", "C.04.7 (2026) 1.1")]


@pytest.mark.article("C.04.7 (2026) 1.4", "C.04.7 (2026) 1.5")
def test_virtual_points_given_as_well_must_be_the_computed_ones():
    facts = tournament(4, "1-3 ½, 2-4 ½", "1-4 ½, 2-3 ½", of=9)
    right = {1: (10, 10, 10, 5, 5), 2: (10, 10, 10)}
    assert Baku(BAKU_2026).virtual_points(replace(facts, virtual_points=right)).keys() == {1, 2}
    wrong = replace(facts, virtual_points={1: (10, 10), 2: (10, 5, 10), 3: (0, 5)})
    with pytest.raises(InvalidTournament) as caught:
        Baku(BAKU_2026).virtual_points(wrong)
    said = [problem.message for problem in caught.value.problems]
    assert [message.partition(" by ")[0].partition(";")[0][:63] for message in said] == [
        'player "P01" is given 0.0 virtual points in round 3 and has 1.0',
        'player "P02" is given 0.5 virtual points in round 2 and has 1.0',
        'player "P03" is given 0.5 virtual points in round 2 and has 0.0',
    ]


@pytest.mark.article("C.04.7 (2026) 1.3")
def test_points_given_for_rounds_before_a_player_entered_do_not_matter():
    facts = tournament(4, "1-3 ½, 2 late, 4 pab", of=9)
    for given in ((10, 10), (0, 10)):
        Baku(BAKU_2026).virtual_points(replace(facts, virtual_points={1: (10, 10), 2: given, 3: (10, 10)}))


@pytest.mark.article("C.04.5.1 (2016) 5", "C.04.7 (2026) 1.5")
def test_the_answer_tells_the_groups_and_the_virtual_points_of_the_round():
    facts = tournament(10, *["1-2 ½"] * 3, of=9)
    _, pairing = pairing_request.pair(facts, EDITIONS["dutch-2026"], Baku(BAKU_2016))
    step = pairing.trace[0]
    assert (step.article, step.kind, step.players) == ("C.04.5.1 (2016) 2", "field", (1, 2, 3, 4, 5, 6))
    assert facts_of(step) == {
        "first and last of GA": [1, 6],
        "first and last of GB": [7, 10],
        "virtual points": dict.fromkeys(range(1, 7), 5),
    }
    afterwards = tournament(10, *["1-2 ½"] * 5, of=9)
    assert "virtual points" not in facts_of(Baku(BAKU_2016).explain(afterwards))


@pytest.mark.article("C.04.5.1 (2016) 4", "C.04.7 (2026) 1.4", "C.04.7 (2026) 1.5")
def test_the_texts_pair_the_sixth_of_eleven_rounds_differently():
    facts = tournament(
        12,
        "1-4 ½, 5-2 ½, 3-6 1-0, 7-10 0-1, 11-8 ½, 9-12 ½",
        "2-3 0-1, 4-5 ½, 6-1 0-1, 10-9 1-0, 12-11 1-0, 8-7 0-1",
        "3-1 1-0, 5-10 1-0, 12-4 0-1, 7-2 1-0, 11-6 0-1, 9-8 1-0",
        "4-3 1-0, 7-5 0-1, 1-10 ½, 6-9 1-0, 8-12 0-1, 2-11 ½",
        "3-5 0-1, 10-4 1-0, 12-6 ½, 1-7 ½, 9-11 0-1, 8-2 1-0",
        of=11,
    )
    sixth = {
        text.name: answer(round_to_pair(facts, Baku(text).virtual_points(facts)), "dutch-2026")
        for text in (BAKU_2016, BAKU_2026)
    }
    assert sixth == {"baku-2016": "5-12 10-3 4-7 11-1 6-8 2-9", "baku-2026": "5-6 10-3 4-8 12-1 11-7 2-9"}


ACCELERATED = [reference for reference in references("dutch2026") if "baku_xxa" in reference.facts["features"]]


@pytest.mark.article("C.04.7 (2026) 1.2", "C.04.7 (2026) 1.4")
@pytest.mark.parametrize("reference", [pytest.param(reference, id=reference.file) for reference in ACCELERATED])
def test_computed_points_pair_the_reference_tournaments_as_the_given_ones_do(reference: Reference):
    for number in range(1, reference.facts["rounds"] + 1):
        given = reference.report.tournament(number)
        facts = replace(given, virtual_points={})
        question = round_to_pair(facts, Baku(BAKU_2026).virtual_points(facts))
        assert question == round_to_pair(given)
        pairing = check(question, EDITIONS["dutch-2026"].pair(question))
        assert (frozenset((pair.white, pair.black) for pair in pairing.pairs), pairing.pab) == boards_of(
            reference.report, number
        )


@pytest.mark.article("C.04.7 (2026) 1.2")
@TEXTS
def test_a_report_that_names_baku_has_six_of_ten_players_accelerated(text: Text):
    facts = position("cases/25_baku_group_rounding_b.trf").tournament()
    question = round_to_pair(facts, Baku(text).virtual_points(facts))
    assert boards(EDITIONS["dutch-2026"].pair(question)) == "1-4 5-2 3-6 7-9 10-8"


@pytest.mark.parametrize(("year", "name"), [(2024, "baku-2016"), (2026, "baku-2026")])
def test_the_edition_follows_from_the_date_of_the_first_round(year: int, name: str):
    assert registry().acceleration("baku", date(year, 2, 1)).name == name
