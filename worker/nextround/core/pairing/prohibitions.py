"""Who may not meet whom by the event's own rules."""

from collections.abc import Iterable, Iterator, Mapping

from nextround.core.tournament import PairingNumber

_SMALL = 16
"""Players of a group that is a small one."""


class Prohibitions(Mapping[PairingNumber, frozenset[PairingNumber]]):
    """Groups of whom no two may meet; by player, those whom he may not.

    A report may name hundreds of groups of thousands of players. The groups are kept as they came, and a player's set
    is made only when it is asked for.
    """

    def __init__(self, groups: Iterable[Iterable[PairingNumber]] = ()) -> None:
        self._groups = tuple(group for group in dict.fromkeys(map(frozenset, groups)) if len(group) > 1)
        self._of: dict[PairingNumber, list[int]] = {}
        for number, group in enumerate(self._groups):
            for tpn in group:
                self._of.setdefault(tpn, []).append(number)

    def __getitem__(self, tpn: PairingNumber) -> frozenset[PairingNumber]:
        return frozenset().union(*(self._groups[number] for number in self._of[tpn])) - {tpn}

    def __iter__(self) -> Iterator[PairingNumber]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __repr__(self) -> str:
        return f"Prohibitions({self._groups!r})"

    def rows(self, places: Mapping[PairingNumber, int]) -> Mapping[PairingNumber, int]:
        """Give for each player the set of places of those whom he may not meet, and of himself, as bits."""
        # As bits a pair is as long as everybody, and there may be a million: small groups are gathered as numbers.
        small = [len(group) <= _SMALL for group in self._groups]
        masks = [
            0 if few else _mask(places[tpn] for tpn in group if tpn in places)
            for few, group in zip(small, self._groups, strict=True)
        ]
        rows = {}
        for tpn, numbers in self._of.items():
            row = _mask(
                {
                    places[other]
                    for number in numbers
                    if small[number]
                    for other in self._groups[number]
                    if other in places
                }
            )
            for number in numbers:
                row |= masks[number]
            rows[tpn] = row
        return rows

    def holds(self, one: PairingNumber, other: PairingNumber) -> bool:
        """Tell whether two may not meet, without making a set of all whom the one may not meet."""
        return one != other and not set(self._of.get(one, ())).isdisjoint(self._of.get(other, ()))


def is_forbidden(
    forbidden: Mapping[PairingNumber, frozenset[PairingNumber]], one: PairingNumber, other: PairingNumber
) -> bool:
    """Tell whether two players may not meet by the event's rules."""
    if isinstance(forbidden, Prohibitions):
        return forbidden.holds(one, other)
    return other in forbidden.get(one, ())


def forbidden_rows(
    forbidden: Mapping[PairingNumber, frozenset[PairingNumber]], players: Iterable[PairingNumber]
) -> Mapping[PairingNumber, int]:
    """Give for each player with a prohibition the places in ``players`` of those whom he may not meet, as bits."""
    places = {tpn: place for place, tpn in enumerate(players)}
    if isinstance(forbidden, Prohibitions):
        return forbidden.rows(places)
    return {tpn: _mask(places[other] for other in others if other in places) for tpn, others in forbidden.items()}


def _mask(places: Iterable[int]) -> int:
    # One bit after the other would copy a large number each time.
    found = sorted(places)
    if not found:
        return 0
    digits = bytearray(b"0") * (found[-1] + 1)
    for place in found:
        digits[-1 - place] = ord("1")
    return int(digits, 2)
