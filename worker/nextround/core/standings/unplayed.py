"""Unplayed rounds of a Swiss (articles 15 and 16): what they are worth to the opponents' tie-breaks, and to one's own.

| 16.2 | round | to the opponents (16.3) | one's own dummy (16.4, 2026) |
|---|---|---|---|
| .1 | pairing-allocated or full-point bye | as awarded | own score, at most a draw in each round |
| .2 | forfeit win | as awarded | own score, at most that of the scheduled opponent |
| .3 | requested bye, and later a round that is not voluntarily unplayed | as awarded | as .1 |
| .4 | forfeit loss | as awarded | as .2 |
| .5 | requested bye, and later only voluntarily unplayed rounds, or none | as a draw | as .1 |

Reading (T-1): 16.4.1 and 16.4.2 are alternatives by the kind of the round, not both at once. Reading (T-2): one's own
score is the real one, with unplayed rounds at face value. Reading (T-3): the rounds of 16.4.1 are those counted so far.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from nextround.core.standings.results import REQUESTED, Results, is_voluntarily_unplayed
from nextround.core.tournament import Kind, Points


@dataclass(frozen=True, slots=True)
class Scores:
    """What everybody's score is worth: ``own`` to oneself, ``adjusted`` to the opponents (16.3), by place."""

    own: tuple[Points, ...]
    adjusted: tuple[Points, ...]
    last_is_drawn: bool


@dataclass(frozen=True, slots=True)
class Element:
    """One round in a sum over opponents.

    ``opponent`` is what the opponent's score counts, or the dummy's; ``contribution`` what the round adds to the sum;
    both in the unit of the sum. ``voluntary`` marks a VUR, which 16.5 cuts first. ``against`` is the place of the
    opponent, None for a dummy.
    """

    opponent: Points
    contribution: int
    voluntary: bool
    against: int | None


def scores_of(results: Results, *, last_is_drawn: bool = False) -> Scores:
    """Adjust the scores by 16.3. With ``last_is_drawn`` (8.3) each paired game of the last scheduled round is a draw.

    Reading (T-4): a forfeit of that round whose pairing is known is drawn too, and not voluntarily unplayed; before the
    last round is held nothing changes.
    """
    last_is_drawn = last_is_drawn and results.is_final and results.rounds > 0
    if results.is_round_robin:
        return Scores(results.scores, results.scores, last_is_drawn)
    own, adjusted = [], []
    for i, records in enumerate(results.records):
        score = results.scores[i]
        end = len(records)
        if last_is_drawn and results.opponents[i][-1] is not None:
            score += results.draw - results.points[i][-1]
            end = 0  # the last round is played, so that no bye before it is at the end
        own.append(score)
        for r in range(end - 1, -1, -1):
            if not is_voluntarily_unplayed(records[r]):
                break
            if records[r].kind in REQUESTED:
                score += results.draw - results.points[i][r]
        adjusted.append(score)
    return Scores(tuple(own), tuple(adjusted), last_is_drawn)


def elements(
    results: Results, scores: Scores, i: int, *, times_points: bool, forfeits_are_played: bool
) -> list[Element]:
    """List what each round of a participant adds to a sum over opponents.

    ``times_points``: the opponent's score is multiplied by the points obtained (9.1), and the unit is hundredths.
    ``forfeits_are_played``: the event counts forfeits as played against the scheduled opponent (16.6, modifier P).
    """
    found = []
    last = results.rounds - 1
    for r, record in enumerate(results.records[i]):
        against = results.opponents[i][r]
        points = results.points[i][r]
        drawn = scores.last_is_drawn and r == last and against is not None
        if drawn:
            points = results.draw
        if against is not None and (record.played or drawn or forfeits_are_played or results.is_round_robin):
            opponent, voluntary = scores.adjusted[against], False
        elif results.is_round_robin:
            continue  # 15.2: the free round of an odd field is nothing at all
        else:
            opponent, voluntary = dummy(results, scores, i, r), is_voluntarily_unplayed(record)
            against = None
        found.append(Element(opponent, opponent * points if times_points else opponent, voluntary, against))
    return found


def dummy(results: Results, scores: Scores, i: int, r: int) -> Points:
    """Give the score of the dummy opponent of an unplayed round (16.4)."""
    own = scores.own[i]
    if not results.edition.caps_dummy:
        return own
    scheduled = results.opponents[i][r]
    if results.records[i][r].kind in (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS) and scheduled is not None:
        return min(own, scores.adjusted[scheduled])
    return min(own, results.draw * results.rounds)


def cut(found: Sequence[Element], low: int, high: int = 0) -> tuple[list[Element], list[Element]]:
    """Cut the ``low`` least significant elements, then the ``high`` most significant; return what is left, and cut.

    16.5, for each cut at the low end anew: the voluntarily unplayed round of the least contribution goes first, if it
    contributes no less than the least significant element. Reading (T-20): with fewer elements nothing is left.
    """
    left = list(found)
    gone = []
    for _ in range(min(low, len(left))):
        least = min(left, key=lambda e: (e.opponent, e.contribution))
        voluntary = min((e for e in left if e.voluntary), key=lambda e: (e.contribution, e.opponent), default=least)
        gone.append(voluntary if voluntary.contribution >= least.contribution else least)
        left.remove(gone[-1])
    for _ in range(min(high, len(left))):
        gone.append(max(left, key=lambda e: (e.opponent, e.contribution)))
        left.remove(gone[-1])
    return left, gone
