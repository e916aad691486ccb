"""An edition is its table: whatever the order of the criteria, engine, weights alone and literal reading agree.

The criteria after those for the number and the scores of the downfloaters change places, and some are dropped; the look
into the following bracket (C8; 2017: C.7) moves as a block. Fixed seeds.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from nextround.core.pairing import RoundToPair, round_to_pair
from nextround.core.systems.dutch import Dutch, editions
from nextround.core.systems.dutch.editions import Clause, Criterion, DutchCriterion, Edition
from nextround.plugin.testing.random_play import random_tournament
from nextround.plugin.testing.strategies import recoloured, with_unusual_rules

from tests.systems.dutch.editions import outcome
from tests.systems.literal.dutch import LiteralDutch

EDITIONS = {2017: editions.DUTCH_2017, 2026: editions.DUTCH_2026}
#: What stays: the number and the scores of the downfloaters.
FIRST = 2
SEEDS_IN_A_BLOCK = 40


def shuffled(rng: Random, edition: Edition) -> Edition:
    """Make another table of the same criteria, most of them."""
    blocks: dict[str, list[DutchCriterion]] = {}
    for criterion in edition.criteria[FIRST:]:
        blocks.setdefault(criterion.name.split()[0], []).append(criterion)
    order = rng.sample(sorted(blocks), rng.choice((len(blocks), len(blocks), rng.randint(0, len(blocks)))))
    # Nearly the table of the text, too: two places changed, or one criterion dropped.
    if rng.random() < 0.5:
        order = list(blocks)
        one, other = rng.sample(range(len(order)), 2)
        order[one], order[other] = order[other], order[one]
        if rng.random() < 0.5:
            order.pop(one)
    criteria = [criterion for name in order for criterion in blocks[name]]
    return replace(edition, name="shuffled", criteria=(*edition.criteria[:FIRST], *criteria))


def position(rng: Random, largest: int = 8) -> RoundToPair:
    """Play some rounds of a small event; now and then the last round, with colours that need topscorers."""
    facts = random_tournament(rng, smallest=5, largest=largest, irregular=rng.choice((0.0, 0.06, 0.2)))
    kind = rng.randrange(4)
    if kind == 0:
        facts = with_unusual_rules(facts, rng)
    if kind == 1:
        facts = replace(recoloured(facts, rng), number_of_rounds=facts.round_number)
    return round_to_pair(facts)


def names(criteria: Sequence[DutchCriterion]) -> list[str]:
    return list(dict.fromkeys(criterion.name.split()[0] for criterion in criteria))


def assert_one_answer(asked: RoundToPair, edition: Edition, literal: LiteralDutch, where: object) -> None:
    wanted = outcome(literal, asked)
    assert outcome(Dutch(edition), asked) == wanted, where
    assert outcome(Dutch(edition, weights_only=True), asked) == wanted, where


@pytest.mark.parametrize("text", EDITIONS)
@pytest.mark.parametrize("block", range(12))
def test_every_order_of_the_criteria_is_followed(text: int, block: int):
    for seed in range(SEEDS_IN_A_BLOCK * block, SEEDS_IN_A_BLOCK * (block + 1)):
        rng = Random(seed)
        edition = shuffled(rng, EDITIONS[text])
        order = names(edition.criteria)
        assert_one_answer(position(rng), edition, LiteralDutch(text, order), f"seed {seed}: {order}")


@pytest.mark.parametrize("text", EDITIONS)
@pytest.mark.parametrize("block", range(4))
def test_every_order_is_followed_in_larger_fields_by_engine_and_weights(text: int, block: int):
    for seed in range(SEEDS_IN_A_BLOCK * block, SEEDS_IN_A_BLOCK * (block + 1)):
        rng = Random(seed)
        edition = shuffled(rng, EDITIONS[text])
        asked = position(rng, largest=24)
        answers = [outcome(Dutch(edition, weights_only=only), asked) for only in (False, True)]
        assert answers[0] == answers[1], f"seed {seed}: {names(edition.criteria)}"


#: An edition that nobody wrote: colours before the look ahead, no rule on floats two rounds ago, a rule of its own, and
#: a bye that is left over. All that it needs is the vocabulary of `editions`.
DUTCH_2030 = replace(
    editions.DUTCH_2026,
    name="2030",
    text="C.04.3 of a year to come",
    bye_score=None,
    criteria=(
        *editions.CRITERIA_2026[:FIRST],
        *(c for c in editions.CRITERIA_2026 if c.name in ("C12", "C13", "C14", "C15")),
        Criterion("C22", "C.04.3 (2030) 2.4", "neighbours who meet", pair=lambda _, a, b: int(a.score == b.score)),
        *(c for c in editions.CRITERIA_2026 if c.ahead),
    ),
)


def neighbours(bracket, candidate) -> int:
    score = bracket.the_round.score
    return sum(score[one] == score[other] for one, other in candidate.pairs)


@pytest.mark.parametrize("block", range(4))
def test_an_edition_of_another_year_is_a_table_and_nothing_else(block: int):
    order = ["C6", "C7", "C12", "C13", "C14", "C15", "C22", "C8"]
    literal = LiteralDutch(2026, order, (("C22", neighbours),), bye_score=False)
    for seed in range(SEEDS_IN_A_BLOCK * block, SEEDS_IN_A_BLOCK * (block + 1)):
        assert_one_answer(position(Random(seed)), DUTCH_2030, literal, f"seed {seed}")


def test_the_bye_can_be_fixed_first_in_the_procedure_of_2017_too():
    edition = replace(editions.DUTCH_2017, bye_score=Clause("C5", "", "lowest score of who has the bye"))
    literal = LiteralDutch(2017, bye_score=True)
    for seed in range(3 * SEEDS_IN_A_BLOCK):
        assert_one_answer(position(Random(seed)), edition, literal, f"seed {seed}")
