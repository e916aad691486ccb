"""Dubov as C.04.4.1 (2026) has it: every set, every transposition, in the order of the text. For small fields only."""

from collections.abc import Iterator
from itertools import combinations, permutations

from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.tournament import Kind

from tests.systems.literal.fide import Reading

Answer = tuple[list[tuple[int, int]], int | None]


def pair(question: RoundToPair, *, forfeits_float: bool = False) -> Answer | None:
    """The pairs (White, Black) and the bye, or None where no pairing exists."""
    return _Literal(question, forfeits_float).round()


class _Literal(Reading):
    newcomer = ("B", 1)

    def __init__(self, question: RoundToPair, forfeits_float: bool) -> None:
        super().__init__(question)
        self.forfeits_float = forfeits_float

    # article 1

    def aro(self, p: Competitor) -> int:
        met = [self.question.everyone[r.opponent].player.rating for r in p.history.records if r.kind is Kind.PLAYED]
        if not met:
            return 0
        whole, rest = divmod(sum(met), len(met))
        return whole + (2 * rest >= len(met))

    def floated(self, p: Competitor) -> list[bool]:
        told = []
        for number, record in enumerate(p.history.records):
            paired = record.kind is Kind.PLAYED or (self.forfeits_float and record.opponent is not None)
            above = paired and self.question.everyone[record.opponent].pairing_scores[number] > p.pairing_scores[number]
            told.append(above)
        return told

    # article 2

    def matchings(self, players: list[Competitor]) -> Iterator[list[tuple[Competitor, Competitor]]]:
        if not players:
            yield []
            return
        first, *others = players
        for q in others:
            if self.legal(first, q):
                for rest in self.matchings([o for o in others if o is not q]):
                    yield [(first, q), *rest]

    # article 3

    def round(self) -> Answer | None:
        left = list(self.question.competitors)
        bye = None
        if len(left) % 2:
            for p in sorted(left, key=lambda p: (p.score, -len(p.colours), -p.tpn)):
                if not self.barred(p) and self.complete([q for q in left if q is not p]):
                    bye = p
                    break
            if bye is None:
                return None
            left.remove(bye)
        if not self.complete(left):
            return None
        games: list[tuple[int, int]] = []
        while left:
            top = max(p.score for p in left)
            residents = [p for p in left if p.score == top]
            lower = sorted((p for p in left if p.score < top), key=lambda p: (-p.score, p.tpn))
            floaters = self.upfloaters(residents, lower)
            bracket = residents + floaters
            games += [self.seat(p, q) for p, q in self.bracket(bracket)]
            left = [p for p in lower if p not in floaters]
        return games, bye.tpn if bye else None

    def upfloaters(self, residents: list[Competitor], lower: list[Competitor]) -> list[Competitor]:
        for k in range(len(lower) + 1):
            sets = [
                list(chosen)
                for chosen in combinations(lower, k)
                if self.complete(residents + list(chosen)) and self.complete([p for p in lower if p not in chosen])
            ]
            if sets:
                return min(sets, key=lambda chosen: self.quality(residents, chosen))  # min keeps the first of equals
        raise AssertionError

    def quality(self, residents: list[Competitor], floaters: list[Competitor]) -> tuple:
        scores = [-p.score for p in sorted(floaters, key=lambda p: p.score)]
        missed = self.missed(residents + floaters)
        if self.question.round_number == self.question.number_of_rounds:
            return scores, missed
        limit = 2 + self.question.number_of_rounds // 5
        maximum = [p for p in floaters if sum(self.floated(p)) >= limit]
        again = [p for p in floaters if self.floated(p)[-1:] == [True]]
        return scores, missed, len(maximum), sum(sum(self.floated(p)) for p in maximum), len(again)

    def same(self, p: Competitor, q: Competitor) -> bool:
        return self.preference(p)[0] == self.preference(q)[0]

    def missed(self, bracket: list[Competitor]) -> int:
        return min(sum(self.same(p, q) for p, q in pairs) for pairs in self.matchings(bracket))

    def bracket(self, bracket: list[Competitor]) -> list[tuple[Competitor, Competitor]]:
        bracket = sorted(bracket, key=lambda p: p.tpn)
        if any(p.colours for p in bracket):
            g1 = [p for p in bracket if self.preference(p)[0] == "W"]
        else:
            g1 = bracket[: len(bracket) // 2]
        g2 = [p for p in bracket if p not in g1]
        small, large = (g1, g2) if len(g1) <= len(g2) else (g2, g1)
        x = min(sum(p in small and q in small for p, q in pairs) for pairs in self.matchings(bracket))
        y = x + (len(large) - len(small)) // 2
        best = self.missed(bracket)
        for out_of_small in combinations(self.shifters(small), x):
            for out_of_large in combinations(self.shifters(large), y):
                moved = [*out_of_small, *out_of_large]
                new1 = [p for p in bracket if (p in g1) != (p in moved)]
                new2 = [p for p in bracket if p not in new1]
                if self.across(new1, new2, best):
                    return self.transposition(new1, new2)
        raise AssertionError

    def across(self, new1: list[Competitor], new2: list[Competitor], best: int) -> bool:
        if not new1:
            return best == 0
        first, *others = new1
        return any(
            self.legal(first, q) and self.across(others, [o for o in new2 if o is not q], best - self.same(first, q))
            for q in new2
        )

    def transposition(self, new1: list[Competitor], new2: list[Competitor]) -> list[tuple[Competitor, Competitor]]:
        s1 = sorted(new1, key=lambda p: (self.aro(p), p.tpn))
        for t2 in permutations(sorted(new2, key=lambda p: p.tpn)):
            if all(self.legal(p, q) for p, q in zip(s1, t2, strict=True)):
                return list(zip(s1, t2, strict=True))
        raise AssertionError

    # article 4

    def shifters(self, group: list[Competitor]) -> list[Competitor]:
        white = [p for p in group if self.preference(p)[0] == "W"]
        left = sorted(group, key=lambda p: (self.aro(p), p.tpn) if white else (p.tpn,))
        numbered = []
        while left:
            middle = left[(len(left) - 1) // 2]
            numbered.append(middle)
            left.remove(middle)
        return numbered

    # article 5

    def seat(self, p: Competitor, q: Competitor) -> tuple[int, int]:
        high, low = sorted((p, q), key=lambda c: (-c.score, c.tpn))
        return self.colours(high, low)
