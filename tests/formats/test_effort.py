"""Nasty reports cost no more than their length: each of these took minutes or for ever in a quadratic reading."""

import pytest
from nextround.core.formats import read_trf, write_trf
from nextround.core.tournament import InvalidTournament

from tests.formats.texts import player, trf

#: Enough that quadratic effort runs into the time limit of a test.
MANY = 200_000


READ = ["XXS " + "W=1 " * MANY, "162 " + "W 1.0 " * MANY, "XXA    1" + "  1.0" * MANY, "062 " + "9" * MANY]
REFUSED = [
    "XXP " + " ".join(map(str, range(MANY))),
    "XXC " + " ".join(map(str, range(MANY))),
    "XXR " + "9" * MANY,
    "BBW " + "9" * MANY,
    "XXS W=" + "9" * MANY,
    "001    9" + " " * 83 + "0000 - H  " * MANY,
]


@pytest.mark.parametrize("line", READ, ids=lambda line: line[:7].strip())
def test_one_long_line_is_read(line: str) -> None:
    assert len(read_trf(trf(line, player(1), player(2))).entries) == 2


@pytest.mark.parametrize("line", REFUSED, ids=lambda line: line[:7].strip())
def test_one_long_line_is_refused(line: str) -> None:
    with pytest.raises(InvalidTournament):
        read_trf(trf(line, player(1), player(2)))


def test_a_large_tournament_is_written_line_by_line() -> None:
    games = [player(tpn, f"{tpn + 1 if tpn % 2 else tpn - 1} {'w' if tpn % 2 else 'b'} =") for tpn in range(1, 5001)]
    report = read_trf(trf(*games))
    assert read_trf(write_trf(report)) == report


def test_a_round_far_away_is_refused_at_once() -> None:
    report = read_trf(trf(player(1, "2 w 1"), player(2, "1 b 0")))
    with pytest.raises(InvalidTournament):
        report.tournament(10**12)
