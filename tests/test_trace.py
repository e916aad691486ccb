"""The trace: of every system, what its steps say of themselves, and how they travel."""

from typing import get_args

import pytest
from hypothesis import given
from nextround.core.pairing import PairingSystem, RoundPairing
from nextround.core.pairing import trace as core
from nextround.core.tournament import PairingError, Tournament
from nextround.plugin.testing.contract import some_rounds
from nextround.plugin.testing.strategies import tournaments
from nextround.translate.trace import wire_step
from nextround_schemas import trace as wire
from pydantic import TypeAdapter

from tests.builders import question
from tests.systems.every_system import SYSTEMS_BY_NAME, ask, each_swiss, each_system

WIRE: TypeAdapter[wire.TraceStep] = TypeAdapter(wire.TraceStep)


def answer_of(system: PairingSystem, facts: Tournament) -> RoundPairing | None:
    try:
        return system.pair(ask(system, facts))
    except PairingError:
        return None


@each_system
@some_rounds
@given(facts=tournaments())
def test_every_step_travels_and_is_what_it_was(system: PairingSystem, facts: Tournament) -> None:
    answer = answer_of(system, facts)
    for step in answer.trace if answer else ():
        sent = wire_step(step)
        assert WIRE.validate_json(sent.model_dump_json()) == sent
        assert (sent.kind, sent.article, sent.reason) == (step.kind, step.article, step.reason)
        assert [fact.name for fact in sent.facts] == [fact.name for fact in step.facts]


def test_each_kind_of_step_has_its_own_on_the_wire() -> None:
    sent = get_args(get_args(wire.TraceStep)[0])
    kinds = {model.__name__: get_args(model.model_fields["kind"].annotation) for model in sent}
    assert kinds == {step.__name__: (step.kind,) for step in get_args(core.Step)}


@each_swiss
@some_rounds
@given(facts=tournaments(smallest=4))
def test_whoever_is_in_a_bracket_meets_somebody_in_it_or_leaves_it(system: PairingSystem, facts: Tournament) -> None:
    answer = answer_of(system, facts)
    for step in answer.trace if answer else ():
        if isinstance(step, core.BracketStep):
            seated = [tpn for pair in step.pairs for tpn in pair]
            assert sorted((*seated, *step.downfloaters, *step.upfloaters)) == sorted(step.players)


@each_swiss
@some_rounds
@given(facts=tournaments(smallest=4))
def test_who_leaves_a_bracket_comes_into_another_one_or_has_the_bye(system: PairingSystem, facts: Tournament) -> None:
    answer = answer_of(system, facts)
    if answer is None:
        return
    steps = [step for step in answer.trace if isinstance(step, core.BracketStep)]
    for place, step in enumerate(steps):
        below = {tpn for later in steps[place + 1 :] for tpn in later.moved_down}
        above = {tpn for later in steps[place + 1 :] for tpn in later.moved_up}
        assert set(step.downfloaters) <= below | {answer.pab}
        assert set(step.upfloaters) <= above


@each_swiss
@some_rounds
@given(facts=tournaments(smallest=3))
def test_who_was_passed_over_was_not_chosen(system: PairingSystem, facts: Tournament) -> None:
    answer = answer_of(system, facts)
    for step in answer.trace if answer else ():
        if isinstance(step, core.ByeStep | core.FloaterStep | core.PairStep):
            passed = [other.player for other in step.passed_over]
            assert not set(passed) & set(step.players)
            assert len(set(passed)) == len(passed)
            assert all(other.reason for other in step.passed_over)


@pytest.mark.article("C.04.3 (2026) 2.4.2")
def test_points_travel_as_numbers_and_lists_beside_counts() -> None:
    # 1 has 1.5 and meets nobody of his score; as floater he fails C6 once and C7 with his score.
    answer = SYSTEMS_BY_NAME["dutch-2026"].pair(question(4, "1-3 1-0, 2-4 ½", "4-1 ½, 3-2 ½", of=5))
    first = next(step for step in answer.trace if isinstance(step, core.BracketStep))
    sent = wire_step(first)
    assert isinstance(sent, wire.BracketStep)
    assert sent.score == 1.5
    assert sent.criteria is not None
    found = {c.name: (c.count, c.points) for c in sent.criteria}
    assert (found["C6"], found["C7"]) == ((1, None), (None, [1.5]))
