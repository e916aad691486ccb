"""Whose turn it is, without a broker."""

from hypothesis import given
from hypothesis import strategies as st
from nextround.broker.turns import Held, Turns


def held(number, tournament=None, delivery=1, **more):
    return Held(f"e{number}", (number,), delivery, tournament, **more)


def turns_of(*events):
    turns = Turns()
    for event in events:
        turns.follow(event)
    return turns


def names(turns, children=1, now=0.0):
    """The events in the order in which they have their turns, each answered before the next."""
    found = []
    while event := turns.next(children, now):
        found.append(event.name)
        turns.answered(event.name)
    return found


def test_what_came_first_goes_first_however_late_it_was_taken_in():
    assert names(turns_of(held(3), held(1), held(2))) == ["e1", "e2", "e3"]


def test_no_more_begin_than_there_are_children():
    turns = turns_of(held(1), held(2), held(3))
    assert [turns.next(2, 0.0).name for _ in range(2)] == ["e1", "e2"]
    assert turns.next(2, 0.0) is None
    assert turns.failed("e1")
    assert turns.next(2, 0.0).name == "e3"


def test_of_a_tournament_one_is_at_work_and_others_pass_by():
    turns = turns_of(held(1, "a"), held(2, "a"), held(3, "b"))
    assert [turns.next(3, 0.0).name for _ in range(2)] == ["e1", "e3"]
    assert turns.next(3, 0.0) is None
    turns.answered("e1")
    assert turns.next(3, 0.0).name == "e2"


def test_what_failed_holds_up_its_own_tournament_alone():
    turns = turns_of(held(1, "a"), held(2, "a"), held(3, "b"))
    turns.next(1, 0.0)
    turns.failed("e1")
    assert names(turns) == ["e3"]
    turns.add(held(1, "a", delivery=2, lane=True, due=5.0))
    assert names(turns, now=4.0) == []
    assert names(turns, now=5.0) == ["e1", "e2"]


def test_the_lane_has_at_most_one_child_and_the_fewest_deliveries_go_first():
    turns = turns_of(*(held(n, delivery=9 - n, lane=True) for n in range(1, 5)), held(8), held(9))
    assert [turns.next(3, 0.0).name for _ in range(3)] == ["e4", "e8", "e9"]
    turns.answered("e8")
    assert turns.next(3, 0.0) is None
    turns.answered("e4")
    assert turns.next(3, 0.0).name == "e3"


def test_with_one_child_lane_and_queue_alternate():
    turns = turns_of(*(held(n, delivery=2, lane=True) for n in (1, 2, 3)), *(held(n) for n in (4, 5)))
    assert names(turns) == ["e1", "e4", "e2", "e5", "e3"]


def test_what_somebody_else_took_keeps_the_next_of_its_tournament_waiting():
    turns = turns_of(held(1, "a"), held(2, "a"))
    turns.leave("e1")
    assert names(turns) == []
    assert [event.name for event in turns.behind_others] == ["e2"]


def test_what_is_behind_rests_or_is_in_the_lane_takes_up_no_room():
    turns = turns_of(held(1, "a"), held(2, "a"), held(3, "a"), held(4, delivery=3, lane=True))
    turns.add(held(5, due=10.0))
    assert (turns.ready, len(turns)) == (1, 5)


def test_a_stopping_worker_gives_back_all_that_no_child_has_begun():
    turns = turns_of(held(1, "a"), held(2, "a"), held(3))
    turns.next(1, 0.0)
    assert sorted(turns.empty()) == ["e2", "e3"]
    turns.answered("e1")
    assert names(turns) == []


@given(
    st.lists(st.sampled_from("abc"), max_size=12),
    st.lists(st.tuples(st.sampled_from(["begin", "answer", "fail", "again"]), st.integers(0, 11)), max_size=80),
    st.integers(1, 4),
)
def test_whatever_fails_the_answers_to_a_tournament_come_in_order(tournaments, steps, children):
    turns = turns_of(*(held(n, name) for n, name in enumerate(tournaments)))
    of = {f"e{n}": name for n, name in enumerate(tournaments)}
    at_work, failed, answered = [], [], []
    for step, number in [*steps, *[("again", 0), ("begin", 0), ("answer", 0)] * 40]:
        if step == "begin" and (event := turns.next(children, 0.0)):
            at_work.append(event)
            assert len(at_work) <= children
            assert sum(event.lane for event in at_work) <= 1
            assert len({of[event.name] for event in at_work}) == len(at_work)
        elif step == "answer" and at_work:
            answered.append(at_work.pop(number % len(at_work)).name)
            turns.answered(answered[-1])
        elif step == "fail" and at_work:
            failed.append(at_work.pop(number % len(at_work)))
            turns.failed(failed[-1].name)
        elif step == "again" and failed:
            event = failed.pop(number % len(failed))
            turns.take_failed(event.name)
            turns.add(Held(event.name, event.place, event.delivery + 1, of[event.name], lane=True))
    assert sorted(answered) == sorted(of)
    for name in "abc":
        mine = [event for event in answered if of[event] == name]
        assert mine == [event for event in of if of[event] == name]
