"""The records beside the player section: what each says, whatever dialect it is written in."""

import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from nextround.core.formats.cells import BYES
from nextround.core.formats.columns import LAYOUTS
from nextround.core.formats.player_lines import MOST_FILLED, MOST_ROUNDS, unread_player
from nextround.core.formats.problems import Findings
from nextround.core.formats.report import is_of_teams
from nextround.core.formats.scoring import BBX, Scoring
from nextround.core.formats.team_records import READERS as TEAM_READERS
from nextround.core.formats.team_records import TeamRecords
from nextround.core.formats.teams import Teams
from nextround.core.formats.text import Line, given_points, whole_number
from nextround.core.tournament import Colour, ForbiddenPairs, PairingNumber, Points

#: Informative records, kept as texts.
HEADERS = frozenset(f"{number:03}" for number in (*range(12, 133, 10), 172, 182, 202, 212, 222, 352, 362))

#: Records of teams and of points out of the order, kept as lines.
OF_TEAMS = frozenset(("013", "300", "310", "320", "330", "801", "802"))
_WORD = re.compile(r"\S+")
_COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK, "white1": Colour.WHITE, "black1": Colour.BLACK}


@dataclass(slots=True)
class Records:
    """Collects what the records of one file say; ``players`` are the pairing numbers that there are."""

    findings: Findings
    players: Collection[PairingNumber]
    scoring: Scoring = field(init=False)
    number_of_rounds: int | None = None
    initial_colour: Colour | None = None
    system_code: str = ""
    by_rank: Line | None = None
    xxa: dict[PairingNumber, tuple[Points, ...]] = field(default_factory=dict)
    fictitious: dict[PairingNumber, dict[int, Points]] = field(default_factory=dict)
    forbidden_pairs: list[ForbiddenPairs] = field(default_factory=list)
    byes: dict[tuple[PairingNumber, int], tuple[str, Line]] = field(default_factory=dict)
    first_rounds: list[tuple[Line, int, int]] = field(default_factory=list)
    absent: dict[PairingNumber, Line] = field(default_factory=dict)
    headers: list[tuple[str, str]] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    teams: Teams = field(default_factory=Teams)
    _filled: int = 0

    def __post_init__(self) -> None:
        self.scoring = Scoring(self.findings)

    def read_all(self, lines: list[Line]) -> None:
        """Read every line that is not 001."""
        self.system_code = next((line.content for line in lines if line.tag == "192"), "").upper()
        kept: dict[str, list[Line]] = {}
        for line in lines:
            read = READERS.get(line.tag)
            if line.tag == "###":
                self.comments.append(line.text)
            elif line.tag in HEADERS:
                self.headers.append((line.tag, _header(line)))
            elif read is None or (is_of_teams(self.system_code) and line.tag in _OF_PLAYERS_OR_TEAMS):
                self.others.append(line.text)
                kept.setdefault(line.tag, []).append(line)
            elif self.in_columns(line):
                read(self, line)
        self._note_first_rounds()
        if is_of_teams(self.system_code):
            of_teams = [line for tag in ("310", *TEAM_READERS) for line in kept.pop(tag, ())]
            self.teams = TeamRecords(self.findings, self.players, self.may_fill).read_all(of_teams)
        self._note_kept(kept)

    def virtual_points(self) -> dict[PairingNumber, tuple[Points, ...]]:
        """Give the virtual points by player and round, without zeros at the end."""
        from_250 = {
            tpn: tuple(by_round.get(number, 0) for number in range(1, max(by_round) + 1))
            for tpn, by_round in sorted(self.fictitious.items())
        }
        given = {tpn: trimmed(points) for tpn, points in sorted(self.xxa.items()) if any(points)}
        ranges = {tpn: trimmed(points) for tpn, points in from_250.items() if any(points)}
        if given and ranges and given != ranges:
            self.findings.refuse(
                "virtual-points",
                1,
                1,
                "the records XXA and 250 give different virtual points; accepted is either, or both alike",
            )
        return given or ranges

    def refuse(self, line: Line, column: int, message: str, code: str = "record") -> None:
        """Record a fault of a line."""
        self.findings.refuse(code, line.number, column, f"record {line.tag}: {message}")

    def in_columns(self, line: Line) -> bool:
        """Whether nothing stands between the fields; where a record has no columns, a filled column 4 is noted."""
        layout = LAYOUTS.get(line.tag)
        column = layout.stray(line) if layout else None
        if column is not None:
            self.refuse(line, column, f"column {column} must be blank between the fields", "columns")
        elif line.text[3:4].strip():
            message = f"record {line.tag}: column 4 is usually blank; read as {line.content!r}"
            self.findings.note("columns", line.number, 4, message)
        return column is None

    def may_fill(self, line: Line, rounds: int) -> bool:
        """Count the rounds of players that a record fills; refuse it where all records fill too many."""
        self._filled += rounds
        if self._filled > MOST_FILLED:
            self.refuse(line, 1, f"more than {MOST_FILLED} rounds of players are filled by such records", "too-large")
        return self._filled <= MOST_FILLED

    def numbers(self, line: Line, start: int) -> list[PairingNumber]:
        """Read the pairing numbers from a column on, separated by blanks; unknown ones are refused."""
        found: list[PairingNumber] = []
        for word in _WORD.finditer(line.text, start - 1):
            tpn = whole_number(word[0])
            if tpn is None or tpn not in self.players:
                message = f"{word[0]!r} is no pairing number of this file"
                self.refuse(line, word.start() + 1, message, "unknown-id")
            else:
                found.append(tpn)
        return self._some(line, start, found)

    def listed(self, line: Line) -> list[PairingNumber]:
        """Read the pairing numbers of a list in columns; unknown ones, and blanks between them, are refused."""
        found: list[PairingNumber] = []
        for column, word in LAYOUTS[line.tag].listed(line):
            tpn = whole_number(word)
            if tpn is None or tpn not in self.players:
                self.refuse(line, column, f"{word!r} is no pairing number of this file", "unknown-id")
            else:
                found.append(tpn)
        return self._some(line, LAYOUTS[line.tag].start or 1, found)

    def _some(self, line: Line, start: int, found: list[PairingNumber]) -> list[PairingNumber]:
        """Refuse an empty list, and who stands in it twice: somebody else was meant, and would be left out."""
        twice = next((tpn for tpn, times in Counter(found).items() if times > 1), None)
        if not line.text[start - 1 :].strip():
            self.refuse(line, start, "the pairing numbers are missing")
        elif twice is not None:
            self.refuse(line, start, f"player {twice} stands in it twice", "duplicate-id")
        return found

    def round_number(self, line: Line, first: int, last: int) -> int | None:
        """Read a round from its columns."""
        found = whole_number(line.field(first, last))
        if not found:
            self.refuse(
                line, first, f"columns {first} to {last}: {line.field(first, last)!r}; accepted is a round from 1"
            )
            return None
        return found

    def _note_first_rounds(self) -> None:
        for line, column, first in self.first_rounds:
            if self.number_of_rounds is not None and first > self.number_of_rounds:
                message = (
                    f"record {line.tag} begins in round {first}, but the tournament has {self.number_of_rounds} rounds"
                )
                self.findings.note("round-out-of-range", line.number, column, message)

    def _note_kept(self, kept: dict[str, list[Line]]) -> None:
        for tag, lines in kept.items():
            where = f"{len(lines)} lines" if len(lines) > 1 else "1 line"
            if tag not in LAYOUTS:
                self._refuse_players(lines)
            if tag in OF_TEAMS:
                message = f"record {tag} ({where}) is of teams: kept, not used for the pairing"
            elif tag == "299":
                message = f"record 299 ({where}) assigns points out of the order: kept"
            elif all(_is_national(line, self.players) for line in lines):
                message = f"national ratings of {tag} ({where}): kept, not used for the pairing"
            else:
                message = f"record {tag!r} ({where}) is not known: kept, not used for the pairing"
            self.findings.note("kept", lines[0].number, 1, message)

    def _refuse_players(self, lines: list[Line]) -> None:
        for line in lines:
            tpn = unread_player(line, self.players)
            if tpn is not None:
                message = f"the line reads like that of player {tpn}, but begins with {line.tag!r}; accepted is 001"
                self.findings.refuse("player-line", line.number, 1, message)


