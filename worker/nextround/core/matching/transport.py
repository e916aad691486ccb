"""Dual values that many vertices of few kinds can share, by the transportation problem between the kinds."""

from collections.abc import Iterable, Mapping, Sequence

#: A pair of kinds.
Lane = tuple[int, int]


def shared_labels(counts: Sequence[int], weights: Mapping[Lane, int]) -> list[int] | None:
    """Find one label a kind so that ``2 * weights[a, b] <= label[a] + label[b]``, with the least possible total.

    ``counts`` says how many vertices each kind has; ``weights`` is symmetric, and kinds without an entry can't be
    matched. Half the total over all vertices bounds the weight of every perfect matching, so one that uses only edges
    where both sides are equal is heaviest. None where the kinds can't be matched even in fractions.

    Every vertex supplies one unit and demands one. Units flow along the heaviest ways that are left (Bellman and Ford)
    until all supply is gone; the lengths of the ways left then are the labels.
    """
    supply, demand = list(counts), list(counts)
    flow = dict.fromkeys(weights, 0)
    while any(supply):
        ways = _Ways(weights, flow, [a for a, left in enumerate(supply) if left])
        ends = [(length, b) for b, length in ways.into.items() if demand[b]]
        if not ends:
            return None
        end = min(ends)[1]
        start, steps = ways.to(end)
        amount = min(supply[start], demand[end], *(flow[lane] for lane, sign in steps if sign < 0))
        for lane, sign in steps:
            flow[lane] += sign * amount
        supply[start] -= amount
        demand[end] -= amount
    ways = _Ways(weights, flow, range(len(counts)))
    return [ways.out[a] - ways.into.get(a, 0) for a in range(len(counts))]  # nobody reaches a kind without vertices


class _Ways:
    """Shortest ways, with lanes as long as they weigh little, from the suppliers ``starts`` to everybody.

    ``out`` holds the lengths of the ways to suppliers, ``into`` those to demanders. A flow can be taken back.
    """

    def __init__(self, weights: Mapping[Lane, int], flow: Mapping[Lane, int], starts: Iterable[int]) -> None:
        self.out = dict.fromkeys(starts, 0)
        self.into: dict[int, int] = {}
        self._supplier: dict[int, int] = {}
        self._demander: dict[int, int] = {}
        changed = True
        while changed:
            changed = False
            for (a, b), weight in weights.items():
                if a in self.out and (b not in self.into or self.out[a] - weight < self.into[b]):
                    self.into[b], self._supplier[b], changed = self.out[a] - weight, a, True
                if flow[a, b] and b in self.into and (a not in self.out or self.into[b] + weight < self.out[a]):
                    self.out[a], self._demander[a], changed = self.into[b] + weight, b, True

    def to(self, b: int) -> tuple[int, list[tuple[Lane, int]]]:
        """Give the supplier from whom the way to a demander starts, and its lanes: used, or taken back."""
        steps: list[tuple[Lane, int]] = []
        while True:
            a = self._supplier[b]
            steps.append(((a, b), 1))
            if a not in self._demander:
                return a, steps
            b = self._demander[a]
            steps.append(((a, b), -1))
