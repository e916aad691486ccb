"""Worked tournaments: values of gacrux 1.11.65, by the command that each case names, checked by hand beside them."""

import json
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from nextround.core.formats import read_trf
from nextround.core.standings import EDITIONS, Standings, read_list, results_of, standings

CASES = {case["id"]: case for case in json.loads(Path(__file__).with_name("worked_cases.json").read_text())["cases"]}


def ranked(case: dict[str, Any]) -> Standings:
    edition = EDITIONS["c07-2026" if case["rules"] >= "2026-03" else "c07-2024"]
    is_round_robin = "-p" in case["command"].split()
    asked = read_list([code for code in case["tiebreaks"] if code != "PTS"], edition, is_round_robin=is_round_robin)
    return standings(results_of(read_trf(case["trf"]).held(), None, edition, is_round_robin=is_round_robin), asked)


def shown(value: str | None, like: str) -> str:
    """Round a value as the program prints it."""
    exact = Fraction(value or 0)
    decimals = Decimal(1).scaleb(-len(like.partition(".")[2]))
    return str((Decimal(exact.numerator) / exact.denominator).quantize(decimals, ROUND_HALF_UP))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_values_and_places_match_the_program(case: dict[str, Any]):
    found = ranked(case)
    by_letter = {(d["player"], d["tiebreak"]): d["own"] for d in case["differences"]}
    wrong = []
    for line in found.lines:
        expected = dict(zip(case["columns_gacrux"], case["gacrux"][str(line.tpn)], strict=True))
        values = dict(zip((asked.code for asked in found.list), line.values, strict=True))
        values |= {"PTS": str(Fraction(line.points, 10)), "rank": str(line.place)}
        for code, value in expected.items():
            if code == "DE":  # the program prints 0 where nothing was to break or nothing is broken
                tied = [other.values for other in found.lines if other.points == line.points]
                place = found.list.index(next(asked for asked in found.list if asked.code == "DE"))
                decided = len({other[place] for other in tied}) > 1
                mine = values[code] if decided else "0"
            else:
                key = next((name for name in values if name.replace("+", "") == code.replace("+", "")), code)
                mine = shown(values[key], str(value))
            if mine != by_letter.get((line.tpn, code), str(value)):
                wrong.append((line.tpn, code, mine, value))
    assert wrong == []


def test_a_forfeit_win_of_a_round_robin_is_a_game_won_by_the_letter_of_15_2():
    found = ranked(CASES["TB03"])
    won = [asked.code for asked in found.list].index("WON")
    assert {line.tpn: line.values[won] for line in found.lines} == {1: "1", 2: "1", 3: "2", 4: "0"}
