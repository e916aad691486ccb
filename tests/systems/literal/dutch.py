"""C.04.3 read literally: every candidate of a bracket in rule order, judged criterion by criterion.

It is the second reading that the fast engine must agree with, for small fields only: its cost is factorial. It
shares the vocabulary of `nextround.core.pairing` and nothing else with the engine; preferences, colours, floats and
completion are worked out here again. Articles are those of the 2026 text, with the 2017 number behind them.
`dutch_round` has the players and pairs, `dutch_criteria` the criteria, this module the procedure.

Readings taken where the text is open:

* MaxPairs and M1 are the numbers of the best pairing, not of the largest one on paper.
* Completion (C4) asks for any legal pairing of everybody left, whoever was moved down.
* 2017, C.7: where the following scoregroup is the last, its leftover must be able to take the
  pairing-allocated bye; else the bracket is the penultimate one anyway.
* 2017, A.9: a bracket is the penultimate one when the candidate *chosen* without a completion test can't be
  completed, even if another just as good could be.
* 2017, D.3 in the collapsed last bracket: more moved-down players paired come first.
* 2026, C18/C20: an MDP in limbo differs by one point more than from a resident.
* 5.2.5: pairing numbers are counted among players who are present or ever took part.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from nextround.core.pairing import Pair, RoundPairing, RoundToPair, published
from nextround.core.tournament import NoLegalPairing, PairingNumber, Points, Problem

from tests.systems.literal.dutch_bracket import Bracket, Candidate
from tests.systems.literal.dutch_criteria import CRITERIA_2017, CRITERIA_2026, PPB_AND_CLB_2017, Criteria
from tests.systems.literal.dutch_round import Round, Rules

Group = tuple[PairingNumber, ...]


def pair_2017(
    question: RoundToPair,
    criteria: Criteria = CRITERIA_2017,
    collapsed: Criteria = PPB_AND_CLB_2017,
    *,
    bye_score: bool = False,
) -> RoundPairing:
    """Pair a round by the text of 2017: A.9. ``collapsed`` are the criteria from the penultimate bracket on."""
    the_round = Round(question, Rules.DUTCH_2017)
    groups = the_round.scoregroups()
    _requirement_zero(the_round, groups)
    if bye_score:
        the_round.pab_score = _lowest_pab_score(the_round)
    pairs: list[tuple[PairingNumber, PairingNumber]] = []
    mdps: Group = ()
    while len(groups) > 1:
        residents, *groups = groups
        below = tuple(tpn for group in groups for tpn in group)
        bracket = Bracket(the_round, mdps, residents, following=groups[0], below=below, completion=False)
        chosen = best_candidate(bracket, criteria)
        penultimate = not the_round.can_be_completed(chosen.downfloaters + below)
        if penultimate:
            bracket = Bracket(the_round, mdps, residents, following=(), below=below, completion=True)
            chosen = best_candidate(bracket, collapsed)
            groups = [below]
        pairs += chosen.pairs
        mdps = chosen.downfloaters
    for residents in groups:
        last = Bracket(the_round, mdps, residents, following=(), below=(), completion=True)
        chosen = best_candidate(last, collapsed)
        pairs += chosen.pairs
        mdps = chosen.downfloaters
    return _answer(the_round, pairs, mdps)


def pair_2026(question: RoundToPair, criteria: Criteria = CRITERIA_2026, *, bye_score: bool = True) -> RoundPairing:
    """Pair a round by the text of 2026: 1.9."""
    the_round = Round(question, Rules.DUTCH_2026)
    groups = the_round.scoregroups()
    _requirement_zero(the_round, groups)
    if bye_score:
        the_round.pab_score = _lowest_pab_score(the_round)  # C5 outranks all that a bracket may want
    pairs: list[tuple[PairingNumber, PairingNumber]] = []
    mdps: Group = ()
    while groups:
        residents, *groups = groups
        below = tuple(tpn for group in groups for tpn in group)
        bracket = Bracket(the_round, mdps, residents, groups[0] if groups else (), below, completion=True)
        chosen = best_candidate(bracket, criteria)
        pairs += chosen.pairs
        mdps = chosen.downfloaters
    return _answer(the_round, pairs, mdps)


def best_candidate(bracket: Bracket, criteria: Criteria) -> Candidate:
    """3.8 (2017: B.8): the best candidate by the priorities, and of equals the one generated first."""
    for max_pairs in range(bracket.size // 2, -1, -1):
        legal = filter(bracket.allows, candidates(bracket, max_pairs))
        best = next(legal, None)
        if best is not None:
            for candidate in legal:
                if _is_better(bracket, criteria, candidate, best):
                    best = candidate
            return best
    raise AssertionError("a bracket that pairs nobody is always a candidate")


def _is_better(bracket: Bracket, criteria: Criteria, one: Candidate, other: Candidate) -> bool:
    """By the first criterion that tells them apart."""
    for _, failures in criteria:
        mine, theirs = failures(bracket, one), failures(bracket, other)
        if mine != theirs:
            return mine < theirs  # type: ignore[operator,no-any-return]
    return False


def candidates(bracket: Bracket, max_pairs: int) -> Iterator[Candidate]:
    """3.1 to 3.7 (2017: B.1 to B.7): generate the candidates with so many pairs, in the order of the text."""
    for m1 in range(min(max_pairs, len(bracket.mdps)), -1, -1):
        for s1, limbo in sets_of_mdps(bracket, m1):
            for opponents in transpositions(bracket.the_round, s1, bracket.residents):
                remainder = tuple(tpn for tpn in bracket.residents if tpn not in opponents)
                for pairs, left in _homogeneous(bracket.the_round, remainder, max_pairs - m1):
                    yield Candidate((*zip(s1, opponents, strict=True), *pairs), limbo + left)


def _homogeneous(
    the_round: Round, players: Group, pairs: int
) -> Iterator[tuple[tuple[tuple[PairingNumber, PairingNumber], ...], Group]]:
    if pairs > len(players) - pairs:
        return
    for s1, s2 in exchanges(players, pairs):
        for opponents in transpositions(the_round, s1, s2):
            yield tuple(zip(s1, opponents, strict=True)), tuple(tpn for tpn in s2 if tpn not in opponents)


def transpositions(the_round: Round, s1: Group, s2: Group) -> Iterator[Group]:
    """4.2 (2017: D.1): the opponents of S1, in lexicographic order of the BSNs.

    Left out are illegal pairs, and those whose member of S1 is the lower ranked: such a candidate was there already,
    before the exchange that made it.
    """
    if not s1:
        yield ()
        return
    for opponent in s2:
        if the_round.may_meet(s1[0], opponent) and the_round.place[s1[0]] < the_round.place[opponent]:
            rest = tuple(tpn for tpn in s2 if tpn != opponent)
            for others in transpositions(the_round, s1[1:], rest):
                yield (opponent, *others)


def exchanges(players: Group, n1: int) -> Iterator[tuple[Group, Group]]:
    """4.3 (2017: D.2): the original S1 and S2, then every exchange between them, both sorted again."""
    for size in range(min(n1, len(players) - n1) + 1):
        for leaving, entering in _swaps(n1, len(players), size):
            s1 = sorted({*range(n1)} - {*leaving} | {*entering})
            s2 = sorted({*range(n1, len(players))} - {*entering} | {*leaving})
            yield tuple(players[bsn] for bsn in s1), tuple(players[bsn] for bsn in s2)


@cache
def _swaps(n1: int, n: int, size: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """List who leaves S1 and who enters it, in the order of 4.3; places from 0 do for BSNs."""
    swaps = product(combinations(range(n1), size), combinations(range(n1, n), size))
    return sorted(swaps, key=lambda swap: (sum(swap[1]) - sum(swap[0]), [-bsn for bsn in reversed(swap[0])], swap[1]))


def sets_of_mdps(bracket: Bracket, m1: int) -> Iterator[tuple[Group, Group]]:
    """4.4 (2017: D.3): S1 and the limbo; higher scores in S1 come first, then smaller BSNs."""
    score = bracket.the_round.score
    sets = combinations(bracket.mdps, m1)  # in lexicographic order of the BSNs, which a stable sort keeps
    for s1 in sorted(sets, key=lambda chosen: [-score[tpn] for tpn in chosen]):
        yield s1, tuple(tpn for tpn in bracket.mdps if tpn not in s1)


def _requirement_zero(the_round: Round, groups: list[Group]) -> None:
    everybody = tuple(tpn for group in groups for tpn in group)
    if not the_round.can_be_completed(everybody):
        article = the_round.rules.article_no_pairing
        raise NoLegalPairing(Problem("no-legal-pairing", "no pairing obeys the absolute criteria", article=article))


def _lowest_pab_score(the_round: Round) -> Points | None:
    field = the_round.field
    if len(field) % 2 == 0:
        return None
    scores = sorted({the_round.score[tpn] for tpn in field})
    return next(score for score in scores if the_round.can_be_completed(field, pab_score=score))


def _answer(
    the_round: Round, pairs: list[tuple[PairingNumber, PairingNumber]], left: tuple[PairingNumber, ...]
) -> RoundPairing:
    coloured = [the_round.colours(one, other) for one, other in pairs]
    pab = left[0] if left else None
    return published(the_round.question, [Pair(white, black) for white, black in coloured], pab, ())


@dataclass(frozen=True, slots=True)
class LiteralDutch:
    """The literal reading as a pairing system.

    ``order`` are names of criteria of the edition, and of ``others``, for a table that the text does not have;
    ``bye_score`` whether the score of who has the bye is fixed first (C5), as 2026 has it.
    """

    edition: int
    order: Sequence[str] | None = None
    others: Criteria = ()
    bye_score: bool | None = None

    def pair(self, question: RoundToPair) -> RoundPairing:
        if self.edition == 2017:
            criteria, collapsed = self._ordered(CRITERIA_2017), self._ordered(PPB_AND_CLB_2017)
            return pair_2017(question, criteria, collapsed, bye_score=bool(self.bye_score))
        return pair_2026(question, self._ordered(CRITERIA_2026), bye_score=self.bye_score is not False)

    def _ordered(self, criteria: Criteria) -> Criteria:
        known = dict((*criteria, *self.others))
        return criteria if self.order is None else tuple((name, known[name]) for name in self.order if name in known)
