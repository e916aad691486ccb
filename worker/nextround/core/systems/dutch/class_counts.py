"""How the numbers of players of each class force a criterion, in a bracket of which at most one resident floats.

A criterion whose lower bound, by the numbers of players of each class, is attained is the same as a set of edges that
may not be used and of players who may not float. Each function here says so for one criterion; the table of an edition
names it beside what fails. In such a bracket every mdp meets a resident, the residents have one score, and only one of
them may float; so the number and the score of who floats are the same for all candidates.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from nextround.core.matching import Matching, bits, mask_of
from nextround.core.pairing.criteria import Criterion, Failure
from nextround.core.systems.dutch.bracket import Bracket, PairedBracket
from nextround.core.systems.dutch.candidate_order import EqualCandidates, Pairs
from nextround.core.systems.dutch.criteria import Setting
from nextround.core.systems.dutch.field import Field, Traits
from nextround.core.tournament import Colour


@dataclass(frozen=True, slots=True)
class Levels:
    """The residents who may float, by what they leave to the bracket that follows: disjoint sets, the best first.

    ``by_count`` are equal by the number of downfloaters there, ``by_scores`` by their scores too. Whoever is in no set
    is worse than all who are; how much is not known.
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

ANYHOW = (Narrowing(),)


def constant(bracket: LocalBracket) -> Sequence[Narrowing]:
    """Exclude nothing: here the criterion fails alike in all candidates."""
    return ANYHOW


# The bracket that follows.


def fewest_ahead(bracket: LocalBracket) -> Sequence[Narrowing]:
    """Keep who leaves the fewest downfloaters there."""
    levels = bracket.levels
    return ANYHOW if levels is None else _floating(bracket, levels.by_count)


def lowest_ahead(bracket: LocalBracket) -> Sequence[Narrowing]:
    """Keep who leaves the lowest downfloaters there; beyond the first level only among those who leave equally many."""
    levels = bracket.levels
    if levels is None:
        return ANYHOW
    return _floating(bracket, levels.by_scores if fewest_ahead in bracket.kept else levels.by_scores[:1])


def _floating(bracket: LocalBracket, levels: Iterable[int]) -> Sequence[Narrowing]:
    return [Narrowing(floaters=bracket.set(level)) for level in levels]


# The bye.


def fewest_unplayed(bracket: LocalBracket) -> Sequence[Narrowing]:
    """Let those take the bye who have the fewest unplayed games, if they can, then those with more."""
    if not (bracket.setting.bye and bracket.floats):
        return ANYHOW
    by_unplayed: dict[int, int] = {}
    for v in bits(bracket.candidates.floaters):
        unplayed = bracket.traits(v).unplayed
        by_unplayed[unplayed] = by_unplayed.get(unplayed, 0) | 1 << v
    return [Narrowing(floaters=by_unplayed[unplayed]) for unplayed in sorted(by_unplayed)]


# Colours.


def no_absolute_pair_that_fails(pair: Callable[[Setting, Traits, Traits], Failure]) -> Forced:
    """Exclude the pairs that fail a criterion about two equal absolute preferences; they meet only with a topscorer."""

    def forced(bracket: LocalBracket) -> Sequence[Narrowing]:
        excluded: list[tuple[int, int]] = []
        for v, opponents in _absolute_pairs(bracket).items():
            mine = bracket.traits(v)
            failing = mask_of(w for w in bits(opponents) if pair(bracket.setting, mine, bracket.traits(w)))
            if failing:
                excluded.append((1 << v, ~failing))
        return [Narrowing(excluded)] if excluded else ANYHOW

    return forced


def _absolute_pairs(bracket: LocalBracket) -> dict[int, int]:
    """Find, for each vertex that has some, the residents left to it who have its own absolute preference."""
    classes = bracket.field.classes
    absolute = bracket.set(classes.absolute)
    if not absolute & bracket.set(classes.topscorers):
        return {}
    rows = bracket.candidates.rows
    pairs: dict[int, int] = {}
    for wishing in classes.wishing.values():
        alike = absolute & bracket.set(wishing)
        pairs |= {v: opponents for v in bits(alike) if (opponents := rows[v] & alike)}
    return pairs


