"""B2, B6 and B7: the two columns of a scoregroup, and the pairs across them."""

from collections.abc import Sequence
from dataclasses import dataclass

from nextround.core.matching import bits, mask_of
from nextround.core.matching.optima import Optima
from nextround.core.pairing.colours import may_take
from nextround.core.systems.vega.contenders import Contender, ContenderField
from nextround.core.tournament import Colour


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns by row, and who was moved to the other one so that they are equally long."""

    white: tuple[Contender, ...]
    black: tuple[Contender, ...]
    moved: tuple[Contender, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A pair: its players, those before the second whom the first may not meet, and those refused for the others'."""

    first: Contender
    second: Contender
    illegal: tuple[Contender, ...]
    refused: tuple[Contender, ...]


def halves(group: Sequence[Contender]) -> Columns:
    """B2, Vega 5 [TEXT]: in the first round the numbers of the first half meet those of the second."""
    in_order = sorted(group, key=lambda c: c.tpn)
    half = len(in_order) // 2
    return Columns(tuple(in_order[:half]), tuple(in_order[half:]))


def columns(group: Sequence[Contender]) -> Columns:
    """B6: due White and due Black, made equally long, each in its order (Vega 6.1 [TEXT]).

    V-16: who is due no colour joins the shorter column, White's if equal [PROG]. V-14, after Dubov 7.3 and 7.4: the
    Whites of smallest or the Blacks of greatest Buchholz change over, if they can have the other colour.
    """
    white = [c for c in group if c.due is Colour.WHITE]
    black = [c for c in group if c.due is Colour.BLACK]
    for contender in sorted((c for c in group if c.due is None), key=lambda c: c.white_order):
        (white if len(white) <= len(black) else black).append(contender)
    surplus = (len(white) - len(black)) // 2
    longer, shorter, colour = (white, black, Colour.BLACK) if surplus > 0 else (black, white, Colour.WHITE)
    able = (c for c in longer if may_take(c.colours, colour))
    moved = sorted(able, key=lambda c: (c.buchholz if surplus > 0 else -c.buchholz, c.alpha))[: abs(surplus)]
    leaving = {c.place for c in moved}
    longer[:] = [c for c in longer if c.place not in leaving]
    shorter += moved
    white.sort(key=lambda c: c.white_order)
    black.sort(key=lambda c: c.black_order)
    return Columns(tuple(white), tuple(black), tuple(moved))


def pair_columns(
    field: ContenderField, columns: Columns, upfloaters: Sequence[Contender], *, engine_order: bool
) -> tuple[list[Row], int]:
    """B7: pair the rows, and say how many pairs had to be made inside a column.

    Reading of Vega 6.2, V-11 and V-12: each White from the top takes the first Black whom he may meet; where a lower
    row gets stuck, the row above is changed, then the one above that. That is the first solution in lexical order,
    found here without going back: the first candidate who leaves the others a solution. Whites meet each other only
    where the columns can't be paired otherwise, and then as few as possible; ``engine_order`` is the author's program,
    which tries the Whites below before it changes a row above. V-13 [PROG]: Blacks who are left over, from the bottom.

    ``upfloaters`` may not meet each other (B5).
    """
    members = (*columns.black, *columns.white)
    black = (1 << len(columns.black)) - 1
    white = ((1 << len(members)) - 1) & ~black
    came_up = {c.place for c in upfloaters}
    together = mask_of(i for i, c in enumerate(members) if c.place in came_up)
    rows = [row & ~together if together >> i & 1 else row for i, row in enumerate(field.rows_among(members))]
    across = int(not engine_order)
    optima = Optima(rows, (black, white), {(0, 0): 0, (1, 1): 0, (0, 1): across, (1, 0): across})
    free = black | white
    made: list[Row] = []
    inside = 0
    for u in (*bits(white), *bits(black)):
        if free >> u & 1:
            free &= ~(1 << u)
            candidates = list(bits(free)) if white >> u & 1 else list(bits(free))[::-1]
            v = optima.settle(u) if white >> u & 1 else next(v for v in candidates if optima.confine(u, 1 << v))
            free &= ~(1 << v)
            before = candidates[: candidates.index(v)]
            made.append(
                Row(
                    members[u],
                    members[v],
                    tuple(members[i] for i in before if not rows[u] >> i & 1),
                    tuple(members[i] for i in before if rows[u] >> i & 1),
                )
            )
            inside += (white >> u & 1) == (white >> v & 1)
    return made, inside
