"""Double-Swiss and Swiss Team as their articles 3 and 4 have it: all sets, all pairings, in the order of the text.

Exponential: for small fields only. ``kind`` is ``double``, or a type of preferences of teams: ``A``, ``B``, ``none``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from nextround.core.pairing import Competitor, RoundToPair
from nextround.core.tournament import Colour, Kind


@dataclass
class Answer:
    games: list[tuple[int, int]] = field(default_factory=list)
    bye: int | None = None
    rules: dict[tuple[int, int], str] = field(default_factory=dict)
    brackets: list[dict] = field(default_factory=list)


@dataclass
class Round:
    question: RoundToPair
    kind: str
    graded: bool

    def legal(self, p: Competitor, q: Competitor) -> bool:
        return q.tpn not in p.history.opponents and q.tpn not in self.question.forbidden.get(p.tpn, ())

    def pairings(self, players: list[Competitor]) -> Iterator[list[tuple[Competitor, Competitor]]]:
        if not players:
            yield []
            return
        first, *others = players
        for other in others:
            if self.legal(first, other):
                for rest in self.pairings([p for p in others if p is not other]):
                    yield [(first, other), *rest]

    def complete(self, players: list[Competitor]) -> bool:
        return len(players) % 2 == 0 and any(True for _ in self.pairings(players))

    def exempt(self) -> bool:
        left_after = self.question.number_of_rounds - self.question.round_number
        return left_after < (1 if self.kind == "double" else 2)

    def floated(self, p: Competitor) -> bool:
        if self.question.round_number == 1:
            return False
        last = p.history.records[-1]
        if last.kind is not Kind.PLAYED:
            return False
        before = self.question.round_number - 2
        return p.pairing_scores[before] != self.question.everyone[last.opponent].pairing_scores[before]


def pair(question: RoundToPair, kind: str, *, graded: bool = False) -> Answer | None:
    """Article 3.3; None where the arbiter must decide (3.3.3)."""
    this = Round(question, kind, graded)
    unpaired = list(question.competitors)
    answer = Answer()
    if len(unpaired) % 2:
        found = bye(this, unpaired)
        if found is None:
            return None
        answer.bye = found.tpn
        unpaired.remove(found)
    elif not this.complete(unpaired):
        return None
    while unpaired:
        top = max(p.score for p in unpaired)
        residents = [p for p in unpaired if p.score == top]
        lower = [p for p in unpaired if p.score != top]
        chosen, found_criteria = upfloaters(this, residents, lower)
        pairs, quality, identifier = bracket(this, residents, chosen)
        answer.brackets.append(
            {
                "upfloaters": [p.tpn for p in chosen],
                "c6c7": found_criteria,
                "quality": quality,
                "identifier": identifier,
            }
        )
        for p, q in pairs:
            white, rule = seat(this, p, q)
            black = q if white is p else p
            answer.games.append((white.tpn, black.tpn))
            answer.rules[white.tpn, black.tpn] = rule
        unpaired = [p for p in lower if p not in chosen]
    return answer


def bye(this: Round, players: list[Competitor]) -> Competitor | None:
    """3.4."""

    def kinds(p: Competitor) -> list[Kind]:
        return [record.kind for record in p.history.records]

    able = [p for p in players if not {Kind.PAB, Kind.FORFEIT_WIN, Kind.FULL_POINT_BYE} & set(kinds(p))]
    able.sort(key=lambda p: (p.score, -kinds(p).count(Kind.PLAYED), -p.tpn))
    for p in able:
        if this.complete([q for q in players if q is not p]):
            return p
    return None


def upfloaters(this: Round, residents: list[Competitor], lower: list[Competitor]) -> tuple[list[Competitor], list[int]]:
    """3.5."""
    for size in range(len(lower) + 1):
        sets = [
            list(chosen)
            for chosen in combinations(sorted(lower, key=lambda p: (-p.score, p.tpn)), size)
            if this.complete(residents + list(chosen)) and this.complete([p for p in lower if p not in chosen])
        ]
        if sets:
            break
    best = max(sorted(p.score for p in chosen) for chosen in sets)
    sets = [chosen for chosen in sets if sorted(p.score for p in chosen) == best]
    sets.sort(key=lambda chosen: [p.tpn for p in chosen])
    judged = [[c6(this, residents, lower, chosen), c7(this, chosen)] for chosen in sets]
    first = judged.index(min(judged))
    return sets[first], judged[first]


def c6(this: Round, residents: list[Competitor], lower: list[Competitor], chosen: list[Competitor]) -> int:
    below = [p.score for p in this.question.competitors if p.score < residents[0].score]
    left = [p for p in lower if p not in chosen]
    following = [p for p in left if below and p.score == max(below)]
    if not following:
        return 0
    others = [p for p in left if p not in following]
    for size in range(len(following) % 2, len(others) + 1, 2):
        for joining in combinations(others, size):
            if this.complete(following + list(joining)) and this.complete([p for p in others if p not in joining]):
                if this.graded:
                    return size
                return 0 if size == len(following) % 2 else 1
    raise AssertionError("the set is legal")


def c7(this: Round, chosen: list[Competitor]) -> int:
    return 0 if this.exempt() else sum(this.floated(p) for p in chosen)


def bracket(
    this: Round, residents: list[Competitor], chosen: list[Competitor]
) -> tuple[list[tuple[Competitor, Competitor]], list[int], list[int]]:
    """3.6."""
    candidates = []
    for pairs in this.pairings(residents + chosen):
        tops = sorted((min(p.tpn, q.tpn), max(p.tpn, q.tpn)) for p, q in pairs)
        identifier = [top for top, _ in tops] + [bottom for _, bottom in tops]
        candidates.append((quality(this, pairs, chosen), identifier, pairs))
    best = min(candidates, key=lambda c: (c[0], c[1]))
    return best[2], best[0], best[1]


def quality(this: Round, pairs: list[tuple[Competitor, Competitor]], chosen: list[Competitor]) -> list[int]:
    """C8, C9 and C10 of teams on the colours that article 4 would give; of players only the last, as C8."""
    missed = strong = opponents = 0
    for p, q in pairs:
        white, _ = seat(this, p, q)
        for one in (p, q):
            due, strength = preference(this, one)
            if due and due != ("W" if one is white else "B"):
                missed += 1
                strong += this.kind == "B" and strength == "strong"
        if not this.exempt():
            opponents += (p in chosen and this.floated(q)) + (q in chosen and this.floated(p))
    return [missed, strong, opponents]


def preference(this: Round, p: Competitor) -> tuple[str, str]:
    """1.7 of C.04.6: the colour and its strength, both empty for none."""
    if this.kind in ("double", "none") or not p.colours:
        return "", ""
    cd = p.colours.count("W") - p.colours.count("B")
    if cd < -1 or (cd in (0, -1) and p.colours[-2:] == "BB"):
        return "W", "strong"
    if cd > 1 or (cd in (0, 1) and p.colours[-2:] == "WW"):
        return "B", "strong"
    if this.kind == "B":
        last_round = this.question.round_number == this.question.number_of_rounds
        if cd == -1 or (cd == 0 and not last_round and p.colours[-1] == "B"):
            return "W", "mild"
        if cd == 1 or (cd == 0 and not last_round and p.colours[-1] == "W"):
            return "B", "mild"
    return "", ""


def seat(this: Round, p: Competitor, q: Competitor) -> tuple[Competitor, str]:
    """4: who has White, and by which rule."""
    return double_white(this, p, q) if this.kind == "double" else team_white(this, p, q)


def by_number(this: Round, number: int, first: Competitor, other: Competitor) -> Competitor:
    return first if (number % 2 == 1) == (this.question.initial_colour is Colour.WHITE) else other


def double_white(this: Round, p: Competitor, q: Competitor) -> tuple[Competitor, str]:
    first, other = sorted((p, q), key=lambda c: (-c.score, c.tpn))
    if not p.colours and not q.colours:
        arrived = [
            tpn
            for tpn, c in this.question.everyone.items()
            if tpn not in this.question.unavailable
            or any(record.opponent or record.kind is Kind.PAB for record in c.history.records)
        ]
        return by_number(this, sorted(arrived).index(first.tpn) + 1, first, other), "4.3.1"
    if first.colours.count("W") != other.colours.count("W"):
        return min(first, other, key=lambda c: c.colours.count("W")), "4.3.2"
    back = differing(first, other)
    if back:
        return (first if first.colours[-back] == "B" else other), "4.3.3"
    if first.colours:
        return (first if first.colours[-1] == "B" else other), "4.3.4"
    return (other if other.colours[-1] == "B" else first), "4.3.5"


def team_white(this: Round, p: Competitor, q: Competitor) -> tuple[Competitor, str]:
    first, other = sorted((p, q), key=lambda c: (-c.points, -c.history.secondary, c.tpn))
    if not p.colours and not q.colours:
        return by_number(this, first.tpn, first, other), "4.3.1"
    (mine, my_strength), (theirs, their_strength) = preference(this, first), preference(this, other)
    if (mine == "") != (theirs == ""):
        return (first if mine == "W" or theirs == "B" else other), "4.3.2"
    if mine and mine != theirs:
        return (first if mine == "W" else other), "4.3.3"
    if mine and this.kind == "B" and my_strength != their_strength:
        stronger, weaker = (first, other) if my_strength == "strong" else (other, first)
        return (stronger if mine == "W" else weaker), "4.3.4"
    cd = {c.tpn: c.colours.count("W") - c.colours.count("B") for c in (first, other)}
    if cd[first.tpn] != cd[other.tpn]:
        return min(first, other, key=lambda c: cd[c.tpn]), "4.3.5"
    back = differing(first, other)
    if back:
        return (first if first.colours[-back] == "B" else other), "4.3.6"
    if mine:
        return (first if mine == "W" else other), "4.3.7"
    if first.colours:
        return (first if first.colours[-1] == "B" else other), "4.3.8"
    return (other if other.colours[-1] == "B" else first), "4.3.9"


def differing(p: Competitor, q: Competitor) -> int:
    """How many played matches back the two had different colours; 0 for never."""
    for back in range(1, min(len(p.colours), len(q.colours)) + 1):
        if p.colours[-back] != q.colours[-back]:
            return back
    return 0
