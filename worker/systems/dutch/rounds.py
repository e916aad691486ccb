"""The whole round, bracket by bracket, as each edition goes about it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from worker.matching import Matching, maximum_matching
from worker.systems.dutch.bracket import Bracket, Paired
from worker.systems.dutch.criteria import Setting
from worker.systems.dutch.editions import Edition
from worker.systems.dutch.field import Field, mask_of
from worker.systems.dutch.optimum import optimum


class Unpairable(Exception):
    """No complete pairing exists."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One bracket of the round with its pairing."""

    bracket: Bracket
    paired: Paired
    name: str


def stages(field: Field, edition: Edition) -> Iterator[Stage]:
    """Pair the brackets from the top."""
    yield from (_everywhere if edition.completion_everywhere else _penultimate)(field, edition)


def with_bye(field: Field, candidates: int) -> list[int]:
    """Add the bye as a vertex that the candidates may meet."""
    legal = list(field.legal)
    if field.size % 2:
        bye = 1 << field.size
        legal = [row | bye if candidates >> v & 1 else row for v, row in enumerate(legal)]
        legal.append(candidates)
    return legal


def bye_candidates(field: Field) -> int:
    """Find the lowest score at which the bye leaves a complete pairing; those who may have it there (C5)."""
    if field.size % 2 == 0:
        if maximum_matching(field.legal).free:
            raise Unpairable
        return 0
    for group in reversed(field.groups):
        candidates = field.eligible & mask_of(group)
        if candidates and not maximum_matching(with_bye(field, candidates)).free:
            return candidates
    raise Unpairable


def completable(legal: Sequence[int], vertices: int) -> bool:
    """Whether these vertices can all be matched among themselves."""
    return not Matching(legal, vertices).maximise()


def _everywhere(field: Field, edition: Edition) -> Iterator[Stage]:
    """Pair every bracket so that the round can be completed (C.04.3 (2026) 1.9)."""
    candidates = bye_candidates(field)
    legal = with_bye(field, candidates)
    everything = (1 << len(legal)) - 1
    mdps: Sequence[int] = ()
    for i, group in enumerate(field.groups):
        below = everything >> group.stop << group.stop
        following = mask_of(field.groups[i + 1]) if i + 1 < len(field.groups) else 0
        setting = Setting(lowest=field.traits[group.start].score)
        bracket = Bracket(mdps, group, setting, following, below, complete=True)
        paired = _must(optimum(field, legal, bracket, edition.criteria))
        if candidates & ((1 << group.stop) - 1) and len(paired.floaters) == 1:
            bracket = replace(bracket, setting=replace(setting, bye=True))
            paired = _must(optimum(field, legal, bracket, edition.criteria))
        yield Stage(bracket, paired, "bracket")
        mdps = paired.floaters


def _must(paired: Paired | None) -> Paired:
    if paired is None:
        raise Unpairable
    return paired


def _penultimate(field: Field, edition: Edition) -> Iterator[Stage]:
    """Pair without regard to completion until that fails; then the penultimate and the collapsed last bracket.

    C.04.3 (2017) A.9. The test is made on the candidate chosen, not on all that are equally good.
    """
    legal = with_bye(field, field.eligible)
    everything = (1 << len(legal)) - 1
    if not completable(legal, everything):
        raise Unpairable
    bye = 1 << field.size if field.size % 2 else 0
    mdps: Sequence[int] = ()
    lowest = field.traits[-1].score if field.traits else 0
    for i, group in enumerate(field.groups[:-1]):
        below = everything >> group.stop << group.stop
        following = mask_of(field.groups[i + 1])
        setting = Setting(field.traits[group.start].score, next_is_last=i + 2 == len(field.groups))
        bracket = Bracket(mdps, group, setting, following)
        if bracket.size == 1:
            mdps = tuple(group)
            continue
        paired = _must(optimum(field, legal, bracket, edition.criteria))
        if completable(legal, mask_of(paired.floaters) | below):
            yield Stage(bracket, paired, "bracket")
            mdps = paired.floaters
            continue
        bracket = Bracket(mdps, group, setting, below=below, complete=True)
        paired = _must(optimum(field, legal, bracket, edition.criteria))
        yield Stage(bracket, paired, "penultimate bracket")
        rest = range(group.stop, field.size)
        bracket = Bracket(paired.floaters, rest, Setting(lowest), below=bye, complete=True)
        yield Stage(bracket, _must(optimum(field, legal, bracket, edition.criteria)), "collapsed last bracket")
        return
    if field.groups:
        bracket = Bracket(mdps, field.groups[-1], Setting(lowest), below=bye, complete=True)
        yield Stage(bracket, _must(optimum(field, legal, bracket, edition.criteria)), "last bracket")
