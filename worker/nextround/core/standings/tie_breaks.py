"""The tie-breaks of C.07 for individuals, one record each, and how each is computed.

A value is an exact number in the unit of its tie-break: `unit` of them are one point, game or rating point. None is
undefined, and below every number (reading T-11).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from nextround.core.standings import ratings
from nextround.core.standings.results import REQUESTED, Results, is_won
from nextround.core.standings.unplayed import cut, elements, scores_of
from nextround.core.tournament import Colour, Kind, Outcome

#: An exact number in the unit of its tie-break, or undefined.
Value = int | Fraction | None


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What stands behind the name (article 14): cuts, the shift of Koya's limit, and the three that are a letter.

    ``low`` and ``high`` are the numbers of elements cut, ``limit`` is in half points. ``forfeits_are_played`` is P,
    ``fore`` F, ``reversed`` R.
    """

    low: int = 0
    high: int = 0
    limit: int = 0
    forfeits_are_played: bool = False
    fore: bool = False
    reversed: bool = False


Computed = Callable[[Results, Modifiers], Sequence[Value]]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break as a row of the table.

    ``accepts`` are the letters of the modifiers that it takes. ``is_for_round_robin``: the text has it there too.
    ``by_ratings``: article 10, which falls away where somebody is unrated. ``is_provisional``: it goes by final scores
    and changes with every round (type C). ``ascending``: the smaller value is better. ``compute`` is None
    for the direct encounter, which is asked of a group and not of the whole field.
    """

    code: str
    article: str
    sentence: str
    compute: Computed | None
    unit: int = 1
    accepts: str = ""
    is_for_round_robin: bool = True
    by_ratings: bool = False
    is_provisional: bool = False
    ascending: bool = False


def _each(count: Callable[[Results, int], Value]) -> Computed:
    return lambda results, _: [count(results, i) for i in range(len(results.players))]


def _count(holds: Callable[[Results, int, int], bool]) -> Computed:
    return _each(lambda results, i: sum(holds(results, i, r) for r in range(results.rounds)))


# 7: own results


def _is_win(results: Results, i: int, r: int) -> bool:
    return results.points[i][r] == results.win


def _is_won_game(results: Results, i: int, r: int) -> bool:
    # Reading (T-8): by the letter of 15.2 a forfeit win of a round robin is a game won.
    forfeited = results.is_round_robin and results.records[i][r].kind is Kind.FORFEIT_WIN
    return is_won(results.records[i][r]) or forfeited


def _is_black_game(results: Results, i: int, r: int) -> bool:
    record = results.records[i][r]
    if results.edition.forfeits_stay_unplayed and record.kind is Kind.FORFEIT_LOSS:
        return False
    return record.colour is Colour.BLACK and results.is_game(i, r)


def _is_elected(results: Results, i: int, r: int) -> bool:
    record = results.records[i][r]
    if results.is_round_robin:
        return results.opponents[i][r] is not None and not (
            results.edition.forfeits_stay_unplayed and record.kind is Kind.FORFEIT_LOSS
        )
    return record.kind not in REQUESTED and record.kind is not Kind.FORFEIT_LOSS


def _standard(results: Results, i: int) -> int:
    """7.7, in halves. Reading (T-9): an unplayed round is compared with a draw's points, a game with the opponent's."""
    halves = 0
    for r, points in enumerate(results.points[i]):
        other = results.opponents[i][r]
        if other is not None and (results.records[i][r].played or results.is_round_robin):
            against = results.points[other][r]
        elif other is None and results.is_round_robin:
            continue
        else:
            against = results.draw
        halves += 2 if points > against else int(points == against)
    return halves


def _progressive(results: Results, modifiers: Modifiers) -> Sequence[Value]:
    sums = []
    for points in results.points:
        running, total = 0, 0
        for r, more in enumerate(points):
            running += more
            total += running if r >= modifiers.low else 0
        sums.append(total)
    return sums


# 8 and 9: the opponents' scores


def _over_opponents(results: Results, modifiers: Modifiers, *, times_points: bool, fore: bool) -> Sequence[Value]:
    scores = scores_of(results, last_is_drawn=fore)
    sums = []
    for i in range(len(results.players)):
        found = elements(
            results, scores, i, times_points=times_points, forfeits_are_played=modifiers.forfeits_are_played
        )
        left, _ = cut(found, modifiers.low, modifiers.high) if modifiers.low or modifiers.high else (found, ())
        sums.append(sum(element.contribution for element in left))
    return sums


def _buchholz(results: Results, modifiers: Modifiers) -> Sequence[Value]:
    return _over_opponents(results, modifiers, times_points=False, fore=modifiers.fore)


def _fore_buchholz(results: Results, modifiers: Modifiers) -> Sequence[Value]:
    return _over_opponents(results, modifiers, times_points=False, fore=True)


def _sonneborn_berger(results: Results, modifiers: Modifiers) -> Sequence[Value]:
    return _over_opponents(results, modifiers, times_points=True, fore=False)


def _average_of_buchholz(results: Results, modifiers: Modifiers) -> Sequence[Value]:
    sums = _buchholz(results, Modifiers(fore=modifiers.fore))
    return [_mean([sums[other] for other in _met(results, i)]) for i in range(len(results.players))]


def _koya(results: Results, modifiers: Modifiers) -> Sequence[Value]:
    """9.2. Reading (T-14): the most that could be scored is a win in every game that the tables gave."""
    games = results.rounds
    if results.is_round_robin:
        games = max((sum(other is not None for other in own) for own in results.opponents), default=0)
    limit = results.win * games + 10 * modifiers.limit  # both doubled
    return [
        sum(
            results.points[i][r]
            for r, other in enumerate(own)
            if other is not None and 2 * results.scores[other] >= limit
        )
        for i, own in enumerate(results.opponents)
    ]


# 10: the opponents' ratings


def _met(results: Results, i: int) -> list[int]:
    """List the opponents of the games that count for article 10: over the board, and by 15.2 (2024) forfeits too."""
    counts = results.is_over_the_board if results.edition.forfeits_stay_unplayed else results.is_game
    return [other for r, other in enumerate(results.opponents[i]) if other is not None and counts(i, r)]


def _halves(results: Results, i: int) -> int:
    worth = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0, Kind.FORFEIT_WIN: 2, Kind.FORFEIT_LOSS: 0}
    counts = results.is_over_the_board if results.edition.forfeits_stay_unplayed else results.is_game
    return sum(worth[record.outcome or record.kind] for r, record in enumerate(results.records[i]) if counts(i, r))


def _ratings(results: Results, i: int) -> list[int]:
    return [results.players[other].rating for other in _met(results, i)]


def _average_rating(results: Results, modifiers: Modifiers) -> Sequence[Value]:
    means = []
    for i in range(len(results.players)):
        ordered = sorted(_ratings(results, i))[modifiers.low :]
        means.append(ratings.average(ordered[: max(0, len(ordered) - modifiers.high)]))
    return means


def _performance(results: Results, _: Modifiers) -> list[int | None]:
    return [ratings.performance(_ratings(results, i), _halves(results, i)) for i in range(len(results.players))]


def _perfect(results: Results, _: Modifiers) -> list[int | None]:
    return [ratings.perfect_performance(_ratings(results, i), _halves(results, i)) for i in range(len(results.players))]


def _average_of(compute: Callable[[Results, Modifiers], list[int | None]]) -> Computed:
    def averages(results: Results, modifiers: Modifiers) -> Sequence[Value]:
        values = compute(results, modifiers)
        means = [_mean([values[other] for other in _met(results, i)]) for i in range(len(results.players))]
        return [None if mean is None else ratings.half_up(Fraction(mean)) for mean in means]

    return averages


def _mean(values: Sequence[Value]) -> Value:
    defined = [value for value in values if value is not None]
    return Fraction(sum(defined), len(defined)) if defined else None


TIE_BREAKS: tuple[TieBreak, ...] = (
    TieBreak("PTS", "1", "points", _each(lambda results, i: results.scores[i]), 10),
    TieBreak("DE", "6", "direct encounter among those still tied", None, accepts="P"),
    TieBreak("WIN", "7.1", "rounds with the points of a win", _count(_is_win)),
    TieBreak("WON", "7.2", "games won over the board", _count(_is_won_game)),
    TieBreak("BPG", "7.3", "games played with Black", _count(_is_black_game)),
    TieBreak(
        "BWG", "7.4", "games won with Black",
        _count(lambda results, i, r: _is_black_game(results, i, r) and _is_won_game(results, i, r)),
    ),
    TieBreak("PS", "7.5", "sum of the running scores", _progressive, 10, "C"),
    TieBreak("REP", "7.6", "rounds that the player elected to play", _count(_is_elected)),
    TieBreak("STD", "7.7", "rounds better than the opponent", _each(_standard), 2),
    TieBreak(
        "TPN", "7.8", "pairing number", _each(lambda results, i: results.players[i].tpn), accepts="R", ascending=True
    ),
    TieBreak(
        "BH", "8.1", "sum of the opponents' scores", _buchholz, 10, "CMPF",
        is_for_round_robin=False, is_provisional=True,
    ),
    TieBreak(
        "AOB", "8.2", "average Buchholz of the opponents", _average_of_buchholz, 10, "F",
        is_for_round_robin=False, is_provisional=True,
    ),
    TieBreak(
        "FB", "8.3", "Buchholz as if the games of the last round were drawn", _fore_buchholz, 10, "CMP",
        is_for_round_robin=False,
    ),
    TieBreak(
        "SB", "9.1", "opponents' scores times the points against them", _sonneborn_berger, 100, "CP",
        is_provisional=True,
    ),
    TieBreak("KS", "9.2", "points against opponents with half of the maximum", _koya, 10, "L", is_provisional=True),
    TieBreak("ARO", "10.1", "average rating of the opponents", _average_rating, accepts="CM", by_ratings=True),
    TieBreak("TPR", "10.2", "performance rating", _performance, by_ratings=True),
    TieBreak("PTP", "10.3", "perfect performance", _perfect, by_ratings=True),
    TieBreak("APRO", "10.4", "average performance rating of the opponents", _average_of(_performance), by_ratings=True),
    TieBreak("APPO", "10.5", "average perfect performance of the opponents", _average_of(_perfect), by_ratings=True),
    TieBreak(
        "RTNG", "10.6", "rating", _each(lambda results, i: results.players[i].rating), accepts="R", by_ratings=True
    ),
)  # fmt: skip

#: Other names of the same: GE was the name of REP until August 2024 (reading T-22).
ALIASES = {"GE": "REP"}

BY_CODE = {tie_break.code: tie_break for tie_break in TIE_BREAKS}