def _rounds(records: Records, line: Line) -> None:
    found = whole_number(line.content)
    if not found or found > MOST_ROUNDS:
        records.refuse(line, 5, f"number of rounds {line.content!r}; accepted is 1 to {MOST_ROUNDS}")
    elif records.number_of_rounds not in (None, found):
        records.refuse(line, 5, f"{found} rounds, but {records.number_of_rounds} before; accepted is one number")
    else:
        records.number_of_rounds = found


def _initial_colour(records: Records, line: Line, colour: Colour) -> None:
    if records.initial_colour not in (None, colour):
        records.refuse(line, 5, "the initial colour is given twice, and differently; accepted is one")
    else:
        records.initial_colour = colour


def _152(records: Records, line: Line) -> None:
    if line.content.upper() not in ("W", "B"):
        records.refuse(line, 5, f"initial colour {line.content!r}; accepted is W or B")
        return
    if not line.content.isupper():
        records.findings.note("spelling", line.number, 5, f"record 152: {line.content!r} is read as a capital")
    _initial_colour(records, line, _COLOURS[line.content.upper()])


def _xxc(records: Records, line: Line) -> None:
    for found in _WORD.finditer(line.text, 3):
        word = found[0].lower()
        if word == "rank":
            records.by_rank = line
        elif word in ("white1", "black1"):
            _initial_colour(records, line, _COLOURS[word])
        else:
            records.refuse(line, found.start() + 1, f"{found[0]!r}; accepted is white1, black1 or rank")


