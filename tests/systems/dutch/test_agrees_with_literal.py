"""The fast engine against the literal reading, over random rounds of small fields: `answer` asserts that they agree."""

from dataclasses import replace
from random import Random

import pytest
from nextround.core.pairing import round_to_pair
from nextround.plugin.testing.random_play import random_tournament
from nextround.plugin.testing.strategies import recoloured, with_unusual_rules

from tests.golden.reader import position
from tests.systems.dutch.editions import EDITIONS, answer

editions = pytest.mark.parametrize("edition", EDITIONS)


@editions
@pytest.mark.parametrize("block", range(12))
def test_agrees_in_rounds_after_random_play(edition: str, block: int):
    for seed in range(100 * block, 100 * block + 100):
        rng = Random(seed)
        facts = random_tournament(rng, smallest=2, largest=8, irregular=rng.choice((0.0, 0.06, 0.2)))
        answer(round_to_pair(with_unusual_rules(facts, rng) if seed % 4 == 0 else facts), edition)


@editions
@pytest.mark.parametrize("block", range(6))
def test_agrees_in_rounds_after_its_own_play(edition: str, block: int):
    for seed in range(100 * block, 100 * block + 100):
        rng = Random(seed)
        irregular = rng.choice((0.0, 0.06, 0.2))
        facts = random_tournament(rng, smallest=4, largest=8, irregular=irregular, system=EDITIONS[edition])
        answer(round_to_pair(facts), edition)


@editions
@pytest.mark.parametrize("block", range(4))
def test_agrees_in_last_rounds_with_topscorers_of_lopsided_colours(edition: str, block: int):
    for seed in range(100 * block, 100 * block + 100):
        rng = Random(seed)
        facts = recoloured(random_tournament(rng, smallest=4, largest=8), rng)
        answer(round_to_pair(replace(facts, number_of_rounds=facts.round_number)), edition)


@editions
def test_agrees_where_the_reference_program_dies(edition: str):
    answer(round_to_pair(position("cases/43_reference_crash_11p_r10.trf").tournament()), edition)
