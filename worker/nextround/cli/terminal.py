"""The two ways in which a command writes to a terminal; neither lets through what a terminal would obey."""

from collections.abc import Iterable

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from nextround.printable import printable


def say(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Write text: on stdout, or on stderr."""
    typer.echo(printable(str(text)), err=err, nl=nl)


class Screen(Console):
    """A console of rich whose texts are printable; its own control sequences are not in texts."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render, as rich does."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)
