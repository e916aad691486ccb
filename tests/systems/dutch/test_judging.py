"""By which criterion a pairing is better: held to the literal reading of each criterion, and to single positions."""

from collections.abc import Iterator
from random import Random

import pytest
from nextround.core.pairing import RoundPairing, RoundToPair, round_to_pair
from nextround.core.pairing.judging import Verdict, answer_of, judged, with_pairs
from nextround.core.systems.dutch import DUTCH_2017, DUTCH_2026, Dutch
from nextround.core.tournament import NoLegalPairing
from nextround.plugin.testing.random_play import random_tournament

from tests.builders import question
from tests.systems.literal.dutch import LiteralDutch, best_candidate
from tests.systems.literal.dutch_bracket import Bracket, Candidate
from tests.systems.literal.dutch_criteria import CRITERIA_2017, CRITERIA_2026, PPB_AND_CLB_2017, Criteria
from tests.systems.literal.dutch_round import Round, Rules

EDITIONS = {2017: Dutch(DUTCH_2017), 2026: Dutch(DUTCH_2026)}


def first_by_the_letter(edition: int, asked: RoundToPair, best: RoundPairing, other: RoundPairing) -> str:
    """Walk down the brackets of the literal reading; name the first criterion that tells the two pairings apart."""
    the_round = Round(asked, Rules.DUTCH_2026 if edition == 2026 else Rules.DUTCH_2017)
    if edition == 2026 and best.pab is not None and other.pab is not None:
        if the_round.score[best.pab] != the_round.score[other.pab]:
            return "C5"
        the_round.pab_score = the_round.score[best.pab]
    for bracket, criteria in _brackets(edition, the_round):
        mine, theirs = (_cut(bracket, answer) for answer in (best, other))
        if {*map(frozenset, mine.pairs)} == {*map(frozenset, theirs.pairs)}:
            continue
        return next((name for name, fails in criteria if fails(bracket, mine) != fails(bracket, theirs)), "order")
    return "same"


def _brackets(edition: int, the_round: Round) -> Iterator[tuple[Bracket, Criteria]]:
    groups = the_round.scoregroups()
    mdps: tuple[int, ...] = ()
    collapsed = False
    while groups:
        residents, *groups = groups
        below = tuple(tpn for group in groups for tpn in group)
        following = groups[0] if groups else ()
        if edition == 2026:
            bracket, criteria = Bracket(the_round, mdps, residents, following, below, completion=True), CRITERIA_2026
        elif not groups or collapsed:
            bracket, criteria = Bracket(the_round, mdps, residents, (), (), completion=True), PPB_AND_CLB_2017
        else:
            bracket, criteria = Bracket(the_round, mdps, residents, following, below, completion=False), CRITERIA_2017
        chosen = best_candidate(bracket, criteria)
        if edition == 2017 and groups and not the_round.can_be_completed(chosen.downfloaters + below):
            bracket, criteria = Bracket(the_round, mdps, residents, (), below, completion=True), PPB_AND_CLB_2017
            chosen = best_candidate(bracket, criteria)
            groups, collapsed = [below], True
        yield bracket, criteria
        mdps = chosen.downfloaters


def _cut(bracket: Bracket, answer: RoundPairing) -> Candidate:
    place = bracket.the_round.place
    members = sorted((*bracket.mdps, *bracket.residents), key=place.__getitem__)
    pairs = [
        sorted((p.white, p.black), key=place.__getitem__) for p in answer.pairs if {p.white, p.black} <= {*members}
    ]
    seated = {tpn for pair in pairs for tpn in pair}
    return Candidate(tuple((a, b) for a, b in pairs), tuple(tpn for tpn in members if tpn not in seated))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.article("C.04.3 (2017) B.8", "C.04.3 (2026) 3.8")
