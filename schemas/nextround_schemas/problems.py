"""What is wrong with an event, as problems that a platform can show: code, JSON pointer, message, article."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import chain, islice
from typing import Any, TypeVar

from pydantic import ValidationError

from nextround_schemas.fragments import Problem, Warning
from nextround_schemas.places import MOST, pointer

_CODES = {"missing": "missing-key", "literal_error": "not-accepted", "string_pattern_mismatch": "not-accepted"}
_CODES_BY_ENDING = {
    "_type": "wrong-type",
    "_than": "out-of-range",
    "_than_equal": "out-of-range",
    "too_long": "out-of-range",
    "too_short": "out-of-range",
}
_MESSAGES = {
    "missing": "This key is required",
    "list_type": "Input should be an array",
    "dict_type": "Input should be an object",
    "model_type": "Input should be an object",
    "model_attributes_type": "Input should be an object",
}
"""The words of JSON, where pydantic's are those of Python."""


def problems(error: ValidationError) -> tuple[Problem, ...]:
    """List the faults that a model found."""
    return capped(map(_problem, error.errors(include_url=False)))


Found = TypeVar("Found", Problem, Warning)


def capped(found: Iterable[Found]) -> tuple[Found, ...]:
    """Keep the first hundred and say that there are more; what follows is not even looked for."""
    first = tuple(islice(found, MOST + 1))
    if len(first) <= MOST:
        return first
    more = type(first[0])(code="more", message=f"there are more than these {MOST}")
    return tuple(chain(first[:MOST], (more,)))


def worded(fault: Mapping[str, Any]) -> tuple[str, str]:
    """Give code and message of a fault of shape, with what was found."""
    kind = fault["type"]
    code = _CODES.get(kind) or next((code for end, code in _CODES_BY_ENDING.items() if kind.endswith(end)), kind)
    message = _MESSAGES.get(kind, fault["msg"])
    if kind != "missing":
        message = f"{message}; found {shown(fault['input'])}"
    return code.replace("_", "-"), message


def _problem(fault: Mapping[str, Any]) -> Problem:
    context = fault.get("ctx", {})
    code, message = (fault["type"], fault["msg"]) if "article" in context else worded(fault)
    return Problem(code=code, message=message, pointer=pointer(fault["loc"]), article=context.get("article") or None)


def shown(value: object) -> str:
    """Show what was found, in a few words of JSON."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "an array"
    try:
        text = json.dumps(value, ensure_ascii=False)
    except ValueError:
        return "a number that is too large"
    text = text if len(text) <= 60 else text[:57] + "..."
    # What is wrong may be what nobody sees.
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)
