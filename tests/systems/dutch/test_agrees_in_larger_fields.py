"""The engine against the literal reading in fields of 12 to 14 players, where a bracket looks further down.

Positions are made by hand of chance: a bracket above, a group that follows, and a tail of whom nobody may meet another,
so that the group must spare somebody for each of them. What the literal reading may cost is bounded: it counts the
pairs that it tries, and positions beyond are left out.
"""

from random import Random

import pytest
from nextround.core.pairing import RoundToPair
from nextround.core.tournament import Colour

from tests.systems.dutch.editions import EDITIONS, LITERAL, WEIGHTS, outcome
from tests.systems.literal import dutch as literal
from tests.systems.positions import At, position

ROUND = 8
#: Pairs that the literal reading tries in one position.
BOUND = 30_000


class TooDear(Exception):
    """The literal reading would try more pairs than the bound."""


#: The players of the bracket, of the group and of the tail.
SHAPES = ((5, 4, 3), (5, 4, 3), (7, 4, 3), (5, 6, 3), (6, 4, 2), (4, 5, 3), (6, 5, 3))


def with_a_tail(rng: Random) -> RoundToPair:
    """A bracket, a group, and a tail who have all met each other; who of the others have met is chance."""
    top, following, tail = rng.choice(SHAPES)
    size = top + following + tail
    score = {tpn: 5 if tpn <= top else 4 if tpn <= top + following else 2 for tpn in range(1, size + 1)}
    end = set(range(size - tail + 1, size + 1))
    met: dict[int, set[int]] = {tpn: set() for tpn in score}
    above, below = rng.choice((0.1, 0.3, 0.5)), rng.choice((0.1, 0.3, 0.5))
    for one in score:
        for other in range(one + 1, size + 1):
            if {one, other} <= end or rng.random() < (below if other in end else above):
                met[one].add(other)
                met[other].add(one)
    return position(
        ROUND,
        ROUND + 1,
        *(
            At(
                tpn,
                score[tpn],
                "".join(rng.choice(("WB", "BW")) for _ in range(3)) + rng.choice("WB"),
                tuple(sorted(met[tpn])),
                floated=rng.random() < 0.2,
            )
            for tpn in score
        ),
        initial=Colour.WHITE,
    )


@pytest.fixture
def bounded(monkeypatch: pytest.MonkeyPatch):
    tried = 0
    original = literal.transpositions

    def counting(the_round, s1, s2):
        nonlocal tried
        for found in original(the_round, s1, s2):
            tried += 1
            if tried > BOUND:
                raise TooDear
            yield found

    monkeypatch.setattr(literal, "transpositions", counting)

    def ask(system, asked: RoundToPair) -> str | None:
        nonlocal tried
        tried = 0
        try:
            return outcome(system, asked)
        except TooDear:
            return None

    return ask


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("block", range(4))
def test_agrees_where_a_group_must_spare_several(edition: str, block: int, bounded):
    compared = 0
    for seed in range(60 * block, 60 * block + 60):
        asked = with_a_tail(Random(seed))
        fast = outcome(EDITIONS[edition], asked)
        assert fast == outcome(WEIGHTS[edition], asked), f"seed {seed}"
        wanted = bounded(LITERAL[edition], asked)
        if wanted is not None:
            assert fast == wanted, f"seed {seed}"
            compared += 1
    assert compared >= 20
