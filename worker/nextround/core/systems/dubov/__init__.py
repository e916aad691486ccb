"""The Dubov system, C.04.4.1 in the edition applied from 1 February 2026: equal average ratings of the opponents.

Decisions on what the text leaves open are D-1 to D-12, each at the function that takes it; D-1 is an option. D-9: where
two colour preferences contradict each other the colour difference wins, as in the Dutch system. D-11: the value of the
bye matters only through the scores. No program is endorsed for the system.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nextround.core.pairing import Competitor, Pair, RoundPairing, RoundToPair, published
from nextround.core.pairing.byes import bye_by_score_and_games
from nextround.core.pairing.colour_rules import newcomers_first, seat
from nextround.core.pairing.colours import ColourPreference
from nextround.core.pairing.entrant import higher_first
from nextround.core.pairing.judging import Rule, rules_of
from nextround.core.pairing.legality import compatible, complete_pairing
from nextround.core.pairing.scoregroups import scoregroups
from nextround.core.pairing.trace import BracketStep, DivisionStep, PairStep, PlayersFact, Step
from nextround.core.systems.dubov.class_counts import DubovCriterion
from nextround.core.systems.dubov.criteria import CRITERIA
from nextround.core.systems.dubov.seekers import Seeker, preference, seekers
from nextround.core.systems.dubov.subgroups import Subgroups, divide, pairs_across
from nextround.core.systems.dubov.upfloaters import UnpairedSeekers, choose_upfloaters
from nextround.core.tournament import PairingNumber, format_points

_TEXT = "C.04.4.1 (2026)"


@dataclass(frozen=True, slots=True)
class Options:
    """Options of the Dubov system.

    ``forfeits_float``: whether somebody is upfloated by a game that was not played (D-1); the text does not say.
    """

    forfeits_float: bool = False


@dataclass(frozen=True, slots=True)
class Dubov:
    """Pair by the Dubov system, exactly and in polynomial time.

    Acceleration composes with it: every score of the text is read as the pairing score (D-7). ``criteria`` is
    the table in order of priority; those for the number and the scores of the upfloaters come first. ``weights_only``
    leaves the choice of upfloaters to the weights of the criteria; the answers are the same.
    """

    options: Options = Options()
    criteria: Sequence[DubovCriterion] = CRITERIA
    weights_only: bool = False

    @property
    def rules(self) -> Sequence[Rule]:
        """The quality criteria, in order of priority."""
        return rules_of(self.criteria)

    def colour_preference(self, _: RoundToPair, competitor: Competitor) -> ColourPreference:
        """Say which colour somebody is due (1.6)."""
        return preference(competitor)

    def pair(self, question: RoundToPair) -> RoundPairing:
        """Pair the round; raise NoLegalPairing where no complete one exists, InvalidTournament for missing ratings."""
        players = seekers(question, forfeits_float=self.options.forfeits_float)
        trace: list[Step] = []
        bye = None
        if question.is_odd:
            upwards = sorted(range(len(players)), key=lambda place: -players[place].tpn)
            rows = compatible(question, question.competitors)
            step = bye_by_score_and_games(question, rows, upwards, "largest number", _TEXT)
            bye = step.player
            trace.append(step)
            players = tuple(player for player in players if player.tpn != bye)
        criteria = tuple(c for c in self.criteria if c.in_last_round or not question.is_last)
        # C1 and C3 (2.1.1, 2.1.3), without topscorers and in the last round too; D-10: and the event's forbidden pairs.
        field = UnpairedSeekers(
            players, compatible(question, [player.competitor for player in players]), criteria, self.weights_only
        )
        pairs = _round(question, field, trace)
        return published(question, pairs, bye, tuple(trace))


def _round(question: RoundToPair, field: UnpairedSeekers, trace: list[Step]) -> list[Pair]:
    """Pair scoregroup by scoregroup from the top (3.2), each with its upfloaters."""
    whole = complete_pairing(field.rows, _TEXT)
    rules = newcomers_first(_TEXT, question.initial_colour)
    hint: Sequence[tuple[int, int]] = whole.pairs()
    left = whole.alive
    pairs = []
    while left:
        residents = next(scoregroups(field.seekers, left))
        chosen, hint = choose_upfloaters(field, residents, left & ~residents, hint)
        bracket = [seeker for i, seeker in enumerate(field.seekers) if (residents | chosen) >> i & 1]
        groups = divide(question, bracket)
        found = pairs_across(question, groups)
        floated = [seeker for i, seeker in enumerate(field.seekers) if chosen >> i & 1]
        trace += _bracket(field, bracket, floated, groups, found)
        for one, other in found:
            higher, lower = sorted((one, other), key=lambda seeker: (-seeker.score, seeker.tpn))
            pair, colour = seat(rules, higher, lower)
            trace += (
                PairStep(f"{_TEXT} 3.2.6", f"{one.tpn} of S1 meets {other.tpn} of T2", one.tpn, other.tpn),
                colour,
            )
            pairs.append(pair)
        left &= ~(residents | chosen)
    return pairs


def _bracket(
    field: UnpairedSeekers,
    bracket: Sequence[Seeker],
    floated: Sequence[Seeker],
    groups: Subgroups,
    found: Sequence[tuple[Seeker, Seeker]],
) -> tuple[BracketStep, DivisionStep]:
    """Tell what a bracket consists of and how far it fails each criterion, and how it was divided."""
    score = max(seeker.score for seeker in bracket)
    names = ", ".join(str(seeker.tpn) for seeker in floated)
    return (
        BracketStep(
            article=f"{_TEXT} 3.2.2",
            reason=f"the scoregroup of {format_points(score)} is paired "
            + (f"with the upfloaters {names}" if floated else "without upfloaters"),
            score=score,
            residents=tuple(seeker.tpn for seeker in bracket if seeker not in floated),
            moved_up=_numbers(floated),
            pairs=tuple(higher_first(one, other) for one, other in found),
            criteria=tuple(c.value(c.reached(None, found, floated)) for c in field.criteria),
        ),
        DivisionStep(
            f"{_TEXT} 3.2.4",
            "G1 and G2 after their re-composition, by score and number",
            _numbers(groups.g1),
            _numbers(groups.g2),
            facts=(
                PlayersFact("shifted from the smaller", _numbers(groups.from_smaller)),
                PlayersFact("shifted from the larger", _numbers(groups.from_larger)),
            ),
        ),
    )


def _numbers(players: Iterable[Seeker]) -> tuple[PairingNumber, ...]:
    return tuple(seeker.tpn for seeker in players)
