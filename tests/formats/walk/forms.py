"""What a well-formed line of each record is, as the formats have it: field by field, whatever the reader makes of it.

A slip that leaves a well-formed line can't be told from what was meant; these forms list what is exempt. They
are written down here a second time on purpose: the walk judges the reader by them.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

ANY, COUNT, POINTS = ".*", "0*[1-9][0-9]*", r"[0-9]{1,3}\.[0-9]|[0-9]"
PLAYER, TEAM = "player", "team"
_DIGITS = "[0-9]*"


class Form(NamedTuple):
    """The fields of a line: first and last column with the values that are legal; a list behind them in fields of equal
    width, one column apart; pairs of fields of which the first may not be greater."""

    fields: tuple[tuple[int, int, str], ...]
    listed: tuple[tuple[int, int, str], ...] = ()
    step: int = 0
    least: int = 0
    ordered: tuple[tuple[int, int], ...] = ()
    distinct: bool = True


def _list(start: int, width: int, legal: str) -> tuple[tuple[int, int, str], ...]:
    return ((start, start + width - 1, legal),)


#: By record. In a round of a player line, colour and result are what their columns take; both may be blank.
COLUMNS: Mapping[str, Form] = {
    "001": Form(
        ((5, 8, COUNT), (10, 10, ANY), (11, 13, ANY), (15, 47, ANY), (49, 52, _DIGITS), (54, 56, ANY), (58, 68, ANY),
         (70, 79, ANY), (80, 84, r"[0-9]*\.?[0-9]*"), (86, 89, _DIGITS)),
        ((92, 95, _DIGITS), (97, 97, "[wbWB-]?"), (99, 99, "[-+=10wdlufhzWDLUFHZ]?")), 10, distinct=False,
    ),
    "240": Form(((5, 5, "[FHZfhz]"), (7, 9, COUNT)), _list(11, 4, PLAYER), 5, 1),
    "250": Form(
        ((5, 8, POINTS + "|"), (10, 13, POINTS), (15, 17, COUNT), (19, 21, COUNT), (23, 26, PLAYER), (28, 31, PLAYER)),
        ordered=((2, 3), (4, 5)),
    ),
    "260": Form(((5, 7, COUNT), (9, 11, COUNT)), _list(13, 4, PLAYER), 5, 2, ((0, 1),)),
    "300": Form(((5, 7, COUNT), (9, 11, TEAM), (13, 15, TEAM + "|0*")), _list(17, 4, PLAYER + "|0*"), 5, 1),
    "310": Form(
        ((5, 7, COUNT), (9, 40, ANY), (42, 46, ANY), (48, 53, ANY), (55, 60, ANY), (62, 67, ANY), (69, 71, ANY)),
        _list(74, 4, PLAYER), 5, 1,
    ),
    "320": Form(((5, 8, POINTS), (10, 13, POINTS)), _list(15, 3, TEAM + "|0*"), 4, distinct=False),
    "330": Form(((5, 6, r"\+-|-\+|--"), (8, 10, COUNT), (12, 14, TEAM), (16, 18, TEAM))),
    "XXA": Form(((5, 8, PLAYER),), _list(10, 4, POINTS + "|"), 5, distinct=False),
}  # fmt: skip

_NUMBERS = f"({PLAYER})( +({PLAYER}))*"
_OF_162 = rf"([WDLAPXwdlapx] *({POINTS}) *)*"

#: Records without columns: what may stand behind the tag.
FREE: Mapping[str, str] = {
    "012": ANY, "042": ANY, "062": _DIGITS, "142": COUNT, "XXR": COUNT, "152": "[WBwb]", "XXC": "white1|black1",
    "192": "FIDE_[A-Z0-9_]*", "XXP": f"({PLAYER})( +({PLAYER}))+", "XXZ": _NUMBERS, "162": _OF_162,
    "XXS": rf"([A-Z]+=({POINTS}) *)*", "352": "[WBwb]*", "362": rf"(T[WDLwdl] *({POINTS}) *)*",
} | dict.fromkeys(("BBW", "BBD", "BBL", "BBU", "BBF", "BBZ"), POINTS)  # fmt: skip

#: Tags that one character makes one another, with the same form behind them.
SAME_FORM = ({"XXP", "XXZ"}, {"BBW", "BBD", "BBL", "BBU", "BBF", "BBZ"})


class Forms:
    """The forms for the players and teams of one file."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        of_teams = any(line.startswith("310") for line in lines)
        players = [line[4:8].strip() for line in lines if line.startswith("001")]
        teams = [line[4:7].strip() for line in lines if line.startswith("310")]
        self._known = {PLAYER: "0*(" + "|".join(players) + ")", TEAM: "0*(" + "|".join(teams) + ")"}
        self._team_wise = ("240", "250", "260") if of_teams else ()

    def well_formed(self, line: str, tag: str) -> bool:
        """Whether a line could be meant as a record of this tag."""
        same = line[:3] == tag or any({line[:3], tag} <= tags for tags in SAME_FORM)
        if not same or (line[3:4].strip() and tag[0] != "X"):
            return False
        form = COLUMNS.get(tag)
        if form is None:
            text = line[3:].strip() if tag in FREE else ""
            words = text.split()
            once = tag not in ("XXP", "XXZ") or len(set(words)) == len(words)
            return tag in FREE and once and self._legal(text, FREE[tag], tag)
        return self._in_columns(line.rstrip(), tag, form)

    def _in_columns(self, line: str, tag: str, form: Form) -> bool:
        fields = list(form.fields)
        start = 0
        while form.listed and form.listed[0][0] + start <= len(line):
            fields += [(first + start, last + start, legal) for first, last, legal in form.listed]
            start += form.step
        inside = {column for first, last, _ in fields for column in range(first, last + 1)}
        if any(letter != " " for column, letter in enumerate(line, 1) if column > 3 and column not in inside):
            return False
        texts = [line[first - 1 : last].strip() for first, last, _ in fields]
        if not all(self._legal(text, legal, tag) for text, (_, _, legal) in zip(texts, fields, strict=True)):
            return False
        listed = [text for text in texts[len(form.fields) :] if text.strip("0")]
        return (
            len(texts) - len(form.fields) >= form.least
            and all(int(texts[one]) <= int(texts[two]) for one, two in form.ordered)
            and (not form.distinct or len(set(map(int, listed))) == len(listed))
        )

    def _legal(self, text: str, legal: str, tag: str) -> bool:
        known = self._known[TEAM if tag in self._team_wise else PLAYER]
        form = legal.replace(PLAYER, known).replace(TEAM, self._known[TEAM])
        return re.fullmatch(form, text) is not None
