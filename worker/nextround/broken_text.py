"""Texts of a JSON document that are no Unicode: halves of characters, and bytes that are not UTF-8."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from nextround_schemas.fragments import Problem
from nextround_schemas.places import pointer

REPLACEMENT = "\ufffd"
"""Stands for each part of a text that could not be read (Unicode 3.9)."""

_HALF = re.compile("[\ud800-\udfff]")


def decoded(body: bytes) -> str:
    """Decode UTF-8; each byte that is none becomes a half of a character, for `mend` to find."""
    return body.decode(errors="surrogateescape")


def mend(value: Any, *, is_utf8: bool, place: tuple[str | int, ...] = ()) -> Iterator[Problem]:
    """Put `REPLACEMENT` in the place of what is no text, in the document itself, and tell where it was.

    `is_utf8` says that the document was, so that every half was written as an escape. It is no deeper than Python
    likes.
    """
    if isinstance(value, dict):
        if any(map(_HALF.search, value)):
            for key in filter(_HALF.search, list(value)):
                yield _problem(key, is_utf8, (*place, _mended(key)))
            inside = {_mended(key): part for key, part in value.items()}
            value.clear()
            value.update(inside)
        parts: list[tuple[Any, Any]] = list(value.items())
    elif isinstance(value, list):
        parts = list(enumerate(value))
    else:
        return
    for key, part in parts:
        if not isinstance(part, str):
            yield from mend(part, is_utf8=is_utf8, place=(*place, key))
        elif _HALF.search(part):
            yield _problem(part, is_utf8, (*place, key))
            value[key] = _mended(part)


def _mended(text: str) -> str:
    return _HALF.sub(REPLACEMENT, text)


def _problem(text: str, is_utf8: bool, place: tuple[str | int, ...]) -> Problem:
    found = _HALF.search(text)
    index = found.start() if found else 0
    code = ord(text[index])
    if is_utf8 or not 0xDC80 <= code <= 0xDCFF:
        kind, what = "half-character", f"half of a character (\\u{code:04x})"
        accepted = "whole characters, each escaped as a pair or not at all (RFC 7493 2.1)"
    else:
        kind, what = "not-utf-8", f"a byte that is not UTF-8 (0x{code - 0xDC00:02x})"
        accepted = "UTF-8 (RFC 8259 8.1)"
    message = f"Input should be text; found {what} as character {index + 1}; accepted: {accepted}"
    return Problem(code=kind, message=message, pointer=pointer(place))
