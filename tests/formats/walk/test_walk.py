"""A walk over the records of reports: one slip at a time, and none changes the pairing without a word.

A slip that leaves a well-formed line is exempt: nobody can tell it from what was meant (`forms`). Every other one, in a
tag, between the fields, in a number that nobody has or that stands twice, must be refused or noted with its line and
column if the pairing changes.
"""

import random
from collections.abc import Iterator, Mapping

import pytest
from nextround import pairing_request
from nextround.core.formats import read_trf
from nextround.core.formats.records import READERS
from nextround.core.formats.system_codes import SystemCode, system_code
from nextround.core.formats.team_records import READERS as TEAM_READERS
from nextround.core.tournament import InvalidTournament, PairingError, Problem
from nextround.registry import read_options, registry

from tests.formats.walk.files import FILES
from tests.formats.walk.forms import COLUMNS, Forms
from tests.formats.walk.slips import slips

#: So many slips of each kind are tried on each record of each file.
SAMPLES = {"tag": 12, "character": 15, "number": 20, "longer": 70, "exchanged": 12, "twice": 2}

Told = tuple[object, frozenset[Problem]]


def told(text: str, asked: str | None) -> Told | None:
    """Give the pairing and the notes with their places; None where it is refused.

    ``asked`` is the system; None where record 192 says it.
    """
    try:
        report = read_trf(text)
        said = SystemCode(asked) if asked else system_code(report.system_code)
        if said is None:
            return None
        entry = registry().system(said.system, said.edition, report.first_round_date)
        options = read_options(entry.options, said.options, entry.name)
        _, answer = pairing_request.pair(report.tournament(), entry.make(options))
    except PairingError:
        return None
    return (entry.name, answer.pairs, answer.pab), frozenset(report.notes)


def files_with_slips(text: str) -> Iterator[tuple[str, str, str, str]]:
    """Give the kind and record of each slip, what it is, and the file with it; well-formed lines are left out."""
    lines = text.splitlines()
    forms = Forms(text)
    for index, line in enumerate(lines):
        tag = line[:3]
        for kind, what, changed in slips(line):
            if changed.rstrip() != line.rstrip() and not forms.well_formed(changed, tag):
                yield kind, tag, f"{line!r}, {what}", "\n".join((*lines[:index], changed, *lines[index + 1 :], ""))
        yield "twice", tag, f"{line!r} twice", "\n".join((*lines[: index + 1], *lines[index:], ""))


def silent(text: str, samples: Mapping[str, int]) -> list[str]:
    """Give the slips that change the pairing without a word, of so many of each kind in each record."""
    asked = None if "\n192 " in text else "dutch-2026"
    right = told(text, asked)
    assert right is not None
    alike: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for kind, tag, what, changed in files_with_slips(text):
        alike.setdefault((kind, tag), []).append((what, changed))
    chosen = random.Random(9)
    found = []
    for (kind, tag), every in alike.items():
        for what, changed in chosen.sample(every, min(samples[kind], len(every))):
            after = told(changed, asked)
            if after and after[0] != right[0] and not any(_is_a_word(note, tag) for note in after[1] - right[1]):
                found.append(what)
    return found


def _is_a_word(note: Problem, tag: str) -> bool:
    """Whether a note gives line and column; that an unknown record was kept is not enough where a player is lost."""
    return ":" in note.pointer and (tag != "001" or note.code != "kept")


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_no_slip_changes_the_pairing_without_a_word(text: str) -> None:
    assert silent(text, SAMPLES) == []


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_no_slip_in_a_record_with_columns_goes_unsaid(text: str) -> None:
    """Also where the pairing stays as it is: what stands between the fields is looked at for its own sake."""
    right = frozenset(read_trf(text).notes)
    alike: dict[str, list[tuple[str, str]]] = {}
    for kind, tag, what, changed in files_with_slips(text):
        if tag in COLUMNS and kind in ("character", "longer"):
            alike.setdefault(tag, []).append((what, changed))
    unsaid = []
    for every in alike.values():
        for what, changed in random.Random(9).sample(every, min(30, len(every))):
            try:
                if not frozenset(read_trf(changed).notes) - right:
                    unsaid.append(what)
            except InvalidTournament:
                pass
    assert unsaid == []


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_the_lines_that_are_walked_over_are_well_formed(text: str) -> None:
    forms = Forms(text)
    assert [line for line in text.splitlines() if not forms.well_formed(line, line[:3])] == []


def test_every_record_that_is_read_is_walked_over() -> None:
    walked = {line[:3] for text in FILES.values() for line in text.splitlines()}
    assert (READERS.keys() | TEAM_READERS.keys() | {"001", "310"}) - walked == set()
