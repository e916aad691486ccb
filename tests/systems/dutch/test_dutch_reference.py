"""Every round of the golden tournaments, paired again: pairs, colours and the bye are the reference program's."""

import pytest
from nextround.core.pairing import RoundPairing, check, round_to_pair
from nextround.core.pairing.baku import BAKU_2026, Baku
from nextround.core.tournament import InvalidTournament, NoLegalPairing

from tests.builders import boards
from tests.golden.reader import ARCHIVES, Boards, Reference, boards_of, expected, position, references
from tests.systems.dutch.editions import EDITIONS


def as_boards(answer: RoundPairing) -> Boards:
    return frozenset((pair.white, pair.black) for pair in answer.pairs), answer.pab


@pytest.mark.parametrize(
    "reference",
    [pytest.param(reference, id=reference.file) for archive in ARCHIVES for reference in references(archive)],
)
def test_pairs_every_round_as_the_reference_program_did(reference: Reference):
    system = EDITIONS[reference.system]
    different = [
        f"round {number}"
        for number, question, answer in reference.questions()
        if as_boards(check(question, system.pair(question))) != answer
    ]
    assert not different
    question = reference.unanswerable()
    if question is not None:
        with pytest.raises(NoLegalPairing):
            system.pair(question)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", range(1, 10))
def test_pairs_the_worked_example_round_by_round(edition: str, number: int):
    report = position("worked_example.trf")
    question = round_to_pair(report.tournament(number))
    assert as_boards(EDITIONS[edition].pair(question)) == boards_of(report, number)


#: The worked example's boards in the order in which they were published.
PUBLISHED = (
    "7-1 2-8 9-3 4-10 11-5 6-12",
    "1-9 5-4 12-2 8-6 3-11 10-7",
    "4-1 12-5 6-9 7-8 11-2 10-3",
    "1-5 8-4 2-6 9-7 3-12 11-10",
    "12-1 4-2 5-9 7-11 6-3 10-8",
    "2-1 9-4 11-12 5-7 3-8 6-10",
    "1-3 4-12 2-5 10-9 7-6 8-11",
    "3-4 9-2 1-10 12-7 5-8 11-6",
    "2-3 6-1 4-7 8-12 10-5 9-11",
)


@pytest.mark.article("C.04.2 (2026) 3.6")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", range(1, 10))
def test_publishes_the_boards_of_the_worked_example_in_their_order(edition: str, number: int):
    question = round_to_pair(position("worked_example.trf").tournament(number))
    assert boards(EDITIONS[edition].pair(question)) == PUBLISHED[number - 1]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "file",
    [f"{folder}/{name}" for folder in ("editions", "pitfalls", "cases") for name in expected(folder)],
)
def test_answers_each_single_position_as_expected(file: str, edition: str):
    folder, name = file.split("/")
    wanted = expected(folder)[name]
    if "refused" in wanted:
        with pytest.raises(InvalidTournament):
            round_to_pair(position(file).tournament())
        return
    facts = position(file).tournament()
    accelerated = wanted.get("acceleration") == "baku"
    question = round_to_pair(facts, Baku(BAKU_2026).virtual_points(facts) if accelerated else None)
    if "no_legal_pairing" in wanted:
        with pytest.raises(NoLegalPairing):
            EDITIONS[edition].pair(question)
    elif edition in wanted:
        assert boards(EDITIONS[edition].pair(question)) == wanted[edition], wanted["why"]
    else:
        check(question, EDITIONS[edition].pair(question))
