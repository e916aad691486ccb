"""The literal reading of C.04.3 is itself held to the reference programs, in small fields."""

import pytest
from nextround.core.pairing import check, round_to_pair
from nextround.core.tournament import NoLegalPairing

from tests.builders import boards
from tests.golden.reader import ARCHIVES, Reference, boards_of, expected, position, references
from tests.systems.literal.dutch import LiteralDutch

LITERAL = {"dutch-2017": LiteralDutch(2017), "dutch-2026": LiteralDutch(2026)}
LARGEST = 7

small = [
    reference for archive in ARCHIVES for reference in references(archive) if reference.facts["players"] <= LARGEST
]


@pytest.mark.parametrize("reference", small, ids=lambda reference: reference.file)
def test_reads_small_rounds_as_the_reference_program_does(reference: Reference):
    system = LITERAL[reference.system]
    for number, asked, wanted in reference.questions():
        answer = check(asked, system.pair(asked))
        assert (frozenset((pair.white, pair.black) for pair in answer.pairs), answer.pab) == wanted, number
    unanswerable = reference.unanswerable()
    if unanswerable is not None:
        with pytest.raises(NoLegalPairing):
            system.pair(unanswerable)


@pytest.mark.parametrize("edition", LITERAL)
@pytest.mark.parametrize("number", range(2, 10))  # round 1 has 60,000 candidates
def test_reads_the_worked_example_as_it_was_paired(edition: str, number: int):
    report = position("worked_example.trf")
    answer = LITERAL[edition].pair(round_to_pair(report.tournament(number)))
    assert (frozenset((pair.white, pair.black) for pair in answer.pairs), answer.pab) == boards_of(report, number)


known = [
    pytest.param(f"{folder}/{name}", edition, wanted[edition], id=f"{name} {edition}")
    for folder in ("editions", "pitfalls", "cases")
    for name, wanted in expected(folder).items()
    for edition in LITERAL
    if edition in wanted and "acceleration" not in wanted and name[:2] not in ("23", "24", "31")  # too large
]


@pytest.mark.parametrize(("file", "edition", "wanted"), known)
def test_reads_each_single_position_as_expected(file: str, edition: str, wanted: str):
    asked = round_to_pair(position(file).tournament())
    assert boards(LITERAL[edition].pair(asked)) == wanted
