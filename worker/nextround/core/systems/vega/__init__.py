"""The Vega system ("Swiss based on Buchholz"), appendix F of the manual of the program Vega.

B0 to B10 are the steps of our reading, V-1 to V-20 its decisions. Their sources: [TEXT] the appendix, [PROG] shown by
the author's own or a recognised program, [ASSUMPTION] our completion where every source is silent. The last page of the
appendix is lost: B4, B6 and the end of 6.2 follow Dubov's text of 1997, whose articles the appendix mirrors, with both
of its keys read as Buchholz [PROG].
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from nextround.core.matching import bits, mask_of, maximum_matching
from nextround.core.pairing import Competitor, Pair, RoundPairing, RoundToPair, published
from nextround.core.pairing.colours import ColourPreference, Strength, colour_difference
from nextround.core.pairing.legality import no_complete_pairing
from nextround.core.pairing.scoregroups import scoregroups
from nextround.core.pairing.trace import PairStep, Step
from nextround.core.systems.vega import trace_steps
from nextround.core.systems.vega.bye import bye
from nextround.core.systems.vega.colours import seat, seat_in_first_round
from nextround.core.systems.vega.columns import columns, halves, pair_columns
from nextround.core.systems.vega.contenders import Contender, ContenderField, due_colour, field_of
from nextround.core.systems.vega.floaters import UPFLOATER_KEYS, floating
from nextround.core.tournament import Colour, NoLegalPairing


@dataclass(frozen=True, slots=True)
class Options:
    """Options of the Vega system; the defaults are our reading of the text.

    ``engine_order`` pairs Whites with each other as early as the author's program does (V-11). ``upfloater_key`` is
    what decides between upfloaters of one score and colour (V-5). ``half_points_last`` gives the bye to who had a
    half-point bye only where nobody else can have it, as the author's program does (V-2). ``alphabet_in_first_round``
    gives the first round's bye to the first in the alphabet and not to the last number (V-1).
    """

    engine_order: bool = False
    upfloater_key: Literal["buchholz", "rating"] = "buchholz"
    half_points_last: bool = False
    alphabet_in_first_round: bool = False


@dataclass(frozen=True, slots=True)
class Vega:
    """Pair by the Vega system, exactly and in polynomial time."""

    options: Options = Options()

    def colour_preference(self, _: RoundToPair, competitor: Competitor) -> ColourPreference:
        """Say which colour somebody is due (Vega 1)."""
        colours = competitor.colours
        return ColourPreference(due_colour(colours), Strength.NONE, colour_difference(colours))

    def pair(self, question: RoundToPair) -> RoundPairing:
        """Pair the round; raise NoLegalPairing where even without colour limits somebody must meet an old opponent.

        B10 [ASSUMPTION]: where the colour limits leave no complete pairing, they are waived for this round.
        """
        for limits in (True, False):
            found = _Round(question, self.options, limits=limits).pair()
            if found is not None:
                return found
        raise NoLegalPairing(no_complete_pairing(question, "Vega 2.1", "Vega 2.2"))


class _Round:
    """One attempt at a round, with its trace."""

    def __init__(self, question: RoundToPair, options: Options, *, limits: bool) -> None:
        self.question = question
        self.options = options
        self.field: ContenderField = field_of(question, limits=limits)
        self.trace: list[Step] = [] if limits else [trace_steps.waiver()]
        self.pairs: list[Pair] = []

    def pair(self) -> RoundPairing | None:
        rest = (1 << len(self.field.contenders)) - 1
        pab = None
        if self.question.is_odd:
            step = bye(
                self.question,
                self.field,
                half_points_last=self.options.half_points_last,
                alphabet_in_first_round=self.options.alphabet_in_first_round,
            )
            if step is None:
                return None
            self.trace.append(step)
            pab = step.player
            rest &= ~mask_of(c.place for c in self.field.contenders if c.tpn == pab)
        start = maximum_matching(self.field.rows, rest)
        if start.free:
            return None
        self._pair_groups(rest, tuple((p, start.mate[p]) for p in bits(rest)))
        return published(self.question, self.pairs, pab, tuple(self.trace))

    def _pair_groups(self, rest: int, complete: Sequence[tuple[int, int]]) -> None:
        """B3 and B8: from the top score down, until nobody is left."""
        numbers = {c.place: n for n, c in enumerate(sorted(self.field.at(rest), key=lambda c: c.tpn), start=1)}
        first_round = self.question.round_number == 1
        while rest:
            residents = next(scoregroups(self.field.contenders, rest))
            found = floating(
                self.field, residents, rest & ~residents, UPFLOATER_KEYS[self.options.upfloater_key], complete
            )
            upfloaters = [choice.upfloater for choice in found.upfloaters]
            group = [*self.field.at(found.residents), *upfloaters]
            made = halves(group) if first_round else columns(group)
            rows, inside = pair_columns(self.field, made, upfloaters, engine_order=self.options.engine_order)
            self.trace += trace_steps.scoregroup(
                self.field.at(residents), found, made, rows, inside, first_round=first_round
            )
            for resident, choice in found.islands:
                self._seat(resident, choice.upfloater, trace_steps.island(resident, choice), numbers)
            for row in rows:
                self._seat(row.first, row.second, trace_steps.row(row, first_round=first_round), numbers)
            rest, complete = found.lower, found.pairs

    def _seat(self, a: Contender, b: Contender, why: PairStep, numbers: dict[int, int]) -> None:
        if self.question.round_number == 1:
            initial = self.question.initial_colour or Colour.WHITE
            pair, colour = seat_in_first_round(initial, numbers[a.place], a, b)
        else:
            pair, colour = seat(a, b)
        self.pairs.append(pair)
        self.trace += (why, colour)
