"""Maximum-weight perfect matching in general graphs, with whole numbers of any size as weights.

The weights of a vertex come as *levels*: for each weight the set of neighbours at that weight. Where many edges weigh
the same, a step of the search is one operation on a set of bits, so a large graph with few weights costs little more
than an unweighted one; where all weights differ the search is the usual O(n³).
"""

from collections.abc import Iterable, Mapping, Sequence

from nextround.core.matching.cardinality import SINGLE, Matching, bits, lowest_bit, mask_of

_OUTER, _INNER = 1, 2


class WeightedMatching:
    """A maximum-weight perfect matching with the dual values that prove it (Edmonds 1965).

    ``levels[v]`` maps each weight to the set of v's neighbours at that weight; symmetric, and only among the vertices
    ``alive``, by default all. ``mate[v]`` is v's partner or SINGLE. Weights are multiplied by four inside, so that
    every dual value is whole. ``searches`` counts the forests grown and ``dual_steps`` the changes of dual values, for
    tests of complexity.
    """

    def __init__(self, levels: Sequence[Mapping[int, int]], alive: int | None = None) -> None:
        n = len(levels)
        self.levels = [sorted(((4 * w, mask) for w, mask in row.items() if mask), reverse=True) for row in levels]
        self.alive = (1 << n) - 1 if alive is None else alive
        self.mate = [SINGLE] * n
        self.searches = 0
        self.dual_steps = 0
        self.label = [row[0][0] // 2 if row else 0 for row in self.levels]
        self.buckets: dict[int, int] = {}  # by label: the living vertices that have it
        # Blossoms: numbers from 0 are the vertices themselves, those from -2 down the shrunken ones.
        # The outermost blossom around v is node[slot[v]]: a blossom takes over the slot of its largest child, so that
        # shrinking and opening rewrite the smaller children only.
        self.slot = list(range(n))
        self.node = list(range(n))
        self.slot_of: dict[int, int] = {v: v for v in range(n)}  # by blossom
        self.members: dict[int, int] = {v: 1 << v for v in range(n)}
        self.base: dict[int, int] = {v: v for v in range(n)}  # the vertex that is matched outside, or free
        self.children: dict[int, list[int]] = {}  # around the cycle, the one with the base first
        self.links: dict[int, list[tuple[int, int]]] = {}  # from each child to the next: the edge between them
        self.dual: dict[int, int] = {}
        self._next_blossom = SINGLE - 1
        self._start_tree()

    def solve(self, hint: Iterable[tuple[int, int]] = ()) -> bool:
        """Find the matching; False where no perfect one exists.

        ``hint`` are pairs to start from, each of the heaviest that both vertices have; others are passed over. A hint
        that covers almost everybody saves most of the work and never changes the weight.
        """
        if self.alive.bit_count() % 2:
            return False
        if not self._start_from(hint):
            self._tighten()
        while True:
            if not self.dual:
                self._match_tight()
            free = [v for v in bits(self.alive) if self.mate[v] == SINGLE]
            if not free:
                return True
            if not self._search(free):
                return False

    def weight(self) -> int:
        """Add up the weights of the pairs."""
        return sum(self._scaled_weight(v, self.mate[v]) for v in bits(self.alive) if v < self.mate[v]) // 4

    @property
    def binds_odd_sets(self) -> bool:
        """Whether the proof needs odd sets that every best matching leaves exactly once."""
        return any(self.dual.values())

    def tight(self, v: int) -> int:
        """Name v's neighbours by tight edges; without odd sets, perfect matchings of tight edges are the heaviest."""
        found = 0
        for w, mask in self.levels[v]:
            found |= mask & self.buckets.get(w - self.label[v], 0)
        return found

    def _scaled_weight(self, u: int, v: int) -> int:
        return next(w for w, mask in self.levels[u] if mask >> v & 1)

    def _start_from(self, hint: Iterable[tuple[int, int]]) -> bool:
        """Match the pairs of the hint that are tight; False where there are none."""
        label = self.label
        for u, v in hint:
            if self.mate[u] == self.mate[v] == SINGLE and any(
                w == label[u] + label[v] and mask >> v & 1 for w, mask in self.levels[u]
            ):
                self._match(u, v)
        for v in bits(self.alive):
            self.buckets[label[v]] = self.buckets.get(label[v], 0) | 1 << v
        return any(self.mate[v] != SINGLE for v in bits(self.alive))

    def _tighten(self) -> None:
        """Lower each label to the least value that its neighbours allow.

        Labels may be lowered only because the matching must be perfect: there is no bound at zero.
        """
        label = self.label
        buckets: dict[int, int] = {}
        for v in bits(self.alive):
            buckets[label[v]] = buckets.get(label[v], 0) | 1 << v
        for v in bits(self.alive):
            lowest = max((w - self._least_label(mask, buckets) for w, mask in self.levels[v]), default=label[v])
            if lowest < label[v]:
                buckets[label[v]] &= ~(1 << v)
                if not buckets[label[v]]:
                    del buckets[label[v]]
                label[v] = lowest
                buckets[lowest] = buckets.get(lowest, 0) | 1 << v
        self.buckets = buckets

    def _match_tight(self) -> None:
        """Match as many as can be by tight edges, while no odd set is bound: there the weights play no part."""
        matching = Matching([self.tight(v) for v in range(len(self.levels))], self.alive)
        matching.mate = self.mate
        matching.free = mask_of(v for v in bits(self.alive) if self.mate[v] == SINGLE)
        matching.maximise()

    @staticmethod
    def _least_label(mask: int, buckets: Mapping[int, int]) -> int:
        return min(label for label, members in buckets.items() if members & mask)

    def _match(self, u: int, v: int) -> None:
        self.mate[u], self.mate[v] = v, u

    # The search: alternating trees, grown from all free vertices at once until two of them meet.

    def _start_tree(self) -> None:
        self.kind: dict[int, int] = {}
        self.root: dict[int, int] = {}  # by outer blossom: the free vertex of its tree
        self.entry: dict[int, tuple[int, int]] = {}  # by blossom in the tree: the edge over which it was reached
        self.outer = self.inner = 0
        self.queue: list[int] = []

    def _search(self, roots: Sequence[int]) -> bool:
        self.searches += 1
        self._start_tree()
        for root in roots:
            self._make_outer(self._top(root), root)
        while True:
            if self._grow():
                self._dissolve_flat(list(self.kind))
                return True
            if not self._change_duals():
                return False

    def _make_outer(self, blossom: int, root: int) -> None:
        self.kind[blossom] = _OUTER
        self.root[blossom] = root
        self.outer |= self.members[blossom]
        self.queue.extend(bits(self.members[blossom]))

    def _grow(self) -> bool:
        """Follow tight edges; True after an augmentation."""
        while self.queue:
            u = self.queue.pop()
            label = self.label[u]
            for w, mask in self.levels[u]:
                ends = mask & self.buckets.get(w - label, 0) & ~self.inner & ~self.members[self._top(u)]
                while ends:
                    v = lowest_bit(ends)
                    if self.outer >> v & 1 and self.root[self._top(u)] == self.root[self._top(v)]:
                        self._contract(u, v)
                    elif self.outer >> v & 1 or self.mate[self.base[self._top(v)]] == SINGLE:
                        self._lead(u, v)
                        self._lead(v, u)
                        return True
                    else:
                        self._reach(u, v)
                    ends &= ~self.inner & ~self.members[self._top(u)] & ~self.members[self._top(v)]
        return False

    def _reach(self, u: int, v: int) -> None:
        blossom = self._top(v)
        self.entry[blossom] = (u, v)
        end = self.base[blossom]
        partner = self.mate[end]
        self.kind[blossom] = _INNER
        self.inner |= self.members[blossom]
        self.entry[self._top(partner)] = (end, partner)
        self._make_outer(self._top(partner), self.root[self._top(u)])

    def _lead(self, u: int, v: int) -> None:
        """Match u to v and everything on the way from u to its root anew."""
        while True:
            self._rotate(self._top(u), u)
            self.mate[u] = v
            back = self.entry.get(self._top(u))
            if back is None:
                return
            u, v = self.entry[self._top(back[0])]
            self._rotate(self._top(v), v)
            self.mate[v] = u

    def _rotate(self, blossom: int, vertex: int) -> None:
        """Make the vertex the base: re-match the inside of the blossom so that the vertex is left."""
        tasks = [(blossom, vertex)]
        while tasks:
            blossom, vertex = tasks.pop()
            if blossom not in self.children:
                continue
            children, links = self.children[blossom], self.links[blossom]
            i, n = self._place(children, vertex), len(children)
            tasks.append((children[i], vertex))
            pairs = range(i + 1, n, 2) if i % 2 else range(i - 2, -1, -2)
            for j in pairs:
                a, b = links[j]
                tasks += (children[j], a), (children[(j + 1) % n], b)
                self._match(a, b)
            self.children[blossom] = children[i:] + children[:i]
            self.links[blossom] = links[i:] + links[:i]
            self.base[blossom] = vertex

    def _place(self, children: Sequence[int], vertex: int) -> int:
        return next(i for i, child in enumerate(children) if self.members[child] >> vertex & 1)

    def _contract(self, u: int, v: int) -> None:
        stem = self._common(self._top(u), self._top(v))
        left, left_links = self._climb(self._top(u), stem)
        right, right_links = self._climb(self._top(v), stem)
        new = self._next_blossom
        self._next_blossom -= 1
        children = [stem, *reversed(left), *right]
        self.children[new] = children
        self.links[new] = [*((b, a) for a, b in reversed(left_links)), (u, v), *right_links]
        self.base[new] = self.base[stem]
        self.dual[new] = 0
        if stem in self.entry:
            self.entry[new] = self.entry[stem]
        self.members[new] = 0
        largest = max(children, key=lambda child: self.members[child].bit_count())
        slot = self.slot_of[new] = self.slot_of[largest]
        self.node[slot] = new
        for child in children:
            self.members[new] |= self.members[child]
            if child != largest:
                self._move(child, slot)
            if self.kind.pop(child) == _INNER:
                self.inner &= ~self.members[child]
                self.outer |= self.members[child]
                self.queue.extend(bits(self.members[child]))
        self.kind[new] = _OUTER
        self.root[new] = self.root[stem]

    def _top(self, v: int) -> int:
        """Name the outermost blossom around a vertex."""
        return self.node[self.slot[v]]

    def _move(self, blossom: int, slot: int) -> None:
        for x in bits(self.members[blossom]):
            self.slot[x] = slot

    def _common(self, a: int, b: int) -> int:
        """Find the first outer blossom that both paths to the root go through."""
        seen = set()
        while True:
            seen.add(a)
            if a not in self.entry:
                break
            a = self._above(a)
        while b not in seen:
            b = self._above(b)
        return b

    def _above(self, outer: int) -> int:
        inner = self._top(self.entry[outer][0])
        return self._top(self.entry[inner][0])

    def _climb(self, blossom: int, stem: int) -> tuple[list[int], list[tuple[int, int]]]:
        chain: list[int] = []
        links: list[tuple[int, int]] = []
        while blossom != stem:
            for _ in range(2):
                before, here = self.entry[blossom]
                chain.append(blossom)
                links.append((here, before))
                blossom = self._top(before)
        return chain, links

    def _change_duals(self) -> bool:
        """Move the dual values until an edge gets tight or an inner blossom can be opened."""
        self.dual_steps += 1
        step, touched = self._nearest()
        shrinking = [b for b, kind in self.kind.items() if kind == _INNER and b in self.children]
        least = min((self.dual[b] for b in shrinking), default=None)
        if least is not None and (step is None or least < 2 * step):
            step, touched = least // 2, []
        if step is None:
            return False
        self._shift(step)
        opened = [b for b in shrinking if self.dual[b] == 0]
        for blossom in opened:
            self._open_inner(blossom)
        self.queue = list(bits(self.outer)) if opened else touched
        return True

    def _nearest(self) -> tuple[int | None, list[int]]:
        """Find the least step that makes an edge tight, and the outer vertices where that happens."""
        unreached = self.alive & ~self.outer & ~self.inner
        ordered = sorted(self.buckets.items())
        outside = [(label, mask & unreached) for label, mask in ordered if mask & unreached]
        inside = [(label, mask & self.outer) for label, mask in ordered if mask & self.outer]
        nearest_out = outside[0][0] if outside else inside[-1][0]
        nearest_in = inside[0][0]
        best: int | None = None
        touched: list[int] = []
        for u in bits(self.outer):
            mine, own = self.label[u], ~self.members[self._top(u)]
            for w, mask in self.levels[u]:
                if best is not None and mine - w + nearest_out > best and mine - w + nearest_in > 2 * best:
                    break  # levels come heaviest first: the others are further still
                found = self._first(mask, outside, mine - w, best)
                other = self._first(mask & own, inside, mine - w, None if best is None else 2 * best)
                if other is not None and (found is None or other // 2 < found):
                    found = other // 2
                if found is not None:
                    if best is None or found < best:
                        best, touched = found, []
                    touched.append(u)
        return best, touched

    @staticmethod
    def _first(mask: int, buckets: Sequence[tuple[int, int]], offset: int, limit: int | None) -> int | None:
        for label, members in buckets:
            if limit is not None and label + offset > limit:
                return None
            if members & mask:
                return label + offset
        return None

    def _shift(self, step: int) -> None:
        if not step:
            return
        moved: dict[int, int] = {}
        for label, mask in self.buckets.items():
            for shifted, part in (
                (label - step, mask & self.outer),
                (label + step, mask & self.inner),
                (label, mask & ~self.outer & ~self.inner),
            ):
                if part:
                    moved[shifted] = moved.get(shifted, 0) | part
        self.buckets = moved
        for v in bits(self.outer):
            self.label[v] -= step
        for v in bits(self.inner):
            self.label[v] += step
        for blossom, kind in self.kind.items():
            if blossom in self.children:
                self.dual[blossom] += 2 * step if kind == _OUTER else -2 * step

    def _open_inner(self, blossom: int) -> None:
        """Take an inner blossom apart: the even way through it stays in the tree, the other children leave."""
        entry = self.entry.pop(blossom)
        del self.kind[blossom]
        self.inner &= ~self.members[blossom]
        children, links = self.children[blossom], self.links[blossom]
        i, n = self._place(children, entry[1]), len(children)
        self._remove_blossom(blossom)
        root = self.root[self._top(entry[0])]
        step = 1 if i % 2 else -1  # the way round on which the matched links are
        kind = _INNER
        while True:
            self.entry[children[i]] = entry
            if kind == _INNER:
                self.kind[children[i]] = _INNER
                self.inner |= self.members[children[i]]
                if i == 0:
                    return
            else:
                self._make_outer(children[i], root)
            kind = _OUTER if kind == _INNER else _INNER
            entry = links[i] if step == 1 else links[i - 1][::-1]
            i = (i + step) % n

    def _remove_blossom(self, blossom: int) -> None:
        slot = self.slot_of.pop(blossom)
        for child in self.children.pop(blossom):
            own = self.slot_of[child]
            if own != slot:
                self._move(child, own)
            self.node[own] = child
        del self.links[blossom], self.dual[blossom], self.members[blossom], self.base[blossom]

    def _dissolve_flat(self, blossoms: list[int]) -> None:
        """Undo the blossoms without a dual value: they restrict nothing."""
        while blossoms:
            blossom = blossoms.pop()
            if blossom in self.children and self.dual[blossom] == 0:
                blossoms.extend(self.children[blossom])
                self._remove_blossom(blossom)


def maximum_weight_perfect_matching(levels: Sequence[Mapping[int, int]]) -> WeightedMatching | None:
    """Find a perfect matching of greatest total weight, or None where there is no perfect one.

    ``levels[v]`` maps each weight, a whole number of any size and sign, to the set of v's neighbours at that weight.
    """
    matching = WeightedMatching(levels)
    return matching if matching.solve() else None
