"""The pairing of a bracket (articles 3.6 and 2.3.5 to 2.3.7 of C.04.5 and C.04.6)."""

from collections.abc import Sequence

from nextround.core.matching.optima import Optima
from nextround.core.pairing.criteria import encode, pair_failures
from nextround.core.systems.matches.contestants import Contestant
from nextround.core.systems.matches.criteria import MatchCriterion


def pair_bracket(
    members: Sequence[Contestant], rows: Sequence[int], criteria: Sequence[MatchCriterion]
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
    members: Sequence[Contestant], criteria: Sequence[MatchCriterion]
) -> tuple[list[int], dict[tuple[int, int], int]]:
    """Sort the members into kinds that fail alike, and weigh the pairs of two kinds: the more failures, the less."""
    kinds: dict[object, tuple[Contestant, int]] = {}
    for place, member in enumerate(members):
        like, others = kinds.get(member.kind, (member, 0))
        kinds[member.kind] = like, others | 1 << place
    samples = [like for like, _ in kinds.values()]
    failing = {
        (a, b): pair_failures(criteria, None, mine, theirs)
        for a, mine in enumerate(samples)
        for b, theirs in enumerate(samples)
    }
    number = encode(criteria, failing.values(), len(members))
    return [places for _, places in kinds.values()], {lane: -number[fails] for lane, fails in failing.items()}
