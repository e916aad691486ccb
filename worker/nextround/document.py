"""An event's bytes become a JSON document: with a digest of its data, and with what no two readers would read alike."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, cast

import rfc8785
from nextround_schemas.fragments import Problem
from nextround_schemas.problems import MOST, capped, pointer
from pydantic_core import from_json

from nextround import broken_text

_SAFE = 2**53 - 1
"""Beyond this, JSON readers of different languages read different whole numbers (RFC 7493)."""

_DIGITS = 400
"""Whole numbers of more digits are beyond every double, and are not worth the time that Python takes to read them."""


class Unreadable(ValueError):
    """The bytes are no JSON text: not UTF-8, malformed, or nested more than some two hundred deep."""


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON document. `plain`: all keys are ASCII and all numbers are written alike in every JSON text.

    One that `is_broken` holds texts that are no Unicode: `REPLACEMENT` stands in the place of what could not be read.
    It has problems that name them, and no digest.
    """

    value: Any
    problems: tuple[Problem, ...]
    plain: bool
    is_broken: bool = False


def read(body: bytes) -> Document:
    """Parse a body; raise Unreadable.

    Keys that occur twice, numbers that can't be kept, and texts that are no Unicode are problems of the document, with
    their place: what is sound of it can still be read.
    """
    body = body.removeprefix(b"\xef\xbb\xbf")
    stopped = None
    try:
        from_json(body)  # unlike the standard library's, its limits of depth and digits are fixed
    except ValueError as error:
        if str(error).startswith("recursion limit exceeded"):
            raise Unreadable(str(error)) from None
        stopped = error  # perhaps at what can be named
    reading = _Reading()
    try:
        value = reading.of(broken_text.decoded(body))
        broken = capped(broken_text.mend(value, is_utf8=_is_utf8(body))) if stopped else ()
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(stopped or error)) from None
    problems = chain(broken, reading.problems(value))
    return Document(value, capped(problems), reading.plain, is_broken=bool(broken))


def digest(data: object, *, plain: bool = False) -> str | None:
    """Take the sha256 of a JSON value in its canonical form (RFC 8785), in hexadecimal; None where it has none.

    The standard library writes plain documents in the same form, seven times as fast.
    """
    if plain:
        text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    else:
        try:
            text = rfc8785.dumps(cast("Any", data))
        except rfc8785.CanonicalizationError:
            return None
    return hashlib.sha256(text).hexdigest()


class _Reading:
    """What the parser meets on its way."""

    def __init__(self) -> None:
        self.plain = True
        self._doubled: list[tuple[dict[str, Any], str]] = []

    def of(self, text: str) -> Any:
        """Parse a text."""
        return json.loads(
            text,
            object_pairs_hook=self.table,
            parse_int=self.whole,
            parse_float=self.broken,
            parse_constant=self.odd_number,
        )

    def table(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        if len(table) != len(pairs) and len(self._doubled) <= MOST:
            times = Counter(key for key, _ in pairs)
            self._doubled.append((table, next(key for key in table if times[key] > 1)))
        if self.plain and not all(map(str.isascii, table)):
            self.plain = False
        return table

    def whole(self, text: str) -> float:
        if len(text) > _DIGITS:
            return self.odd_number(text)
        number = int(text)
        if not -_SAFE <= number <= _SAFE:
            self.plain = False
        return number

    def broken(self, text: str) -> float:
        """JSON has one kind of number: 3.0 is 3, whatever the language that wrote it."""
        number = float(text)
        whole = number.is_integer()
        if whole and abs(number) <= _SAFE:
            return int(number)
        if whole or not math.isfinite(number) or "e" in repr(number):
            self.plain = False
        return number

    def odd_number(self, text: str) -> float:
        self.plain = False
        return float(text) if len(text) <= _DIGITS else math.inf

    def problems(self, value: object) -> Iterator[Problem]:
        if self.plain and not self._doubled:
            return
        doubled = {id(table): key for table, key in self._doubled}
        for place, part in _parts(value, ()):
            if id(part) in doubled:
                key = doubled[id(part)]
                where = pointer((*place, key))
                yield Problem(
                    code="duplicate-key", message=f'the key "{key}" occurs twice in one object', pointer=where
                )
            elif _unsafe(part):
                yield Problem(
                    code="out-of-range",
                    message="this number can't be kept exactly by every reader of JSON (RFC 7493 2.2); "
                    f"accepted: whole numbers from -{_SAFE} to {_SAFE}, and broken ones that a double holds",
                    pointer=pointer(place),
                )


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _unsafe(part: object) -> bool:
    if isinstance(part, float):
        return not math.isfinite(part)
    return isinstance(part, int) and not -_SAFE <= part <= _SAFE


def _parts(value: object, place: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], object]]:
    yield place, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _parts(inner, (*place, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _parts(inner, (*place, index))
