"""The lines 001: one player each, in fixed columns."""

from collections.abc import Collection
from typing import NamedTuple

from nextround.core.formats.cells import BYES, WITH_OPPONENT, WITHOUT_OPPONENT, Cell
from nextround.core.formats.problems import Findings
from nextround.core.formats.report import PlayerLine
from nextround.core.formats.text import Line, whole_number
from nextround.core.tournament import Colour, PairingNumber, Player, Points, parse_points

#: The first of the ten columns of round 1.
ROUNDS = 92
MOST_ROUNDS = 999
#: Rounds of players that a few short records may fill: byes, and given points, of everybody in every round.
MOST_FILLED = 1_000_000
END = ROUNDS + 10 * MOST_ROUNDS
_COLOURS = {"w": Colour.WHITE, "W": Colour.WHITE, "b": Colour.BLACK, "B": Colour.BLACK, "-": None, " ": None, "": None}
_CODES = frozenset(WITH_OPPONENT | WITHOUT_OPPONENT)
_ACCEPTED_WITH = "with an opponent one of " + " ".join(WITH_OPPONENT)
_ACCEPTED_WITHOUT = "without an opponent (0000 or blanks) one of " + " ".join(BYES)

#: Columns between the fields: a character there means that a field was too long or that the line is shifted.
_BETWEEN = {
    4: "the record number and the pairing number",
    9: "the pairing number (columns 5 to 8) and the sex",
    48: "the name (columns 15 to 47) and the rating (columns 49 to 52, at most 9999)",
    53: "the rating (columns 49 to 52, at most 9999) and the federation",
    69: "the FIDE number (columns 58 to 68) and the birth date",
    85: "the points (columns 81 to 84) and the rank",
    90: "the rank (columns 86 to 89) and round 1",
    91: "the rank (columns 86 to 89) and round 1",
}

#: The same beside fields on which no pairing depends: worth a note. Of column 48 this holds for anything but a digit.
_HARMLESS = {
    14: "the title (columns 11 to 13) and the name",
    48: "the name (columns 15 to 47) and the rating",
    57: "the federation (columns 54 to 56) and the FIDE number",
}


class _Fault(NamedTuple):
    offset: int
    code: str
    message: str


