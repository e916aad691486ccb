"""What is noted of the informative records: texts of which some matter to a pairing after all."""

import re
from collections.abc import Sequence

from nextround.core.formats.dates import ACCEPTED, read_date
from nextround.core.formats.problems import Findings
from nextround.core.formats.report import Report
from nextround.core.formats.system_codes import system_code
from nextround.core.formats.text import POINTS, Line, whole_number

#: Records of which the first counts.
_ONCE = ("042", "062", "132", "352", "362")

#: Records whose texts are free, and could hide a setting behind a wrong tag.
_FREE = ("102", "112", "122", "172", "182", "202", "212", "222")
_OF_162 = re.compile(r"(?:[WDLAPXZ]\s*\d{1,3}\.\d(?:\s+|$))+", re.ASCII | re.IGNORECASE)
_OF_352 = re.compile(r"[WB]+", re.ASCII)
_OF_362 = re.compile(rf"(?:T[WDL]\s*(?:{POINTS})(?:\s+|$))+", re.ASCII | re.IGNORECASE)


def check_headers(lines: Sequence[Line], report: Report, findings: Findings) -> None:
    """Note dates, numbers and texts of teams that can't be read, texts given twice, settings behind another tag."""
    first: dict[str, Line] = {}
    for line in lines:
        if line.tag in _FREE and (_OF_162.fullmatch(line.content) or system_code(line.content.upper())):
            _note(
                findings, line, f"the text {line.content!r} is one of record 162 or 192; kept, not used for the pairing"
            )
        elif line.tag in _ONCE:
            before = first.setdefault(line.tag, line)
            if before.content != line.content:
                _note(findings, line, f"it stands in line {before.number} already, and that one counts")
    for tag, line in first.items():
        if line.content and (fault := _fault(tag, line.content, report)):
            code, message = fault
            _note(findings, line, message, code)


def _fault(tag: str, text: str, report: Report) -> tuple[str, str] | None:
    if tag == "042" and read_date(text) is None:
        return "date", f"{text!r} is not read as a date; accepted is {ACCEPTED}"
    if tag == "062":
        said = whole_number(text)
        if said is None:
            return "count", f"{text!r} is no number of players"
        if said != len(report.entries):
            return "count", f"it says {said} players, but the file has {len(report.entries)}"
    if tag == "352" and report.is_of_teams and not _OF_352.fullmatch(text):
        return "record", f"{text!r}; accepted are the colours of a team's boards, as in WBWB"
    if tag == "362" and report.is_of_teams and not _OF_362.fullmatch(text):
        return "record", f"{text!r}; accepted are match points, as in TW 2.0 TD 1.0 TL 0.0"
    return None


def _note(findings: Findings, line: Line, message: str, code: str = "record") -> None:
    findings.note(code, line.number, 5, f"record {line.tag}: {message}")
