"""Vega as the text has it: every complete pairing is written down, and rows are changed from the bottom up.

Factorial: for small fields only. Written from the rules alone; it shares no idea with the fast system.
"""

from collections.abc import Iterator, Sequence

from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.tournament import Colour, Kind

Couple = tuple[int, int]


def pair(
    question: RoundToPair,
    *,
    engine_order: bool = False,
    upfloater_key: str = "buchholz",
    half_points_last: bool = False,
    alphabet_in_first_round: bool = False,
) -> tuple[list[Couple], int | None, bool] | None:
    """The pairs (White, Black), the bye, and whether the colour limits were waived; None where no pairing exists."""
    for waived in (False, True):
        found = Literal(question, waived, engine_order, upfloater_key, half_points_last, alphabet_in_first_round).pair()
        if found is not None:
            return *found, waived
    return None


def can(p: Competitor, colour: str) -> bool:
    after = p.colours + colour
    return not after.endswith(3 * colour) and abs(after.count("W") - after.count("B")) <= 2


def due(p: Competitor) -> str:
    """W, B, or nothing before the first game."""
    difference = p.colours.count("W") - p.colours.count("B")
    if difference < 0:
        return "W"
    if difference > 0:
        return "B"
    return {"W": "B", "B": "W"}[p.colours[-1]] if p.colours else ""


def other(colour: str) -> str:
    return {"W": "B", "B": "W", "": ""}[colour]


def dominating(players: Sequence[Competitor]) -> str:
    dues = [due(p) for p in players]
    if dues.count("W") == dues.count("B"):
        return ""
    return "W" if dues.count("W") > dues.count("B") else "B"


