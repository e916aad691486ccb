"""What C.04.4.1 and C.04.4.2 (2026) word alike, read literally: legality, who is barred from the bye, colours."""

from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.tournament import Colour, Kind, Outcome, Record

OTHER = {"W": "B", "B": "W"}


class Reading:
    """A text read literally for one round. ``newcomer`` is the preference of a player without games."""

    newcomer: tuple[str | None, int] = (None, 0)

    def __init__(self, question: RoundToPair) -> None:
        self.question = question
        self.known: dict[frozenset[int], bool] = {}

    def preference(self, p: Competitor) -> tuple[str | None, int]:
        c = p.colours
        if not c:
            return self.newcomer
        difference = c.count("W") - c.count("B")
        if abs(difference) >= 2:
            return ("B" if difference > 0 else "W"), 3
        if c[-2:] in ("WW", "BB"):
            return OTHER[c[-1]], 3
        if difference:
            return ("B" if difference > 0 else "W"), 2
        return OTHER[c[-1]], 1

    def earned(self, record: Record) -> int:
        points = self.question.points
        return {
            Outcome.WIN: points.win,
            Outcome.DRAW: points.draw,
            Outcome.LOSS: points.loss,
            Kind.PAB: points.pab,
            Kind.FORFEIT_WIN: points.forfeit_win,
            Kind.FORFEIT_LOSS: points.forfeit_loss,
            Kind.FULL_POINT_BYE: points.full_point_bye,
            Kind.HALF_POINT_BYE: points.half_point_bye,
        }.get(record.outcome or record.kind, points.zero_point_bye)

    def barred(self, p: Competitor) -> bool:
        return any(
            r.kind is Kind.PAB or (r.kind is not Kind.PLAYED and self.earned(r) >= self.question.points.win)
            for r in p.history.records
        )

    def legal(self, p: Competitor, q: Competitor) -> bool:
        if q.tpn in p.history.opponents or q.tpn in self.question.forbidden.get(p.tpn, ()):
            return False
        mine, theirs = self.preference(p), self.preference(q)
        return not (mine == theirs and mine[1] == 3)

    def complete(self, players: list[Competitor]) -> bool:
        key = frozenset(p.tpn for p in players)
        if key not in self.known:
            self.known[key] = not players or any(
                self.legal(players[0], q) and self.complete([o for o in players[1:] if o is not q]) for q in players[1:]
            )
        return self.known[key]

    def colours(self, high: Competitor, low: Competitor) -> tuple[int, int]:
        """Article 5.2: (White, Black)."""
        return (high.tpn, low.tpn) if self.colour_of_higher(high, low) == "W" else (low.tpn, high.tpn)

    def colour_of_higher(self, high: Competitor, low: Competitor) -> str:
        if not high.colours and not low.colours:
            initial = "B" if self.question.initial_colour is Colour.BLACK else "W"
            return initial if high.tpn % 2 else OTHER[initial]
        mine, theirs = self.preference(high), self.preference(low)
        if mine[0] is None or theirs[0] is None:
            return mine[0] or OTHER[theirs[0]]
        if mine[0] != theirs[0]:
            return mine[0]
        if mine[1] != theirs[1]:
            return mine[0] if mine[1] > theirs[1] else OTHER[theirs[0]]
        back = 1
        while back <= min(len(high.colours), len(low.colours)):
            if high.colours[-back] != low.colours[-back]:
                return OTHER[high.colours[-back]]
            back += 1
        return mine[0]
