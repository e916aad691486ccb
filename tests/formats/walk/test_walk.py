"""A walk over the records of reports: one slip at a time, and none changes the pairing without a word.

A slip that leaves a well-formed line is exempt: nobody can tell it from what was meant (`forms`). Every other one, in a
tag, between the fields, in a number that nobody has or that stands twice, must be refused or noted with its line and
column if the pairing changes.
"""

import random
from collections.abc import Iterator

import pytest
from nextround import service
from nextround.core.formats import read_trf
from nextround.core.formats.records import READERS
from nextround.core.formats.system_codes import system_code
from nextround.core.formats.team_records import READERS as TEAM_READERS
from nextround.core.tournament import PairingError, Problem
from nextround.registry import read_options, registry

from tests.formats.walk.files import FILES
from tests.formats.walk.forms import Forms
from tests.formats.walk.slips import of_characters, of_numbers

#: Slips of each record of each file.
SAMPLE = 60

Told = tuple[object, frozenset[Problem]]


def told(text: str) -> Told | None:
    """Give the pairing and the notes with their places; None where the report is refused."""
    try:
        report = read_trf(text)
        said = system_code(report.system_code)
        if report.system_code and said is None:
            return None
        entry = registry().system(said.system, said.edition, report.first_round_date) if said else _UNSAID
        options = read_options(entry.options, said.options if said else {}, entry.name)
        _, answer = service.pair(report.tournament(), entry.make(options))
    except PairingError:
        return None
    return (entry.name, answer.pairs, answer.pab), frozenset(report.notes)


_UNSAID = registry().systems["dutch-2026"]


def slips(text: str) -> Iterator[tuple[str, str, str]]:
    """Give the record of each slip, what it is, and the file with it; well-formed lines are left out."""
    lines = text.splitlines()
    forms = Forms(text)
    for index, line in enumerate(lines):
        for what, changed in (*of_characters(line), *of_numbers(line)):
            if changed.rstrip() != line.rstrip() and not forms.well_formed(changed, line[:3]):
                yield line[:3], f"{line!r}, {what}", "\n".join((*lines[:index], changed, *lines[index + 1 :], ""))
        yield line[:3], f"{line!r} twice", "\n".join((*lines[: index + 1], *lines[index:], ""))


def silent(text: str, sample: int) -> tuple[list[str], int]:
    """Give the slips that change the pairing without a word, of so many of each record, and how many were tried."""
    right = told(text)
    assert right is not None
    of_record: dict[str, list[tuple[str, str, str]]] = {}
    for slip in slips(text):
        of_record.setdefault(slip[0], []).append(slip)
    chosen = random.Random(9)
    tried = [slip for every in of_record.values() for slip in chosen.sample(every, min(sample, len(every)))]
    found = []
    for tag, what, changed in tried:
        after = told(changed)
        if after and after[0] != right[0] and not any(_is_a_word(note, tag) for note in after[1] - right[1]):
            found.append(what)
    return found, len(tried)


def _is_a_word(note: Problem, tag: str) -> bool:
    """Whether a note gives line and column; that an unknown record was kept is not enough where a player is lost."""
    return ":" in note.pointer and (tag != "001" or note.code != "kept")


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_no_slip_changes_the_pairing_without_a_word(text: str) -> None:
    assert silent(text, SAMPLE)[0] == []


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_the_lines_that_are_walked_over_are_well_formed(text: str) -> None:
    forms = Forms(text)
    assert [line for line in text.splitlines() if not forms.well_formed(line, line[:3])] == []


def test_every_record_that_is_read_is_walked_over() -> None:
    walked = {line[:3] for text in FILES.values() for line in text.splitlines()}
    assert (READERS.keys() | TEAM_READERS.keys() | {"001", "310"}) - walked == set()
