"""The procedure of 2026: every bracket leaves a round that can be completed (C.04.3 (2026) 1.9)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nextround.core.matching import Witness, spared
from nextround.core.systems.dutch.bracket import Bracket, PairedBracket
from nextround.core.systems.dutch.completion import MatchedGroups
from nextround.core.systems.dutch.criteria import Setting
from nextround.core.systems.dutch.field import Field
from nextround.core.systems.dutch.local_bracket import Floaters, Levels
from nextround.core.systems.dutch.rounds import (
    BracketPairer,
    RoundRules,
    Stage,
    bye_candidates,
    range_mask,
    with_bye,
)


def completion_in_every_bracket(field: Field, rules: RoundRules) -> Iterator[Stage]:
    """Pair the brackets from the top, each so that the rest can be paired; the bye is one of the rest (C4, C5)."""
    return _Round(field, rules).stages()


class _Round:
    def __init__(self, field: Field, rules: RoundRules) -> None:
        self.field = field
        self.groups = field.groups
        self.bye = 1 << field.size if field.size % 2 else 0
        self.plain = MatchedGroups.of([*field.legal, 0], field.groups, 0)
        self.candidates = bye_candidates(field, self.plain, lowest=rules.lowest_bye)
        self.legal: Sequence[int] = with_bye(field, self.candidates) if self.bye else field.legal
        self.pairer = BracketPairer(field, self.legal, rules)

    def stages(self) -> Iterator[Stage]:
        mdps: Sequence[int] = ()
        bye_is_given = not self.bye
        for i, group in enumerate(self.groups):
            below = range_mask(range(group.stop, self.field.size)) | (0 if bye_is_given else self.bye)
            following = range_mask(self.groups[i + 1]) if i + 1 < len(self.groups) else 0
            # Who may have the bye is here, or was moved down to here: if only one floats, he has it.
            takes_bye = not bye_is_given and not self.candidates >> group.stop
            setting = Setting(self.field.traits[group.start].score)
            bracket = Bracket(mdps, group, setting, following, below, complete=True)
            bracket, paired = self._paired(i, bracket, takes_bye=takes_bye, bye_is_given=bye_is_given)
            yield Stage(bracket, paired)
            mdps = paired.floaters
            if takes_bye and len(mdps) == 1:
                bye_is_given = True
                mdps = ()

    def _paired(
        self, i: int, bracket: Bracket, *, takes_bye: bool, bye_is_given: bool
    ) -> tuple[Bracket, PairedBracket]:
        """Pair a bracket; give it as it proves to be: with the bye for its only downfloater, or not."""
        with_the_bye = replace(bracket, setting=replace(bracket.setting, bye=True)) if takes_bye else bracket
        few, floaters = self._floaters(i, bracket, takes_bye=takes_bye, bye_is_given=bye_is_given)
        if few and (paired := self.pairer.with_few_floaters(with_the_bye, floaters)):
            return with_the_bye, paired
        paired = self.pairer.by_weights(bracket)
        if takes_bye and len(paired.floaters) == 1:
            return with_the_bye, self.pairer.by_weights(with_the_bye)
        return bracket, paired

    def _floaters(
        self, i: int, bracket: Bracket, *, takes_bye: bool, bye_is_given: bool
    ) -> tuple[bool, Floaters | None]:
        """Say whether at most one floats as far as what is below is concerned, and who that may be."""
        group = range_mask(self.groups[i])
        odd = bracket.size % 2
        below = self._below(i + 1, without_bye=bye_is_given or takes_bye)
        if takes_bye:
            return odd == 1 and not below.deficiency, Floaters(lambda: self.candidates & group)
        if below.deficiency != odd:
            return False, None
        if not odd:
            return True, None
        return True, Floaters(
            lambda: below.touching(group, self.legal),
            (lambda: self._levels(i, bye_is_given)) if bracket.following else None,
        )

    def _below(self, i: int, *, without_bye: bool) -> Witness:
        """Match the groups from the i-th on, with the bye unless it is given already or will be before."""
        plain = self.plain.onward[i]
        if without_bye:
            return plain
        matching = plain.matching.copy()
        matching.adjacency = self.legal
        matching.restore(self.field.size)
        if matching.free & (matching.free - 1):
            matching.augment(self.field.size)
        return Witness(matching)

    def _levels(self, i: int, bye_is_given: bool) -> Levels:
        """Sort the residents by what they leave to the next bracket if one of them floats (C8).

        At best it floats as few as lie unmatched below it, none or one. A resident who touches somebody of it without
        whom that can be done leaves just that; one who must float on himself, a higher score among as many.
        """
        group = range_mask(self.groups[i])
        following = self.groups[i + 1]
        beyond = self._below(i + 2, without_bye=bye_is_given)
        ways = spared(self.plain.alone[i + 1], beyond, following, self.legal)
        if ways is None:
            return Levels((), ())
        inside = ways.group.touching(group, self.legal)
        if not ways.passing:
            return Levels((inside,), (inside,))
        through = ways.beyond.touching(group & ~inside, self.legal)
        return Levels((inside | through,), (inside, through))
