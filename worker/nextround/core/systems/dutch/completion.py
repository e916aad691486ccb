"""What lies below a bracket: for every scoregroup, what can be matched of it alone, and from it on."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from nextround.core.matching import Matching, Witness


@dataclass(slots=True)
class MatchedGroups:
    """For every scoregroup: a maximum matching of the group alone, and one of it and all that is lower.

    ``alone[i]`` and ``onward[i]`` are those of group i; ``onward`` has one more entry, for below the last group, with
    the bye alone where there is one among ``rows``.
    """

    rows: Sequence[int]
    alone: list[Witness] = field(default_factory=list)
    onward: list[Witness] = field(default_factory=list)

    @classmethod
    def of(cls, rows: Sequence[int], groups: Sequence[range], bye: int) -> "MatchedGroups":
        """Match the groups from the lowest up, each first within itself."""
        matched = cls(rows)
        matching = Matching(rows, alive=bye)
        matched.onward.append(Witness(matching))
        for group in reversed(groups):
            alone = Matching(rows, alive=(1 << group.stop) - (1 << group.start))
            alone.maximise()
            matched.alone.append(Witness(alone))
            matching = matching.copy()
            matching.add(alone)
            matching.maximise()
            matched.onward.append(Witness(matching))
        matched.alone.reverse()
        matched.onward.reverse()
        return matched
