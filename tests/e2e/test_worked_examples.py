"""The worked tournaments, every round through a real broker and a real worker."""

import pytest

from tests.worked_examples import events, examples, is_answered_by


@pytest.mark.parametrize("system", ["amalfi", "vega"])
def test_the_worked_tournaments_match_expected_through_the_broker(served, system):
    asked = [pair for example in examples(system).values() for pair in events(system, example)]
    for number, (event, expected) in enumerate(asked, start=1):
        served.send(event)
        answer = served.wait(number)[-1]
        assert answer["causationid"] == event["id"]
        assert is_answered_by(expected, answer["data"]), event["id"]
