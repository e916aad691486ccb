"""What changed between two answers to one round: what is kept of each, and their comparison."""

from __future__ import annotations

import json
import zlib
from typing import Any

from nextround_schemas import Event, RoundPaired
from nextround_schemas.fragments import Board, PairingAllocatedBye, PlayerRef
from nextround_schemas.round_paired import ChangedBoard, Previous, Renumbered


def kept(answer: Event[Any]) -> bytes:
    """Write what a later answer is compared with: id, revision, boards and bye, compressed.

    Some ten bytes a player: the ledger remembers it for as long as it remembers the tournament.
    """
    data = answer.data
    pab = getattr(data, "pab", None)
    short = {
        "id": answer.id,
        "revision": data.revision,
        "outcome": "paired" if isinstance(data, RoundPaired) else "refused",
        "boards": [
            [board.board, board.white.id, board.white.tpn, board.black.id, board.black.tpn]
            for board in getattr(data, "boards", ())
        ],
        "pab": [pab.player.id, pab.player.tpn, pab.points] if pab else None,
    }
    return zlib.compress(json.dumps(short, ensure_ascii=False, separators=(",", ":")).encode())


def remembered(earlier: bytes) -> dict[str, Any]:
    """Read what was kept: `id`, `revision`, `outcome`, `boards` (table, then id and number of both), `pab`."""
    short: dict[str, Any] = json.loads(zlib.decompress(earlier))
    return short


def compared(data: RoundPaired, earlier: bytes) -> Previous | None:
    """Name what changed against what was kept of the earlier answer; None where nothing was kept."""
    if not earlier:
        return None
    short = remembered(earlier)
    before = [
        Board(board=number, white=PlayerRef(id=white, tpn=white_tpn), black=PlayerRef(id=black, tpn=black_tpn))
        for number, white, white_tpn, black, black_tpn in short["boards"]
    ]
    known = {_players(board): board for board in before}
    now = {_players(board) for board in data.boards}
    pairs = [(known[players], board) for board in data.boards if (players := _players(board)) in known]
    pab = short["pab"]
    return Previous(
        id=short["id"],
        revision=short["revision"],
        outcome=short["outcome"],
        added=[board for board in data.boards if _players(board) not in known],
        removed=[board for board in before if _players(board) not in now],
        changed=[ChangedBoard(before=was, now=board) for was, board in pairs if _seats(was) != _seats(board)],
        renumbered=_renumbered(before, pab, data),
        pab=pab and PairingAllocatedBye(player=PlayerRef(id=pab[0], tpn=pab[1]), points=pab[2]),
    )


def _renumbered(before: list[Board], pab: list[Any] | None, data: RoundPaired) -> list[Renumbered]:
    was = {player.id: player.tpn for board in before for player in (board.white, board.black)}
    if pab:
        was[pab[0]] = pab[1]
    now = [player for board in data.boards for player in (board.white, board.black)]
    now += [data.pab.player] if data.pab else []
    moved = [Renumbered(id=p.id, before=was[p.id], now=p.tpn) for p in now if was.get(p.id, p.tpn) != p.tpn]
    return sorted(moved, key=lambda player: player.now)


def _players(board: Board) -> frozenset[str]:
    return frozenset((board.white.id, board.black.id))


def _seats(board: Board) -> tuple[int, str, str]:
    # Without the pairing numbers: a correction of the list of players alone moves nobody.
    return board.board, board.white.id, board.black.id
