"""The codes of record 192."""

from datetime import date

import pytest
from nextround.core.formats.system_codes import SystemCode, acceleration_of, known_codes, system_code
from nextround.registry import read_options, registry

from tests.cli.running import case, run


@pytest.mark.parametrize("code", known_codes())
def test_every_code_names_a_system_and_options_that_there_are(code: str) -> None:
    said = system_code(code)
    assert said is not None
    entry = registry(experimental=True).system(said.system, said.edition, date(2026, 6, 1))
    assert read_options(entry.options, said.options, entry.name)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("FIDE_DUTCH", SystemCode("dutch")),
        ("FIDE_DUTCH_2017_BAKU", SystemCode("dutch", "2017", accelerated=True)),
        ("FIDE_DUTCH_2025", SystemCode("dutch", "2026")),
        ("FIDE_DUBOV_BAKU", SystemCode("dubov", accelerated=True)),
        ("BERGER_ROUNDROBIN_G3", SystemCode("berger", options={"cycles": 3, "exchange": False})),
        ("FIDE_DOUBLEROUNDROBIN", SystemCode("berger", options={"cycles": 2, "exchange": True})),
        ("FIDE_TEAM", SystemCode("swiss-team", options={"preferences": "A"})),
        ("FIDE_TEAM_MP_GP", SystemCode("swiss-team", options={"preferences": "none"})),
        ("FIDE_TEAM_TYPEB_GP_BAKU", SystemCode("swiss-team", options={"preferences": "B"}, accelerated=True)),
        ("BERGER_ROUNDROBIN_BAKU", None),
        ("CUSTOM_SWISS", None),
        ("FIDE_DUTCH_2099", None),
        ("", None),
    ],
)
def test_what_a_code_says(code: str, said: SystemCode | None) -> None:
    assert system_code(code) == said


@pytest.mark.article("C.04.7")
def test_the_acceleration_is_the_text_in_force_with_the_edition() -> None:
    assert [acceleration_of(edition) for edition in ("2017", "2026", None)] == ["baku-2016", "baku-2026", "baku"]


def test_a_round_robin_is_paired_by_its_code() -> None:
    text = case("18_trimmed_lines").read_text().replace("XXR 5\n", "XXR 10\n192 FIDE_DOUBLEROUNDROBIN\n")
    result = run("pair", "-", "--format", "javafo", stdin=text.encode())
    assert (result.exit_code, result.stdout.splitlines()) == (0, ["3", "1 6", "2 5", "3 4"])
