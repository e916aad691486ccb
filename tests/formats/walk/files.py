"""The reports that are walked over: TRF16 and TRF26, of players and of teams, in play and before round 1.

Between them they hold every record that is read. No two players are alike, so that a lost setting shows in the boards;
some numbers have two digits, of which a shift loses one.
"""

from collections.abc import Mapping

from tests.formats.texts import player, trf


def _rated(tpn: int, *rounds: str, points: str = "") -> str:
    return player(tpn, *rounds, points=points, rating=str(2500 - 30 * tpn))


_PLAYED = (
    _rated(1, "5 w 1", "3 b =", points="1.5"), _rated(2, "6 b 1", "4 w 1", points="2.0"),
    _rated(3, "7 w 1", "1 w =", points="1.5"), _rated(4, "8 b 1", "2 b 0", points="1.0"),
    _rated(5, "1 b 0", "- H", points="0.5"), _rated(6, "2 w 0", "8 w +", points="1.0"),
    _rated(7, "3 b 0", "- U", points="1.0"), _rated(8, "4 w 0", "6 b -", points="0.0"),
    _rated(9, "", "- Z", points="0.0"), _rated(10, "11 w 1", "12 b =", points="1.5"),
    _rated(11, "10 b 0", "- Z", points="0.0"), _rated(12, "- Z", "10 w =", points="0.5"),
)  # fmt: skip
_ENTERED = tuple(_rated(tpn) for tpn in range(1, 13))
_OF_TRF16 = ("BBW  1.0", "BBD  0.5", "BBL  0.0", "BBU  1.0", "BBF  0.0", "BBZ  0.0", "XXZ 8")
_OF_TRF26 = ("162  W 1.0    D 0.5", "240 H   3    8   11", "250       1.0   1   3    1    2")

_TEAMS = (
    "142 5", "152 W", "192 FIDE_TEAM_TYPEA_MP_GP", "352 WB", "362 TW 2.0    TD 1.0    TL 0.0",
)  # fmt: skip
_ROSTERS = tuple(f"310 {team + 10:>3} {f'Team {team}':<65}{2 * team - 1:>4} {2 * team:>4}" for team in range(1, 8))


def _boards(*matches: tuple[int, int, str], bye: int = 0) -> dict[int, str]:
    """Write a round of two boards; the results are those of White's team."""
    other = {"1": "0", "0": "1", "=": "="}
    cells = {}
    for white, black, results in matches:
        for board, (colours, result) in enumerate(zip(("wb", "bw"), results, strict=True)):
            one, two = 2 * white - 1 + board, 2 * black - 1 + board
            cells[one], cells[two] = f"{two} {colours[0]} {result}", f"{one} {colours[1]} {other[result]}"
    for member in (2 * bye - 1, 2 * bye) if bye else ():
        cells[member] = "- U"
    return cells


_FIRST = _boards((1, 4, "10"), (5, 2, "0="), (3, 6, "1="), bye=7)
_SECOND = _boards((7, 5, "10"), bye=4) | {1: "12 w 0", 12: "1 b 1"}

FILES: Mapping[str, str] = {
    "TRF16, players, round 3": trf(
        *_OF_TRF16, "XXA    1  1.0  1.0  1.0", "XXA    2  1.0  1.0  1.0", "XXP 1 10", "XXP 3 6 11", *_PLAYED,
    ),
    "TRF16, players, round 1": trf(
        "XXS W=1.0 D=0.5", "XXZ 8", "XXA    1  1.0", "XXA    2  1.0", "XXP 1 7", "XXP 3 4 10", *_ENTERED
    ),
    "TRF26, players, round 3": trf(
        *_OF_TRF26, "260   1   4    1   10", "260   1   5    3    6   11", *_PLAYED,
        head=("012 T", "042 2026/03/08", "062 12", "142 5", "152 W", "192 FIDE_DUBOV"),
    ),
    "TRF26, players, round 1": trf(
        "162  W 1.0    D 0.5", "240 Z   1    8   11", "250       1.0   1   2    1    2", "260   1   4    5   10",
        *_ENTERED,
        head=("012 T", "042 2026/03/08", "062 12", "142 5", "152 B", "192 FIDE_DUTCH"),
    ),
    "TRF26, teams, round 3": trf(
        *(_rated(tpn, _FIRST[tpn], _SECOND.get(tpn, "")) for tpn in range(1, 15)), *_ROSTERS,
        "300   2  11  16    1    0", "300   2  16  11   12    0", "320  1.0  1.0 017 014", "330 +-   2  12  13",
        head=("012 T", *_TEAMS),
    ),
    "TRF26, teams, round 1": trf(
        *(_rated(tpn) for tpn in range(1, 15)), *_ROSTERS,
        "240 Z   1   13", "250  1.0  1.0   1   2   11   12", "260   1   4   11   15", "260   2   3   14   17",
        head=("012 T", *_TEAMS),
    ),
}  # fmt: skip