class PlayerLines:
    """Reads the lines 001 of one file; what they repeat is read once."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._seen: dict[PairingNumber, int] = {}
        self._blocks: dict[str, Cell | _Fault | None] = {}

    def read(self, line: Line) -> PlayerLine | None:
        """Read one line; None where it has no usable pairing number. Every fault is recorded."""
        findings = Findings()
        entry = self._read(line, findings)
        if findings.problems and not line.text.isascii():
            # Some writers pad names by the bytes of UTF-8, which shifts the columns behind an accented letter.
            shifted = Findings()
            again = self._read(Line(line.number, line.text.encode(errors="replace").decode("latin-1")), shifted)
            if again is not None and not shifted.problems:
                entry, findings = _with_name_in_bytes(again), shifted
                findings.note("columns", line.number, 15, f"player {again.tpn}: the columns count bytes of UTF-8")
        self._findings.add(findings)
        return self._only_once(entry, line)

    def _read(self, line: Line, findings: Findings) -> PlayerLine | None:
        tpn = whole_number(line.field(5, 8))
        if not tpn:
            findings.refuse(
                "pairing-number", line.number, 5, f"columns 5 to 8: {line.field(5, 8)!r}; accepted is 1 to 9999"
            )
            return None
        text = line.text
        if "\t" in text:
            findings.refuse(
                "tab",
                line.number,
                text.index("\t") + 1,
                f"player {tpn}: there is a tab in the line; its columns are counted, so accepted are blanks only",
            )
            return PlayerLine(Player(tpn, str(tpn)), line=line.number)
        for column, fields in _BETWEEN.items():
            found = text[column - 1 : column].strip()
            if found and (column not in _HARMLESS or found.isdigit()):
                word = text[text.rfind(" ", 0, column) + 1 :].split()[0]
                findings.refuse(
                    "columns",
                    line.number,
                    column,
                    f"player {tpn}: column {column} must be blank between {fields}; found {word!r}",
                )
                return PlayerLine(Player(tpn, str(tpn)), line=line.number)
        for column, fields in _HARMLESS.items():
            if text[column - 1 : column].strip():
                message = f"player {tpn}: column {column} is not blank between {fields}; what stands there is left out"
                findings.note("columns", line.number, column, message)
        return PlayerLine(
            player=Player(
                tpn,
                str(tpn),
                name=text[14:47].strip(),
                rating=self._number(line, findings, tpn, "rating", 49, 52) or 0,
                title=text[10:13].strip(),
                federation=text[53:56].strip(),
            ),
            rounds=self._rounds(line, findings, tpn),
            points=_points(line, findings, tpn),
            rank=self._number(line, findings, tpn, "rank", 86, 89),
            sex=text[9:10].strip(),
            fide_id=text[57:68].strip(),
            birth_date=text[69:79].strip(),
            line=line.number,
        )

    def _number(
        self, line: Line, findings: Findings, tpn: PairingNumber, what: str, first: int, last: int
    ) -> int | None:
        text = line.field(first, last)
        if not text:
            return None
        found = whole_number(text)
        if found is None:
            findings.refuse(
                what,
                line.number,
                first,
                f"player {tpn}: {what} {text!r} in columns {first} to {last}; accepted is a whole number or blanks",
            )
        return found

    def _rounds(self, line: Line, findings: Findings, tpn: PairingNumber) -> tuple[Cell | None, ...]:
        text = line.text
        cells: list[Cell | None] = []
        if len(text) >= END:
            findings.refuse("columns", line.number, END, f"player {tpn}: the line goes on after round {MOST_ROUNDS}")
            return ()
        for start in range(ROUNDS - 1, len(text), 10):
            block = text[start : start + 10]
            if block not in self._blocks:
                self._blocks[block] = _block(block)
            cell = self._blocks[block]
            if isinstance(cell, _Fault):
                findings.refuse(
                    cell.code,
                    line.number,
                    start + 1 + cell.offset,
                    f"player {tpn}, round {len(cells) + 1}: {cell.message}",
                )
                cell = None
            cells.append(cell)
        while cells and cells[-1] is None:
            cells.pop()
        return tuple(cells)

    def _only_once(self, entry: PlayerLine | None, line: Line) -> PlayerLine | None:
        if entry is None:
            return None
        first = self._seen.setdefault(entry.tpn, line.number)
        if first != line.number:
            self._findings.refuse(
                "duplicate-tpn", line.number, 5, f"pairing number {entry.tpn} stands in line {first} already"
            )
            return None
        return entry


def unread_player(line: Line, known: Collection[PairingNumber]) -> PairingNumber | None:
    """Tell whose line this would be if its tag were 001: somebody's who is not in the file, else None.

    National ratings have the same columns behind three letters, and are none.
    """
    if line.tag.isalpha():
        return None
    for text in ("001" + line.text[3:], line.text.lstrip(), "0" + line.text):
        findings = Findings()
        entry = PlayerLines(findings).read(Line(line.number, text)) if text.startswith("001") else None
        if entry is None or findings.problems or entry.tpn in known or not entry.player.name:
            continue
        if entry.player.rating or entry.points is not None or entry.rank is not None or entry.rounds:
            return entry.tpn
    return None


def _block(block: str) -> Cell | _Fault | None:
    """Read the ten columns of one round: opponent 1 to 4, colour 6, result 8."""
    if not block.strip():
        return None
    text = block.ljust(10)
    for offset in (4, 6, 8, 9):
        if text[offset] != " ":
            return _Fault(
                offset,
                "columns",
                f"{block.strip()!r} does not stand in its columns: the opponent in four, a blank, the colour, a blank, "
                "the result, two blanks",
            )
    opponent = whole_number(text[:4].strip() or "0")
    if opponent is None:
        return _Fault(0, "opponent", f"opponent {text[:4].strip()!r}; accepted is a pairing number, 0000 or blanks")
    if text[5] not in _COLOURS:
        return _Fault(5, "colour", f"colour {text[5]!r}; accepted is w, b, - or a blank")
    colour, code = _COLOURS[text[5]], text[7].upper().strip()
    if code and code not in _CODES:
        return _Fault(7, "result", f"result {text[7]!r}; accepted is {_ACCEPTED_WITH}, {_ACCEPTED_WITHOUT}")
    if not opponent:
        if colour is not None:
            return _Fault(5, "colour", f"colour {text[5]!r} without an opponent; accepted is - or a blank")
        return Cell(None, None, code or "Z")
    if code in BYES:
        return _Fault(
            7,
            "result",
            f"result {text[7]!r} with opponent {opponent}; accepted is {_ACCEPTED_WITH}, {_ACCEPTED_WITHOUT}",
        )
    if colour is None and code not in ("", "+", "-"):
        return _Fault(5, "colour", f"a game against {opponent} without a colour; accepted is w or b")
    return Cell(opponent, colour, code)


def _points(line: Line, findings: Findings, tpn: PairingNumber) -> Points | None:
    # Column 80 is blank in a good file; a score of 100 or more reaches into it.
    text = line.field(80, 84)
    if not text:
        return None
    try:
        return parse_points(text)
    except ValueError:
        findings.refuse(
            "points", line.number, 81, f"player {tpn}: points {text!r} in columns 81 to 84; accepted is a form as 11.5"
        )
        return None


def _with_name_in_bytes(entry: PlayerLine) -> PlayerLine:
    player = entry.player
    name = player.name.encode("latin-1").decode("utf-8", errors="replace")
    return PlayerLine(
        Player(player.tpn, player.id, name, player.rating, player.title, player.federation),
        entry.rounds,
        entry.points,
        entry.rank,
        entry.sex,
        entry.fide_id,
        entry.birth_date,
        entry.line,
    )
