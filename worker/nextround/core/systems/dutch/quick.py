"""The fast way to pair a bracket: criteria as forbidden edges.

A criterion whose lower bound, by the numbers of players of each class, is attained is the same as a set of edges that
may not be used and players who may not float. With all criteria so expressed, every perfect matching that is left is
equally good, and the rules of order pick the first. Nothing is guessed: a graph without a perfect matching proves that
the criteria can't all be met so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from nextround.core.matching import bits
from nextround.core.systems.dutch.bracket import Bracket, Paired
from nextround.core.systems.dutch.criteria import exceeds_difference, repeats_thrice
from nextround.core.systems.dutch.field import Field
from nextround.core.systems.dutch.order import Choice, Pairs, TooManyExchanges, first_candidate
from nextround.core.tournament import Colour


class Answer(Enum):
    """What there is to say without a pairing."""

    IMPOSSIBLE = auto()
    BOUND_MISSED = auto()


@dataclass(frozen=True, slots=True)
class Rule:
    """One criterion as edges and floaters: whoever is in a class may only meet those allowed, and float if in it.

    ``restrictions`` are pairs of a class and whom its members may meet; ``floaters`` who may be left over. ``lapses``:
    where it can't be kept, its failure is the same for every candidate, so that it may be dropped.
    """

    restrictions: Sequence[tuple[int, int]]
    floaters: int
    lapses: bool


class Local:
    """A bracket in local vertices: the residents from 0, then the mdps."""

    def __init__(self, field: Field, legal: Sequence[int], bracket: Bracket) -> None:
        self.residents = len(bracket.residents)
        self.start = bracket.residents[0]
        self.everyone = (1 << self.residents) - 1
        self.vertices = [*bracket.residents, *bracket.mdps]
        self.mdps = range(self.residents, len(self.vertices))
        self.rows = [legal[v] >> self.start & self.everyone for v in self.vertices]
        self._field = field
        self._bracket = bracket

    def set(self, vertices: int) -> int:
        """Translate a set of the field; who is not in the bracket falls away."""
        local = vertices >> self.start & self.everyone
        for i in self.mdps:
            local |= (vertices >> self.vertices[i] & 1) << i
        return local

    def paired(self, pairs: Pairs) -> Paired:
        """Translate the pairs back, and name who is left."""
        seated = {v for pair in pairs for v in pair}
        named = sorted((min(x), max(x)) for x in ((self.vertices[a], self.vertices[b]) for a, b in pairs))
        left = sorted(v for i, v in enumerate(self.vertices) if i not in seated)
        return Paired(named, left)

    def forced_colours(self, floats: int) -> Iterator[Rule] | None:
        """Express C12 and C13; None where the classes alone can't.

        With a, b, c players who wish the commoner colour, the other, or none, and one left over if ``floats``:
        at least x = (a - b - c - floats) / 2 pairs fail, and no more if everybody outside the larger class meets one of
        it. Of the x pairs each is better with a player of mild preference, as far as there are any.
        """
        classes = self._field.classes
        wishing = {colour: self.set(mask) for colour, mask in classes.wishing.items()}
        major, minor = sorted(Colour, key=lambda colour: -wishing[colour].bit_count())
        many, few = wishing[major], wishing[minor]
        total = (1 << len(self.vertices)) - 1
        surplus = 2 * many.bit_count() - len(self.vertices) - floats
        if surplus < 0:
            return iter((Rule([(many, ~many), (few, ~few)], total, False),))
        if surplus == 0:
            return iter((Rule([(many, ~many), (total & ~many, many)], many if floats else total, False),))
        x = surplus // 2
        limits, harmless = self._absolute_pairs(many & self.set(classes.absolute))
        colour = Rule([(total & ~many, many)], many if floats else total, False)
        strong = many & self.set(classes.strong)
        mild = many & ~strong
        spare = mild.bit_count()
        if spare >= x + floats:
            apart = [(1 << v, ~strong | harmless.get(v, 0)) for v in bits(strong)] if harmless else [(strong, ~strong)]
            return iter((limits, colour, Rule(apart, total, False)))
        if harmless:
            return None
        # Every mild player meets a strong one, so nobody else may: and a strong one floats.
        apart = [(mild, strong), (total & ~many, ~mild)]
        return iter((limits, colour, Rule(apart, strong if floats else total, False)))

    def _absolute_pairs(self, absolute: int) -> tuple[Rule, dict[int, int]]:
        """Express C10 and C11, which concern pairs of one absolute preference: there are some only with topscorers.

        Returns the rule that excludes those that fail, and for each player the others, which don't fail C13 either.
        """
        harmless: dict[int, int] = {}
        excluded: list[tuple[int, int]] = []
        if not absolute & self.set(self._field.classes.topscorers):
            return Rule([], -1, False), harmless
        setting, traits = self._bracket.setting, self._field.traits
        for v in bits(absolute):
            mine = traits[self.vertices[v]]
            for w in bits(self.rows[v] & absolute):
                theirs = traits[self.vertices[w]]
                if exceeds_difference(setting, mine, theirs) or repeats_thrice(setting, mine, theirs):
                    excluded.append((1 << v, ~(1 << w)))
                else:
                    harmless[v] = harmless.get(v, 0) | 1 << w
        return Rule(excluded, -1, False), harmless

    def float_rules(self) -> Iterator[Rule]:
        """Express C14 to C17: no resident floats down again, no mdp meets who floated up.

        The single floater who does fails in every candidate alike, and so does the opponent of a single mdp.
        """
        classes = self._field.classes
        total = (1 << len(self.vertices)) - 1
        mdps = total & ~self.everyone
        for down, up in zip(classes.down, classes.up, strict=True):
            yield Rule([], ~self.set(down), True)
            if mdps and (again := self.set(up)):
                yield Rule([(mdps, ~again)], total, len(self.mdps) == 1)


def restricted(choice: Choice, rules: Sequence[Rule]) -> Choice:
    """Take away the edges and floaters that the rules exclude."""
    rows = list(choice.rows)
    floaters = choice.floaters
    for rule in rules:
        floaters &= rule.floaters
        for members, allowed in rule.restrictions:
            while members:
                v = members.bit_length() - 1
                members ^= 1 << v
                rows[v] &= allowed
    # An mdp who may not meet a resident does not hide behind the resident's own row: rows hold residents only.
    return Choice(rows, choice.residents, floaters)


def quick(field: Field, legal: Sequence[int], bracket: Bracket, classes: Sequence[int]) -> Paired | tuple[Answer, int]:
    """Pair a bracket of which nobody, or one resident, floats.

    ``classes`` are the possible floaters, best first; none for a bracket that leaves nobody. The first class with which
    the bracket can be paired decides. Returns the pairing; or that there is none; or that a bound was missed, with the
    class.
    """
    local = Local(field, legal, bracket)
    for candidates in classes or (0,):
        floaters = local.set(candidates) & local.everyone
        if classes and not floaters:
            continue
        base = Choice(local.rows, local.residents, floaters)
        colours = local.forced_colours(int(bool(classes)))
        byes = list(_by_unplayed(field, local, floaters)) if bracket.setting.bye else []
        floats = list(local.float_rules())
        try:
            if colours is not None:
                rules = [*byes[:1], *colours, *floats]
                everything = restricted(base, rules)
                if everything.floaters or not classes:
                    pairs = first_candidate(everything)
                    if pairs is not None:
                        return local.paired(pairs)
            if base.matching().free:
                continue
            pairs = _one_by_one(base, byes, local, floats, bool(classes))
        except TooManyExchanges:
            pairs = None
        if pairs is None:
            return Answer.BOUND_MISSED, candidates
        return local.paired(pairs)
    return Answer.IMPOSSIBLE, 0


def _one_by_one(base: Choice, byes: Sequence[Rule], local: Local, floats: Sequence[Rule], one: bool) -> Pairs | None:
    """Add the criteria in their order, keeping those that can be kept; None where the classes don't decide."""
    for rule in byes:
        narrowed = restricted(base, [rule])
        if _possible(narrowed, one):
            base = narrowed
            break
    colours = local.forced_colours(int(one))
    if colours is None:
        return None
    for rule in (*colours, *floats):
        narrowed = restricted(base, [rule])
        if _possible(narrowed, one):
            base = narrowed
        elif not rule.lapses:
            return None
    return first_candidate(base)


def _possible(choice: Choice, one: bool) -> bool:
    return bool(choice.floaters) is one and not choice.matching().free


def _by_unplayed(field: Field, local: Local, floaters: int) -> Iterator[Rule]:
    """Express C9: who may take the bye, fewest unplayed games first."""
    for unplayed in sorted({field.traits[local.start + v].unplayed for v in bits(floaters)}):
        members = [v for v in bits(floaters) if field.traits[local.start + v].unplayed == unplayed]
        yield Rule([], sum(1 << v for v in members), True)
