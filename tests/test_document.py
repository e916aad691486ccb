"""From bytes to a document and its digest."""

import json

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from nextround.document import Unreadable, digest, read

SAFE = 2**53 - 1
NUMBERS = st.integers(-SAFE, SAFE) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=20,
)


def test_the_digest_is_that_of_the_canonical_form_in_rfc_8785():
    # The example of RFC 8785 section 3.2.2, and the sha256 of its canonical form as sha256sum prints it.
    text = rb"""{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]}"""
    canonical = (
        b'{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        b'"string":"\xe2\x82\xac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )
    document = read(text)
    assert rfc8785.dumps(document.value) == canonical
    assert digest(document.value, plain=document.plain) == digest(document.value)


@given(VALUES)
def test_the_fast_way_to_the_digest_agrees_with_the_library(value: object):
    document = read(json.dumps(value).encode())
    assert digest(document.value, plain=document.plain) == digest(value)


@given(VALUES)
def test_spaces_order_of_keys_and_escapes_do_not_change_the_digest(value: object):
    loose = read(json.dumps(value, indent=2).encode())
    tight = read(json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode())
    assert digest(loose.value, plain=loose.plain) == digest(tight.value, plain=tight.plain)


def test_an_ordinary_event_takes_the_fast_way():
    assert read(b'{"points": [0.5, 1.0, 3], "name": "\xc3\x95"}').plain
    assert not read('{"õ": 1}'.encode()).plain
    assert not read(b"[1e-7]").plain


def test_a_whole_number_may_be_written_with_a_point():
    assert read(b"[3.0, 1e2]").value == [3, 100]
    assert all(type(number) is int for number in read(b"[3.0, 1e2]").value)


def test_a_byte_order_mark_is_stepped_over():
    assert read(b"\xef\xbb\xbf[1]").value == [1]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 300, b"{} {}"])
def test_what_is_no_json_is_unreadable(body: bytes):
    with pytest.raises(Unreadable):
        read(body)


def test_doubled_keys_and_numbers_beyond_the_safe_range_are_named_with_their_place():
    found = read(b'{"a/b": [{"x": 1, "x": 2}, 9007199254740993], "c": NaN}').problems
    assert [(problem.code, problem.pointer) for problem in found] == [
        ("duplicate-key", "/a~1b/0/x"),
        ("out-of-range", "/a~1b/1"),
        ("out-of-range", "/c"),
    ]


@pytest.mark.parametrize("number", [100, 101, 102, 300])
def test_no_half_of_a_character_stays_however_many_there_are(number: int):
    document = read(json.dumps([{"\ud800": "\udc00"}] * number).encode())
    assert document.value == [{"\ufffd": "\ufffd"}] * number
    assert document.is_broken
    assert len(document.problems) == 101
