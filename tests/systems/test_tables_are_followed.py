"""Dubov, Burstein and the matches follow their tables: in whatever order, the shortcuts and the weights agree.

The criteria for the number and the scores of the floaters stay first; the others change places, and some are dropped.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest
from nextround.core.pairing import PairingSystem, RoundToPair, round_to_pair
from nextround.core.pairing.criteria import Criterion
from nextround.core.systems import double_swiss, swiss_team
from nextround.core.systems.burstein import seeding_rounds
from nextround.core.systems.burstein.criteria import CRITERIA as BURSTEIN
from nextround.core.systems.dubov import Dubov
from nextround.core.systems.dubov.criteria import CRITERIA as DUBOV
from nextround.plugin.testing.random_play import random_tournament

from tests.random_matches import random_double, random_teams
from tests.systems.agreement import outcome
from tests.systems.burstein.asking import late
from tests.systems.self_play import random_rated

SEEDS = range(80)


def shuffled(rng: Random, criteria: Sequence[Criterion[Any, Any, Any]], first: int) -> tuple[Any, ...]:
    rest = criteria[first:]
    return (*criteria[:first], *rng.sample(rest, rng.choice((len(rest), rng.randint(0, len(rest))))))


def dubov(rng: Random, seed: int) -> tuple[PairingSystem, RoundToPair]:
    return Dubov(criteria=shuffled(rng, DUBOV, 2)), round_to_pair(random_rated(seed, largest=24))


def burstein(rng: Random, seed: int) -> tuple[PairingSystem, RoundToPair]:
    tournaments = (random_tournament(seed + 1000 * again, smallest=6, largest=24) for again in count())
    facts = next(f for f in tournaments if f.round_number > seeding_rounds(f.number_of_rounds))
    return replace(late(), criteria=shuffled(rng, BURSTEIN, 1)), round_to_pair(facts)


def doubles(rng: Random, seed: int) -> tuple[PairingSystem, RoundToPair]:
    table = replace(double_swiss.RULES, sets=shuffled(rng, double_swiss.RULES.sets, 2))
    return double_swiss.DoubleSwiss(table=table), round_to_pair(random_double(seed, smallest=6, largest=30))


def teams(rng: Random, seed: int) -> tuple[PairingSystem, RoundToPair]:
    rules = swiss_team.RULES
    table = replace(rules, sets=shuffled(rng, rules.sets, 2), brackets=shuffled(rng, rules.brackets, 0))
    system = swiss_team.SwissTeam(swiss_team.Options("AB"[seed % 2]), table)
    return system, round_to_pair(random_teams(seed, decisive=(seed % 4) / 3, smallest=6, largest=30))


@pytest.mark.parametrize("ask", [dubov, burstein, doubles, teams])
def test_every_order_of_the_criteria_is_followed(ask: Callable[[Random, int], tuple[Any, RoundToPair]]):
    answered = 0
    for seed in SEEDS:
        system, asked = ask(Random(seed), seed)
        answer = outcome(asked, system)
        assert answer == outcome(asked, replace(system, weights_only=True)), f"seed {seed}"
        answered += answer is not None
    assert answered > len(SEEDS) / 2
