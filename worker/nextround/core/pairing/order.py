"""The order of boards."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from nextround.core.pairing.round_to_pair import RoundToPair
from nextround.core.tournament import PairingNumber, Points

Board = TypeVar("Board")


def board_order(
    question: RoundToPair,
    boards: Iterable[Board],
    players: Callable[[Board], tuple[PairingNumber, PairingNumber]],
) -> list[Board]:
    """Sort boards for publication (C.04.2 (2026) 3.6; before, D.9).

    Descending by the score of the better-ranked player, then by the sum of both scores, then ascending by the
    better-ranked player's pairing number. G-2: scores are pairing scores (C.04.7 (2026): they sort the boards too).
    """

    def key(board: Board) -> tuple[Points, Points, PairingNumber]:
        (score, tpn), (other, _) = sorted(
            ((question.everyone[number].score, number) for number in players(board)), key=lambda p: (-p[0], p[1])
        )
        return -score, -(score + other), tpn

    return sorted(boards, key=key)
