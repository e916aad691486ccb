"""A bracket, and its answer."""

from collections.abc import Sequence
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
class Paired:
    """The pairing of a bracket: pairs, higher player first, and who floats.

    Pairs are in the order of the higher player, so those of mdps come first; floaters are in order.
    """

    pairs: Sequence[tuple[int, int]]
    floaters: Sequence[int]
