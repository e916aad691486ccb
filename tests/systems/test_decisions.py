"""DECISIONS.md and the code say the same: what is listed is decided somewhere, and what is decided is listed."""

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
from nextround import core
from nextround.registry import SYSTEMS

CORE = Path(core.__path__[0])

#: By section: the form of its marks, where in the core they stand, and the systems whose options it names.
SECTIONS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "Everywhere": (r"G-\d+", ("pairing", "formats"), ()),
    "Dutch": (r"FD-\d+", ("pairing", "systems/dutch"), ("dutch-2017", "dutch-2026")),
    "Dubov": (r"D-\d+", ("pairing", "systems/dubov"), ("dubov-2026",)),
    "Burstein": (r"B-\d+", ("systems/burstein",), ("burstein-2026",)),
    "Double-Swiss and Swiss Team": (
        r"D\d+",
        (
            "pairing",
            "tournament",
            "formats",
            "systems/matches",
            "systems/double_swiss.py",
            "systems/swiss_team.py",
        ),
        ("double-swiss-2026", "swiss-team-2026"),
    ),
    "Amalfi": (r"A\d+", ("systems/amalfi.py",), ("amalfi",)),
    "Vega": (r"V-\d+", ("systems/vega",), ("vega",)),
    "Lim": (r"L-\d+", ("systems/lim",), ("lim-2026-c1",)),
    "Round robins and Baku": (r"(?:RR|BK)-\d+", ("pairing", "systems/berger.py"), ("berger",)),
    "Standings": (r"T-\d+", ("standings",), ()),
}


@cache
def rows() -> dict[str, list[list[str]]]:
    """Give the rows of the table of each section, cell by cell."""
    text = (CORE / "systems" / "DECISIONS.md").read_text("utf-8")
    return {
        title: [[cell.strip() for cell in line.strip("|").split("|")] for line in _table(body)]
        for title, body in re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", text, flags=re.MULTILINE)
    }


def _table(body: str) -> list[str]:
    return [line for line in body.splitlines() if line.startswith("| ") and not line.startswith("| |")]


def _cited(form: str, places: tuple[str, ...]) -> Iterator[str]:
    for place in places:
        path = CORE / place
        for file in [path] if path.is_file() else path.rglob("*.py"):
            yield from re.findall(rf"\b{form}\b", file.read_text("utf-8"))


def test_every_section_is_held_to_the_code():
    assert list(rows()) == list(SECTIONS)


@pytest.mark.parametrize("section", SECTIONS)
def test_what_the_code_decides_is_listed_and_what_is_listed_is_decided_there(section: str):
    form, places, _ = SECTIONS[section]
    listed = [row[0] for row in rows()[section]]
    assert len(listed) == len(set(listed))
    assert set(listed) == set(_cited(form, places))


@pytest.mark.parametrize("section", SECTIONS)
def test_every_line_says_what_is_decided_and_why(section: str):
    assert [row for row in rows()[section] if len(row) != 5 or not all(row)] == []


@pytest.mark.parametrize("section", [section for section in SECTIONS if SECTIONS[section][2]])
def test_the_options_named_are_options_of_the_system_and_every_option_is_named(section: str):
    named = {name for row in rows()[section] for cell in (row[3], row[4]) for name in re.findall(r"`(\w+)`", cell)}
    there = {option.name for entry in SYSTEMS if entry.name in SECTIONS[section][2] for option in fields(entry.options)}
    assert {name for row in rows()[section] for name in re.findall(r"`(\w+)`", row[3])} <= there
    assert there - {"cycles"} <= named  # how often everybody meets everybody is the event's to say
