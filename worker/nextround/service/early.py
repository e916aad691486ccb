"""What somebody should look at before it stands in the way: nothing here changes a pairing."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from nextround.core.matching import lowest_bit, maximum_matching
from nextround.core.pairing import RoundPairing, RoundToPair
from nextround.core.pairing.legality import can_be_left_out, may_meet
from nextround.core.tournament import Colour, Kind, Problem, Record
from nextround.service.recorded import Where, bars_by_rounds, recorded_warnings

#: So many adjourned games are named.
NAMED = 20

#: In larger fields with that many rounds to go a next round is never in doubt.
SMALL = 64


def early_warnings(
    question: RoundToPair, answer: RoundPairing, where: Where, edition: str | None = None
) -> tuple[Problem, ...]:
    """Warn of what comes: nobody to pair, a second bye, too many rounds, the last round, games adjourned long ago.

    Those who are there now are taken to stay to the end. ``where`` tells the places of
    recorded games and byes; ``edition`` is that of the rules, for who may have the bye.
    """
    swiss = answer.unopposed is None
    bars = bars_by_rounds(question.points, edition)
    return (
        *_nobody(question),
        *_second_bye(question, bars),
        *(_too_many_rounds(question, answer, bars) if swiss else ()),
        *(_last_round(question) if swiss else ()),
        *islice(_still_adjourned(question, where), NAMED),
        *(islice(recorded_warnings(question, bars, where), NAMED) if swiss else ()),
    )


def _nobody(question: RoundToPair) -> Iterator[Problem]:
    if not question.competitors:
        yield Problem("nobody-to-pair", f"nobody is left to pair in round {question.round_number}", "/byes")


def _second_bye(question: RoundToPair, bars: Callable[[Record], bool]) -> Iterator[Problem]:
    """Reading: a bye that the arbiter gave beforehand stands, as his own decision; the system never gives a second."""
    for tpn, kind in question.unavailable.items():
        if kind is Kind.PAB and not question.repeats and _may_not_have_the_bye(question, tpn, bars):
            player = question.everyone[tpn].player.label
            message = (
                f"player {player} was given the pairing-allocated bye of this round and may not have it: there was one "
                "before, or the points of a win without a game"
            )
            yield Problem("second-bye", message, "/byes", "C.04.1 (2026) 4")


def _last_round(question: RoundToPair) -> Iterator[Problem]:
    if question.is_last and question.competitors and question.number_of_rounds > 1:
        message = (
            f"round {question.round_number} is the last: what the system's rules say of topscorers and colours in the "
            "last round applies; if there will be more rounds, send it again with their number"
        )
        yield Problem("last-round", message, "/tournament/number_of_rounds")


def _too_many_rounds(question: RoundToPair, answer: RoundPairing, bars: Callable[[Record], bool]) -> Iterator[Problem]:
    players = question.competitors
    left = question.number_of_rounds - question.round_number
    may_be_short = question.number_of_rounds >= len(players) or question.forbidden
    if not left or len(players) < 2 or not (may_be_short or len(players) <= SMALL):
        return
    rows = may_meet(replace(question, fixed=()), players)
    place = {player.tpn: index for index, player in enumerate(players)}
    for pair in answer.pairs:
        one, other = place[pair.white], place[pair.black]
        rows[one] &= ~(1 << other)
        rows[other] &= ~(1 << one)
    had_it = [_may_not_have_the_bye(question, tpn, bars) or tpn == answer.pab for tpn in place]
    opponents, index = min(
        (row.bit_count() + (question.is_odd and not had_it[index]), index) for index, row in enumerate(rows)
    )
    breaks = question.round_number + opponents + 1
    reason = f"{players[index].player.label} will have met everybody whom he may meet"
    if len(players) <= SMALL and not _completable(rows, had_it):
        breaks, reason = question.round_number + 1, "after this round no complete pairing of them is left"
    if breaks <= question.number_of_rounds:
        message = (
            f"{question.number_of_rounds} rounds are more than these {len(players)} players can bear: round {breaks} "
            f"can't be paired at the latest, for {reason}"
        )
        yield Problem("too-many-rounds", message, "/tournament/number_of_rounds", "C.04.1 (2026) 2")


def _completable(rows: list[int], had_it: list[bool]) -> bool:
    """Whether all can meet somebody new, or all but one who may still have the bye."""
    if len(rows) % 2 == 0:
        return not maximum_matching(rows).free
    spared = can_be_left_out(rows)
    while spared:
        if not had_it[lowest_bit(spared)]:
            return True
        spared &= spared - 1
    return False


def _may_not_have_the_bye(question: RoundToPair, tpn: int, bars: Callable[[Record], bool]) -> bool:
    return any(bars(record) for record in question.everyone[tpn].history.records)


def _still_adjourned(question: RoundToPair, where: Where) -> Iterator[Problem]:
    for tpn, competitor in question.everyone.items():
        for number, record in enumerate(competitor.history.records[:-1], 1):
            if record.adjourned and record.opponent and record.colour is Colour.WHITE:
                white, black = (question.everyone[one].player.label for one in (tpn, record.opponent))
                message = f"round {number}: the game {white} - {black} is still adjourned and counts as a draw"
                yield Problem("still-adjourned", message, where(number, tpn), "C.04.2 (2026) 3.1")
