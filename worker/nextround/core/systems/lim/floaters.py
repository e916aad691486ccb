"""Who leaves a scoregroup towards the median (2.3, 3.1 to 3.5, 3.9, 3.10 and 4.4)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nextround.core.matching import Matching, bits, mask_of
from nextround.core.systems.lim.players import LimPlayer
from nextround.core.tournament import Colour

#: A Maxi-tournament lets colours decide only among players this close in rating (3.2.3, 3.8).
MAXI = 100

#: The types of 3.9, the least disadvantaged first: whoever has an opponent in the next group, and was not moved before.
TYPES = "dcba"


@dataclass(frozen=True, slots=True)
class Group:
    """A scoregroup when its turn comes, by place: pairing score, then pairing number.

    ``residents`` and ``received`` floaters are its members; ``following`` are the residents of the next group towards
    the median. ``down`` groups are at the median or above: they go by place from the top; the others from the bottom.
    """

    players: Sequence[LimPlayer]
    rows: Sequence[int]
    residents: int
    received: int
    following: int
    down: bool
    maxi: bool

    def ordered(self, places: int) -> list[int]:
        """List places in the direction of the group."""
        return list(bits(places)) if self.down else list(bits(places))[::-1]


def floaters(group: Group) -> Iterator[tuple[int, str]]:
    """Choose the floaters one at a time: place and type.

    As many must float as a maximum matching leaves over, and each must leave it as large as it is. This one rule holds
    2.3, 3.5 (whom nobody can meet passes through) and both cases of 4.4.
    """
    matching = Matching(group.rows, group.residents | group.received)
    left_over = matching.maximise()
    chosen: list[int] = []
    for _ in range(left_over):
        types = _types(group, matching.missable(), chosen)
        preferred = _preferred(group, matching.alive)
        place = min(types, key=lambda v: _order(group, v, types[v], preferred))
        mate = matching.remove(place)
        if mate >= 0:
            matching.augment(mate)
        chosen.append(place)
        yield place, types[place]


def _order(group: Group, place: int, kind: str, preferred: int) -> tuple[int, bool, bool, int]:
    """Say how one compares with the others who could float: the least floats.

    3.10 names the types a, b and c as its exceptions, so a transfer in the last round counts for type d alone (L-6).
    """
    moved = kind == "d" and group.players[place].moved
    return TYPES.index(kind), moved, not preferred >> place & 1, -place if group.down else place


def _preferred(group: Group, places: int) -> int:
    """Find those whose leaving evens out the colours: who are due the one that more are due (3.2.2).

    In a Maxi-tournament they must be close enough in rating to the player who would float by number (3.2.3). Nobody is
    preferred where equally many are due either colour.
    """
    due = {colour: mask_of(v for v in bits(places) if group.players[v].due is colour) for colour in Colour}
    white, black = due[Colour.WHITE], due[Colour.BLACK]
    if white.bit_count() == black.bit_count():
        return 0
    more = white if white.bit_count() > black.bit_count() else black
    if not group.maxi:
        return more
    last = group.players[group.ordered(places)[-1]].rating
    return mask_of(v for v in bits(more) if abs(group.players[v].rating - last) <= MAXI)


def _types(group: Group, able: int, chosen: Sequence[int]) -> dict[int, str]:
    """Give each his type (3.9): residents d or c, received floaters b or a, with and without an opponent ahead.

    3.3, 3.4: opponents in the next group whom chosen floaters need who rank ahead do not count. So a matching of those
    and the player into the next group must be larger than theirs alone.
    """
    ahead = group.ordered(mask_of(chosen))
    into = _Into(group.rows, group.following)
    types: dict[int, str] = {}
    waiting = group.ordered(able)
    for floater in [*ahead, None]:
        free = into.reaching()
        while waiting and (floater is None or (waiting[0] < floater) is group.down):
            place = waiting.pop(0)
            own = group.residents >> place & 1
            types[place] = ("d" if own else "b") if group.rows[place] & free else "c" if own else "a"
        if floater is not None:
            into.add(floater)
    return types


class _Into:
    """A maximum matching of some players into a set of places, grown player by player."""

    def __init__(self, rows: Sequence[int], places: int) -> None:
        self._rows = rows
        self._places = places
        self._opponent: dict[int, int] = {}  # by place in the set: the player who has it

    def reaching(self) -> int:
        """Name the places over which one more player could come in: the free ones, and those that can be made free."""
        return self._search()[0]

    def add(self, player: int) -> None:
        """Bring a player in, if there is a way."""
        found, onward = self._search()
        if not self._rows[player] & found:
            return
        place = next(bits(self._rows[player] & found))
        while place in self._opponent:
            moved = self._opponent[place]
            self._opponent[place] = player
            player, place = moved, onward[moved]
        self._opponent[place] = player

    def _search(self) -> tuple[int, dict[int, int]]:
        """Search back from the free places: those reached, and for each player passed the place that he would take."""
        found = self._places & ~mask_of(self._opponent)
        onward: dict[int, int] = {}
        grown = True
        while grown:
            grown = False
            for place, player in self._opponent.items():
                if player not in onward and self._rows[player] & found:
                    onward[player] = next(bits(self._rows[player] & found))
                    found |= 1 << place
                    grown = True
        return found, onward
