"""How the numbers of players of each class force a criterion, in a bracket of which at most one resident floats.

A criterion whose lower bound, by the numbers of players of each class, is attained is the same as a set of edges that
may not be used and of players who may not float. Each function here says so for one criterion; the table of an edition
names it beside what fails. In such a bracket every mdp meets a resident, the residents have one score, and only one of
them may float; so the number and the score of who floats are the same for all candidates.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from nextround.core.matching import bits, mask_of
from nextround.core.pairing.criteria import Failure
from nextround.core.systems.dutch.criteria import Setting
from nextround.core.systems.dutch.field import Traits
from nextround.core.systems.dutch.local_bracket import Forced, LocalBracket, Narrowing
from nextround.core.tournament import Colour

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
    x = (a - b - c - floats) / 2 pairs fail. No more do if and only if whoever is not of the larger class meets one of
    it, and who floats is of it; where x is negative, if and only if no two of one preference meet.
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