def test_names_the_criterion_that_the_literal_reading_names(edition: int) -> None:
    dutch, literal = EDITIONS[edition], LiteralDutch(edition)
    named: set[str] = set()
    for seed in range(160):
        asked = round_to_pair(random_tournament(seed, largest=8, irregular=0.1))
        players = [competitor.tpn for competitor in asked.competitors]
        if len(players) < 4:
            continue
        one, other = Random(seed).sample(players, 2)
        try:
            best, worse = dutch.pair(asked), literal.pair(with_pairs(asked, [(one, other)]))
        except NoLegalPairing:
            continue
        verdict = dutch.judge(asked, best, worse)
        found = verdict.name.removesuffix(" scores") if verdict else "same"
        assert found == first_by_the_letter(edition, asked, best, worse), (seed, one, other)
        named.add(found)
    assert len(named) >= 6, named


def judge(edition: int, asked: RoundToPair, pairs: list[tuple[int, int]], pab: int | None = None) -> Verdict:
    verdict = judged(EDITIONS[edition], asked, EDITIONS[edition].pair(asked), answer_of(pairs, pab))
    assert verdict is not None
    return verdict


def test_a_second_meeting_is_illegal() -> None:
    verdict = judge(2026, question(4, "1-3 1-0, 4-2 0-1", of=3), [(3, 1), (2, 4)])
    assert (verdict.level, verdict.article) == ("illegal", "C.04.1 (2026) 2")


@pytest.mark.article("C.04.3 (2026) 2.1.3")
def test_two_equal_absolute_preferences_are_illegal() -> None:
    asked = question(6, "1-4 1-0, 5-2 0-1, 3-6 1-0", "1-2 ½, 3-5 1-0, 4-6 1-0", of=5)
    verdict = judge(2026, asked, [(1, 3), (2, 4), (5, 6)])
    assert (verdict.level, verdict.name, verdict.article) == ("illegal", "C3", "C.04.3 (2026) 2.1.3")
    assert verdict.players == (3, 1)


@pytest.mark.article("C.04.3 (2026) 2.1.2")
def test_a_bye_for_who_scored_a_win_without_playing_is_illegal_only_since_2026() -> None:
    asked = question(5, "1-3 1-0, 2-4 ½, 5 full", of=4)
    assert judge(2026, asked, [(2, 1), (4, 3)], 5).name == "C2"
    assert judge(2017, asked, [(2, 1), (4, 3)], 5).name != "C.2"


@pytest.mark.article("C.04.3 (2026) 2.4.7")
def test_the_first_candidate_of_the_worked_example_fails_two_preferences_more() -> None:
    asked = question(12, "1-7 1-0, 8-2 ½, 3-9 0-1, 10-4 0-1, 5-11 1-0, 12-6 ½", of=9)
    others = [(2, 12), (6, 8), (11, 3), (7, 10)]
    verdict = judge(2026, asked, [(1, 5), (4, 9), *others])
    assert (verdict.name, verdict.best, verdict.other, verdict.where) == ("C12", 0, 2, "bracket of 1.0")
    assert judge(2017, asked, [(1, 5), (4, 9), *others]).name == "C.10"


@pytest.mark.article("C.04.3 (2026) 4.2")
def test_of_equal_candidates_the_order_decides() -> None:
    verdict = judge(2026, question(4, of=3), [(1, 4), (3, 2)])
    assert (verdict.level, verdict.name) == ("later", "order")


@pytest.mark.article("C.04.3 (2026) 5.2.5")
def test_other_colours_are_the_rule_that_gives_them() -> None:
    verdict = judge(2026, question(4, of=3), [(3, 1), (4, 2)])
    assert (verdict.level, verdict.name, verdict.article) == ("later", "colour", "C.04.3 (2026) 5.2.5")


def test_the_same_pairing_has_no_verdict() -> None:
    asked = question(4, of=3)
    best = EDITIONS[2026].pair(asked)
    assert judged(EDITIONS[2026], asked, best, best) is None
