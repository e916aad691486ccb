"""A bracket of which at most one resident floats, as the way without weights narrows it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from nextround.core.matching import Matching
from nextround.core.pairing.criteria import Criterion
from nextround.core.systems.dutch.bracket import Bracket, PairedBracket
from nextround.core.systems.dutch.candidate_order import EqualCandidates, Pairs
from nextround.core.systems.dutch.criteria import Setting
from nextround.core.systems.dutch.field import Field, Traits


@dataclass(frozen=True, slots=True)
class Levels:
    """The residents who may float, by what they leave to the bracket that follows: disjoint sets, the best first.

    ``by_count`` are equal by the number of downfloaters there. ``by_scores`` are equal by their scores too; from the
    second on they are in that order only among those who are best by number. Whoever is in no set is worse than all who
    are; how much is not known.
    """

    by_count: Sequence[int]
    by_scores: Sequence[int]


@dataclass(frozen=True, slots=True)
class Floaters:
    """The residents of whom one may float, as functions that are only called where it matters.

    ``possible`` are those who leave a round that can be completed, or all where completion is not imposed. ``levels``
    is None where the bracket that follows is not looked at.
    """

    possible: Callable[[], int]
    levels: Callable[[], Levels] | None = None


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Edges and floaters that are left: members of a class may only meet those allowed, and who floats is a floater.

    ``restrictions`` are pairs of a class and whom its members may meet.
    """

    restrictions: Sequence[tuple[int, int]] = ()
    floaters: int = -1

    def of(self, candidates: EqualCandidates) -> EqualCandidates:
        """Take away what is excluded."""
        floaters = candidates.floaters & self.floaters
        if not self.restrictions:
            return candidates if floaters == candidates.floaters else replace(candidates, floaters=floaters)
        rows = list(candidates.rows)
        for members, allowed in self.restrictions:
            left = members
            while left:
                v = left.bit_length() - 1
                left ^= 1 << v
                rows[v] &= allowed
        return EqualCandidates(rows, candidates.residents, floaters)


class LocalBracket:
    """A bracket in local vertices: the residents from 0, then the mdps. ``floats``: how many residents float, 0 or 1.

    ``kept`` are the functions of the criteria that are settled, in order, and ``candidates`` what they leave.
    """

    def __init__(self, field: Field, legal: Sequence[int], bracket: Bracket, floaters: Floaters | None) -> None:
        self.field = field
        self.setting = bracket.setting
        self.floats = int(floaters is not None)
        self._floaters = floaters
        self.residents = len(bracket.residents)
        self.start = bracket.residents[0]
        self.everyone = (1 << self.residents) - 1
        self.vertices = [*bracket.residents, *bracket.mdps]
        self.total = (1 << len(self.vertices)) - 1
        self.mdps = self.total & ~self.everyone
        rows = [legal[v] >> self.start & self.everyone for v in self.vertices]
        self.candidates = EqualCandidates(rows, self.residents, self.everyone if floaters else 0)
        self.kept: list[Forced | None] = []
        self._witness: Matching | None = None
        self._sets: dict[int, int] = {}
        self._levels: Levels | None = None

    def set(self, vertices: int) -> int:
        """Translate a set of the field; who is not in the bracket falls away."""
        if vertices not in self._sets:
            local = vertices >> self.start & self.everyone
            for i in range(self.residents, len(self.vertices)):
                local |= (vertices >> self.vertices[i] & 1) << i
            self._sets[vertices] = local
        return self._sets[vertices]

    def possible_floaters(self) -> Narrowing:
        """Exclude from floating whoever leaves a round that can't be completed."""
        return Narrowing(floaters=self.set(self._floaters.possible())) if self._floaters else Narrowing()

    @property
    def levels(self) -> Levels | None:
        """The floaters by what they leave, in vertices of the field; None where the next bracket is not looked at."""
        if self._levels is None and self._floaters and self._floaters.levels:
            self._levels = self._floaters.levels()
        return self._levels

    def can_be_paired(self) -> bool:
        """Whether any candidates are left."""
        candidates = self.candidates
        if bool(candidates.floaters) is not bool(self.floats):
            return False
        if self._witness is None or not candidates.allow(self._witness):
            matching = candidates.matching()
            if matching.free:
                return False
            self._witness = matching
        return True

    def keeps(self, way: Narrowing) -> bool:
        """Narrow the candidates if some are left then; else change nothing."""
        before = self.candidates
        self.candidates = way.of(before)
        if self.candidates is before or self.can_be_paired():
            return True
        self.candidates = before
        return False

    def traits(self, v: int) -> Traits:
        """Give the traits of a local vertex."""
        return self.field.traits[self.vertices[v]]

    def paired(self, pairs: Pairs) -> PairedBracket:
        """Translate the pairs back, and name who is left."""
        return PairedBracket.of(self.vertices, pairs, range(len(self.vertices)))


#: The ways to keep a criterion, best first: of the candidates that are left, those of the first way with which the
#: bracket can be paired are the best by it. None where the classes don't tell. If no way is possible neither do they.
Forced = Callable[[LocalBracket], Sequence[Narrowing] | None]

DutchCriterion = Criterion[Traits, Setting, Forced]
