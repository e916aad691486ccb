"""The procedure of 2017: completion is tested after each bracket, and the lower scores collapse (C.04.3 (2017) A.9)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nextround.core.matching import Witness, mask_of
from nextround.core.systems.dutch.bracket import Bracket
from nextround.core.systems.dutch.completion import MatchedGroups
from nextround.core.systems.dutch.criteria import Setting
from nextround.core.systems.dutch.field import Field
from nextround.core.systems.dutch.local_bracket import Floaters, Levels
from nextround.core.systems.dutch.rounds import (
    BracketPairer,
    RoundRules,
    Stage,
    Unpairable,
    bye_candidates,
    range_mask,
    with_bye,
)


def penultimate_bracket(field: Field, rules: RoundRules) -> Iterator[Stage]:
    """Pair the brackets from the top without regard to completion, as long as it is there all the same.

    Where it fails, the bracket is the penultimate one: it is paired again with completion imposed, and all lower scores
    collapse into the last bracket. FD-10: the test is made on the candidate chosen, not on all that are equally good.
    """
    return _Round(field, rules).stages()


class _Round:
    def __init__(self, field: Field, rules: RoundRules) -> None:
        self.bye = 1 << field.size if field.size % 2 else 0
        if self.bye and rules.lowest_bye:
            plain = MatchedGroups.of([*field.legal, 0], field.groups, 0)
            field = _eligible_only(field, bye_candidates(field, plain, lowest=True))
        self.field = field
        self.groups = field.groups
        self.legal: Sequence[int] = with_bye(field, field.classes.eligible) if self.bye else field.legal
        self.matched = MatchedGroups.of(self.legal, field.groups, self.bye)
        if self.matched.onward[0].deficiency:
            raise Unpairable
        self.pairer = BracketPairer(field, self.legal, rules)

    def stages(self) -> Iterator[Stage]:
        mdps: Sequence[int] = ()
        for i, group in enumerate(self.groups[:-1]):
            following = range_mask(self.groups[i + 1])
            setting = Setting(self.field.traits[group.start].score, next_is_last=i + 2 == len(self.groups))
            bracket = Bracket(mdps, group, setting, following)
            if bracket.size == 1:
                mdps = tuple(group)
                continue
            paired = self.pairer.with_few_floaters(bracket, self._floaters(bracket, i))
            if paired is None and not self._is_penultimate(bracket, i):
                paired = self.pairer.by_weights(bracket)
            if paired is None or not self.matched.onward[i + 1].completes(paired.floaters):
                yield from self._collapsed(bracket, i)
                return
            yield Stage(bracket, paired)
            mdps = paired.floaters
        if self.groups:
            yield self._last(mdps, self.groups[-1], "last bracket")

    def _is_penultimate(self, bracket: Bracket, i: int) -> bool:
        """Whether it is known beforehand that whatever candidate is chosen can't be completed.

        It is where exactly one player floats, a resident, but nobody who leaves a last bracket that ends the round.
        """
        if bracket.size % 2 == 0 or not bracket.setting.next_is_last:
            return False
        group = range_mask(self.groups[i])
        staying, byes = self._before_the_last(i)
        return not self.pairer.can_be_paired(bracket, staying | byes) and self.pairer.can_be_paired(bracket, group)

    def _floaters(self, bracket: Bracket, i: int) -> Floaters | None:
        """Let anybody float from an odd bracket: completion is not asked yet."""
        group = range_mask(self.groups[i])
        return Floaters(lambda: group, lambda: self._levels(bracket, i)) if bracket.size % 2 else None

    def _levels(self, bracket: Bracket, i: int) -> Levels:
        """Sort the residents by what they leave to the next bracket if one of them floats (C.7).

        Its pairs are one more with somebody who touches a player whom it misses. Else they are as many with anybody,
        and who touches one of it at all can take the place of a lower score.
        """
        group = range_mask(self.groups[i])
        if bracket.setting.next_is_last:
            staying, byes = self._before_the_last(i)
            return Levels((staying | byes,), (staying, byes))
        touching = mask_of(v for v in bracket.residents if self.legal[v] & bracket.following)
        more = self.matched.alone[i + 1].touching(touching, self.legal)
        return Levels((more, group & ~more), (more, touching & ~more, group & ~touching))

    def _before_the_last(self, i: int) -> tuple[int, int]:
        """Find the floaters with whom the last bracket ends the round: those who are paired in it, or have the bye."""
        group = range_mask(self.groups[i])
        last = self.matched.onward[i + 1]
        if last.deficiency != 1:
            return 0, 0
        missable = last.missable
        staying = Witness(last.matching, missable & ~self.bye).touching(group, self.legal)
        return staying, self.field.classes.eligible & group & ~staying if missable & self.bye else 0

    def _collapsed(self, bracket: Bracket, i: int) -> Iterator[Stage]:
        """Pair the penultimate bracket, and its downfloaters with all who are lower."""
        group = self.groups[i]
        lower = self.matched.onward[i + 1]
        bracket = replace(
            bracket, following=0, below=range_mask(range(group.stop, self.field.size)) | self.bye, complete=True
        )
        paired = None
        if lower.deficiency == bracket.size % 2:
            floaters = Floaters(lambda: lower.touching(range_mask(group), self.legal)) if lower.deficiency else None
            paired = self.pairer.with_few_floaters(bracket, floaters)
        paired = paired or self.pairer.by_weights(bracket)
        yield Stage(bracket, paired, "penultimate bracket", forced=True)
        yield self._last(paired.floaters, range(group.stop, self.field.size), "collapsed last bracket")

    def _last(self, mdps: Sequence[int], residents: range, name: str) -> Stage:
        lowest, highest = (self.field.traits[v].score for v in (residents[-1], residents[0]))
        bracket = Bracket(mdps, residents, Setting(lowest), below=self.bye, complete=True)
        paired = None
        if lowest == highest:
            eligible = self.field.classes.eligible & range_mask(residents)
            paired = self.pairer.with_few_floaters(bracket, Floaters(lambda: eligible) if bracket.size % 2 else None)
        return Stage(bracket, paired or self.pairer.by_weights(bracket), name)


def _eligible_only(field: Field, candidates: int) -> Field:
    """Let nobody but these have the bye."""
    traits = [each._replace(eligible=bool(candidates >> v & 1)) for v, each in enumerate(field.traits)]
    return replace(field, traits=traits, classes=replace(field.classes, eligible=candidates))
