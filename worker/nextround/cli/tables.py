"""How the commands lay out tables: nothing that identifies is ever cut."""

from collections.abc import Iterable

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from nextround.printable import printable

NUMBERS = ("round", "players", "seconds", "deliveries", "children", "waiting", "unread", "unacknowledged", "boards")
"""Columns that stand to the right."""
LEAST = 12
"""Characters that a column has at least which may run over several lines."""


class Screen(Console):
    """A console of rich whose texts are printable; its own control sequences are not in texts."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render, as rich does."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)


def table(*headers: str, title: str = "", wrapped: tuple[str, ...] = ()) -> Table:
    """Make an empty table; only the columns that are `wrapped` may run over several lines."""
    made = Table(
        title=Text(title) if title else None,
        title_justify="left",
        title_style="bold",
        header_style="dim",
        box=SIMPLE_HEAD,
    )
    for header in headers:
        made.add_column(
            header,
            justify="right" if header in NUMBERS else "left",
            no_wrap=header not in wrapped,
            overflow="fold",
            min_width=LEAST if header in wrapped else None,
        )
    return made


def add_row(made: Table, *cells: object) -> None:
    """Add a row; what comes from outside is text, never markup."""
    texts = [cell if isinstance(cell, Text) else Text("–" if cell is None else str(cell)) for cell in cells]
    for column, text in zip(made.columns, texts, strict=True):
        if column.no_wrap:
            column.min_width = max(column.min_width or 0, cell_len(str(column.header)), text.cell_len)
    made.add_row(*texts)


def show_table(shown: RenderableType, console: Console | None = None) -> None:
    """Print on stdout, wider than the terminal where a column that may not be wrapped needs it.

    A terminal breaks such lines, and what reads a pipe or a file has them whole.
    """
    console = console or Screen(markup=False, highlight=False)
    wide = console.options.update(width=10_000, max_width=10_000)
    console.width = max(console.width, Measurement.get(console, wide, shown).minimum)
    console.print(shown)
