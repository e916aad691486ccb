"""The three dialects of a point system: XXS of JaVaFo, BBx of bbpPairings, 162 of TRF26."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace

from nextround.core.formats.problems import Findings
from nextround.core.formats.text import POINTS, Line, given_points
from nextround.core.tournament import Points, PointSystem, format_points

#: Each code with what it is worth points for. A code that stands for several sets them all, and the last word
#: counts; a pairing-allocated bye that no code mentions is worth a win (in XXS: one point, its default).
Codes = Mapping[str, tuple[str, ...]]

XXS: Codes = {
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw",),
    "BD": ("draw",),
    "WL": ("loss",),
    "BL": ("loss",),
    "ZPB": ("zero_point_bye",),
    "HPB": ("half_point_bye",),
    "FPB": ("full_point_bye",),
    "PAB": ("pab",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
    "W": ("win", "forfeit_win", "full_point_bye"),
    "D": ("draw", "half_point_bye"),
    "L": ("loss",),
}
BBX: Codes = {
    "BBW": ("win", "forfeit_win", "full_point_bye"),
    "BBD": ("draw", "half_point_bye"),
    "BBL": ("loss",),
    "BBZ": ("zero_point_bye",),
    "BBF": ("forfeit_loss",),
    "BBU": ("pab",),
}
TRF26: Codes = {
    "W": ("win", "forfeit_win", "full_point_bye"),
    "D": ("draw", "half_point_bye"),
    "L": ("loss",),
    "A": ("zero_point_bye", "forfeit_loss"),
    "P": ("pab",),
}

#: What bbpPairings 6.0.0 reads where the format says A.
_LIKE_A = {"Z": "A"}
_EACH_COLOUR = (("WW", "BW"), ("WD", "BD"), ("WL", "BL"))
_162 = re.compile(rf"([A-Za-z])\s*({POINTS})(?=\s|$)", re.ASCII)
_XXS = re.compile(rf"([A-Za-z]+)=({POINTS})(?=\s|$)", re.ASCII)
_WORD = re.compile(r"\S+")


class Scoring:
    """Collects what the records of one file say about points."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._said: dict[str, dict[str, Points]] = {}
        self._first: dict[str, Line] = {}
        self._codes: dict[tuple[str, str], Points] = {}

    def read_xxs(self, line: Line) -> None:
        """Read ``XXS W=3.0 D=1.0``; several lines add up."""
        said = self._pairs(line, _XXS, XXS, "XXS CODE=points with the codes " + " ".join(XXS))
        for white, black in _EACH_COLOUR:
            if said.get(white) != said.get(black):
                self._findings.refuse(
                    "scoring", line.number, 5, f"{white} and {black}: one value for both colours is accepted"
                )
        self._say("XXS", line, said, XXS)

    def read_bbx(self, line: Line) -> None:
        """Read ``BBW  3.0``."""
        try:
            points = given_points(line.content)
        except ValueError:
            self._findings.refuse(
                "scoring", line.number, 5, f"{line.tag} {line.content!r}; accepted are points in a form as 3.0"
            )
        else:
            self._say("BBx", line, {line.tag: points}, BBX)

    def read_162(self, line: Line) -> None:
        """Read ``162  W 3.0    D 1.0``. X, an unknown result, must be worth a draw: it is one for the pairing."""
        codes: Codes = {**TRF26, "X": (), "Z": ()}
        said = self._pairs(line, _162, codes, "162 with the symbols W D L A P X and points in a form as 3.0")
        unknown = said.pop("X", None)
        self._say("162", line, {_LIKE_A.get(code, code): points for code, points in said.items()}, TRF26)
        if unknown is not None and unknown != self._system("162").draw:
            self._findings.refuse(
                "scoring", line.number, 5, "162 X: an unknown result counts as a draw; accepted is the value of D"
            )

    def system(self) -> PointSystem:
        """Give the point system; the dialects of one file must not contradict each other."""
        systems = {dialect: self._system(dialect) for dialect in self._said}
        first = next(iter(systems), None)
        for dialect, system in systems.items():
            if first and system != systems[first]:
                self._findings.refuse(
                    "scoring",
                    self._first[dialect].number,
                    1,
                    f"the points of {dialect} are not those of {first} in line {self._first[first].number}",
                )
        return systems[first] if first else PointSystem()

    def _pairs(self, line: Line, form: re.Pattern[str], codes: Codes, accepted: str) -> dict[str, Points]:
        said: dict[str, Points] = {}
        position = 3
        while word := _WORD.search(line.text, position):
            found = form.match(line.text, word.start())
            code = found[1].upper() if found else ""
            if found is None or code not in codes:
                message = f"{word[0]!r}; accepted is {accepted}"
                self._findings.refuse("scoring", line.number, word.start() + 1, message)
                break
            said[code] = given_points(found[2])
            position = found.end()
        return said

    def _say(self, dialect: str, line: Line, said: Mapping[str, Points], codes: Codes) -> None:
        self._first.setdefault(dialect, line)
        known = self._said.setdefault(dialect, {})
        for code, points in said.items():
            if self._codes.setdefault((dialect, code), points) != points:
                message = f"{code} is given twice, and differently; accepted is one value"
                self._findings.refuse("scoring", line.number, 5, message)
            known |= dict.fromkeys(codes[code], points)

    def _system(self, dialect: str) -> PointSystem:
        said = self._said[dialect]
        usual = PointSystem()
        pab = usual.pab if dialect == "XXS" else said.get("win", usual.win)
        return replace(usual, **({"pab": pab} | said))


def scoring_lines(system: PointSystem, dialects: Iterable[str]) -> list[str]:
    """Write a point system that is not the usual one, in those of the dialects that can say it; XXS always can."""
    if system == PointSystem():
        return []
    said: dict[str, Points] = {field.name: getattr(system, field.name) for field in fields(system)}
    lines: list[str] = []
    for dialect in dialects:
        lines += _WRITERS[dialect](said)
    return lines or _xxs(said)


def _xxs(said: Mapping[str, Points]) -> list[str]:
    single = ((code, what[0]) for code, what in XXS.items() if code not in ("W", "D", "L"))
    return ["XXS " + " ".join(f"{code}={format_points(said[what])}" for code, what in single)]


def _bbx(said: Mapping[str, Points]) -> list[str]:
    return [f"{code} {points:>4}" for code, points in _coded(said, BBX).items()]


def _162_line(said: Mapping[str, Points]) -> list[str]:
    coded = _coded(said, TRF26)
    return ["162  " + "    ".join(f"{code}{points:>4}" for code, points in coded.items())] if coded else []


def _coded(said: Mapping[str, Points], codes: Codes) -> dict[str, str]:
    """Give each code its points; nothing where one code would have to mean two values."""
    if any(len({said[what] for what in group}) > 1 for group in codes.values()):
        return {}
    return {code: format_points(said[what[0]]) for code, what in codes.items()}


_WRITERS = {"XXS": _xxs, "BBx": _bbx, "162": _162_line}
