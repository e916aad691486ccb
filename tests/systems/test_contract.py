"""What every registered pairing system must do, whatever its rules."""

from dataclasses import replace
from random import Random

import nextround_keizer
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nextround.core.pairing import PairingSystem, RoundPairing, RoundToPair, check, round_to_pair
from nextround.core.tournament import (
    ForbiddenPairs,
    InvariantViolation,
    NoLegalPairing,
    PairingError,
    Player,
    Tournament,
)
from nextround.registry import registry

from tests.builders import question, tournament
from tests.strategies import renamed, tournaments

#: The built-in systems, the plugins that are installed, and the one that shows how a plugin is written.
ENTRIES = (registry().systems | {"keizer": nextround_keizer.ENTRY}).values()

SYSTEMS_BY_NAME = {entry.name: entry.make(entry.options()) for entry in ENTRIES}

#: Systems that put players of one score in the order of their names.
BY_NAME = {name for name in SYSTEMS_BY_NAME if name.startswith("vega")}

#: Systems whose text lets players meet again and have the bye again.
REPEATING = {entry.name for entry in ENTRIES if entry.repeats}

#: Systems to which the basic rules of C.04.1 apply; the others keep to the tables of a round robin.
SWISS = {entry.name: SYSTEMS_BY_NAME[entry.name] for entry in ENTRIES if not entry.schedule}
ONCE = {name: system for name, system in SWISS.items() if name not in REPEATING}

each_system = pytest.mark.parametrize("system", SYSTEMS_BY_NAME.values(), ids=SYSTEMS_BY_NAME)
each_swiss = pytest.mark.parametrize("system", SWISS.values(), ids=SWISS)
each_without_repeats = pytest.mark.parametrize("system", ONCE.values(), ids=ONCE)
some_rounds = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None
)


def ask(system: PairingSystem, facts: Tournament) -> RoundToPair:
    """Put the question as the system's entry wants it."""
    return round_to_pair(facts, repeats=_is_among(system, REPEATING))


def _is_among(system: PairingSystem, names: set[str]) -> bool:
    return any(system is SYSTEMS_BY_NAME[name] for name in names)


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


@each_system
@some_rounds
@given(facts=tournaments())
def test_answers_with_a_pairing_that_passes_the_check_or_with_an_error_of_the_tree(
    system: PairingSystem, facts: Tournament
):
    asked = ask(system, facts)
    answer = answer_or_refusal(system, asked)
    if isinstance(answer, RoundPairing):
        check(asked, answer)
    else:
        assert answer, "a refusal must say why"


@each_system
@some_rounds
@given(facts=tournaments())
def test_the_same_question_has_the_same_answer(system: PairingSystem, facts: Tournament):
    first = answer_or_refusal(system, round_to_pair(facts))
    assert answer_or_refusal(system, round_to_pair(facts)) == first


@each_system
@some_rounds
@given(facts=tournaments())
def test_the_order_of_tables_in_the_facts_changes_nothing(system: PairingSystem, facts: Tournament):
    backwards = replace(
        facts,
        records=dict(reversed(facts.records.items())),
        unavailable=dict(reversed(facts.unavailable.items())),
        virtual_points=dict(reversed(facts.virtual_points.items())),
    )
    assert answer_or_refusal(system, round_to_pair(backwards)) == answer_or_refusal(system, round_to_pair(facts))


@each_system
@some_rounds
@given(facts=tournaments(), seed=st.integers(0, 2**32))
def test_renaming_the_players_changes_nothing(system: PairingSystem, facts: Tournament, seed: int):
    names = [f"{letter}{tpn}" for tpn, letter in zip((p.tpn for p in facts.players), "zyxwvutsrqpo", strict=False)]
    Random(seed).shuffle(names)
    other = renamed(facts, dict(zip((player.tpn for player in facts.players), names, strict=True)))
    if _is_among(system, BY_NAME):
        other = replace(
            other, players=tuple(replace(p, name=q.name) for p, q in zip(other.players, facts.players, strict=True))
        )
    assert answer_or_refusal(system, round_to_pair(other)) == answer_or_refusal(system, round_to_pair(facts))


@each_system
@some_rounds
@given(facts=tournaments(smallest=2))
def test_every_board_and_the_bye_have_a_step_of_the_trace_with_its_article(system: PairingSystem, facts: Tournament):
    answer = answer_or_refusal(system, round_to_pair(facts))
    if not isinstance(answer, RoundPairing):
        return
    assert all(step.article and step.reason for step in answer.trace)
    told = [set(step.players) for step in answer.trace if step.decision in ("pair", "colour")]
    assert all(any({pair.white, pair.black} <= players for players in told) for pair in answer.pairs)
    if answer.pab is not None:
        assert any(answer.pab in step.players for step in answer.trace if step.decision == "bye")


@each_system
def test_nobody_to_pair_is_an_answer(system: PairingSystem):
    for asked in (question(players(0), of=3), question(players(2), unavailable={1: "half", 2: "absent"}, of=3)):
        answer = system.pair(asked)
        assert (answer.pairs, answer.pab) == ((), None)


@each_swiss
@some_rounds
@given(facts=tournaments())
def test_a_swiss_never_leaves_anybody_unopposed_but_the_bye(system: PairingSystem, facts: Tournament):
    answer = answer_or_refusal(system, round_to_pair(facts))
    if isinstance(answer, RoundPairing):
        assert answer.unopposed is None


@each_swiss
def test_a_single_player_has_the_bye(system: PairingSystem):
    answer = system.pair(question(players(1), of=3))
    assert (answer.pairs, answer.pab) == ((), 1)


@each_without_repeats
def test_a_single_player_who_had_the_bye_has_no_second(system: PairingSystem):
    with pytest.raises(NoLegalPairing):
        system.pair(question(players(1), "1 pab", of=3))


@each_without_repeats
def test_two_players_meet_once(system: PairingSystem):
    answer = system.pair(question(players(2), of=3))
    assert [{pair.white, pair.black} for pair in answer.pairs] == [{1, 2}]
    with pytest.raises(NoLegalPairing) as refused:
        system.pair(question(players(2), "1-2 ½", of=3))
    assert all(problem.article for problem in refused.value.problems)


@each_swiss
def test_a_forfeited_game_may_be_played_later(system: PairingSystem):
    answer = system.pair(question(players(2), "1-2 +-", of=3))
    assert [{pair.white, pair.black} for pair in answer.pairs] == [{1, 2}]


@each_swiss
def test_forbidden_pairs_are_never_made(system: PairingSystem):
    facts = tournament(players(4), of=3, forbidden_pairs=(ForbiddenPairs((1, 3)), ForbiddenPairs((1, 2))))
    answer = system.pair(round_to_pair(facts))
    assert {frozenset((pair.white, pair.black)) for pair in answer.pairs} == {frozenset((1, 4)), frozenset((2, 3))}
