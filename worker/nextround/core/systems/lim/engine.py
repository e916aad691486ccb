"""The round: the bye, the groups above the median, those below it, the median itself, the colours."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nextround.core.matching import Matching, bits, lowest_bit, mask_of, maximum_matching
from nextround.core.pairing import Competitor, RoundPairing, RoundToPair, published
from nextround.core.pairing.byes import bars_2026, first_eligible
from nextround.core.pairing.colour_rules import seat
from nextround.core.pairing.colours import ColourPreference, Strength, colour_difference
from nextround.core.pairing.legality import may_meet, within_colour_limits
from nextround.core.pairing.scoregroups import scoregroups
from nextround.core.pairing.trace import BracketStep, ByeStep, PairStep, PlayersFact, Step, WaiverStep
from nextround.core.systems.lim.floaters import Group, floaters
from nextround.core.systems.lim.group_pairing import GroupPairing
from nextround.core.systems.lim.players import LimPlayer, above_median, colour_rules, due, players
from nextround.core.tournament import NoLegalPairing, PairingNumber, Problem, format_points

_TEXT = "C.04.4.3 (2026)"

#: The text has no rule of its own: the general one, by points.
_BARS = bars_2026("C.04.1 (2026) 4")


@dataclass(frozen=True, slots=True)
class Options:
    """Options of Lim.

    ``maxi`` says that the event is a Maxi-tournament, which the text doesn't define (L-9): colours then decide only
    between players within 100 rating points.
    """

    maxi: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """A pair, by place, where it was made, and on which side of the median."""

    one: int
    other: int
    side: int


@dataclass(frozen=True, slots=True)
class Lim:
    """Pair by the completion ``lim-2026-c1``."""

    options: Options = Options()

    def colour_preference(self, _: RoundToPair, competitor: Competitor) -> ColourPreference:
        """Say which colour somebody is due (5.1 to 5.6)."""
        colours = competitor.colours
        return ColourPreference(due(colours), Strength.NONE, colour_difference(colours))

    def pair(self, question: RoundToPair) -> RoundPairing:
        """Pair the round; raise NoLegalPairing where no complete pairing exists (2.2: the arbiter decides).

        Article 6: in the last round equal scores may meet whatever their colours; L-7: different ones may not.
        Where that leaves no complete pairing, everybody may.
        """
        field = players(question)
        met, fitting = may_meet(question, question.competitors), within_colour_limits(question.competitors)
        strict = [a & b for a, b in zip(met, fitting, strict=True)]
        if not question.is_last:
            answer = _round(question, field, strict, None, self.options, ())
        else:
            equal = _equal_scores(field)
            level = [row & (limits | same) for row, limits, same in zip(met, fitting, equal, strict=True)]
            answer = _round(question, field, level, fitting, self.options, (_waiver("between equal scores"),))
            if answer is None:
                answer = _round(question, field, met, fitting, self.options, (_waiver("for everybody"),))
        if answer is None:
            raise NoLegalPairing(_impossible(question, strict if not question.is_last else met))
        return answer


def _equal_scores(field: Sequence[LimPlayer]) -> list[int]:
    everybody = (1 << len(field)) - 1
    return [group for group in scoregroups(field, everybody) for _ in bits(group)]


def _round(
    question: RoundToPair,
    field: Sequence[LimPlayer],
    rows: Sequence[int],
    fitting: Sequence[int] | None,
    options: Options,
    waivers: tuple[WaiverStep, ...],
) -> RoundPairing | None:
    matching = maximum_matching(rows)
    if matching.free.bit_count() > len(field) % 2:
        return None
    places = (1 << len(field)) - 1
    trace: list[Step] = list(waivers)
    pab = None
    if question.is_odd:
        # Score ascending, then the lowest numbered: from the end of the list.
        order = reversed(range(len(field)))
        place, passed = first_eligible(question.competitors, order, matching.missable(), _BARS, question.points)
        if place is None:
            return None
        pab = field[place].tpn
        places &= ~(1 << place)
        reason = f"{pab} is the lowest of those who may have the bye and leave a complete pairing"
        trace.append(ByeStep("C.04.1 (2026) 3", reason, pab, passed_over=passed))
    pairs = []
    for made in _Day(question, field, rows, fitting, options, trace).pairs(places):
        first, other = sorted((field[made.one], field[made.other]), key=lambda player: (-player.score, player.tpn))
        pair, step = seat(colour_rules(question, below=made.side < 0), first, other)
        pairs.append(pair)
        trace.append(step)
    return published(question, pairs, pab, tuple(trace))


@dataclass(frozen=True, slots=True)
class _Day:
    """One attempt at a round. Steps are added to ``trace`` as decisions are taken."""

    question: RoundToPair
    field: Sequence[LimPlayer]
    rows: Sequence[int]
    fitting: Sequence[int] | None
    options: Options
    trace: list[Step]

    def pairs(self, places: int) -> list[Made]:
        """Pair the groups above the median from the top, those below from the bottom, and the median last (2.2)."""
        groups: dict[int, list[int]] = {1: [], 0: [], -1: []}
        for group in scoregroups(self.field, places):
            groups[self._side(lowest_bit(group))].append(group)
        median = sum(groups[0])
        made: dict[int, list[Made]] = {1: [], -1: []}
        coming = {side: self._towards(groups[side][::side], median, side, made[side]) for side in (1, -1)}
        matching = self._completed(median, coming, made)
        walk = GroupPairing(self.field, matching, self.fitting, down=True, maxi=self.options.maxi)
        received = [*bits(coming[1]), *reversed(list(bits(coming[-1])))]
        last = [Made(one, other, 0) for one, other in walk.pairs(received, list(bits(median)))]
        self._tell(median, coming, 0, (), last)
        return [*made[1], *made[-1], *last]

    def _side(self, place: int) -> int:
        return above_median(self.field[place].score, self.question.round_number, self.question.points.win)

    def _towards(self, groups: Sequence[int], median: int, side: int, made: list[Made]) -> int:
        """Pair the groups of one side; give those who float into the median."""
        received = 0
        for residents, following in zip(groups, [*groups, median][1:], strict=True):
            group = Group(self.field, self.rows, residents, received, following, side > 0, self.options.maxi)
            chosen = list(floaters(group))
            leaving = mask_of(place for place, _ in chosen)
            matching = Matching(self.rows, (residents | received) & ~leaving)
            matching.maximise()
            walk = GroupPairing(self.field, matching, self.fitting, down=group.down, maxi=self.options.maxi)
            stay = [group.ordered(part & ~leaving) for part in (received, residents)]
            new = [Made(one, other, side) for one, other in walk.pairs(*stay)]
            self._tell(residents, {side: received}, side, chosen, new)
            made += new
            received = leaving
        return received

    def _completed(self, median: int, coming: dict[int, int], made: dict[int, list[Made]]) -> Matching:
        """Undo pairs until the median can be paired (2.6): of the side that sends fewer, the last one made.

        L-3: "extended step by step" undoes the pair nearest to the median first.
        """
        matching = Matching(self.rows, median | coming[1] | coming[-1])
        matching.maximise()
        while matching.free:
            side = -1 if coming[1].bit_count() > coming[-1].bit_count() else 1
            side = side if made[side] else -side
            undone = made[side].pop()
            for place in (undone.one, undone.other):
                matching.restore(place)
                coming[side] |= 1 << place
            matching.maximise()
            tpns = (self.field[undone.one].tpn, self.field[undone.other].tpn)
            reason = f"the median can't be paired: {tpns[0]}-{tpns[1]} is undone, and both come to it"
            self.trace.append(WaiverStep(f"{_TEXT} 2.6", reason, tpns))
        return matching

    # What is told

    def _tell(
        self,
        residents: int,
        coming: Mapping[int, int],
        side: int,
        chosen: Sequence[tuple[int, str]],
        made: Sequence[Made],
    ) -> None:
        """Tell of a group: ``coming`` by the side they come from, and its floaters with their types; then its pairs."""
        down, up = coming.get(1, 0), coming.get(-1, 0)
        if not residents | down | up:
            return
        where = {1: "above the median", 0: "the median", -1: "below the median"}[side]
        score = self.field[lowest_bit(residents)].score if residents else None
        group = "nobody" if score is None else format_points(score)
        leaving = tuple(self.field[place].tpn for place, _ in chosen)
        self.trace.append(
            BracketStep(
                article=f"{_TEXT} 2.6" if not side else f"{_TEXT} 2.3",
                reason=f"the group of {group}, {where}, is paired; {len(chosen) or 'nobody'} of it must float",
                score=score,
                residents=self._numbers(bits(residents)),
                moved_down=self._numbers(bits(down)),
                moved_up=self._numbers(bits(up)),
                downfloaters=leaving if side > 0 else (),
                upfloaters=leaving if side < 0 else (),
                pairs=tuple(
                    (self.field[min(pair.one, pair.other)].tpn, self.field[max(pair.one, pair.other)].tpn)
                    for pair in made
                ),
                facts=tuple(
                    PlayersFact(f"floaters of type {kind}", self._numbers(v for v, other in chosen if other == kind))
                    for kind in sorted({kind for _, kind in chosen})
                ),
            )
        )
        for pair in made:
            one, other = self.field[pair.one].tpn, self.field[pair.other].tpn
            reason = f"{one} seeks in the order of the group: {other} leaves a pairing, and who suits comes first"
            self.trace.append(PairStep(f"{_TEXT} 4", reason, one, other))

    def _numbers(self, places: Iterable[int]) -> tuple[PairingNumber, ...]:
        return tuple(self.field[place].tpn for place in places)


def _waiver(whom: str) -> WaiverStep:
    return WaiverStep(f"{_TEXT} 6", f"the last round: {whom} the colour limits don't hold")


def _impossible(question: RoundToPair, rows: Sequence[int]) -> Problem:
    left = maximum_matching(rows).free
    who = ", ".join(question.competitors[place].player.label for place in bits(left))
    odd = ", and nobody who could be left out may have the bye" if question.is_odd else ""
    return Problem(
        "no-legal-pairing", f"no complete pairing exists: at best {who} would be left{odd}", article=f"{_TEXT} 2.2"
    )
