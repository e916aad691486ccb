"""What every pairing system must do, whatever its rules. Run by ``nextround contract-test``.

Each test asks a system questions about tournaments that are drawn at random; the last one asks a fixed number, and
whatever the author brings along, and counts how many are answered.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nextround.core.formats import read_trf
from nextround.core.pairing import Pair, PairingSystem, RoundPairing, RoundToPair, check, pair_round, round_to_pair
from nextround.core.pairing.trace import ByeStep, ColourStep, PairStep
from nextround.core.tournament import (
    Colour,
    ForbiddenPairs,
    InvariantViolation,
    Kind,
    NoLegalPairing,
    Outcome,
    PairingError,
    Player,
    Record,
    Tournament,
)
from nextround.plugin.testing import Contract, summary
from nextround.plugin.testing.random_play import random_tournament
from nextround.plugin.testing.strategies import renamed, tournaments
from nextround.registry import Entry

QUESTIONS = 200
"""So many random tournaments are asked, beside those that the author brings, to see how many are answered."""

Test = TypeVar("Test", bound=Callable[..., None])


def applies_to(condition: Callable[[Entry[PairingSystem]], bool]) -> Callable[[Test], Test]:
    """Mark a test that holds for some systems only, by what their entries say."""

    def mark(test: Test) -> Test:
        test.applies_to = condition  # type: ignore[attr-defined]
        return test

    return mark


def is_swiss(entry: Entry[PairingSystem]) -> bool:
    """Tell whether the basic rules of C.04.1 apply; the others keep to the tables of a round robin."""
    return not entry.schedule


def meets_once(entry: Entry[PairingSystem]) -> bool:
    """Tell whether nobody meets twice or has the bye twice."""
    return is_swiss(entry) and not entry.repeats


some_rounds = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    database=None,
)


def answer_or_refusal(system: PairingSystem, asked: RoundToPair) -> RoundPairing | list[str]:
    """Give the answer, or the codes of a refusal; any other error, and our own fault, goes on."""
    try:
        return system.pair(asked)
    except InvariantViolation:
        raise
    except PairingError as refusal:
        return [problem.code for problem in refusal.problems]


def players(n: int) -> tuple[Player, ...]:
    """Make n players as every system can pair them: with a rating."""
    return tuple(Player(tpn, f"P{tpn:02}", f"P{tpn:02}", 2500 - 10 * tpn) for tpn in range(1, n + 1))


def question(n: int, *records: tuple[Record, ...], **facts: object) -> RoundToPair:
    """Ask for the round of three after these records of n players, one tuple a player."""
    field = players(n)
    past = dict(zip((player.tpn for player in field), records or ((),) * n, strict=True))
    number = len(records[0]) + 1 if records else 1
    return round_to_pair(Tournament(3, number, field, past, initial_colour=Colour.WHITE, **facts))  # type: ignore[arg-type]


@some_rounds
@given(facts=tournaments())
def test_answers_with_a_pairing_that_passes_the_check_or_with_an_error_of_the_tree(
    contract: Contract, facts: Tournament
) -> None:
    asked = round_to_pair(facts, repeats=contract.entry.repeats)
    answer = answer_or_refusal(contract.system, asked)
    if isinstance(answer, RoundPairing):
        check(asked, answer)
    else:
        assert answer, "a refusal must say why"


@some_rounds
@given(facts=tournaments())
def test_the_same_question_has_the_same_answer(contract: Contract, facts: Tournament) -> None:
    first = answer_or_refusal(contract.system, round_to_pair(facts))
    assert answer_or_refusal(contract.system, round_to_pair(facts)) == first


@some_rounds
@given(facts=tournaments())
def test_the_order_of_tables_in_the_facts_changes_nothing(contract: Contract, facts: Tournament) -> None:
    backwards = replace(
        facts,
        records=dict(reversed(list(facts.records.items()))),
        unavailable=dict(reversed(list(facts.unavailable.items()))),
        virtual_points=dict(reversed(list(facts.virtual_points.items()))),
    )
    first = answer_or_refusal(contract.system, round_to_pair(facts))
    assert answer_or_refusal(contract.system, round_to_pair(backwards)) == first


@some_rounds
@given(facts=tournaments(), seed=st.integers(0, 2**32))
def test_renaming_the_players_changes_nothing(contract: Contract, facts: Tournament, seed: int) -> None:
    names = [f"{letter}{tpn}" for tpn, letter in zip((p.tpn for p in facts.players), "zyxwvutsrqpo", strict=False)]
    Random(seed).shuffle(names)
    other = renamed(facts, dict(zip((player.tpn for player in facts.players), names, strict=True)))
    if contract.entry.orders_by_name:
        other = replace(
            other, players=tuple(replace(p, name=q.name) for p, q in zip(other.players, facts.players, strict=True))
        )
    first = answer_or_refusal(contract.system, round_to_pair(facts))
    assert answer_or_refusal(contract.system, round_to_pair(other)) == first


@some_rounds
@given(facts=tournaments(smallest=2))
def test_every_board_and_the_bye_have_a_step_of_the_trace_with_its_article(
    contract: Contract, facts: Tournament
) -> None:
    answer = answer_or_refusal(contract.system, round_to_pair(facts))
    if not isinstance(answer, RoundPairing):
        return
    assert all(step.article and step.reason for step in answer.trace)
    told = [set(step.players) for step in answer.trace if isinstance(step, PairStep | ColourStep)]
    assert all(any({pair.white, pair.black} <= players for players in told) for pair in answer.pairs)
    if answer.pab is not None:
        assert any(answer.pab in step.players for step in answer.trace if isinstance(step, ByeStep))


def test_nobody_to_pair_is_an_answer(contract: Contract) -> None:
    away = {1: Kind.HALF_POINT_BYE, 2: Kind.ABSENT}
    for asked in (question(0), question(2, unavailable=away)):
        answer = contract.system.pair(asked)
        assert (answer.pairs, answer.pab) == ((), None)


@applies_to(lambda entry: is_swiss(entry) and not entry.fixing_changes)
@some_rounds
@given(facts=tournaments(smallest=4), seed=st.integers(0, 2**32))
def test_fixing_what_the_system_itself_would_pair_changes_nothing_else(
    contract: Contract, facts: Tournament, seed: int
) -> None:
    """Neither pairs, colours, order nor the bye; so too where the arbiter gives the bye as the system would."""
    answer = answer_or_refusal(contract.system, round_to_pair(facts, repeats=contract.entry.repeats))
    if not isinstance(answer, RoundPairing) or not answer.pairs:
        return
    rng = Random(seed)
    pairs = rng.sample(answer.pairs, rng.randint(0, len(answer.pairs)))
    by_hand = replace(facts, fixed_pairs=tuple((pair.white, pair.black) for pair in pairs))
    if answer.pab is not None and rng.random() < 0.5:
        by_hand = replace(by_hand, unavailable={**facts.unavailable, answer.pab: Kind.PAB})
    again = pair_round(contract.system, round_to_pair(by_hand, repeats=contract.entry.repeats))
    assert again.pairs == answer.pairs
    assert again.pab in (answer.pab, None)


@applies_to(is_swiss)
@some_rounds
@given(facts=tournaments(smallest=4), seed=st.integers(0, 2**32))
def test_a_fixed_pair_is_made_and_the_others_are_paired_or_refused(
    contract: Contract, facts: Tournament, seed: int
) -> None:
    one, other = Random(seed).sample([player.tpn for player in facts.players], 2)
    try:
        asked = round_to_pair(replace(facts, fixed_pairs=((one, other),)), repeats=contract.entry.repeats)
        answer = check(asked, pair_round(contract.system, asked))
    except InvariantViolation:
        raise
    except PairingError:
        return
    assert Pair(one, other) in answer.pairs


@applies_to(is_swiss)
@some_rounds
@given(facts=tournaments())
def test_a_swiss_never_leaves_anybody_unopposed_but_the_bye(contract: Contract, facts: Tournament) -> None:
    answer = answer_or_refusal(contract.system, round_to_pair(facts))
    if isinstance(answer, RoundPairing):
        assert answer.unopposed is None


@applies_to(is_swiss)
def test_a_single_player_has_the_bye(contract: Contract) -> None:
    answer = contract.system.pair(question(1))
    assert (answer.pairs, answer.pab) == ((), 1)


@applies_to(meets_once)
def test_a_single_player_who_had_the_bye_has_no_second(contract: Contract) -> None:
    with pytest.raises(NoLegalPairing):
        contract.system.pair(question(1, (Record(Kind.PAB),)))


@applies_to(meets_once)
def test_two_players_meet_once(contract: Contract) -> None:
    answer = contract.system.pair(question(2))
    assert [{pair.white, pair.black} for pair in answer.pairs] == [{1, 2}]
    drawn = (Record(Kind.PLAYED, 2, Colour.WHITE, Outcome.DRAW),), (Record(Kind.PLAYED, 1, Colour.BLACK, Outcome.DRAW),)
    with pytest.raises(NoLegalPairing) as refused:
        contract.system.pair(question(2, *drawn))
    assert all(problem.article for problem in refused.value.problems)


@applies_to(is_swiss)
def test_a_forfeited_game_may_be_played_later(contract: Contract) -> None:
    forfeited = (Record(Kind.FORFEIT_WIN, 2, Colour.WHITE),), (Record(Kind.FORFEIT_LOSS, 1, Colour.BLACK),)
    answer = contract.system.pair(question(2, *forfeited))
    assert [{pair.white, pair.black} for pair in answer.pairs] == [{1, 2}]


@applies_to(is_swiss)
def test_forbidden_pairs_are_never_made(contract: Contract) -> None:
    answer = contract.system.pair(question(4, forbidden_pairs=(ForbiddenPairs((1, 3)), ForbiddenPairs((1, 2)))))
    assert {frozenset((pair.white, pair.black)) for pair in answer.pairs} == {frozenset((1, 4)), frozenset((2, 3))}


def test_enough_questions_are_answered(contract: Contract) -> None:
    """A system that refuses everything breaks no other rule. The rounds of the author's own reports count too."""
    for asked in _questions(contract):
        answer = answer_or_refusal(contract.system, asked)
        contract.asked.update(["answered"] if isinstance(answer, RoundPairing) else answer[:1])
        if isinstance(answer, RoundPairing):
            check(asked, answer)
    assert contract.asked["answered"] >= contract.least_answered * contract.asked.total(), summary(contract)


def _questions(contract: Contract) -> Iterator[RoundToPair]:
    """Ask about random tournaments of which the system paired the rounds before, then about the author's."""
    random = _round_robins() if contract.entry.schedule else (_played(contract, seed) for seed in range(QUESTIONS))
    for facts in random:
        yield round_to_pair(facts, repeats=contract.entry.repeats)
    for path in contract.reports:
        report = read_trf(path.read_bytes())
        for number in sorted({*report.rounds_with_games(), report.coming_round}):
            yield round_to_pair(report.tournament(number), repeats=contract.entry.repeats)


def _played(contract: Contract, seed: int) -> Tournament:
    try:
        return random_tournament(seed, system=contract.system)
    except PairingError:  # what it refuses is counted when it is asked
        return random_tournament(seed)


def _round_robins() -> Iterator[Tournament]:
    """Whole round robins, of which the first round is asked: tables fit no other number of rounds."""
    for n in range(2, 22):
        field = players(n)
        yield Tournament(n - 1 + n % 2, 1, field, {player.tpn: () for player in field}, initial_colour=Colour.WHITE)
