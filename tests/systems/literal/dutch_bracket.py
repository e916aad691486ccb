"""C.04.3 articles 1.3 and 3 read literally: a bracket, a candidate of it, and the bracket that follows."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from nextround.core.tournament import PairingNumber, Points

from tests.systems.literal.dutch_round import Round

Pairs = tuple[tuple[PairingNumber, PairingNumber], ...]
Group = tuple[PairingNumber, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """The pairs of a bracket, the member of S1 first, and who floats down from it."""

    pairs: Pairs
    downfloaters: Group


@dataclass(slots=True)
class Bracket:
    """1.3.2: residents and moved-down players, and what lies below.

    ``below`` are all lower players, ``following`` those of them in the next scoregroup. ``completion`` says whether
    C4 is in force here.
    """

    the_round: Round
    mdps: Group
    residents: Group
    following: Group
    below: Group
    completion: bool
    seen: dict[Group, object] = field(default_factory=dict)
    completable: dict[Group, bool] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.mdps) + len(self.residents)

    @property
    def lowest_score(self) -> Points:
        return self.the_round.score[self.residents[-1]]

    def allows(self, candidate: Candidate) -> bool:
        """C4, where it is in force. C1 and C3 were seen to when the pairs were made."""
        return not self.completion or self.can_be_completed(candidate.downfloaters)

    def can_be_completed(self, downfloaters: Group) -> bool:
        if downfloaters not in self.completable:
            self.completable[downfloaters] = self.the_round.can_be_completed(downfloaters + self.below)
        return self.completable[downfloaters]

    def look_ahead(self, downfloaters: Group, best: Callable[["Bracket"], object]) -> object:
        """C8 (C.7): the best that the following bracket can reach with these moved down into it."""
        if downfloaters not in self.seen:
            mdps = tuple(sorted(downfloaters, key=self.the_round.place.__getitem__))
            below = tuple(tpn for tpn in self.below if tpn not in self.following)
            completion = self.completion or not below
            following = Bracket(self.the_round, mdps, self.following, (), below, completion)
            self.seen[downfloaters] = best(following)
        return self.seen[downfloaters]

    def pairings(self) -> Iterator[Candidate]:
        """Yield every way to pair some of the bracket, in no order that matters: for the look-ahead only."""
        yield from self._pairings(self.mdps + self.residents, (), ())

    def _pairings(self, players: Group, pairs: Pairs, left: Group) -> Iterator[Candidate]:
        if not players:
            yield Candidate(pairs, left)
            return
        first, rest = players[0], players[1:]
        for other in rest:
            if other not in self.mdps and self.the_round.may_meet(first, other):
                others = tuple(tpn for tpn in rest if tpn != other)
                yield from self._pairings(others, (*pairs, (first, other)), left)
        yield from self._pairings(rest, pairs, (*left, first))
