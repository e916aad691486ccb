"""The Burstein system, C.04.4.2 in the edition applied from 1 February 2026: equal opposition by an Index of the event.

Decisions on what the text leaves open are B-1 to B-10, each at the function that takes it; B-1 is an option. B-3: the
scores of floaters are compared from the highest down. B-9: the note to 4.3 prints one of its 45 pairings twice. B-10:
nobody floats out of the last bracket. No program is endorsed for the system.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nextround.core.pairing import Pair, PairingSystem, RoundPairing, RoundToPair, published
from nextround.core.pairing.byes import bye_by_score_and_games
from nextround.core.pairing.colour_rules import newcomers_first, seat
from nextround.core.pairing.judging import Rule, Telling, rules_of
from nextround.core.pairing.legality import compatible, complete_pairing
from nextround.core.pairing.scoregroups import Places, scoregroups
from nextround.core.pairing.trace import BracketStep, FieldStep, NumberFact, PairStep, PlayersFact, Step, ValuesFact
from nextround.core.systems.burstein.bracket import BursteinBracket
from nextround.core.systems.burstein.brackets import pair_bracket
from nextround.core.systems.burstein.class_counts import BursteinCriterion
from nextround.core.systems.burstein.criteria import CRITERIA
from nextround.core.systems.burstein.index import IndexedPlayer, indexed_players
from nextround.core.tournament import format_points

_TEXT = "C.04.4.2 (2026)"


@dataclass(frozen=True, slots=True)
class Options:
    """Options of the Burstein system.

    ``series_reaches_this_round``: whether a series of zero-point byes counts as draws for past opponents only while the
    player is absent from the round to be paired too (B-1); the text can be read either way.
    """

    series_reaches_this_round: bool = True


@dataclass(frozen=True, slots=True)
class Burstein:
    """Pair by the Burstein system, exactly and in polynomial time.

    ``seeding`` pairs the first rounds: by the text the Dutch system of the same edition. Acceleration composes with it:
    pairing scores make the scoregroups, the Index goes by the points of the standings. ``criteria`` is
    the table in order of priority, that for the number of floaters first. ``weights_only`` leaves every bracket to the
    weights of its criteria; the answers are the same.
    """

    seeding: PairingSystem
    options: Options = Options()
    criteria: Sequence[BursteinCriterion] = CRITERIA
    weights_only: bool = False

    @property
    def rules(self) -> Sequence[Rule]:
        """The quality criteria, in order of priority, and those of the system of the seeding rounds."""
        seeding = self.seeding.rules if isinstance(self.seeding, Telling) else ()
        return (*rules_of(self.criteria), *seeding)

    def pair(self, question: RoundToPair) -> RoundPairing:
        """Pair the round; raise NoLegalPairing where no complete pairing exists, and what ``seeding`` raises."""
        count = seeding_rounds(question.number_of_rounds)
        if question.round_number <= count:
            answer = self.seeding.pair(question)
            return replace(answer, trace=(_seeding(question, count), *answer.trace))
        players = indexed_players(question, series_reaches_this_round=self.options.series_reaches_this_round)
        trace: list[Step] = []
        bye = None
        if question.is_odd:
            upwards = sorted(range(len(players)), key=lambda place: players[place].rank, reverse=True)
            rows = compatible(question, question.competitors)
            step = bye_by_score_and_games(question, rows, upwards, "lowest rank by the Index", _TEXT)
            bye = step.player
            trace.append(step)
            players = tuple(player for player in players if player.tpn != bye)
        pairs = self._round(question, players, trace)
        return published(question, pairs, bye, tuple(trace))

    def _round(self, question: RoundToPair, players: Sequence[IndexedPlayer], trace: list[Step]) -> list[Pair]:
        """Pair bracket by bracket from the top (3.2): the floaters of the one before and the next scoregroup."""
        # C1 and C3 (2.1.1, 2.1.3), without topscorers and in the last round too; and the event's forbidden pairs.
        rows = compatible(question, [player.competitor for player in players])
        whole = complete_pairing(rows, _TEXT)
        rules = newcomers_first(_TEXT, question.initial_colour)
        groups = list(scoregroups(players, whole.alive))
        below = whole.alive
        incoming = 0
        pairs = []
        for i, group in enumerate(groups):
            below &= ~group
            following = groups[i + 1] if i + 1 < len(groups) else 0
            bracket = BursteinBracket(
                question, players, rows, incoming | group, following, below & ~following, whole.pairs()
            )
            found, floating = pair_bracket(bracket, self.criteria, weights_only=self.weights_only)
            trace.append(_bracket(bracket, self.criteria, incoming, found, floating))
            for one, other in found:
                # B-4: higher ranked is by the Index (1.7 names 5.2.1 among its users), and so is a bracket's pair.
                pair, colour = seat(rules, players[one], players[other])
                trace += (_pair(bracket, one, other), colour)
                pairs.append(pair)
            incoming = floating
        return pairs


def seeding_rounds(number_of_rounds: int) -> int:
    """Count the seeding rounds (C.04.4.2 (2026) 1.6.2). B-6: by the number of rounds announced now."""
    return min(number_of_rounds // 2, 4)


def _seeding(question: RoundToPair, count: int) -> FieldStep:
    return FieldStep(
        f"{_TEXT} 1.6.1",
        f"round {question.round_number} is one of the {count} seeding rounds, which are paired by the Dutch system",
        tuple(competitor.tpn for competitor in question.competitors),
        facts=(NumberFact("seeding rounds", count),),
    )


def _pair(bracket: BursteinBracket, one: int, other: int) -> PairStep:
    """Tell of a pair by its in-bracket sequence numbers."""
    bsns = [bracket.ranking.index(p) + 1 for p in (one, other)]
    reason = f"number {bsns[0]} of the bracket meets number {bsns[1]}"
    return PairStep(f"{_TEXT} 4.3", reason, bracket.players[one].tpn, bracket.players[other].tpn)


def _bracket(
    bracket: BursteinBracket,
    criteria: Sequence[BursteinCriterion],
    incoming: Places,
    found: Sequence[tuple[int, int]],
    floating: Places,
) -> BracketStep:
    """Tell who is in a bracket, in the order of the ranking, who floats, and how far it fails each criterion."""
    players = bracket.players
    ranked = [players[p] for p in bracket.ranking]
    score = min(player.score for player in ranked)
    out = [players[p] for p in bracket.ranking if floating >> p & 1]
    pairs = [(players[one], players[other]) for one, other in found]
    floats = f"{', '.join(str(player.tpn) for player in out)} float on" if out else "nobody floats"
    return BracketStep(
        article=f"{_TEXT} 3.2.2",
        reason=f"the bracket of {format_points(score)} makes {len(pairs)} pairs; {floats}",
        name="bracket",
        score=score,
        residents=tuple(players[p].tpn for p in bracket.ranking if not incoming >> p & 1),
        moved_down=tuple(players[p].tpn for p in bracket.ranking if incoming >> p & 1),
        downfloaters=tuple(player.tpn for player in out),
        pairs=tuple((one.tpn, other.tpn) for one, other in pairs),
        criteria=tuple(c.value(c.reached(None, pairs, out)) for c in criteria if not c.ahead),
        facts=(
            PlayersFact("ranking", tuple(player.tpn for player in ranked)),
            ValuesFact("Buchholz", tuple((player.tpn, player.buchholz) for player in ranked)),
            ValuesFact("Sonneborn-Berger", tuple((player.tpn, player.sonneborn_berger) for player in ranked), 100),
        ),
    )
