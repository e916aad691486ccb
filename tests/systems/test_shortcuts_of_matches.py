"""The shortcuts of Double-Swiss and Swiss Team are held to the weighted way, in fields too large for the literal."""

from collections.abc import Iterator

import pytest
from nextround.core.matching import optima
from nextround.core.pairing import PairingSystem, RoundPairing, RoundToPair, round_to_pair
from nextround.core.systems.double_swiss import DoubleSwiss
from nextround.core.systems.matches import upfloaters
from nextround.core.systems.swiss_team import Options, SwissTeam
from nextround.core.tournament import NoLegalPairing

from tests.random_matches import random_double, random_teams


def cases() -> Iterator[tuple[PairingSystem, RoundToPair]]:
    for seed in range(60):
        size = {"smallest": 12, "largest": 40}
        yield DoubleSwiss(), round_to_pair(random_double(seed, **size))
        teams = round_to_pair(random_teams(seed, decisive=(seed % 4) / 3, **size))
        yield SwissTeam(Options("AB"[seed % 2])), teams


def answer(system: PairingSystem, asked: RoundToPair) -> RoundPairing | None:
    try:
        return system.pair(asked)
    except NoLegalPairing:
        return None


@pytest.mark.article("C.04.6 (2026) 3.5.5", "C.04.5 (2026) 3.5.5")
def test_a_single_upfloater_is_the_one_that_weights_would_choose(monkeypatch: pytest.MonkeyPatch):
    asked = list(cases())
    expected = [answer(*case) for case in asked]
    assert sum(found is not None for found in expected) > 100
    monkeypatch.setattr(upfloaters, "_one", lambda *_: None)
    assert [answer(*case) for case in asked] == expected


@pytest.mark.article("C.04.6 (2026) 3.6.4", "C.04.5 (2026) 3.6.4")
def test_labels_of_kinds_find_the_pairing_that_weights_would_find(monkeypatch: pytest.MonkeyPatch):
    asked = list(cases())
    expected = [answer(*case) for case in asked]
    monkeypatch.setattr(optima, "_tight", lambda rows, *_: [0] * len(rows))
    assert [answer(*case) for case in asked] == expected
