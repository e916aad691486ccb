"""How the numbers of the two colours sought force C7 (C.04.4.1 (2026) 2.3.3) where a group takes one upfloater."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nextround.core.matching import Matching, bits, mask_of, maximum_matching
from nextround.core.pairing.criteria import Criterion
from nextround.core.pairing.scoregroups import Places
from nextround.core.systems.dubov.seekers import Seeker


@dataclass(frozen=True, slots=True)
class OneUpfloater:
    """A scoregroup that needs one upfloater: everybody by place, who may meet, and the most pairs of the group."""

    seekers: Sequence[Seeker]
    rows: Sequence[int]
    inside: Matching


#: Which of these upfloaters are the best by a criterion, best first and as far as that is known: those of the first set
#: that has any are the best. A criterion about upfloaters alone needs none: they are asked one by one.
Forced = Callable[[OneUpfloater, Places], Sequence[Places]]

DubovCriterion = Criterion[Seeker, None, Forced]


def fewest_equal_preferences(group: OneUpfloater, able: Places) -> Sequence[Places]:
    """Express C7, if no two who seek the rarer colour of the group must meet; an odd group has a rarer colour.

    Somebody who seeks it leaves the fewest preferences unfulfilled, if nobody who seeks it meets another; one who seeks
    the other colour leaves one more; each pair of the rarer colour would cost two more.
    """
    seekers, residents = group.seekers, group.inside.alive
    white = mask_of(p for p in bits(residents) if seekers[p].seeks_white)
    rare_is_white = 2 * white.bit_count() < residents.bit_count()
    rare = white if rare_is_white else residents & ~white
    rows = [row & ~rare if rare >> v & 1 else row for v, row in enumerate(group.rows)]
    apart = maximum_matching(rows, residents, group.inside.pairs())
    if apart.free.bit_count() != 1:
        return ()
    opponents = apart.missable()
    seek_rare = mask_of(u for u in bits(able) if seekers[u].seeks_white is rare_is_white)
    return (
        mask_of(u for u in bits(seek_rare) if rows[u] & opponents & ~rare),
        mask_of(u for u in bits(able & ~seek_rare) if rows[u] & opponents),
    )
