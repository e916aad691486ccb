"""Worked tournaments and positions of the Dubov and Burstein systems, read into facts.

The JSON files were worked out from the rule texts for this project by two independent readings, a literal and a direct
one, before the code was written. Games are [White, Black, White's score], with a fourth word for forfeits; in the
histories of positions ``g4w1`` is a game against 4 with White and a win, ``f`` a forfeited one, ``U F H Z`` are byes.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from nextround.core.pairing import RoundPairing
from nextround.core.tournament import Colour, ForbiddenPairs, Kind, Outcome, Player, Record, Tournament

_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}
_OUTCOMES = {1.0: Outcome.WIN, 0.5: Outcome.DRAW, 0.0: Outcome.LOSS}
_LETTERS = {"1": Outcome.WIN, "=": Outcome.DRAW, "0": Outcome.LOSS}
_BYES = {
    "U": Kind.PAB,
    "F": Kind.FULL_POINT_BYE,
    "H": Kind.HALF_POINT_BYE,
    "Z": Kind.ZERO_POINT_BYE,
}


def rounds_of(examples: Sequence[Mapping[str, Any]]) -> pytest.MarkDecorator:
    """Parametrise a test over every round of some worked tournaments, as ``example`` and ``number``."""
    return pytest.mark.parametrize(
        ("example", "number"),
        [
            pytest.param(example, played["round"], id=f"{example['id']} round {played['round']}")
            for example in examples
            for played in example["rounds"]
        ],
    )


def positions(file: Path, pinned: Mapping[str, pytest.MarkDecorator]) -> pytest.MarkDecorator:
    """Parametrise a test over the positions of a file, each with the mark of what it pins."""
    vectors = {vector["id"]: vector for vector in json.loads(file.read_text())}
    assert vectors.keys() == pinned.keys()
    return pytest.mark.parametrize(
        "vector",
        [pytest.param(vectors[name], id=name, marks=mark) for name, mark in pinned.items()],
    )


def before(example: Mapping[str, Any], number: int) -> Tournament:
    """The facts of a worked tournament before one of its rounds."""
    players = _players(example["ratings"])
    rounds = [_round(players, played) for played in example["rounds"][: number - 1]]
    return _tournament(
        players,
        {player.tpn: tuple(column[player.tpn] for column in rounds) for player in players},
        example["total_rounds"],
        number,
        example["initial_colour"],
        example["rounds"][number - 1]["absent"],
        example["options"],
    )


def position(state: Mapping[str, Any]) -> Tournament:
    """The facts of a position."""
    return _tournament(
        _players(state["ratings"]),
        {int(tpn): tuple(map(_record, history)) for tpn, history in state["history"].items()},
        state["total_rounds"],
        state["round"],
        state["initial_colour"],
        state["absent"],
        state,
    )


def games(answer: RoundPairing) -> list[list[int]]:
    """The games of an answer as the files have them: White and Black, sorted."""
    return sorted([pair.white, pair.black] for pair in answer.pairs)


def expected_games(round_or_answer: Mapping[str, Any]) -> list[list[int]]:
    """The games that a file expects, sorted."""
    return sorted(game[:2] for game in round_or_answer["games"])


def _players(ratings: Mapping[str, int]) -> tuple[Player, ...]:
    return tuple(Player(int(tpn), f"P{tpn}", f"P{tpn}", rating) for tpn, rating in ratings.items())


def _tournament(
    players: tuple[Player, ...],
    records: Mapping[int, tuple[Record, ...]],
    number_of_rounds: int,
    number: int,
    initial: str,
    absent: Mapping[str, str],
    options: Mapping[str, Any],
) -> Tournament:
    return Tournament(
        number_of_rounds,
        number,
        players,
        records,
        {int(tpn): _BYES[letter] for tpn, letter in absent.items()},
        _COLOURS[initial[0]],
        forbidden_pairs=tuple(ForbiddenPairs(tuple(pair)) for pair in options["forbidden"]),
        virtual_points={
            int(tpn): tuple(round(10 * points) for points in given) for tpn, given in options["virtual"].items()
        },
    )


def _round(players: Sequence[Player], played: Mapping[str, Any]) -> dict[int, Record]:
    column = {int(tpn): Record(_BYES[letter]) for tpn, letter in played["absent"].items()}
    if played["bye"]:
        column[played["bye"]] = Record(Kind.PAB)
    for white, black, score, *forfeit in played["games"]:
        for tpn, opponent, colour, mine in (
            (white, black, Colour.WHITE, score),
            (black, white, Colour.BLACK, 1.0 - score),
        ):
            if not forfeit:
                column[tpn] = Record(Kind.PLAYED, opponent, colour, _OUTCOMES[mine])
            else:
                won = mine == 1.0 and forfeit == ["forfeit"]
                column[tpn] = Record(Kind.FORFEIT_WIN if won else Kind.FORFEIT_LOSS, opponent, colour)
    assert column.keys() == {player.tpn for player in players}
    return column


def _record(text: str) -> Record:
    if text[0] in _BYES:
        return Record(_BYES[text[0]])
    opponent, colour, result = int(text[1:-2]), _COLOURS[text[-2]], text[-1]
    if text[0] == "f":
        return Record(Kind.FORFEIT_WIN if result == "1" else Kind.FORFEIT_LOSS, opponent, colour)
    return Record(Kind.PLAYED, opponent, colour, _LETTERS[result])
