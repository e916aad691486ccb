"""An event's bytes become a JSON document: with a digest of its data, and with what no two readers would read alike."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, cast

import rfc8785
from nextround_schemas.fragments import Problem
from nextround_schemas.places import MOST, clipped, pointer
from nextround_schemas.problems import capped
from pydantic_core import from_json

from nextround import broken_text

_SAFE = 2**53 - 1
"""Beyond this, JSON readers of different languages read different whole numbers (RFC 7493)."""

_DIGITS = 400
"""Whole numbers of more digits are beyond every double, and are not worth the time that Python takes to read them."""


MOST_MEMBERS = 1_000_000
"""Members of a document, that is values in an object or an array. Eight megabytes of games hold 700,000."""
MOST_DEPTH = 32
"""Objects and arrays within each other. An event needs seven, and what an option of a system holds."""
_KEPT = 3
"""Levels of an event that names its tournament: itself, `data`, `data.tournament`."""


class Unreadable(ValueError):
    """The bytes are no JSON text: not UTF-8, or malformed."""


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON document. `plain`: all keys are ASCII and all numbers are written alike in every JSON text.

    One that `is_broken` holds texts that are no Unicode: `REPLACEMENT` stands in the place of what could not be read.
    It has problems that name them, and no digest. One that `exceeds` a limit is a document of which only the plain
    values of the first three levels were kept: the ids that an answer needs. It has a problem that names the limit, and
    no digest.
    """

    value: Any
    problems: tuple[Problem, ...]
    plain: bool
    is_broken: bool = False
    exceeds: bool = False

    @property
    def has_digest(self) -> bool:
        """Whether the value is all that the bytes said."""
        return not self.is_broken and not self.exceeds


def read(body: bytes) -> Document:
    """Parse a body, in time linear in its bytes whatever its shape; raise Unreadable.

    Keys that occur twice, numbers that can't be kept, and texts that are no Unicode are problems of the document, with
    their place: what is sound of it can still be read.
    """
    body = body.removeprefix(b"\xef\xbb\xbf")
    stopped = None
    try:
        from_json(body)  # unlike the standard library's, its limits of depth and digits are fixed
    except ValueError as error:
        if str(error).startswith("recursion limit exceeded"):
            body = _shallow(body)
        else:
            stopped = error  # perhaps at what can be named
    reading = _Reading()
    try:
        value = reading.of(broken_text.decoded(body))
        beyond = _beyond(value)
        if beyond:
            value = _heart(value)
        broken = _mended(value, body) if stopped else ()
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(stopped or error)) from None
    problems = chain(broken, (beyond,) if beyond else reading.problems(value))
    return Document(value, capped(problems), reading.plain, is_broken=bool(broken), exceeds=beyond is not None)


def _mended(value: Any, body: bytes) -> tuple[Problem, ...]:
    """Mend every text of the value, and tell of as many as an answer names."""
    found = broken_text.mend(value, is_utf8=_is_utf8(body))
    told = capped(found)
    deque(found, maxlen=0)  # what nobody is told of is mended too
    return told


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
        self._unsafe = False
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
            self.plain, self._unsafe = False, True
        return number

    def broken(self, text: str) -> float:
        """JSON has one kind of number: 3.0 is 3, whatever the language that wrote it."""
        number = float(text)
        whole = number.is_integer()
        if whole and abs(number) <= _SAFE:
            return int(number)
        if whole or not math.isfinite(number) or "e" in repr(number):
            self.plain, self._unsafe = False, self._unsafe or not math.isfinite(number)
        return number

    def odd_number(self, text: str) -> float:
        self.plain, self._unsafe = False, True
        return float(text) if len(text) <= _DIGITS else math.inf

    def problems(self, value: object) -> Iterator[Problem]:
        """Look for the places of what was met, where anything was."""
        if not self._unsafe and not self._doubled:
            return
        doubled = {id(table): key for table, key in self._doubled}
        for place, part in _places(value, lambda _, part: id(part) in doubled or _unsafe(part)):
            if id(part) in doubled:
                key = doubled[id(part)]
                where = pointer((*place, key))
                message = f'the key "{clipped(key)}" occurs twice in one object'
                yield Problem(code="duplicate-key", message=message, pointer=where)
            else:
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


def _places(value: object, wanted: Callable[[int, object], bool]) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """Visit every part once; give those that are wanted by their depth and value, with their places."""
    place: list[str | int] = []
    pending: list[Iterator[tuple[str | int, object]]] = [iter((("", value),))]
    while pending:
        for key, part in pending[-1]:
            place[len(pending) - 1 :] = [key]
            if wanted(len(pending) - 1, part):
                yield tuple(place[1:]), part
            if isinstance(part, dict):
                pending.append(iter(part.items()))
                break
            if isinstance(part, list):
                pending.append(iter(enumerate(part)))
                break
        else:
            pending.pop()


def _beyond(value: object) -> Problem | None:
    """Name the limit that a document exceeds, if it does one; level by level."""
    members = depth = 0
    level = [value]
    while level := [inner for part in level if isinstance(part, dict | list) for inner in _inside(part)]:
        members += len(level)
        depth += 1
        if members > MOST_MEMBERS:
            return Problem(
                code="too-many-members",
                message=f"this is the largest part of an event with more values than the {MOST_MEMBERS} that are read",
                pointer=pointer(_largest(value)),
            )
        if depth > MOST_DEPTH:
            return _depth_problem(value)
    return None


def _inside(part: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return part.values() if isinstance(part, dict) else part


def _largest(value: object) -> tuple[str | int, ...]:
    """Go down from the whole to the longest list that an event's own keys lead to."""
    place: tuple[str | int, ...] = ()
    while isinstance(value, dict) and len(place) < _KEPT:
        inner = {key: len(part) for key, part in value.items() if isinstance(part, dict | list)}
        if not inner:
            break
        largest = max(inner, key=inner.__getitem__)
        place, value = (*place, largest), value[largest]
    return place


def _depth_problem(value: object) -> Problem:
    """Tell of the depth, with the place of the first object or array that lies too deep."""
    where = next(
        (
            place
            for place, _ in _places(value, lambda depth, part: depth >= MOST_DEPTH and isinstance(part, dict | list))
        ),
        None,
    )
    message = f"objects and arrays within each other are read to a depth of {MOST_DEPTH}"
    return Problem(code="too-deep", message=message, pointer=None if where is None else pointer(where))


def _heart(value: object, levels: int = _KEPT) -> object:
    """Keep the plain values of the first levels: what names an event, its tournament and its round."""
    if not isinstance(value, dict):
        return None if isinstance(value, list) else value
    return {
        key: _heart(part, levels - 1)
        for key, part in value.items()
        if not isinstance(part, list) and (levels > 1 or not isinstance(part, dict))
    }


_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


def _shallow(body: bytes) -> bytes:
    """Put null in the place of what lies deeper than is read, so that any parser can take the rest."""
    kept: list[bytes] = []
    depth = start = 0
    for token in _TOKEN.finditer(body):
        if token[0] in (b"[", b"{"):
            depth += 1
            if depth == MOST_DEPTH + 2:
                kept += body[start : token.start()], b"null"
        elif token[0] in (b"]", b"}"):
            depth -= 1
            if depth == MOST_DEPTH + 1:
                start = token.end()
    if depth > MOST_DEPTH + 1:
        raise Unreadable("an object or an array is not closed")
    kept.append(body[start:])
    return b"".join(kept)
