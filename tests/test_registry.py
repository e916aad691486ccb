"""Systems by name, edition and date; options; plugins."""

from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest
from nextround import registry as module
from nextround.core.tournament import InvalidOptions, PairingError, UnknownSystem
from nextround.registry import Entry, NoOptions, PluginRefused, Registry, read_options, registry

from tests.toys import NEIGHBOURS, Neighbours, ToyOptions

OLD: Entry[Neighbours] = replace(NEIGHBOURS, name="old-2017", family="old", edition="2017")
NEW = replace(OLD, name="old-2026", edition="2026", since=date(2026, 2, 1))
REGISTRY = Registry.of((NEIGHBOURS, OLD, NEW))


def message(error: pytest.ExceptionInfo[PairingError]) -> str:
    (problem,) = error.value.problems
    return problem.message


@pytest.mark.parametrize(
    ("first_round", "edition"),
    [(date(2026, 1, 31), "2017"), (date(2026, 2, 1), "2026"), (date(1990, 1, 1), "2017"), (date(2030, 1, 1), "2026")],
)
@pytest.mark.article("C.04.3 (2026) 0")
def test_the_date_of_the_first_round_chooses_the_edition(first_round: date, edition: str):
    assert REGISTRY.system("old", None, first_round).edition == edition


def test_an_edition_that_is_asked_for_wins_over_the_date():
    assert REGISTRY.system("old", "2017", date(2030, 1, 1)) is OLD
    assert REGISTRY.system("old-2017", None, date(2030, 1, 1)) is OLD


def test_neither_edition_nor_date_is_refused_naming_the_editions():
    with pytest.raises(InvalidOptions) as error:
        REGISTRY.system("old")
    assert message(error) == '"old" has the editions 2017 and 2026: name one, or give the date of the first round'


def test_an_experimental_system_waits_for_the_operator():
    untried = replace(NEIGHBOURS, name="untried", status="experimental")
    with pytest.raises(UnknownSystem) as error:
        Registry.of((untried,)).system("untried")
    assert "NEXTROUND_EXPERIMENTAL" in message(error)
    assert Registry.of((untried,), experimental=True).system("untried") is untried


def test_a_system_with_one_text_needs_neither():
    assert REGISTRY.system("neighbours") is NEIGHBOURS


def test_an_unknown_system_is_refused_naming_all_that_there_are():
    with pytest.raises(UnknownSystem) as error:
        REGISTRY.system("duch")
    assert message(error) == 'unknown system "duch"; known: neighbours, old, old-2017, old-2026'


@pytest.mark.parametrize(("name", "edition"), [("old", "2024"), ("old-2017", "2026"), ("neighbours", "2026")])
def test_an_edition_that_there_is_not_is_refused(name: str, edition: str):
    with pytest.raises(UnknownSystem) as error:
        REGISTRY.system(name, edition)
    assert f'"{name}" has no edition "{edition}"' in message(error)


class Flavour(Enum):
    MILD = "mild"


@dataclass(frozen=True)
class Tasty:
    flavour: Flavour = Flavour.MILD


def test_options_are_read_into_the_systems_own_type():
    options = read_options(ToyOptions, {"mirrored": True, "depth": 3, "key": "rating"}, "neighbours")
    assert options == ToyOptions(mirrored=True, depth=3, key="rating")
    assert read_options(Tasty, {"flavour": "mild"}, "tasty") == Tasty(Flavour.MILD)


def test_every_wrong_option_is_named_with_what_is_accepted():
    given: dict[str, Any] = {"mirored": True, "depth": True, "key": 1, "mirrored": 0}
    with pytest.raises(InvalidOptions) as error:
        read_options(ToyOptions, given, "neighbours")
    assert [(problem.pointer, problem.message) for problem in error.value.problems] == [
        ("/pairing/options/mirored", 'unknown option "mirored"; known: mirrored, depth, key'),
        ("/pairing/options/depth", 'option "depth" accepts a whole number; found true'),
        ("/pairing/options/key", 'option "key" accepts "rating" or "points"; found 1'),
        ("/pairing/options/mirrored", 'option "mirrored" accepts true or false; found 0'),
    ]


def test_a_system_without_options_says_so():
    with pytest.raises(InvalidOptions) as error:
        read_options(NoOptions, {"a/b": 1}, "plain")
    assert message(error) == 'unknown option "a/b"; plain has none'
    assert error.value.problems[0].pointer == "/pairing/options/a~1b"


def install(monkeypatch: pytest.MonkeyPatch, *points: str) -> None:
    found = EntryPoints(EntryPoint(point.rpartition(":")[2], point, "nextround.systems") for point in points)
    monkeypatch.setattr(module, "entry_points", lambda group: found.select(group=group))
    monkeypatch.setattr(module, "SYSTEMS", (OLD,))


def test_an_outside_plugin_is_registered_with_its_origin(monkeypatch: pytest.MonkeyPatch):
    install(monkeypatch, "tests.toys:NEIGHBOURS")
    assert registry().system("neighbours").origin == "a plugin"
    assert registry().system("old-2017").origin == "built in"


@pytest.mark.parametrize(
    ("points", "why"),
    [
        (("tests.test_registry:OLD",), "exists already"),
        (("tests.toys:NEIGHBOURS", "tests.toys:NEIGHBOURS"), "exists already"),
        (("tests.toys:Neighbours",), "is no nextround.registry.Entry"),
        (("tests.toys:Nobody",), "can't be loaded"),
    ],
)
def test_a_plugin_that_does_not_fit_is_refused_and_overwrites_nothing(
    monkeypatch: pytest.MonkeyPatch, points: tuple[str, ...], why: str
):
    install(monkeypatch, *points)
    with pytest.raises(PluginRefused, match=why):
        registry()


@dataclass(frozen=True)
class Odd:
    since: date = date.min


def test_a_system_with_an_option_that_no_event_can_give_is_refused():
    with pytest.raises(PluginRefused, match="accepted: bool, int, str, Literal, Enum"):
        Registry.of((replace(NEIGHBOURS, options=Odd),))


def test_a_tournament_before_the_first_edition_goes_by_the_first():
    later = replace(OLD, since=date(2017, 7, 1))
    assert Registry.of((NEW, later)).system("old", None, date(1990, 1, 1)) is later


def test_a_name_that_an_event_cannot_carry_is_refused():
    with pytest.raises(PluginRefused, match="no name of a system"):
        Registry.of((replace(NEIGHBOURS, name="Big Name"),))
