"""An explanation as one page of HTML: self-contained, printable, readable on a phone, without script."""

from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

from nextround.core.tournament import PairingNumber
from nextround.explain.facts import ExplainedBracket, Explanation
from nextround.explain.text import full, named
from nextround.explain.why import said_of

_templates = Environment(
    loader=PackageLoader("nextround.explain"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)

#: The measures of a drawn bracket, in the units of its view box.
WIDTH, ROW, BOX, HEIGHT, TOP = 400, 34, 150, 26, 8


@dataclass(frozen=True, slots=True)
class Box:
    """A player in the drawing: where he stands, and whether he came, went or both."""

    tpn: PairingNumber
    x: int
    y: int
    kind: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A bracket as boxes and the lines between those who meet; players who go on have an arrow down."""

    boxes: tuple[Box, ...]
    lines: tuple[tuple[int, int, int], ...]
    height: int


def page(told: Explanation) -> str:
    """Write the page."""
    standing = sorted(told.people.values(), key=lambda p: (-float(p.score), p.tpn))
    coming = {
        t: f"{seat.white + seat.black - t}{'w' if t == seat.white else 'b'}"
        for seat in told.seats
        for t in (seat.white, seat.black)
    }
    if told.bye is not None:
        coming[told.bye.player] = "bye"
    return _templates.get_template("round.html").render(
        told=told,
        standing=standing,
        coming=coming,
        drawings=[drawn(bracket) for bracket in told.brackets],
        name=lambda tpn: named(told, tpn),
        full=lambda tpn: full(told, tpn),
        file_sentence=said_of(told.in_the_file, "The file has another pairing of this round:")
        if told.in_the_file
        else "",
        width=WIDTH,
        box=BOX,
        height=HEIGHT,
    )


def drawn(bracket: ExplainedBracket) -> Drawing:
    """Draw a bracket: the pairs one under the other, then those who leave it."""
    boxes: list[Box] = []
    lines: list[tuple[int, int, int]] = []
    came, went = set(bracket.came), set(bracket.went)
    y = TOP
    for higher, lower in bracket.pairs:
        boxes.append(Box(higher, 4, y, _kind(higher, came, went)))
        boxes.append(Box(lower, WIDTH - BOX - 4, y, _kind(lower, came, went)))
        lines.append((BOX + 4, WIDTH - BOX - 4, y + HEIGHT // 2))
        y += ROW
    for index, tpn in enumerate(bracket.went):
        x = 4 if index % 2 == 0 else WIDTH - BOX - 4
        boxes.append(Box(tpn, x, y, _kind(tpn, came, went)))
        if index % 2 or index == len(bracket.went) - 1:
            y += ROW + 14
    return Drawing(tuple(boxes), tuple(lines), y + 4)


def _kind(tpn: PairingNumber, came: set[PairingNumber], went: set[PairingNumber]) -> str:
    return " ".join(word for word, players in (("came", came), ("went", went)) if tpn in players) or "stays"
