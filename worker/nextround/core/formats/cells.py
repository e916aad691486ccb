"""One round in one line of a report, and what it means."""

from functools import lru_cache
from typing import NamedTuple

from nextround.core.tournament import Colour, Kind, Outcome, PairingNumber, Points, PointSystem, Record
from nextround.core.tournament.rounds import worth


class Cell(NamedTuple):
    """What a line says about one round, in one spelling.

    ``opponent`` is None for 0000 and for blanks. ``code`` is the result in capitals; empty while the game has
    none. A round of which the line says nothing is no cell but None.
    """

    opponent: PairingNumber | None
    colour: Colour | None
    code: str

    @property
    def is_open(self) -> bool:
        """Whether a game is announced whose result is missing."""
        return not self.code


class _Meaning(NamedTuple):
    kind: Kind
    outcome: Outcome | None = None
    rated: bool = True


#: Results that need an opponent. W, D and L ended before the first move was completed: played, but not rated (G-3).
WITH_OPPONENT = {
    "1": _Meaning(Kind.PLAYED, Outcome.WIN),
    "=": _Meaning(Kind.PLAYED, Outcome.DRAW),
    "0": _Meaning(Kind.PLAYED, Outcome.LOSS),
    "W": _Meaning(Kind.PLAYED, Outcome.WIN, rated=False),
    "D": _Meaning(Kind.PLAYED, Outcome.DRAW, rated=False),
    "L": _Meaning(Kind.PLAYED, Outcome.LOSS, rated=False),
    "+": _Meaning(Kind.FORFEIT_WIN),
    "-": _Meaning(Kind.FORFEIT_LOSS),
}

#: Results without an opponent, in the spelling of TRF16 and TRF26.
BYES = {
    "U": Kind.PAB,
    "F": Kind.FULL_POINT_BYE,
    "H": Kind.HALF_POINT_BYE,
    "Z": Kind.ZERO_POINT_BYE,
}

#: Results without an opponent. TRF06 had no letters for byes: its ``+`` and ``1`` against 0000 are read as the
#: pairing-allocated bye, its draw as a half-point bye, its loss as an absence.
WITHOUT_OPPONENT = BYES | {
    "+": Kind.PAB,
    "1": Kind.PAB,
    "W": Kind.PAB,
    "=": Kind.HALF_POINT_BYE,
    "D": Kind.HALF_POINT_BYE,
    "-": Kind.ZERO_POINT_BYE,
    "0": Kind.ZERO_POINT_BYE,
    "L": Kind.ZERO_POINT_BYE,
}

#: The pairs of results that the two lines of one game may show.
RECIPROCAL = frozenset(
    pair
    for one, other in (
        *(("1", "0"), ("=", "="), ("=", "0"), ("0", "0")),
        *(("W", "L"), ("D", "D"), ("D", "L"), ("L", "L")),
        *(("+", "-"), ("-", "-"), ("", "")),
    )
    for pair in ((one, other), (other, one))
)

_CODES = {meaning: code for code, meaning in WITH_OPPONENT.items()}
_LETTERS = {kind: letter for letter, kind in BYES.items()} | {Kind.ABSENT: "Z"}


@lru_cache(maxsize=1 << 16)
def record_of(cell: Cell) -> Record:
    """Read a cell as a fact. A game without a result is an adjourned one, which is a draw (C.04.2 (2026) 3.1)."""
    if cell.opponent is None:
        return Record(WITHOUT_OPPONENT[cell.code])
    if cell.is_open:
        return Record(Kind.PLAYED, cell.opponent, cell.colour, Outcome.DRAW, adjourned=True)
    kind, outcome, rated = WITH_OPPONENT[cell.code]
    return Record(kind, cell.opponent, cell.colour, outcome, rated=rated)


def cell_of(record: Record) -> Cell | None:
    """Write a fact as a cell: the inverse of `record_of`. Of a round before a late entry a line says nothing."""
    if record.kind is Kind.NOT_ENTERED:
        return None
    if record.opponent is None:
        return Cell(None, None, _LETTERS[record.kind])
    code = "" if record.adjourned else _CODES[_Meaning(record.kind, record.outcome, record.rated)]
    return Cell(record.opponent, record.colour, code)


def values(system: PointSystem) -> tuple[dict[str, Points], dict[str, Points]]:
    """Table what each result is worth, in tenths: with an opponent, and without one. Open games are missing."""
    value = worth(system)
    return (
        {code: value[meaning.outcome or meaning.kind] for code, meaning in WITH_OPPONENT.items()},
        {code: value[kind] for code, kind in WITHOUT_OPPONENT.items()},
    )
