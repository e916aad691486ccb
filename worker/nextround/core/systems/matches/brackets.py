"""The pairing of a bracket (articles 3.6 and 2.3.5 to 2.3.7 of C.04.5 and C.04.6)."""

from collections.abc import Sequence

from nextround.core.matching.optima import Optima
from nextround.core.pairing.criteria import Criterion, Weights
from nextround.core.systems.matches.contestants import Contestant


def pair_bracket(
    members: Sequence[Contestant], rows: Sequence[int], criteria: Sequence[Criterion[Contestant]]
) -> list[tuple[int, int]]:
    """Pair a bracket that can be paired: top and bottom members by place, in the order of the identifier.

    ``members`` ascend by pairing number, whatever their scores: in each pair the smaller number is the top member
    (3.6.1). The identifier lists all top members, then their partners (3.6.2). Of the pairings that are best by the
    criteria the first is taken (3.6.4 and D2): small numbers become top members as long as some best pairing has them
    there, then each gets the first partner that one has for him.
    """
    half = len(members) // 2
    kinds, weights = _weighed(members, criteria)
    if len(kinds) == 1 and all(rows[place] >> place + half & 1 for place in range(half)):
        return [(place, place + half) for place in range(half)]
    optima = Optima(rows, kinds, weights)
    tops: list[int] = []
    for place in range(len(members)):
        larger = (1 << len(members)) - (2 << place)
        if len(tops) < half and optima.confine(place, larger):
            tops.append(place)
    return [(top, optima.settle(top)) for top in tops]


def _weighed(
    members: Sequence[Contestant], criteria: Sequence[Criterion[Contestant]]
) -> tuple[list[int], dict[tuple[int, int], int]]:
    """Sort the members into kinds that fail alike, and weigh the pairs of two kinds: the more failures, the less."""
    weights = Weights(criteria, members)
    kinds: dict[object, tuple[Contestant, int]] = {}
    for place, member in enumerate(members):
        kind = (member.preference.colour, member.preference.strength, member.score, member.floated)
        like, others = kinds.get(kind, (member, 0))
        kinds[kind] = like, others | 1 << place
    samples = [like for like, _ in kinds.values()]
    return [places for _, places in kinds.values()], {
        (a, b): -weights.pair(mine, theirs) for a, mine in enumerate(samples) for b, theirs in enumerate(samples)
    }