def _xxa(records: Records, line: Line) -> None:
    tpn = whole_number(line.field(5, 8))
    if tpn is None or tpn not in records.players:
        records.refuse(line, 5, f"{line.field(5, 8)!r} is no pairing number of this file", "unknown-id")
        return
    points: list[Points] = []
    for column, word in LAYOUTS["XXA"].listed(line):
        try:
            points.append(given_points(word) if word else 0)
        except ValueError:
            records.refuse(
                line, column, "points in a form as 1.0 are accepted in the columns 10 to 13, 15 to 18 and so on"
            )
            return
    if tpn in records.xxa:
        records.refuse(line, 5, f"player {tpn} has virtual points already; accepted is one line a player")
    records.xxa[tpn] = tuple(points)


def _250(records: Records, line: Line) -> None:
    first, last = records.round_number(line, 15, 17), records.round_number(line, 19, 21)
    low, high = whole_number(line.field(23, 26)), whole_number(line.field(28, 31))
    try:
        points = given_points(line.field(10, 13))
        given_points(line.field(5, 8) or "0")
    except ValueError:
        records.refuse(line, 10, f"columns 10 to 13: {line.field(10, 13)!r}; accepted are points in a form as 1.0")
        return
    if first is None or last is None or not first <= last <= MOST_ROUNDS or not low or not high or low > high:
        records.refuse(
            line,
            15,
            "accepted are the first and the last round in columns 15 to 17 and 19 to 21, the first and the last "
            "pairing number in columns 23 to 26 and 28 to 31",
        )
        return
    for column, tpn in ((23, low), (28, high)):
        if tpn not in records.players:
            records.refuse(line, column, f"{tpn} is no pairing number of this file", "unknown-id")
            return
    records.first_rounds.append((line, 15, first))
    for tpn in filter(records.players.__contains__, range(low, high + 1)):
        if not records.may_fill(line, last):
            return
        by_round = records.fictitious.setdefault(tpn, {})
        for round_number in range(first, last + 1):
            if round_number in by_round:
                records.refuse(line, 10, f"player {tpn}, round {round_number}: virtual points are given twice")
                return
            by_round[round_number] = points


def _forbid(
    records: Records, line: Line, start: int, players: list[PairingNumber], rounds: tuple[int, int | None]
) -> None:
    if len(line.text[start - 1 :].split()) < 2:
        records.refuse(line, start, "accepted are two pairing numbers or more")
    records.forbidden_pairs.append(ForbiddenPairs(tuple(players), *rounds))


def _xxp(records: Records, line: Line) -> None:
    _forbid(records, line, 4, records.numbers(line, 4), (1, None))


def _260(records: Records, line: Line) -> None:
    first, last = records.round_number(line, 5, 7), records.round_number(line, 9, 11)
    if not first or not last:
        return
    if first > last:
        records.refuse(line, 9, f"the last round {last} is before the first {first}", "round-out-of-range")
    records.first_rounds.append((line, 5, first))
    _forbid(records, line, 13, records.listed(line), (first, last))


def _240(records: Records, line: Line) -> None:
    kind = line.field(5, 5).upper()
    if kind not in BYES or kind == "U":
        records.refuse(line, 5, f"type of bye {line.field(5, 5)!r}; accepted is F, H or Z")
        return
    round_number = records.round_number(line, 7, 9)
    if round_number is None or round_number > MOST_ROUNDS:
        return
    for tpn in records.listed(line):
        if not records.may_fill(line, round_number):
            return
        if records.byes.setdefault((tpn, round_number), (kind, line))[0] != kind:
            records.refuse(line, 11, f"player {tpn}, round {round_number}: two kinds of bye; accepted is one")


def _xxz(records: Records, line: Line) -> None:
    records.absent |= dict.fromkeys(records.numbers(line, 4), line)


def _system(records: Records, line: Line) -> None:
    if line.content.upper() != records.system_code:
        records.refuse(line, 5, f"{line.content}, but {records.system_code} before; accepted is one")


READERS: dict[str, Callable[[Records, Line], None]] = {
    "XXR": _rounds,
    "142": _rounds,
    "XXC": _xxc,
    "152": _152,
    "192": _system,
    "XXS": lambda records, line: records.scoring.read_xxs(line),
    "162": lambda records, line: records.scoring.read_162(line),
    **dict.fromkeys(BBX, lambda records, line: records.scoring.read_bbx(line)),
    "XXA": _xxa,
    "250": _250,
    "XXP": _xxp,
    "260": _260,
    "XXZ": _xxz,
    "240": _240,
}

#: Records whose numbers are teams in a competition of teams.
_OF_PLAYERS_OR_TEAMS = frozenset(("240", "250", "260"))


def _header(line: Line) -> str:
    # The columns of 132 count, so its blanks in front stay.
    return line.text[4:] if line.tag == "132" else line.content


def trimmed(points: tuple[Points, ...]) -> tuple[Points, ...]:
    """Leave out the zeros at the end."""
    length = len(points)
    while length and not points[length - 1]:
        length -= 1
    return points[:length]


def _is_national(line: Line, players: Collection[PairingNumber]) -> bool:
    return (
        line.tag.isascii() and line.tag.isalpha() and line.tag.isupper() and whole_number(line.field(5, 8)) in players
    )
