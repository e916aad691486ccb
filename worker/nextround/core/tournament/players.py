"""Players as the starting list has them."""

from dataclasses import dataclass

#: Tournament pairing number: 1 is the strongest; unique in a tournament (C.04.2 article 2).
PairingNumber = int


@dataclass(frozen=True, slots=True)
class Player:
    """A line of the starting list.

    ``id`` is the platform's name for the person; the core goes by ``tpn`` alone. ``rating`` is 0 where there
    is none. ``withdrawn_after`` is the last round in which the player took part (0: never), or None.
    """

    tpn: PairingNumber
    id: str
    name: str = ""
    rating: int = 0
    title: str = ""
    federation: str = ""
    club: str = ""
    withdrawn_after: int | None = None

    @property
    def label(self) -> str:
        """What messages call a player: the platform's id, in quotation marks; the pairing number if it has no other."""
        return str(self.tpn) if self.id in ("", str(self.tpn)) else f'"{self.id}"'
