"""Whatever comes in: a report, or a refusal that names its places; never anything else."""

import re
from collections.abc import Callable
from typing import TypeVar

from hypothesis import example, given
from hypothesis import strategies as st
from nextround.core.formats import read_trf, write_trf
from nextround.core.tournament import InvalidTournament

from tests.formats.texts import CASES

Read = TypeVar("Read")
SEED = [path.read_bytes() for path in sorted(CASES.glob("*.trf"))]
_TAGS = "001 012 062 132 142 152 162 192 240 250 260 299 310 XXA XXC XXP XXR XXS XXZ BBW BBU ### FRA".split()  # noqa: SIM905
_FIELD = st.text(st.sampled_from(" 0123456789-+=.wbWDLHFUZ²٣\t"), max_size=12)
_LINE = st.builds(
    lambda tag, fields: tag + " " + " ".join(fields), st.sampled_from(_TAGS), st.lists(_FIELD, max_size=12)
)


def ends_well(data: bytes | str) -> None:
    report = attempt(lambda: read_trf(data))
    if report is None:
        return
    for edition in ("16", "26"):
        # A report of blank settings alone is written as nothing, which is no report any more.
        if report.entries or report.headers:
            assert read_trf(write_trf(report, edition)) == report
    for number in (None, 1, 2):
        attempt(lambda number=number: report.tournament(number))


def attempt(read: Callable[[], Read]) -> Read | None:
    try:
        return read()
    except InvalidTournament as error:
        places = [problem.pointer for problem in error.problems]
    assert places
    assert all(re.fullmatch(r"(\d+:\d+)?", pointer) for pointer in places)
    return None


@given(st.binary() | st.text())
@example(b"\xff\xfe")
@example(b"\xef\xbb\xbf001    1\xff")
@example("001    1\x00")
def test_arbitrary_bytes_and_texts_are_read_or_refused(data: bytes | str) -> None:
    ends_well(data)


@given(st.lists(_LINE, max_size=12).map("\n".join))
def test_arbitrary_records_are_read_or_refused(text: str) -> None:
    ends_well(text)


@given(st.sampled_from(SEED), st.data())
def test_damaged_files_are_read_or_refused(file: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(file)))
    end = data.draw(st.integers(start, min(start + 12, len(file))))
    ends_well(file[:start] + data.draw(st.binary(max_size=12)) + file[end:])
