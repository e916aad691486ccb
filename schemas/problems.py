"""What is wrong with an event, as problems that a platform can show: code, JSON pointer, message, article."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from schemas.fragments import Problem, Warning

MOST = 100
"""A reply names this many problems or warnings and counts the rest: it must not outgrow a hopeless event."""

_CODES = {"missing": "missing-key", "literal_error": "not-accepted", "string_pattern_mismatch": "not-accepted"}
_CODES_BY_ENDING = {
    "_type": "wrong-type",
    "_than": "out-of-range",
    "_than_equal": "out-of-range",
    "_too_long": "out-of-range",
    "_too_short": "out-of-range",
}


def problems(error: ValidationError) -> tuple[Problem, ...]:
    """List the faults that a model found, in the order of the event."""
    return capped(tuple(_problem(fault) for fault in error.errors(include_url=False)))


Found = TypeVar("Found", Problem, Warning)


def capped(found: tuple[Found, ...]) -> tuple[Found, ...]:
    """Keep the first hundred and say how many more there are."""
    if len(found) <= MOST:
        return found
    more = type(found[0])(code="more", message=f"and {len(found) - MOST} more")
    return tuple(chain(found[:MOST], (more,)))


def pointer(place: Iterable[str | int]) -> str:
    """Write a place as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in place)


def unknown_keys(model: type[BaseModel], document: object, place: tuple[str | int, ...] = ()) -> tuple[Warning, ...]:
    """Warn of every key that the model of a received document doesn't know; keys of `options` are not its business.

    `place` is where the document stands in its event.
    """
    return capped(
        tuple(
            Warning(code="unknown-key", message=f'the key "{at[-1]}" is not known and was ignored', pointer=pointer(at))
            for at in _unknown_keys(model, document, place)
        )
    )


def worded(fault: Mapping[str, Any]) -> tuple[str, str]:
    """Give code and message of a fault of shape, with what was found where that is a word or a number."""
    kind = fault["type"]
    code = _CODES.get(kind) or next((code for end, code in _CODES_BY_ENDING.items() if kind.endswith(end)), kind)
    message = fault["msg"]
    if kind != "missing" and isinstance(fault["input"], str | int | float | None):
        message = f"{message}; found {_shown(fault['input'])}"
    return code.replace("_", "-"), message


def _problem(fault: Mapping[str, Any]) -> Problem:
    context = fault.get("ctx", {})
    code, message = (fault["type"], fault["msg"]) if "article" in context else worded(fault)
    return Problem(code=code, message=message, pointer=pointer(fault["loc"]), article=context.get("article") or None)


def _shown(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except ValueError:
        return "a number that is too large"
    return text if len(text) <= 60 else text[:57] + "..."


def _unknown_keys(
    model: type[BaseModel], document: object, place: tuple[str | int, ...]
) -> Iterator[tuple[str | int, ...]]:
    if not isinstance(document, dict):
        return
    fields, nested = _shape(model)
    for key in sorted(document.keys() - fields):
        yield (*place, key)
    for key, inner in nested.items():
        value = document.get(key)
        if isinstance(value, list):
            for index, item in enumerate(value):
                yield from _unknown_keys(inner, item, (*place, key, index))
        else:
            yield from _unknown_keys(inner, value, (*place, key))


@cache
def _shape(model: type[BaseModel]) -> tuple[frozenset[str], dict[str, type[BaseModel]]]:
    nested = {
        name: inner for name, info in model.model_fields.items() if (inner := _model_in(info.annotation)) is not None
    }
    return frozenset(model.model_fields), nested


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((inner for argument in get_args(annotation) if (inner := _model_in(argument)) is not None), None)
