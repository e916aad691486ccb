"""The whole round, bracket by bracket, as each edition goes about it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nextround.core.matching import mask_of
from nextround.core.systems.dutch.below import Below, Suffixes
from nextround.core.systems.dutch.bracket import Bracket, Paired
from nextround.core.systems.dutch.criteria import Setting
from nextround.core.systems.dutch.editions import Edition
from nextround.core.systems.dutch.field import Field
from nextround.core.systems.dutch.optimum import optimum
from nextround.core.systems.dutch.quick import Answer, quick

PENULTIMATE = "penultimate bracket"


class Unpairable(Exception):
    """No complete pairing exists."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One bracket of the round with its pairing."""

    bracket: Bracket
    paired: Paired
    name: str

    @property
    def forced(self) -> bool:
        """Whether the bracket was paired again because its first pairing left a round that can't be completed."""
        return self.name == PENULTIMATE


def stages(field: Field, edition: Edition) -> Iterator[Stage]:
    """Pair the brackets from the top; raise Unpairable."""
    yield from (_Everywhere if edition.completion_everywhere else _Penultimate)(field, edition).stages()


def with_bye(field: Field, candidates: int) -> list[int]:
    """Add the bye as a vertex that the candidates may meet."""
    legal = list(field.legal)
    bye = 1 << field.size
    for v, row in enumerate(legal):
        if candidates >> v & 1:
            legal[v] = row | bye
    legal.append(candidates)
    return legal


def range_mask(vertices: range) -> int:
    """Make a set of consecutive vertices."""
    return (1 << vertices.stop) - (1 << vertices.start)


class _Round:
    """What both editions share: the field, its suffixes, the ways to solve a bracket."""

    def __init__(self, field: Field, edition: Edition) -> None:
        self.field = field
        self.groups = field.groups
        self.criteria = edition.criteria
        self.bye = 1 << field.size if field.size % 2 else 0
        self.everything = (1 << field.size) - 1 | self.bye

    def best(self, legal: Sequence[int], bracket: Bracket) -> Paired:
        """Solve a bracket as it stands, with all that it has to look at."""
        paired = optimum(self.field, legal, bracket, self.criteria)
        if paired is None:
            raise Unpairable
        return paired

    def simple(self, legal: Sequence[int], bracket: Bracket, classes: Sequence[int]) -> Paired | None:
        """Solve a bracket of which nobody, or one of these residents, floats; None where that can't be."""
        if not bracket.residents or len(bracket.mdps) > len(bracket.residents):
            return None
        if bool(classes) is not bool(bracket.size % 2):
            return None
        answer = quick(self.field, legal, bracket, classes)
        if isinstance(answer, Paired):
            return answer
        kind, floaters = answer
        if kind is Answer.IMPOSSIBLE:
            return None
        return optimum(self.field, legal, bracket, self.criteria, floaters)


class _Everywhere(_Round):
    """Every bracket leaves a round that can be completed (C.04.3 (2026) 1.9)."""

    def __init__(self, field: Field, edition: Edition) -> None:
        super().__init__(field, edition)
        self.plain = Suffixes.of([*field.legal, 0], field.groups, 0)
        self.candidates = self._bye_candidates()
        self.legal = with_bye(field, self.candidates) if self.bye else field.legal

    def _bye_candidates(self) -> int:
        """Find the lowest score at which the bye leaves a complete pairing; those who may have it there (C5)."""
        whole = self.plain.onward[0]
        if whole.deficiency > (1 if self.bye else 0):
            raise Unpairable
        if not self.bye:
            return 0
        free = whole.matching.free & self.field.classes.eligible
        for group in reversed(self.groups):
            candidates = self.field.classes.eligible & range_mask(group)
            if candidates & free or (candidates and candidates & whole.missable):
                return candidates
        raise Unpairable

    def stages(self) -> Iterator[Stage]:
        mdps: Sequence[int] = ()
        byed = not self.bye
        for i, group in enumerate(self.groups):
            below = self.everything >> group.stop << group.stop
            if byed:
                below &= ~self.bye
            following = range_mask(self.groups[i + 1]) if i + 1 < len(self.groups) else 0
            takes_bye = not byed and bool(self.candidates & ((1 << group.stop) - 1))
            setting = Setting(self.field.traits[group.start].score)
            bracket = Bracket(mdps, group, setting, following, below, complete=True)
            classes = self._classes(i, bracket, takes_bye, byed)
            paired = None
            if classes is not None:
                bracket_now = replace(bracket, setting=replace(setting, bye=takes_bye))
                paired = self.simple(self.legal, bracket_now, classes)
                if paired is not None:
                    bracket = bracket_now
            if paired is None:
                paired = self.best(self.legal, bracket)
                if takes_bye and len(paired.floaters) == 1:
                    bracket = replace(bracket, setting=replace(setting, bye=True))
                    paired = self.best(self.legal, bracket)
            yield Stage(bracket, paired, "bracket")
            mdps = paired.floaters
            if takes_bye and len(mdps) == 1:
                byed = True
                mdps = ()

    def _classes(self, i: int, bracket: Bracket, takes_bye: bool, byed: bool) -> Sequence[int] | None:
        """List the sets of residents that are equally good floaters, best first; None where it isn't that simple.

        Nobody floats where all below can be paired without. Else one does, if one is enough for what is below.
        """
        odd = bracket.size % 2
        below = self._below(i + 1, byed or takes_bye)
        if takes_bye:
            return (self.candidates & range_mask(self.groups[i]),) if odd and not below.deficiency else None
        if below.deficiency != odd:
            return None
        return self._levels(i, byed) if odd else ()

    def _below(self, i: int, without_bye: bool) -> Below:
        plain = self.plain.onward[i]
        if without_bye:
            return plain
        matching = plain.matching.copy()
        matching.adjacency = self.legal
        matching.restore(self.field.size)
        if matching.free & (matching.free - 1):
            matching.augment(self.field.size)
        return Below(matching)

    def _levels(self, i: int, byed: bool) -> Sequence[int]:
        """List the floaters by what they leave to the next bracket (C8).

        The next bracket floats as many as lie unmatched below it, if that can be. Where nobody does, a floater should
        touch whom it can miss. Where one does, a vertex stands for whoever it may be: next bracket and vertex
        together can miss one.
        """
        residents = range_mask(self.groups[i])
        if i + 1 >= len(self.groups):
            return ()
        beyond = self._below(i + 2, byed)
        rows: Sequence[int] = self.legal
        following = self.plain.alone[i + 1]
        if beyond.deficiency == 0:
            if following.deficiency != 1:
                return ()
            return (following.touching(residents, rows),)
        if beyond.deficiency > 1:
            return ()
        group = range_mask(self.groups[i + 1])
        one = len(self.legal)
        crossing = beyond.touching(group, rows)
        rows = [*rows, crossing]
        for v in self.groups[i + 1]:
            if crossing >> v & 1:
                rows[v] |= 1 << one
        matching = following.matching.copy()
        matching.adjacency = rows
        matching.mate += [-1] * (one + 1 - len(matching.mate))
        matching.restore(one)
        if matching.free & (matching.free - 1):
            matching.augment(one)
        next_bracket = Below(matching)
        if next_bracket.deficiency != 1:
            return ()
        missable = next_bracket.missable
        inside = Below(matching, missable & ~(1 << one)).touching(residents, self.legal)
        if missable >> one & 1:
            return inside, beyond.touching(residents & ~inside, self.legal)
        return (inside,)


