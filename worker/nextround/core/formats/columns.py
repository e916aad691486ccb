"""Records whose fields stand in fixed columns: what they are, and what stands between them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from nextround.core.formats.text import Line


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of a record, by first and last column; a list goes on from ``start`` in fields of ``width``."""

    fields: tuple[tuple[int, int], ...]
    start: int | None = None
    width: int = 4

    def stray(self, line: Line) -> int | None:
        """Find the first column that belongs to no field and is not blank."""
        inside = {column for first, last in self.fields for column in range(first, last + 1)}
        for column, letter in enumerate(line.text[3:], start=4):
            if letter != " " and column not in inside and not self._in_list(column):
                return column
        return None

    def _in_list(self, column: int) -> bool:
        return self.start is not None and column >= self.start and (column - self.start) % (self.width + 1) < self.width

    def listed(self, line: Line) -> Iterator[tuple[int, str]]:
        """Cut the list into its fields: first column, and text without blanks at the ends."""
        if self.start is not None:
            for column in range(self.start, len(line.text) + 1, self.width + 1):
                yield column, line.field(column, column + self.width - 1)


#: By record, as TRF26 has them, and XXA of JaVaFo.
LAYOUTS: Mapping[str, Layout] = {
    "240": Layout(((5, 5), (7, 9)), 11),
    "250": Layout(((5, 8), (10, 13), (15, 17), (19, 21), (23, 26), (28, 31))),
    "260": Layout(((5, 7), (9, 11)), 13),
    "300": Layout(((5, 7), (9, 11), (13, 15)), 17),
    "310": Layout(((5, 7), (9, 40), (42, 46), (48, 53), (55, 60), (62, 67), (69, 71)), 74),
    "320": Layout(((5, 8), (10, 13)), 15, 3),
    "330": Layout(((5, 6), (8, 10), (12, 14), (16, 18))),
    "XXA": Layout(((5, 8),), 10),
}
