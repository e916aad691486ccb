"""What an explanation says: of every system, of a pair that was not made, of the bye."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from nextround import pairing_request
from nextround.core.pairing import PairingSystem, RoundToPair
from nextround.core.pairing.judging import Telling
from nextround.core.tournament import ForbiddenPairs, InvariantViolation, PairingError, Player, Tournament
from nextround.explain import Explanation, explain, page, text, why_not
from nextround.plugin.testing.contract import players, some_rounds
from nextround.plugin.testing.strategies import tournaments

from tests.builders import question, tournament
from tests.systems.every_system import SYSTEMS_BY_NAME, ask, each_swiss, each_system, each_without_repeats

DUTCH = SYSTEMS_BY_NAME["dutch-2026"]


def told(system: PairingSystem, asked: RoundToPair, **about: object) -> Explanation:
    return explain("Test", system, ("System", "Text"), asked, system.pair(asked), **about)  # type: ignore[arg-type]


def sentence(asked: RoundToPair, one: int, other: int, system: PairingSystem = DUTCH) -> tuple[str, str]:
    found = why_not(system, asked, system.pair(asked), one, other)
    return found.sentence, found.article


@each_system
@some_rounds
@given(facts=tournaments(largest=7))
def test_every_round_of_every_system_can_be_explained(system: PairingSystem, facts: Tournament) -> None:
    asked = ask(system, facts)
    try:
        answer = system.pair(asked)
    except InvariantViolation:
        raise
    except PairingError:
        return
    numbers = [player.tpn for player in facts.players]
    about = {"player": numbers[0], "pair": (numbers[0], numbers[-1])} if len(numbers) > 1 else {}
    for more in ({}, about):
        found = explain("Test", system, ("System", "Text"), asked, answer, **more)
        assert {frozenset((s.white, s.black)) for s in found.seats} == {
            frozenset((p.white, p.black)) for p in answer.pairs
        }
        assert text(found)
        assert page(found).startswith("<!DOCTYPE html>")


@each_swiss
@some_rounds
@given(facts=tournaments(smallest=4, largest=8))
def test_every_player_of_the_field_is_in_a_bracket_and_every_pair_in_one(
    system: PairingSystem, facts: Tournament
) -> None:
    asked = ask(system, facts)
    try:
        found = told(system, asked)
    except PairingError:
        return
    in_brackets = {tpn for bracket in found.brackets for tpn in (*bracket.residents, *bracket.came)}
    seated = {tpn for seat in found.seats for tpn in (seat.white, seat.black)}
    assert seated <= in_brackets


class TestWhyNot:
    def test_a_pair_that_meets_is_reported_as_such(self) -> None:
        assert sentence(question(4, of=3), 3, 1) == ("3 and 1 do meet, at board 1", "")

    def test_who_is_away_is_not_paired(self) -> None:
        found, article = sentence(question(5, of=3, unavailable={5: "half"}), 1, 5)
        assert (found, article) == ("5 is not paired in this round: half-point bye", "C.04.2 (2026) 3.3")

    @pytest.mark.article("C.04.1 (2026) 2")
    def test_who_have_met_do_not_meet_again(self) -> None:
        asked = question(4, "1-3 ½, 4-2 1-0", of=3)
        assert "met in round 1" in sentence(asked, 1, 3)[0]
        assert sentence(asked, 1, 3)[1] == "C.04.3 (2026) 2.1.1"
        assert sentence(asked, 1, 3, SYSTEMS_BY_NAME["amalfi"])[1] == "C.04.1 (2026) 2"

    def test_where_the_rules_let_players_meet_again_no_earlier_meeting_is_the_reason(self) -> None:
        keizer = SYSTEMS_BY_NAME["keizer"]
        asked = ask(keizer, tournament(4, "1-3 ½, 4-2 1-0", of=30))
        assert "twice" not in sentence(asked, 1, 3, keizer)[0]

    def test_the_rules_of_the_event_forbid_a_pair(self) -> None:
        asked = question(6, of=3, forbidden_pairs=(ForbiddenPairs((1, 4)),))
        assert sentence(asked, 1, 4) == ("the rules of the event forbid that 1 and 4 meet in this round", "")

    @pytest.mark.article("C.04.3 (2026) 2.1.3")
    def test_equal_absolute_preferences_do_not_meet(self) -> None:
        asked = question(6, "1-4 1-0, 5-2 0-1, 3-6 1-0", "1-2 ½, 3-5 1-0, 4-6 1-0", of=5)
        found, article = sentence(asked, 1, 3)
        assert "may not meet" in found
        assert "both prefer Black, absolute" in found
        assert article == "C.04.3 (2026) 2.1.3"

    @pytest.mark.article("C.04.4.3 (2026) 5.1")
    def test_a_text_without_strengths_is_explained_without_them(self) -> None:
        found = told(SYSTEMS_BY_NAME["lim-2026-c1"], question(4, "1-3 1-0, 4-2 0-1", of=5))
        assert [found.people[tpn].preference for tpn in (1, 2)] == ["Black", "White"]

    @pytest.mark.article("C.04.3 (2026) 2.2")
    def test_a_pair_without_which_nobody_else_can_be_paired_says_so(self) -> None:
        # 3 and 4 have met; once 1 meets 2 they are left over.
        found, article = sentence(question(4, "3-4 ½, 1 half, 2 half", of=3), 1, 2)
        assert "no complete pairing would be left" in found
        assert article == "C.04.3 (2026) 1.9"

    @pytest.mark.article("C.04.3 (2026) 2.4.7")
    def test_a_worse_criterion_is_named_with_both_numbers(self) -> None:
        asked = question(4, "1-3 1-0, 4-2 0-1", of=5)
        found, article = sentence(question(4, "1-3 ½, 4-2 ½", of=5), 1, 4)
        assert (asked.is_last, article) == (False, "C.04.3 (2026) 2.4.7")
        assert "C12, colour preference not granted, would be" not in sentence(asked, 1, 2)[0]
        assert "C12, colour preference not granted, would be 2 instead of 0 in the bracket of 0.5" in found

    @pytest.mark.article("C.04.3 (2026) 4.2")
    def test_where_nothing_gets_worse_the_order_decides(self) -> None:
        found, article = sentence(question(4, of=3), 1, 4)
        assert "comes first in the order" in found
        assert article == "C.04.3 (2026) 4"

    def test_a_system_without_criteria_names_the_decision_that_would_have_to_be_another(self) -> None:
        found, article = sentence(question(6, of=3), 1, 6, SYSTEMS_BY_NAME["amalfi"])
        assert "this decision would have to be another: 4 is the target of 1" in found
        assert article == "Amalfi step 4"

    def test_in_a_round_robin_the_tables_say_it(self) -> None:
        assert sentence(question(players(4), of=3), 1, 2, SYSTEMS_BY_NAME["berger"])[1] == "C.05 annex 1"

    def test_a_fixed_pair_is_the_arbiters(self) -> None:
        facts = tournament(6, of=3, fixed_pairs=((1, 2),))
        asked, answer = pairing_request.pair(facts, DUTCH)
        assert "the arbiter fixed the pair 1 - 2" in why_not(DUTCH, asked, answer, 1, 4).sentence
        assert "comes first in the order" in why_not(DUTCH, asked, answer, 3, 6).sentence

    @pytest.mark.article("C.04.4.1 (2026) 2.3.3")
    def test_a_system_without_a_judge_is_explained_by_the_vectors_of_its_trace(self) -> None:
        asked = question(players(8), "1-5 ½, 6-2 ½, 3-7 ½, 8-4 ½", of=5)
        found, article = sentence(asked, 1, 3, SYSTEMS_BY_NAME["dubov-2026"])
        assert "C7, preferences not fulfilled, would be 2 instead of 0" in found
        assert article == "C.04.4.1 (2026) 2.3.3"

    @pytest.mark.article("C.04.5 (2026) 2.3.1")
    def test_more_upfloaters_than_needed_are_named(self) -> None:
        asked = question(players(6), "1-4 1-0, 2-5 1-0, 6-3 ½", of=5)
        found, _ = sentence(asked, 1, 3, SYSTEMS_BY_NAME["double-swiss-2026"])
        assert "C4, upfloaters, would be 2 instead of 0" in found


class TestTheBye:
    @pytest.mark.article("C.04.3 (2026) 2.1.2", "C.04.3 (2026) 2.3")
    def test_says_who_may_have_it_and_who_may_not_and_why(self) -> None:
        found = told(DUTCH, question(5, "1-3 1-0, 2-4 ½, 5 pab", of=4))
        assert found.bye is not None
        assert (found.bye.player, found.bye.said[1]) == (3, "C.04.3 (2026) 2.3")
        assert found.bye.eligible == (1, 2, 4, 3)
        assert found.bye.barred == ((5, ("already had the pairing-allocated bye", "C.04.3 (2026) 2.1.2")),)

    @each_without_repeats
    def test_every_swiss_says_why_the_one_below_was_passed_over(self, system: PairingSystem) -> None:
        rounds = ("1-2 ½, 3-4 ½, 5 pab", "5-1 0-1, 2-3 ½, 4 full", "5-2 0-1, 1-4 ½, 3 full")
        found = told(system, question(players(5), *rounds, of=6))
        assert found.bye is not None
        assert found.bye.said[0]
        assert 5 in dict(found.bye.barred)


class TestThePage:
    def test_holds_all_that_it_needs_and_no_script(self) -> None:
        asked = question((Player(1, "a", "<script>alert(1)</script>"), Player(2, "b", "Ünal & Söhne")), of=3)
        html = page(told(DUTCH, asked, pair=(1, 2), player=1))
        assert "<script" not in html
        assert "Ünal &amp; Söhne" in html
        assert not re.search(r"(src|href)\s*=|url\(|@import|https?://", html)

    def test_is_well_formed(self) -> None:
        class Nesting(HTMLParser):
            def __init__(self) -> None:
                super().__init__()
                self.stack: list[str] = []
                self.void = {"meta", "rect", "line", "path", "br"}

            def handle_starttag(self, tag: str, attrs: object) -> None:
                if tag not in self.void:
                    self.stack.append(tag)

            def handle_startendtag(self, tag: str, attrs: object) -> None:
                assert tag in self.void

            def handle_endtag(self, tag: str) -> None:
                assert self.stack.pop() == tag

        parser = Nesting()
        asked = question(7, "1-4 1-0, 5-2 0-1, 3-6 ½, 7 pab", "2-1 ½, 3-7 1-0, 6-4 1-0, 5 pab", of=3)
        parser.feed(page(told(DUTCH, asked)))
        assert parser.stack == []

    def test_a_name_cannot_steer_the_terminal(self) -> None:
        asked = question((Player(1, "a", "\x1b[31mRed"), Player(2, "b", "B")), of=3)
        assert "\x1b" not in text(told(DUTCH, asked))


@pytest.mark.article("C.04.4.1 (2026) 1.6.4")
def test_the_preference_is_the_one_of_the_system_s_own_text() -> None:
    asked = question(tuple(Player(n, f"P{n}", rating=2000 - n) for n in range(1, 5)), of=3)
    newcomers = {name: told(SYSTEMS_BY_NAME[name], asked).people[1].preference for name in ("dubov-2026", "dutch-2026")}
    assert newcomers == {"dubov-2026": "mild Black", "dutch-2026": "none"}
    assert "1 (0.0), prefers mild Black" in text(told(SYSTEMS_BY_NAME["dubov-2026"], asked))


@each_system
def test_sentences_of_criteria_have_somebody_before_who(system: PairingSystem) -> None:
    sentences = [rule.sentence for rule in system.rules] if isinstance(system, Telling) else []
    assert [sentence for sentence in sentences if re.search(r"(^|[;,] |\b(of|for|to|by|with) )who\b", sentence)] == []
