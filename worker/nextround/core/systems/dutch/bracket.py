"""A bracket, and its answer."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from nextround.core.systems.dutch.criteria import Setting


@dataclass(frozen=True, slots=True)
class Bracket:
    """What is paired at once.

    ``mdps`` and ``residents`` are vertices in order. ``following`` are the residents of the next bracket, as a set,
    where the criteria look ahead to it, else 0. ``complete``: the downfloaters must be paired with ``below``, which are
    all lower vertices and the bye, as a set.
    """

    mdps: Sequence[int]
    residents: Sequence[int]
    setting: Setting
    following: int = 0
    below: int = 0
    complete: bool = False

    @property
    def size(self) -> int:
        """The number of players in the bracket."""
        return len(self.mdps) + len(self.residents)


@dataclass(frozen=True, slots=True)
class PairedBracket:
    """The pairing of a bracket: pairs, higher player first, and who floats.

    Pairs are in the order of the higher player, so those of mdps come first; floaters are in order.
    """

    pairs: Sequence[tuple[int, int]]
    floaters: Sequence[int]

    @classmethod
    def of(cls, vertices: Sequence[int], pairs: Collection[tuple[int, int]], members: Iterable[int]) -> "PairedBracket":
        """Translate pairs of local vertices; of the ``members`` of the bracket, who is in none of them floats."""
        seated = {v for pair in pairs for v in pair}
        named = sorted((min(x), max(x)) for x in ((vertices[a], vertices[b]) for a, b in pairs))
        return cls(named, sorted(vertices[i] for i in members if i not in seated))
