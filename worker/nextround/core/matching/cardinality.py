"""Maximum matching in general graphs, on rows of bits, with a witness that is kept and mended.

Vertices are 0 to n - 1; a set of vertices is an integer with those bits; ``adjacency[v]`` is the set of v's
neighbours, symmetric, without v itself.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

#: The mate of a vertex that has none.
SINGLE = -1


def bits(vertices: int) -> Iterator[int]:
    """Walk through a set of vertices in ascending order."""
    while vertices:
        lowest = vertices & -vertices
        yield lowest.bit_length() - 1
        vertices ^= lowest


def mask_of(vertices: Iterable[int]) -> int:
    """Make a set of vertices, the other way round than `bits`."""
    mask = 0
    for v in vertices:
        mask |= 1 << v
    return mask


def lowest_bit(vertices: int) -> int:
    """Name the first vertex of a set that is not empty."""
    return (vertices & -vertices).bit_length() - 1


class Matching:
    """A matching on the vertices ``alive``, grown by augmenting paths.

    ``mate[v]`` is v's partner or SINGLE; ``free`` is the set of living vertices without one. The matching is always
    valid; after `maximise` it is maximum, and each single change of the graph is mended by one search.
    ``searches`` counts the searches made, for tests of complexity.
    """

    __slots__ = ("adjacency", "alive", "free", "mate", "searches")

    def __init__(self, adjacency: Sequence[int], alive: int | None = None) -> None:
        self.adjacency = adjacency
        self.alive = (1 << len(adjacency)) - 1 if alive is None else alive
        self.mate = [SINGLE] * len(adjacency)
        self.free = self.alive
        self.searches = 0

    def copy(self) -> "Matching":
        """Make an independent copy over the same rows."""
        twin = Matching.__new__(Matching)
        twin.adjacency, twin.alive, twin.free = self.adjacency, self.alive, self.free
        twin.mate, twin.searches = self.mate[:], self.searches
        return twin

    def join(self, u: int, v: int) -> None:
        """Match two free neighbours."""
        self.mate[u], self.mate[v] = v, u
        self.free &= ~(1 << u | 1 << v)

    def part(self, v: int) -> int:
        """Free v and its mate; return the mate, or SINGLE."""
        mate = self.mate[v]
        if mate != SINGLE:
            self.mate[v] = self.mate[mate] = SINGLE
            self.free |= 1 << v | 1 << mate
        return mate

    def remove(self, v: int) -> int:
        """Take v out of the graph; return the mate that it leaves free, or SINGLE."""
        mate = self.part(v)
        self.alive &= ~(1 << v)
        self.free &= ~(1 << v)
        return mate

    def restore(self, v: int) -> None:
        """Bring v back, free."""
        self.alive |= 1 << v
        self.free |= 1 << v

    def add(self, other: "Matching") -> None:
        """Bring in the vertices of another matching over the same rows, matched as they are there."""
        for v in bits(other.alive & ~other.free):
            self.mate[v] = other.mate[v]
        self.alive |= other.alive
        self.free |= other.free

    def pairs(self) -> list[tuple[int, int]]:
        """List the pairs, each with the smaller vertex first."""
        return [(v, self.mate[v]) for v in bits(self.alive & ~self.free) if v < self.mate[v]]

    def maximise(self) -> int:
        """Grow to a maximum matching, greedily first; return how many vertices stay free."""
        for v in bits(self.free):
            if self.free >> v & 1 and (open_neighbours := self.adjacency[v] & self.free):
                self.join(v, lowest_bit(open_neighbours))
        # A vertex without an augmenting path never gets one later, and its finished tree can be left out of all further
        # searches: no augmenting path enters it.
        alive = self.alive
        for v in bits(self.free):
            if self.free >> v & 1 and (self.free & self.alive) != 1 << v and (tree := self.outer(v)):
                for w in bits(tree & ~(1 << v)):
                    tree |= 1 << self.mate[w]
                self.alive &= ~tree
        self.alive = alive
        return self.free.bit_count()

    def augment(self, root: int) -> bool:
        """Search an augmenting path from a free vertex, and use it if there is one."""
        return self.outer(root) == 0

    def keeps_perfect(self, u: int, v: int) -> bool:
        """Settle the pair of neighbours u, v if the rest of a perfect matching can stay perfect.

        On success both leave the graph, the rest is perfectly matched again, and the answer is True; else nothing has
        changed. Costs one search, or none where they are mates already.
        """
        mate_of_u, mate_of_v = self.remove(u), self.remove(v)
        if mate_of_u == v or self.augment(mate_of_u):
            return True
        self.restore(u)
        self.restore(v)
        self.join(u, mate_of_u)
        self.join(v, mate_of_v)
        return False

    def missable(self) -> int:
        """Name the vertices that some maximum matching leaves free; call it on a maximum matching."""
        missable = 0
        for root in bits(self.free):
            missable |= self.outer(root)
        return missable

    def partners(self, v: int) -> int:
        """Name everybody whom v can have in a perfect matching; call it on a perfect one. Costs one search."""
        mate = self.remove(v)
        partners = self.outer(mate) & self.adjacency[v]
        self.restore(v)
        self.join(v, mate)
        return partners

    def settle(self, v: int, choose: Callable[[int], int]) -> int:
        """Settle v with the first partner who leaves the rest perfect; call it on a perfect matching.

        ``choose`` picks the first of a set of partners. Both leave the graph, as in `keeps_perfect`. Costs at most
        three searches.
        """
        partner = choose(self.adjacency[v] & self.alive)
        if not self.keeps_perfect(v, partner):
            partner = choose(self.partners(v))
            self.keeps_perfect(v, partner)
        return partner

    def confine(self, v: int, partners: int) -> bool:
        """Let v be matched into the set ``partners`` only, if a perfect matching can stay perfect.

        On refusal nothing changes. The rows given to the constructor are never changed. Costs one search at most.
        """
        rows = list(self.adjacency)
        for u in bits(rows[v] & ~partners):
            rows[u] &= ~(1 << v)
        rows[v] &= partners
        mate = self.mate[v]
        before, self.adjacency = self.adjacency, rows
        if partners >> mate & 1:
            return True
        self.part(v)
        if self.augment(v):
            return True
        self.adjacency = before
        self.join(v, mate)
        return False

    def outer(self, root: int) -> int:
        """Search from a free vertex: 0 after a success, else the outer vertices of the finished tree.

        The outer vertices are those that some maximum matching could leave free in root's place (Gallai and Edmonds).
        """
        self.searches += 1
        return _Search(self, root).run()


class _Search:
    """One breadth-first alternating tree with contracted blossoms (Edmonds 1965), rows of bits for its edges."""

    __slots__ = ("base", "blossom", "matching", "outer", "parent", "queue", "root", "unseen")

    def __init__(self, matching: Matching, root: int) -> None:
        self.matching = matching
        self.root = root
        self.outer = 1 << root
        self.unseen = matching.alive & ~self.outer
        self.parent: dict[int, int] = {}  # an inner vertex, or one made outer by a blossom: the outer vertex before it
        self.base: dict[int, int] = {root: root}
        self.blossom: dict[int, int] = {root: 1 << root}  # by base: the vertices shrunk into it
        self.queue = [root]

    def run(self) -> int:
        matching = self.matching
        adjacency, mate = matching.adjacency, matching.mate
        queue = self.queue
        free = matching.free & ~(1 << self.root)
        for u in queue:
            row = adjacency[u] & matching.alive
            if ends := row & free:
                self._flip(u, lowest_bit(ends))
                return 0
            for w in bits(row & self.unseen):
                partner = mate[w]
                self.unseen &= ~(1 << w | 1 << partner)
                self.parent[w] = u
                self.outer |= 1 << partner
                self.base[w], self.base[partner] = w, partner
                self.blossom[w], self.blossom[partner] = 1 << w, 1 << partner
                queue.append(partner)
                if ends := adjacency[partner] & free:  # looked at now, the path mostly ends within two steps
                    self._flip(partner, lowest_bit(ends))
                    return 0
            while cycles := row & self.outer & ~self.blossom[self.base[u]]:
                self._contract(u, lowest_bit(cycles))
        return self.outer

    def _flip(self, u: int, end: int) -> None:
        matching = self.matching
        matching.free &= ~(1 << self.root | 1 << end)
        mate = matching.mate
        while True:
            following = mate[u]
            mate[u], mate[end] = end, u
            if following == SINGLE:
                return
            end, u = following, self.parent[following]

    def _find(self, v: int) -> int:
        """Find the base of the blossom that holds v, halving the way for the next time."""
        base = self.base
        while (up := base[v]) != v:
            base[v] = base[up]
            v = up
        return v

    def _contract(self, u: int, v: int) -> None:
        common = self._common_base(u, v)
        swallowed = [*self._climb(u, v, common), *self._climb(v, u, common)]
        merged = self.blossom[common]
        for base in swallowed:
            merged |= self.blossom[base]
            self.base[base] = common
        self.blossom[common] = merged
        self.queue.extend(bits(merged & ~self.outer))
        self.outer |= merged

    def _common_base(self, u: int, v: int) -> int:
        mate = self.matching.mate
        top = self._find(self.root)
        u = self._find(u)
        above = {u}
        while u != top:
            u = self._find(self.parent[mate[u]])
            above.add(u)
        v = self._find(v)
        while v not in above:
            v = self._find(self.parent[mate[v]])
        return v

    def _climb(self, u: int, child: int, common: int) -> Iterator[int]:
        """Walk from u to the common base, naming the bases passed; outer vertices learn the way back over ``child``."""
        mate = self.matching.mate
        while (base := self._find(u)) != common:
            inner = mate[u]
            yield base
            yield self._find(inner)
            self.parent[u] = child
            child = inner
            u = self.parent[inner]


def maximum_matching(
    adjacency: Sequence[int], alive: int | None = None, hint: Iterable[tuple[int, int]] = ()
) -> Matching:
    """Find a maximum matching of the living vertices.

    ``hint`` are pairs to start from; those that are no living neighbours, or not free any more, are passed over.
    """
    matching = Matching(adjacency, alive)
    for u, v in hint:
        if matching.free >> u & matching.free >> v & adjacency[u] >> v & 1:
            matching.join(u, v)
    matching.maximise()
    return matching
