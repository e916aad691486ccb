"""The first perfect matching of a bipartite graph in the order of dictionaries."""

from collections.abc import Sequence

from nextround.core.matching.cardinality import bits, lowest_bit


def first_perfect_matching(rows: Sequence[int], right: int) -> list[int] | None:
    """Give each left vertex in turn the lowest partner that still lets all the others be matched.

    ``rows[p]`` are the neighbours of the left vertex p, a set of right vertices within ``right``, of which there are as
    many as rows. None where there is no perfect matching.

    Greedily each left vertex takes its lowest free neighbour; if that never fails, it is the answer. Else the matching
    is made perfect by augmenting paths and then repaired from the front, one search for each change tried.
    """
    if right.bit_count() != len(rows):
        return None
    mate: list[int] = []
    owner: dict[int, int] = {}
    free = right
    straight = True
    for p, row in enumerate(rows):
        if ends := row & free:
            q = lowest_bit(ends)
            mate.append(q)
            owner[q] = p
            free ^= 1 << q
            continue
        straight = False
        mate.append(-1)
        found = _path(rows, mate, owner, p, free, right)
        if isinstance(found, int):
            return None
        _use(found, mate, owner)
        free &= ~(1 << found[-1][1])
    if not straight:
        _repair(rows, mate, owner, right)
    return mate


Path = list[tuple[int, int]]


def _path(
    rows: Sequence[int], mate: list[int], owner: dict[int, int], start: int, goal: int, allowed: int
) -> Path | int:
    """Find an alternating path from the left vertex to a right vertex of the goal; else all that it can reach."""
    came: dict[int, int] = {}
    seen = 0
    queue = [start]
    for p in queue:
        row = rows[p] & allowed
        if ends := row & goal:
            path = [(p, lowest_bit(ends))]
            while p != start:
                q = mate[p]
                p = came[q]
                path.append((p, q))
            return path[::-1]
        for q in bits(row & ~seen):
            came[q] = p
            queue.append(owner[q])
        seen |= row
    return seen


def _use(path: Path, mate: list[int], owner: dict[int, int]) -> None:
    for p, q in path:
        mate[p] = q
        owner[q] = p


def _repair(rows: Sequence[int], mate: list[int], owner: dict[int, int], right: int) -> None:
    """Lower the partner of each left vertex in turn as far as the others allow.

    The partner q of p may become the lower q' if the owner of q' can be led to q. A search that fails has found a
    closed set: whoever owns a vertex of it can only be led to others of it. All perfect matchings share these sets, and
    they only shrink as partners get fixed, so they keep answering for the rest of the pass.
    """
    closed: dict[int, int] = {}
    loose = right
    for p, row in enumerate(rows):
        q = mate[p]
        better = row & loose & ((1 << q) - 1)
        while better:
            lower = lowest_bit(better)
            closure = closed.get(lower)
            if closure is not None and not closure >> q & 1:
                better &= ~closure
                continue
            found = _path(rows, mate, owner, owner[lower], 1 << q, loose & ~(1 << lower))
            if isinstance(found, int):
                found |= 1 << lower
                for r in bits(found):
                    closed[r] = found
                better &= ~found
                continue
            _use(found, mate, owner)
            mate[p] = lower
            owner[lower] = p
            break
        loose &= ~(1 << mate[p])
