"""Burstein after its seeding rounds, as C.04.4.2 (2026) has it: every pairing of a bracket. For small fields only."""

from collections.abc import Iterator

from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.tournament import Kind

from tests.systems.literal.fide import Reading

Answer = tuple[list[tuple[int, int]], int | None]
Pairs = list[tuple[Competitor, Competitor]]
Candidate = tuple[Pairs, list[Competitor]]


def pair(question: RoundToPair, *, reaches_this_round: bool = True) -> Answer | None:
    """The pairs (White, Black) and the bye, or None where no pairing exists."""
    return _Literal(question, reaches_this_round).round()


class _Literal(Reading):
    def __init__(self, question: RoundToPair, reaches_this_round: bool) -> None:
        super().__init__(question)
        self.ahead: dict[frozenset[int], tuple] = {}
        self.index = {c.tpn: self.indexed(c, reaches_this_round) for c in question.everyone.values()}

    # article 1

    def indexed(self, p: Competitor, reaches_this_round: bool) -> tuple[int, int]:
        buchholz = berger = 0
        for record in p.history.records:
            if record.kind is Kind.PLAYED:
                other = self.question.everyone[record.opponent]
                score = other.points + self.question.points.draw * self.draws(other, reaches_this_round)
            else:
                score = p.points
            buchholz += score
            berger += score * self.earned(record)
        return buchholz, berger

    def draws(self, p: Competitor, reaches_this_round: bool) -> int:
        zero = {Kind.ZERO_POINT_BYE, Kind.ABSENT, Kind.NOT_ENTERED}
        series = [record.kind for record in p.history.records]
        if reaches_this_round and self.question.unavailable.get(p.tpn) not in zero:
            return 0
        count = 0
        while series and series.pop() in zero:
            count += 1
        return count

    def rank(self, p: Competitor) -> tuple[int, int, int]:
        buchholz, berger = self.index[p.tpn]
        return -buchholz, -berger, p.tpn

    # article 2

    def candidates(self, players: list[Competitor]) -> Iterator[Candidate]:
        """Every division into legal pairs and floaters."""
        if not players:
            yield [], []
            return
        first, *others = players
        for pairs, floaters in self.candidates(others):
            yield pairs, [first, *floaters]
        for q in others:
            if self.legal(first, q):
                for pairs, floaters in self.candidates([o for o in others if o is not q]):
                    yield [(first, q), *pairs], floaters

    # article 3

    def round(self) -> Answer | None:
        left = list(self.question.competitors)
        bye = None
        if len(left) % 2:
            upwards = sorted(left, key=self.rank, reverse=True)
            for p in sorted(upwards, key=lambda p: (p.score, -len(p.colours))):
                if not self.barred(p) and self.complete([q for q in left if q is not p]):
                    bye = p
                    break
            if bye is None:
                return None
            left.remove(bye)
        if not self.complete(left):
            return None
        games = []
        incoming: list[Competitor] = []
        while left or incoming:
            group, below = self.split(left)
            pairs, incoming = self.best(incoming + group, below)
            games += [self.seat(p, q) for p, q in pairs]
            left = below
        return games, bye.tpn if bye else None

    def split(self, left: list[Competitor]) -> tuple[list[Competitor], list[Competitor]]:
        top = max(p.score for p in left)
        return [p for p in left if p.score == top], [p for p in left if p.score < top]

    def allowed(self, bracket: list[Competitor], below: list[Competitor]) -> list[Candidate]:
        return [found for found in self.candidates(bracket) if self.complete(found[1] + below)]

    def best(self, bracket: list[Competitor], below: list[Competitor]) -> Candidate:
        ranked = sorted(bracket, key=self.rank)
        return min(
            self.allowed(ranked, below),
            key=lambda found: (*self.quality(found, below), self.missed(found), self.order(ranked, found)),
        )

    def floats(self, found: Candidate) -> tuple[int, list[int]]:
        """C5 and C6."""
        return len(found[1]), sorted((p.score for p in found[1]), reverse=True)

    def quality(self, found: Candidate, below: list[Competitor]) -> tuple:
        """C5, C6 and C7."""
        if not below:
            return (*self.floats(found), ())
        key = frozenset(p.tpn for p in found[1] + below)
        if key not in self.ahead:
            group, beyond = self.split(below)
            self.ahead[key] = min(self.floats(other) for other in self.allowed(found[1] + group, beyond))
        return (*self.floats(found), self.ahead[key])

    def missed(self, found: Candidate) -> int:
        """C8."""
        wishes = [(self.preference(p)[0], self.preference(q)[0]) for p, q in found[0]]
        return sum(mine is not None and mine == theirs for mine, theirs in wishes)

    def order(self, ranked: list[Competitor], found: Candidate) -> list[int]:
        number = {p.tpn: bsn for bsn, p in enumerate(ranked, start=1)}
        opponent = {p.tpn: 0 for p in found[1]}
        for p, q in found[0]:
            opponent |= {p.tpn: number[q.tpn], q.tpn: number[p.tpn]}
        return [-opponent[p.tpn] for p in ranked]

    # article 5

    def seat(self, p: Competitor, q: Competitor) -> tuple[int, int]:
        high, low = sorted((p, q), key=self.rank)
        return self.colours(high, low)
