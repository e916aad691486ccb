"""The Dubov system, C.04.4.1 in the edition applied from 1 February 2026: equal average ratings of the opponents.

Decisions on what the text leaves open are D-1 to D-12, each at the function that takes it; D-1 is an option. D-9: where
two colour preferences contradict each other the colour difference wins, as in the Dutch system. D-11: the value of the
bye matters only through the scores. No program is endorsed for the system.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from nextround.core.pairing import Competitor, Pair, RoundPairing, RoundToPair, Step, published
from nextround.core.pairing.byes import bye_by_score_and_games
from nextround.core.pairing.colour_rules import newcomers_first, seat
from nextround.core.pairing.colours import ColourPreference
from nextround.core.pairing.criteria import written
from nextround.core.pairing.judging import Rule, rules_of
from nextround.core.pairing.legality import compatible, complete_pairing
from nextround.core.pairing.scoregroups import scoregroups
from nextround.core.systems.dubov.class_counts import DubovCriterion
from nextround.core.systems.dubov.criteria import CRITERIA
from nextround.core.systems.dubov.seekers import Seeker, preference, seekers
from nextround.core.systems.dubov.subgroups import Subgroups, divide, pairs_across
from nextround.core.systems.dubov.upfloaters import UnpairedSeekers, choose_upfloaters
from nextround.core.tournament import format_points

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
            bye = step.players[0]
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
                Step(f"{_TEXT} 3.2.6", "pair", (one.tpn, other.tpn), f"{one.tpn} of S1 meets {other.tpn} of T2"),
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
) -> tuple[Step, Step]:
    """Tell what a bracket consists of and how far it fails each criterion, and how it was divided."""
    score = format_points(max(seeker.score for seeker in bracket))
    names = ", ".join(str(seeker.tpn) for seeker in floated)
    return (
        Step(
            f"{_TEXT} 3.2.2",
            "bracket",
            tuple(seeker.tpn for seeker in bracket),
            f"the scoregroup of {score} is paired with the upfloaters {names}"
            if floated
            else f"the scoregroup of {score} is paired without upfloaters",
            {
                "residents": [seeker.tpn for seeker in bracket if seeker not in floated],
                "upfloaters": [seeker.tpn for seeker in floated],
                "criteria": {c.name: written(c.reached(None, found, floated)) for c in field.criteria},
            },
        ),
        Step(
            f"{_TEXT} 3.2.4",
            "bracket",
            tuple(seeker.tpn for seeker in bracket),
            "G1 and G2 after their re-composition, by score and number",
            {
                "G1": [seeker.tpn for seeker in groups.g1],
                "G2": [seeker.tpn for seeker in groups.g2],
                "shifted from the smaller": [seeker.tpn for seeker in groups.from_smaller],
                "shifted from the larger": [seeker.tpn for seeker in groups.from_larger],
            },
        ),
    )