class Literal:
    def __init__(
        self,
        question: RoundToPair,
        waived: bool,
        engine_order: bool,
        upfloater_key: str,
        half_points_last: bool = False,
        alphabet_in_first_round: bool = False,
    ) -> None:
        self.question = question
        self.players = {c.tpn: c for c in question.competitors}
        self.waived = waived
        self.engine_order = engine_order
        self.upfloater_key = upfloater_key
        self.half_points_last = half_points_last
        self.alphabet_in_first_round = alphabet_in_first_round
        self.bh = {c.tpn: self.buchholz(c) for c in question.competitors}

    # B0

    def buchholz(self, p: Competitor) -> int:
        total = 0
        for record in p.history.records:
            if record.kind is Kind.PLAYED:
                total += self.question.everyone[record.opponent].points
            elif record.kind in (Kind.PAB, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.FULL_POINT_BYE):
                total += p.points
        return total

    def alpha(self, p: Competitor) -> tuple[str, int]:
        return p.player.name.casefold(), p.tpn

    def wcol(self, p: Competitor) -> tuple[int, int, tuple[str, int]]:
        return -p.score, self.bh[p.tpn], self.alpha(p)

    def bcol(self, p: Competitor) -> tuple[int, int, tuple[str, int]]:
        return -p.score, -self.bh[p.tpn], self.alpha(p)

    def legal(self, p: Competitor, q: Competitor) -> bool:
        if q.tpn in p.history.opponents or q.tpn in self.question.forbidden.get(p.tpn, ()):
            return False
        return self.waived or (can(p, "W") and can(q, "B")) or (can(p, "B") and can(q, "W"))

    def complete(self, players: Sequence[Competitor]) -> Iterator[dict[int, int]]:
        """Write down every complete legal pairing, as partner by number."""
        if not players:
            yield {}
            return
        first, *rest = players
        for partner in rest:
            if self.legal(first, partner):
                for others in self.complete([p for p in rest if p is not partner]):
                    yield {first.tpn: partner.tpn, partner.tpn: first.tpn, **others}

    def most_pairs(self, players: Sequence[Competitor]) -> int:
        if len(players) < 2:
            return 0
        first, *rest = players
        paired = [
            1 + self.most_pairs([p for p in rest if p is not partner]) for partner in rest if self.legal(first, partner)
        ]
        return max([self.most_pairs(rest), *paired])

    # B1

    def byes(self) -> Iterator[Competitor]:
        everybody = list(self.players.values())
        if self.question.round_number == 1 and not self.alphabet_in_first_round:
            order = sorted(everybody, key=lambda p: p.tpn, reverse=True)
        else:
            order = []
            for score in sorted({p.score for p in everybody}):
                group = [p for p in everybody if p.score == score]
                colour = dominating(group)
                while group:
                    least = min(self.bh[p.tpn] for p in group)
                    equal = [p for p in group if self.bh[p.tpn] == least]
                    of_colour = [p for p in equal if colour and due(p) == colour]
                    order.append(min(of_colour or equal, key=self.alpha))
                    group.remove(order[-1])
        kinds = {p.tpn: {record.kind for record in p.history.records} for p in order}
        open_to = [p for p in order if not kinds[p.tpn] & {Kind.PAB, Kind.FORFEIT_WIN, Kind.FULL_POINT_BYE}]
        if not self.half_points_last:
            yield from open_to
            return
        yield from (p for p in open_to if Kind.HALF_POINT_BYE not in kinds[p.tpn])
        yield from (p for p in open_to if Kind.HALF_POINT_BYE in kinds[p.tpn])

    def pair(self) -> tuple[list[Couple], int | None] | None:
        everybody = list(self.players.values())
        if len(everybody) % 2 == 0:
            made = self.groups(everybody)
            return None if made is None else (made, None)
        for bye in self.byes():
            made = self.groups([p for p in everybody if p is not bye])
            if made is not None:
                return made, bye.tpn
        return None

    # B3, B8

    def groups(self, rest: list[Competitor]) -> list[Couple] | None:
        numbers = {p.tpn: i for i, p in enumerate(sorted(rest, key=lambda p: p.tpn), start=1)}
        made: list[tuple[Competitor, Competitor]] = []
        while rest:
            score = max(p.score for p in rest)
            residents = [p for p in rest if p.score == score]
            lower = [p for p in rest if p.score != score]
            pairings = list(self.complete(rest))
            if not pairings:
                return None
            above = {p.tpn for p in residents}
            crossings = [sum(m[p] not in above for p in above) for m in pairings]
            u = min(crossings)
            best = [m for m, crossing in zip(pairings, crossings, strict=True) if crossing == u]
            # B4
            for x in self.islands(residents):
                y = self.partner(x, lower, best)
                best = [m for m in best if m[x.tpn] == y.tpn]
                made.append((x, y))
                residents.remove(x)
                lower.remove(y)
                u -= 1
            # B5
            upfloaters: list[Competitor] = []
            while u:
                z = self.upfloater(residents, upfloaters, lower, best)
                best = [m for m in best if m[z.tpn] in {p.tpn for p in residents}]
                upfloaters.append(z)
                lower.remove(z)
                u -= 1
            made += self.rows(residents, upfloaters)
            rest = lower
        return [self.seat(a, b, numbers) for a, b in made]

    def islands(self, residents: list[Competitor]) -> list[Competitor]:
        alone = [p for p in residents if not any(self.legal(p, q) for q in residents if q is not p)]
        white = sorted([p for p in alone if due(p) != "B"], key=self.wcol)
        black = sorted([p for p in alone if due(p) == "B"], key=self.bcol)
        order = []
        while white or black:
            order += white[:1] + black[:1]
            white, black = white[1:], black[1:]
        return order

    def partner(self, x: Competitor, lower: list[Competitor], best: list[dict[int, int]]) -> Competitor:
        admissible = [y for y in lower if any(m[x.tpn] == y.tpn for m in best)]
        return self.choose(admissible, lower, other(due(x)))

    def upfloater(
        self,
        residents: list[Competitor],
        upfloaters: list[Competitor],
        lower: list[Competitor],
        best: list[dict[int, int]],
    ) -> Competitor:
        above = {p.tpn for p in residents}
        admissible = [z for z in lower if any(m[z.tpn] in above for m in best)]
        return self.choose(admissible, lower, other(dominating([*residents, *upfloaters])))

    def choose(self, admissible: list[Competitor], lower: list[Competitor], colour: str) -> Competitor:
        nearest = max(p.score for p in admissible)
        group = [p for p in lower if p.score == nearest]
        candidates = [p for p in admissible if p.score == nearest]
        count = {p.tpn: self.most_pairs([q for q in group if q is not p]) for p in candidates}
        candidates = [p for p in candidates if count[p.tpn] == max(count.values())]
        candidates = [p for p in candidates if colour and due(p) == colour] or candidates
        rating = self.upfloater_key == "rating"
        return min(candidates, key=lambda p: (-p.player.rating if rating else 0, -self.bh[p.tpn], self.alpha(p)))

    # B2, B6, B7

    def rows(self, residents: list[Competitor], upfloaters: list[Competitor]) -> list[tuple[Competitor, Competitor]]:
        group = residents + upfloaters
        if self.question.round_number == 1:
            numbered = sorted(group, key=lambda p: p.tpn)
            white, black = numbered[: len(group) // 2], numbered[len(group) // 2 :]
        else:
            white, black = self.columns(group)
        least = min(self.inside(solution, white, black) for solution in self.solutions(white, black, upfloaters))
        for solution in self.solutions(white, black, upfloaters):
            if self.engine_order or self.inside(solution, white, black) == least:
                return solution
        raise AssertionError("no rows")

    def columns(self, group: list[Competitor]) -> tuple[list[Competitor], list[Competitor]]:
        white = [p for p in group if due(p) == "W"]
        black = [p for p in group if due(p) == "B"]
        for p in sorted([p for p in group if not due(p)], key=self.wcol):
            if len(black) < len(white):
                black.append(p)
            else:
                white.append(p)
        while len(white) - len(black) >= 2:
            able = [p for p in white if can(p, "B") and due(p) != "B"]
            if not able:
                break
            mover = min(able, key=lambda p: (self.bh[p.tpn], self.alpha(p)))
            white.remove(mover)
            black.append(mover)
        while len(black) - len(white) >= 2:
            able = [p for p in black if can(p, "W") and due(p) != "W"]
            if not able:
                break
            mover = min(able, key=lambda p: (-self.bh[p.tpn], self.alpha(p)))
            black.remove(mover)
            white.append(mover)
        return sorted(white, key=self.wcol), sorted(black, key=self.bcol)

    def solutions(
        self, white: list[Competitor], black: list[Competitor], upfloaters: list[Competitor]
    ) -> Iterator[list[tuple[Competitor, Competitor]]]:
        """Walk the rows depth first: each White takes the next candidate when the rows below are stuck."""
        if white:
            first, column = white[0], black + white[1:]
        elif black:
            first, column = black[0], black[:0:-1]
        else:
            yield []
            return
        for q in column:
            if self.legal(first, q) and not (first in upfloaters and q in upfloaters):
                whites = [p for p in white if p is not first and p is not q]
                blacks = [p for p in black if p is not first and p is not q]
                for below in self.solutions(whites, blacks, upfloaters):
                    yield [(first, q), *below]

    def inside(
        self, solution: list[tuple[Competitor, Competitor]], white: list[Competitor], black: list[Competitor]
    ) -> int:
        return sum((p in white and q in white) or (p in black and q in black) for p, q in solution)

    # B9

    def seat(self, p: Competitor, q: Competitor, numbers: dict[int, int]) -> Couple:
        if self.question.round_number == 1:
            odd_is_white = self.question.initial_colour is not Colour.BLACK
            white = p if (numbers[p.tpn] % 2 == 1) == odd_is_white else q
        else:
            white = self.white(p, q)
            black = q if white is p else p
            if not (can(white, "W") and can(black, "B")) and can(white, "B") and can(black, "W"):
                white = black
        return (p.tpn, q.tpn) if white is p else (q.tpn, p.tpn)

    def white(self, p: Competitor, q: Competitor) -> Competitor:
        if due(p) != due(q):
            return p if due(p) == "W" or due(q) == "B" else q
        difference = {c.tpn: abs(c.colours.count("W") - c.colours.count("B")) for c in (p, q)}
        if difference[p.tpn] != difference[q.tpn]:
            keeper = max((p, q), key=lambda c: difference[c.tpn])
            return keeper if due(keeper) == "W" else (q if keeper is p else p)
        for mine, theirs in zip(reversed(p.colours), reversed(q.colours), strict=False):
            if mine != theirs:
                return p if mine == "B" else q
        if self.bh[p.tpn] != self.bh[q.tpn]:
            return max((p, q), key=lambda c: self.bh[c.tpn])
        return min((p, q), key=self.alpha)