class _Penultimate(_Round):
    """Completion is tested after each bracket; where it fails, the penultimate and the collapsed last bracket follow.

    C.04.3 (2017) A.9. The test is made on the candidate chosen, not on all that are equally good.
    """

    def __init__(self, field: Field, edition: Edition) -> None:
        super().__init__(field, edition)
        self.legal = with_bye(field, field.classes.eligible) if self.bye else field.legal
        self.suffixes = Suffixes.of(self.legal, field.groups, self.bye)
        if self.suffixes.onward[0].deficiency:
            raise Unpairable

    def stages(self) -> Iterator[Stage]:
        mdps: Sequence[int] = ()
        for i, group in enumerate(self.groups[:-1]):
            following = range_mask(self.groups[i + 1])
            setting = Setting(self.field.traits[group.start].score, next_is_last=i + 2 == len(self.groups))
            bracket = Bracket(mdps, group, setting, following)
            if bracket.size == 1:
                mdps = tuple(group)
                continue
            below = self.suffixes.onward[i + 1]
            paired = self._regular(bracket, i)
            if paired is not None and below.completes(paired.floaters):
                yield Stage(bracket, paired, "bracket")
                mdps = paired.floaters
                continue
            yield from self._collapse(mdps, group, setting, i)
            return
        if self.groups:
            yield self._last(mdps, self.groups[-1], "last bracket")

    def _regular(self, bracket: Bracket, i: int) -> Paired | None:
        """Pair a bracket without regard to completion; None where it is known to be the penultimate one."""
        residents = range_mask(self.groups[i])
        paired = None
        if bracket.size % 2 == 0:
            paired = self.simple(self.legal, bracket, ())
        elif not bracket.setting.next_is_last:
            following = self.suffixes.alone[i + 1]
            touch = mask_of(v for v in bracket.residents if self.legal[v] & bracket.following)
            missing = following.touching(touch, self.legal)
            classes = [c for c in (missing, touch & ~missing, residents & ~touch) if c]
            paired = self.simple(self.legal, bracket, classes)
        else:
            last = self.suffixes.onward[i + 1]
            if last.deficiency == 1:
                missable = last.missable
                stays = Below(last.matching, missable & ~self.bye).touching(residents, self.legal)
                byes = self.field.classes.eligible & residents & ~stays if missable & self.bye else 0
                paired = self.simple(self.legal, bracket, [c for c in (stays, byes) if c] or [0])
            if paired is None and self.simple(self.legal, bracket, [residents]) is not None:
                return None
        return paired or self.best(self.legal, bracket)

    def _collapse(self, mdps: Sequence[int], group: range, setting: Setting, i: int) -> Iterator[Stage]:
        lower = self.suffixes.onward[i + 1]
        below = self.everything >> group.stop << group.stop
        bracket = Bracket(mdps, group, setting, below=below, complete=True)
        paired = None
        if lower.deficiency == bracket.size % 2:
            classes = (lower.touching(range_mask(group), self.legal),) if lower.deficiency else ()
            paired = self.simple(self.legal, bracket, classes)
        paired = paired or self.best(self.legal, bracket)
        yield Stage(bracket, paired, PENULTIMATE)
        rest = range(group.stop, self.field.size)
        yield self._last(paired.floaters, rest, "collapsed last bracket")

    def _last(self, mdps: Sequence[int], residents: range, name: str) -> Stage:
        lowest, highest = (self.field.traits[v].score for v in (residents[-1], residents[0]))
        bracket = Bracket(mdps, residents, Setting(lowest), below=self.bye, complete=True)
        paired = None
        if lowest == highest:
            classes = (self.field.classes.eligible & range_mask(residents),) if bracket.size % 2 else ()
            paired = self.simple(self.legal, bracket, classes)
        return Stage(bracket, paired or self.best(self.legal, bracket), name)
