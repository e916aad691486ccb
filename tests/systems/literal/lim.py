"""The completion ``lim-2026-c1`` step by step, with matchings found by trying. Exponential: for small fields only."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import permutations

from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.tournament import Colour, Kind, points_of

Players = list[Competitor]
Comp = Callable[[Competitor, Competitor], bool]


@dataclass
class Answer:
    games: list[tuple[int, int]] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    bye: int | None = None
    above: list[list[int]] = field(default_factory=list)
    below: list[list[int]] = field(default_factory=list)
    median: list[list[int]] = field(default_factory=list)
    floaters: list[list] = field(default_factory=list)
    cracked: int = 0
    level: int = 0


def pair(question: RoundToPair, *, maxi: bool = False) -> Answer | None:
    last = question.round_number == question.number_of_rounds
    for level in (1, 2) if last else (0,):
        answer = Lim(question, maxi, level).round()
        if answer is not None:
            return answer
    return None


class Lim:
    def __init__(self, question: RoundToPair, maxi: bool, level: int) -> None:
        self.question, self.maxi, self.level = question, maxi, level
        self.answer = Answer(level=level)

    # 4.1

    def can(self, p: Competitor, colour: str) -> bool:
        after = p.colours + colour
        return not after.endswith(3 * colour) and abs(after.count("W") - after.count("B")) <= 2

    def fit(self, a: Competitor, b: Competitor) -> bool:
        return (self.can(a, "W") and self.can(b, "B")) or (self.can(a, "B") and self.can(b, "W"))

    def comp(self, a: Competitor, b: Competitor) -> bool:
        if b.tpn in a.history.opponents or b.tpn in self.question.forbidden.get(a.tpn, ()):
            return False
        if self.level == 2 or (self.level == 1 and a.score == b.score):
            return True
        return self.fit(a, b)

    def side(self, score: int, round_number: int) -> int:
        """1 above the median of a round, 0 at it, -1 below."""
        median = (round_number - 1) * self.question.points.win / 2
        return 1 if score > median else -1 if score < median else 0

    def moved(self, p: Competitor) -> bool:
        number = self.question.round_number - 1
        if number == 0 or p.history.records[-1].kind is not Kind.PLAYED:
            return False
        opponent = self.question.everyone[p.history.records[-1].opponent]
        mine, theirs = p.pairing_scores[number - 1], opponent.pairing_scores[number - 1]
        if mine == theirs:
            return False
        low, high = min(mine, theirs), max(mine, theirs)
        if self.side(low, number) >= 0:
            return mine == high
        if self.side(high, number) <= 0:
            return mine == low
        return True

    # matchings

    def complete(self, players: Players) -> bool:
        if not players:
            return True
        first, *others = players
        return any(self.comp(first, q) and self.complete([p for p in others if p is not q]) for q in others)

    def size(self, players: Players) -> int:
        if len(players) < 2:
            return 0
        first, *others = players
        best = self.size(others)
        for q in others:
            if self.comp(first, q) and best < len(players) // 2:
                best = max(best, 1 + self.size([p for p in others if p is not q]))
        return best

    def into(self, players: Players, group: Players) -> int:
        """The size of a maximum bipartite matching of some players into a group."""
        if not players:
            return 0
        first, *others = players
        best = self.into(others, group)
        for q in group:
            if self.comp(first, q):
                best = max(best, 1 + self.into(others, [p for p in group if p is not q]))
        return best

    # 4.2

    def round(self) -> Answer | None:
        players = list(self.question.competitors)
        if len(players) % 2:
            bye = self.bye(players)
            if bye is None:
                return None
            self.answer.bye = bye.tpn
            players.remove(bye)
        elif not self.complete(players):
            return None
        now = self.question.round_number
        median = [p for p in players if self.side(p.score, now) == 0]
        received = {}
        for side, made in ((1, self.answer.above), (-1, self.answer.below)):
            scores = sorted({p.score for p in players if self.side(p.score, now) == side}, reverse=side == 1)
            floating: Players = []
            for i, score in enumerate(scores):
                residents = [p for p in players if p.score == score]
                following = [p for p in players if i + 1 < len(scores) and p.score == scores[i + 1]] or (
                    median if i + 1 == len(scores) else []
                )
                leaving = self.floaters(residents, floating, following, side)
                stay = [[p for p in part if p not in leaving] for part in (residents, floating)]
                made += self.walk(stay[0], self.order(stay[1], side), side)
                floating = leaving
            received[side] = floating
        while not self.complete(median + received[1] + received[-1]):
            side = -1 if len(received[1]) > len(received[-1]) else 1
            if not (self.answer.above if side == 1 else self.answer.below):
                side = -side
            undone = (self.answer.above if side == 1 else self.answer.below).pop()
            received[side] = received[side] + [self.question.everyone[tpn] for tpn in undone]
            self.answer.cracked += 1
        floating = self.order(received[1], 1) + self.order(received[-1], -1)
        self.answer.median = self.walk(median, floating, 1)
        for pairs, below in ((self.answer.above, False), (self.answer.below, True), (self.answer.median, False)):
            for one, other in pairs:
                white, rule = self.white(self.question.everyone[one], self.question.everyone[other], below)
                self.answer.games.append((white.tpn, one + other - white.tpn))
                self.answer.rules.append(rule)
        return self.answer

    def bye(self, players: Players) -> Competitor | None:
        for p in sorted(players, key=lambda p: (p.score, -p.tpn)):
            points = self.question.points
            barred = any(
                record.kind is Kind.PAB or (record.kind is not Kind.PLAYED and points_of(record, points) >= points.win)
                for record in p.history.records
            )
            if not barred and self.complete([q for q in players if q is not p]):
                return p
        return None

    def order(self, players: Players, side: int) -> Players:
        """Down: highest score, then number 1 first. Up: lowest score, then the largest number first."""
        return sorted(players, key=lambda p: (-p.score, p.tpn), reverse=side < 0)

    # 4.3

    def floaters(self, residents: Players, floating: Players, following: Players, side: int) -> Players:
        left = residents + floating
        largest = self.size(left)
        chosen: Players = []
        while len(left) > 2 * largest:
            able = [p for p in left if self.size([q for q in left if q is not p]) == largest]
            best = min(able, key=lambda p: self.disadvantage(p, left, floating, following, chosen, side))
            self.answer.floaters.append([best.tpn, self.type(best, floating, following, chosen, side)])
            chosen.append(best)
            left = [p for p in left if p is not best]
        return chosen

    def type(self, p: Competitor, floating: Players, following: Players, chosen: Players, side: int) -> str:
        order = self.order([*chosen, p], side)
        ahead = order[: order.index(p)]
        has = self.into([*ahead, p], following) > self.into(ahead, following)
        return ("b" if has else "a") if p in floating else ("d" if has else "c")

    def disadvantage(
        self, p: Competitor, left: Players, floating: Players, following: Players, chosen: Players, side: int
    ) -> tuple:
        kind = self.type(p, floating, following, chosen, side)
        dues = [due(q) for q in left]
        wrong = False
        if dues.count("W") != dues.count("B"):
            more = "W" if dues.count("W") > dues.count("B") else "B"
            lowest = self.order(left, side)[-1]
            near = abs(p.player.rating - lowest.player.rating) <= 100 or not self.maxi
            wrong = not (due(p) == more and near)
        number = self.order(left, side)[::-1].index(p)
        return "dcba".index(kind), kind == "d" and self.moved(p), wrong, number

    # 4.4

    def walk(self, residents: Players, floating: Players, side: int) -> list[list[int]]:
        """``floating`` in the order in which they seek; residents are sorted here."""
        made = []
        left = sorted(residents, key=lambda p: p.tpn, reverse=side < 0)
        floating = list(floating)
        while floating:
            p = floating.pop(0)
            q = self.choose(p, left + self.order(floating, side), left + floating)
            (left if q in left else floating).remove(q)
            made.append([p.tpn, q.tpn])
        while left:
            k = len(left) // 2
            p = left[0]
            q = self.choose(p, left[k:] + left[1:k][::-1], left[1:])
            left = [r for r in left if r is not p and r is not q]
            made.append([p.tpn, q.tpn])
        return made

    def choose(self, p: Competitor, order: Players, others: Players) -> Competitor:
        able = [q for q in order if self.comp(p, q) and self.complete([r for r in others if r is not q])]
        first = able[0]
        for q in able:
            near = abs(q.player.rating - first.player.rating) <= 100 or not self.maxi
            if near and (due(p) != due(q) or due(p) == ""):
                return q
        if self.question.round_number == self.question.number_of_rounds:
            for q in able:
                if self.fit(p, q):
                    return q
        return first

    # 4.5

    def white(self, a: Competitor, b: Competitor, below: bool) -> tuple[Competitor, str]:
        high, low = sorted((a, b), key=lambda p: (-p.score, p.tpn))
        possible = [w for w, x in permutations((high, low)) if self.can(w, "W") and self.can(x, "B")]
        if len(possible) == 1:
            return possible[0], "5.3"
        if due(high) == due(low) == "":
            initial_is_white = self.question.initial_colour is Colour.WHITE
            return (high if (high.tpn % 2 == 1) == initial_is_white else low), "7.2"
        if due(high) != due(low):
            return (high if due(high) == "W" or due(low) == "B" else low), "5.1"
        for mine, theirs in zip(reversed(high.colours), reversed(low.colours), strict=False):
            if mine != theirs:
                return (high if mine == "B" else low), "5.4"
        lucky, other = (low, high) if below else (high, low)
        return (lucky if due(lucky) == "W" else other), "5.4"


def due(p: Competitor) -> str:
    whites, blacks = p.colours.count("W"), p.colours.count("B")
    if not p.colours:
        return ""
    if p.colours[-2:] in ("WW", "BB"):
        return "B" if p.colours[-1] == "W" else "W"
    if whites != blacks:
        return "B" if whites > blacks else "W"
    return "B" if p.colours[-1] == "W" else "W"