def fewest_equal_preferences(bracket: LocalBracket) -> Sequence[Narrowing]:
    """Express C12.

    With a, b, c players who wish the commoner colour, the other, or none, and one left over if ``floats``: at least
    x = (a - b - c - floats) / 2 pairs fail, and no more if and only if everybody outside the larger class, the one left
    over among them, is spared for it: he meets one of it, and who floats is of it.
    """
    major, minor = _wishing(bracket)
    surplus = _surplus(bracket, major)
    if surplus < 0:
        return [Narrowing([(major, ~major), (minor, ~minor)])]
    floaters = major if bracket.floats else -1
    apart = [(major, ~major)] if surplus == 0 else []
    return [Narrowing([*apart, (bracket.total & ~major, major)], floaters)]


def fewest_equal_strong_preferences(bracket: LocalBracket) -> Sequence[Narrowing] | None:
    """Express C13: two players who both prefer one colour strongly, unless both do so absolutely.

    Where C12 is kept, x pairs of the larger class fail it, each of which can have one player of mild preference: with
    e of them at least x - e pairs fail here too. Without it the bound is that of C12, with the strong preferences alone
    for classes. Pairs of two absolute preferences, which there are with topscorers, don't fail; where they could
    replace pairs that must fail, numbers don't tell.
    """
    strong = bracket.set(bracket.field.classes.strong)
    absolute = _absolute_pairs(bracket)
    major, minor = _wishing(bracket)
    if fewest_equal_preferences in bracket.kept:
        surplus = _surplus(bracket, major)
        if surplus <= 0:
            return ANYHOW
        mild, strong = major & ~strong, major & strong
        if mild.bit_count() >= surplus // 2 + bracket.floats:
            return [Narrowing(_apart(strong, absolute))]
        if absolute:
            return None
        # Every mild player meets a strong one of his class, so nobody else may, and a strong one floats.
        return [Narrowing([(mild, strong), (bracket.total & ~major, ~mild)], strong if bracket.floats else -1)]
    sides = sorted((major & strong, minor & strong), key=int.bit_count)
    larger = sides[1]
    if _surplus(bracket, larger) <= 0:
        return [Narrowing([pair for side in sides for pair in _apart(side, absolute)])]
    if absolute:
        return None
    return [Narrowing([(bracket.total & ~larger, larger)], larger if bracket.floats else -1)]


def _wishing(bracket: LocalBracket) -> tuple[int, int]:
    """Give those who prefer the commoner colour, White of two equally common, and those who prefer the other."""
    white, black = (bracket.set(bracket.field.classes.wishing[colour]) for colour in (Colour.WHITE, Colour.BLACK))
    return (white, black) if white.bit_count() >= black.bit_count() else (black, white)


def _surplus(bracket: LocalBracket, members: int) -> int:
    """Count by how many a class, less the one who floats, outnumbers all others; every two of them make a pair."""
    return 2 * members.bit_count() - len(bracket.vertices) - bracket.floats


def _apart(members: int, harmless: dict[int, int]) -> list[tuple[int, int]]:
    if not harmless:
        return [(members, ~members)]
    return [(1 << v, ~members | harmless.get(v, 0)) for v in bits(members)]


# Floats, one (0) and two (1) rounds back.


def _nobody_down_again(back: int, bracket: LocalBracket) -> Sequence[Narrowing]:
    if not bracket.floats:
        return ANYHOW
    down = bracket.set(bracket.field.classes.down[back])
    return (Narrowing(floaters=~down), *ANYHOW)


def _nobody_up_again(back: int, bracket: LocalBracket) -> Sequence[Narrowing]:
    if not bracket.mdps or not (again := bracket.set(bracket.field.classes.up[back])):
        return ANYHOW
    avoided = Narrowing([(bracket.mdps, ~again)])
    return (avoided, *ANYHOW) if bracket.mdps.bit_count() == 1 else (avoided,)


#: Nobody who floats did so then; where all who can float did, the criterion fails alike whoever it is.
nobody_down_again: Sequence[Forced] = tuple(partial(_nobody_down_again, back) for back in (0, 1))

#: No mdp meets who floated up then; the opponent of a single mdp who can't avoid it fails alike whoever he is.
nobody_up_again: Sequence[Forced] = tuple(partial(_nobody_up_again, back) for back in (0, 1))
