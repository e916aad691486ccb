"""`nextround systems` and `nextround schema`."""

import json

import pytest
from nextround.registry import registry
from nextround_schemas import CATALOGUE

from tests.cli.running import run


def test_every_registered_system_is_listed() -> None:
    listed = json.loads(run("systems", "--json").stdout)
    assert [entry["name"] for entry in listed["systems"]] == list(registry().systems)
    assert [entry["name"] for entry in listed["accelerations"]] == list(registry().accelerations)
    dutch = next(entry for entry in listed["systems"] if entry["name"] == "dutch-2026")
    assert (dutch["edition"], dutch["since"], dutch["article"]) == ("2026", "2026-02-01", "C.04.3 (2026)")


def test_the_table_names_them_too() -> None:
    result = run("systems")
    assert result.exit_code == 0
    assert all(name in result.stdout for name in registry().systems)
    assert all(word in result.stdout for word in ("C.04.4.2", "upfloater_key", "experimental"))


@pytest.mark.parametrize("kind", CATALOGUE, ids=lambda kind: kind.name)
def test_each_type_has_its_schema(kind) -> None:  # type: ignore[no-untyped-def]
    assert json.loads(run("schema", kind.name).stdout)["$id"] == kind.schema_id
    assert run("schema", kind.name.removesuffix(".v1")).stdout == run("schema", kind.name).stdout


def test_without_a_type_all_schemas_are_printed() -> None:
    assert list(json.loads(run("schema").stdout)) == [kind.name for kind in CATALOGUE]


def test_an_unknown_type_is_wrong_usage() -> None:
    result = run("schema", "round.started")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "known are round.finished.v1" in result.stderr
