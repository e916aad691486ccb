"""B4 and B5: residents who must meet somebody with fewer points, and whom.

V-17: the floater of Vega 1 is the higher player; nobody is ever moved down. His opponent is the upfloater.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from nextround.core.matching import bits, maximum_matching
from nextround.core.matching.narrowing import NarrowedMatching
from nextround.core.pairing.scoregroups import scoregroups
from nextround.core.systems.vega.contenders import Contender, ContenderField, dominating
from nextround.core.tournament import Colour, InvariantViolation, Problem


@dataclass(frozen=True, slots=True)
class UpfloaterKey:
    """The order among upfloaters of equal score after the colour; the alphabet comes last."""

    name: str
    key: Callable[[Contender], tuple[int, ...]]


#: V-5: the program's header reads both of Dubov's keys, rating and ARO, as Buchholz; its sorting goes by rating first.
UPFLOATER_KEYS = {
    "buchholz": UpfloaterKey("greatest Buchholz", lambda c: (-c.buchholz,)),
    "rating": UpfloaterKey("greatest rating, then Buchholz", lambda c: (-c.competitor.player.rating, -c.buchholz)),
}


@dataclass(frozen=True, slots=True)
class FloaterChoice:
    """An upfloater; the due colour and the key by which he was sought; those before him who were not possible."""

    upfloater: Contender
    wanted: Colour | None
    key: UpfloaterKey
    passed: tuple[Contender, ...]


@dataclass(frozen=True, slots=True)
class Floating:
    """A scoregroup after B4 and B5.

    ``islands`` are paired with their upfloaters for good; ``upfloaters`` join those of the ``residents`` who are left;
    ``lower`` is who remains below, and ``pairs`` a complete pairing of them. All but the first two are places.
    """

    islands: tuple[tuple[Contender, FloaterChoice], ...]
    upfloaters: tuple[FloaterChoice, ...]
    residents: int
    lower: int
    pairs: tuple[tuple[int, int], ...]


def floating(
    field: ContenderField, residents: int, lower: int, key: UpfloaterKey, hint: Iterable[tuple[int, int]]
) -> Floating:
    """Give a scoregroup the opponents from below that it needs.

    As few as a complete pairing of everybody allows (Vega 2.5 [TEXT]; V-19 [ASSUMPTION] looks at the whole rest of the
    field). ``hint`` are pairs of a complete pairing known before; ``pairs`` of the answer is such a hint for the next
    scoregroup. There must be a complete pairing.
    """
    return _Search(field, residents, lower, key).run(hint)


class _Search:
    """The one mutable thing: the witness, an optimal pairing of all who are left that is confined choice by choice."""

    def __init__(self, field: ContenderField, residents: int, lower: int, key: UpfloaterKey) -> None:
        self.field = field
        self.residents = residents
        self.lower = lower
        self.key = key
        levels = []
        for place, row in enumerate(field.rows):
            own, other = (residents, lower) if residents >> place & 1 else (lower, residents)
            levels.append({1: row & own, 0: row & other})
        self.witness = NarrowedMatching(levels, residents | lower)

    def run(self, hint: Iterable[tuple[int, int]]) -> Floating:
        self.witness.solve(hint)
        needed = (self.residents | self.lower).bit_count() // 2 - self.witness.weight()
        islands = [(island, self.pair_island(island)) for island in self.islands()] if needed else []
        upfloaters: list[FloaterChoice] = []
        group = self.residents
        while len(islands) + len(upfloaters) < needed:
            choice = self.upfloater(group)
            group |= 1 << choice.upfloater.place
            upfloaters.append(choice)
        pairs = tuple((p, self.witness.partner(p)) for p in bits(self.lower))
        return Floating(tuple(islands), tuple(upfloaters), self.residents, self.lower, pairs)

    def islands(self) -> Iterator[Contender]:
        """B4, after Dubov 7.1 and 8.1 (V-18) [PROG]: White and Black alternately, White first."""
        alone = [c for c in self.field.at(self.residents) if not self.field.rows[c.place] & self.residents]
        whites = sorted((c for c in alone if c.due is not Colour.BLACK), key=lambda c: c.white_order, reverse=True)
        blacks = sorted((c for c in alone if c.due is Colour.BLACK), key=lambda c: c.black_order, reverse=True)
        queues = [whites, blacks]
        while any(queues):
            if queues[0]:
                yield queues[0].pop()
            queues.reverse()

    def pair_island(self, island: Contender) -> FloaterChoice:
        """B4: the first of the usual order with whom nobody more must float."""
        self.residents &= ~(1 << island.place)
        wanted = island.due.opposite if island.due else None
        return self._choose(wanted, 1 << island.place, lambda c: self.witness.confine(island.place, 1 << c.place))

    def upfloater(self, group: int) -> FloaterChoice:
        """B5, preface 2 [TEXT]: from the lower group, opposite to the dominating colour as in Dubov 7.2."""
        dominant = dominating(self.field.at(group))
        wanted = dominant.opposite if dominant else None
        return self._choose(wanted, self.residents, lambda c: self.witness.confine(c.place, self.residents))

    def _choose(self, wanted: Colour | None, opponents: int, admits: Callable[[Contender], bool]) -> FloaterChoice:
        passed: list[Contender] = []
        for candidate in self._candidates(wanted):
            if self.field.rows[candidate.place] & opponents and admits(candidate):
                self.lower &= ~(1 << candidate.place)
                return FloaterChoice(candidate, wanted, self.key, tuple(passed))
            passed.append(candidate)
        message = "a floater has no opponent although a complete pairing exists"
        raise InvariantViolation(Problem("internal", message, article="Vega B4"))

    def _candidates(self, wanted: Colour | None) -> Iterator[Contender]:
        """The nearest score first (V-7), then who can be spared, the wanted colour, the key, the alphabet.

        Who can be spared, V-6 [PROG]: without him his scoregroup can still form as many pairs as with him. No upfloat
        limits, V-8 [PROG].
        """
        for group in scoregroups(self.field.contenders, self.lower):
            spared = maximum_matching(self.field.rows, group).missable()
            yield from sorted(
                self.field.at(group),
                key=lambda c: (
                    not spared >> c.place & 1,
                    wanted is not None and c.due is not wanted,
                    *self.key.key(c),
                    c.alpha,
                ),
            )
