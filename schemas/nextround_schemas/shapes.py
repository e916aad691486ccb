"""Walks through a document beside its model: what has the wrong shape, and which keys are not known.

The models stop at the first fault of a list, because pydantic would gather all of them, and a list of a million wrong
items fits into an event. Here they are found one by one, as many as anybody wants to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from heapq import nsmallest
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from nextround_schemas.fragments import Warning
from nextround_schemas.places import MOST, clipped, pointer
from nextround_schemas.problems import capped, worded

Place = tuple[str | int, ...]
Model = type[BaseModel]


def wrong_shapes(
    model: Model, document: object, validate: Callable[[Any], object] | None = None, place: Place = ()
) -> Iterator[tuple[Place, str, str, object]]:
    """Find what the model refuses: place, code, message, and what was found there.

    `validate` is the model's own validation, where that does more than compare shapes.
    """
    try:
        (validate or model.model_validate)(_without_lists(model, document))
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            yield (*place, *fault["loc"]), *worded(fault), fault["input"]
    for inner, item, at in _items(model, document, place):
        yield from wrong_shapes(inner, item, place=at)


def unknown_keys(model: Model, document: object, place: Place = ()) -> tuple[Warning, ...]:
    """Warn of every key that the model of a received document doesn't know; keys of `options` are not its business.

    `place` is where the document stands in its event.
    """
    return capped(
        Warning(
            code="unknown-key",
            message=f'the key "{clipped(str(at[-1]))}" is not known and was ignored',
            pointer=pointer(at),
        )
        for at in _unknown_keys(model, document, place)
    )


def _unknown_keys(model: Model, document: object, place: Place) -> Iterator[Place]:
    yield from _unknown_in_object(model, document, place)
    for inner, item, at in _items(model, document, place):
        yield from _unknown_keys(inner, item, at)


def _unknown_in_object(model: Model, document: object, place: Place) -> Iterator[Place]:
    if not isinstance(document, dict):
        return
    known, _, single = _shape(model)
    if not document.keys() <= known:
        yield from ((*place, key) for key in nsmallest(MOST + 1, document.keys() - known))
    for key, inner in single.items():
        yield from _unknown_in_object(inner, document.get(key), (*place, key))


def _items(model: Model, document: object, place: Place) -> Iterator[tuple[Model, object, Place]]:
    """Walk the items of the lists of models in a document, those of a list in a list not yet."""
    if not isinstance(document, dict):
        return
    _, lists, single = _shape(model)
    for key, inner in lists.items():
        items = document.get(key)
        if isinstance(items, list):
            for index, item in enumerate(items):
                yield inner, item, (*place, key, index)
    for key, inner in single.items():
        yield from _items(inner, document.get(key), (*place, key))


def _without_lists(model: Model, document: object) -> object:
    if not isinstance(document, dict):
        return document
    _, lists, single = _shape(model)
    return {
        key: []
        if key in lists and isinstance(value, list)
        else _without_lists(single[key], value)
        if key in single
        else value
        for key, value in document.items()
    }


@cache
def _shape(model: Model) -> tuple[frozenset[str], dict[str, Model], dict[str, Model]]:
    """Give the keys of a model, those of lists of models, and those of single models."""
    lists: dict[str, Model] = {}
    single: dict[str, Model] = {}
    for key, info in model.model_fields.items():
        for inner in _models(info.annotation):
            (lists if get_origin(info.annotation) is list else single)[key] = inner
    return frozenset(model.model_fields), lists, single


def _models(annotation: Any) -> Iterator[Model]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models(argument)
