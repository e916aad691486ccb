"""The committed documents: made from the models, and true of the samples beside them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from nextround.broker.redis import keys
from nextround.registry import registry
from nextround.service import TITLES, answer
from nextround_schemas import CATALOGUE, RoundFinished
from nextround_schemas.catalogue import FIELD, STREAM_IN, STREAM_OUT
from nextround_schemas.contradictions import as_markdown
from nextround_schemas.generate import TARGET, files
from referencing import Registry, Resource

from tests.schemas.events import event
from tests.schemas.test_round_finished import ONE_FAULT, broken

SAMPLES = sorted((TARGET / "examples").glob("*.json"))
SHAPES = {"missing-key", "not-accepted", "wrong-type", "out-of-range", "date", "given-twice"}


def kind_of(sample: Path) -> Any:
    return next(kind for kind in CATALOGUE if sample.name.startswith(kind.name.removesuffix("v1")))


def validator(name: str) -> Draft202012Validator:
    schema = json.loads((TARGET / f"{name.removesuffix('.v1')}.json").read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


@pytest.mark.parametrize("name", files())
def test_the_committed_document_is_what_the_models_say(name: str):
    assert (TARGET / name).read_text(encoding="utf-8") == files()[name], "run `make schemas`, and commit what it wrote"


def test_every_document_that_is_committed_is_made_from_the_models():
    assert {path.name for path in TARGET.glob("*.json")} == set(files())


@pytest.mark.parametrize("kind", CATALOGUE, ids=lambda kind: kind.name)
def test_every_type_of_event_has_a_sample(kind: Any):
    assert any(kind_of(sample) is kind for sample in SAMPLES)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_sample_is_valid_for_the_model_and_for_an_independent_validator(sample: Path):
    kind = kind_of(sample)
    validator(kind.name).validate(json.loads(sample.read_text()))
    assert kind.event.model_validate_json(sample.read_text()).type == kind.type()


def test_the_samples_hold_every_result_and_every_kind_of_bye():
    games: set[str] = set()
    byes: set[str] = set()
    for sample in SAMPLES:
        if kind_of(sample).received:
            data = RoundFinished.model_validate(json.loads(sample.read_text())["data"])
            games |= {str(game.result) for recorded in data.rounds for game in recorded.games}
            byes |= {bye.kind for recorded in data.rounds for bye in recorded.byes}
    schema = json.loads((TARGET / "round.finished.json").read_text())["$defs"]
    assert games == set(schema["Game"]["properties"]["result"]["anyOf"][0]["enum"])
    assert byes == set(schema["Bye"]["properties"]["kind"]["enum"])


@pytest.mark.parametrize(
    "sample", [sample for sample in SAMPLES if kind_of(sample).received], ids=lambda sample: sample.name
)
def test_a_sample_that_a_platform_sends_is_paired(sample: Path):
    assert answer(sample.read_bytes(), systems=registry()).outcome == "paired"


def test_the_sample_of_an_answer_answers_the_sample_of_an_event():
    told = json.loads((TARGET / "examples" / "round.paired.json").read_text())
    given = json.loads(answer((TARGET / "examples" / "round.finished.json").read_bytes(), systems=registry()).event)
    for document in (told, given):
        document["data"].pop("engine")
    assert told == given


@pytest.mark.parametrize("break_it", [break_it for break_it, code, _ in ONE_FAULT.values() if code in SHAPES])
def test_what_the_model_refuses_for_its_shape_the_schema_refuses_too(break_it: Any):
    check = validator("round.finished.v1")
    assert check.is_valid(event())
    assert not check.is_valid(event() | {"data": broken(break_it)})


def test_an_answer_may_grow_by_keys_that_an_older_reader_does_not_know():
    told = json.loads((TARGET / "examples" / "round.paired.json").read_text())
    told["data"]["boards"][0]["venue"] = "hall 2"
    validator("round.paired.v1").validate(told)


def test_every_code_of_a_refusal_has_its_title():
    schema = json.loads((TARGET / "round.refused.json").read_text())["$defs"]["RoundRefused"]
    assert set(schema["properties"]["code"]["enum"]) == set(TITLES)


def choices(document: object) -> Iterator[list[dict[str, Any]]]:
    if isinstance(document, dict):
        if "oneOf" in document:
            yield document["oneOf"]
        for value in document.values():
            yield from choices(value)
    elif isinstance(document, list):
        for value in document:
            yield from choices(value)


def test_where_a_document_has_alternatives_each_names_its_kind_by_a_constant():
    document = json.loads((TARGET / "round.paired.json").read_text())
    found = list(choices(document))
    assert found
    for branches in found:
        models = [document["$defs"][branch["$ref"].rsplit("/", 1)[1]] for branch in branches]
        assert all("kind" in model["required"] for model in models)
        constants = [model["properties"]["kind"]["const"] for model in models]
        assert len(set(constants)) == len(constants)


def references(document: object) -> Iterator[str]:
    if isinstance(document, dict):
        if isinstance(document.get("$ref"), str):
            yield document["$ref"]
        for value in document.values():
            yield from references(value)
    elif isinstance(document, list):
        for value in document:
            yield from references(value)


def test_the_asyncapi_document_names_every_event_and_all_its_references_resolve():
    document = json.loads((TARGET / "asyncapi.json").read_text())
    assert re.fullmatch(r"3\.\d+\.\d+", document["asyncapi"])
    assert set(document["components"]["messages"]) == {kind.name for kind in CATALOGUE}
    used = set(references(document))
    assert used >= {f"#/components/messages/{kind.name}" for kind in CATALOGUE}
    resolver = Registry().with_resource("", Resource.opaque(document)).resolver()
    for reference in used:
        if reference.startswith("#"):
            resolver.lookup(reference)
        else:
            assert (TARGET / reference).is_file()


def test_the_document_and_the_broker_agree_on_the_streams():
    assert (STREAM_IN, STREAM_OUT, FIELD) == (keys.IN, keys.OUT, keys.BODY)


def test_the_table_of_contradictions_is_the_one_in_the_code():
    text = (TARGET.parents[1] / "README.md").read_text(encoding="utf-8")
    assert text.partition("<!-- contradictions -->\n")[2].partition("<!-- /contradictions -->")[0] == as_markdown()
