"""Direct encounter (article 6): who is ahead among those who are still tied, by their games with each other alone."""

from collections.abc import Sequence
from fractions import Fraction

from nextround.core.standings.results import Results

#: Points of each pair's games, from the view of the first: sum and number.
Meetings = dict[tuple[int, int], tuple[int, int]]


def tiers(results: Results, group: Sequence[int], *, forfeits_are_played: bool = False) -> list[list[int]]:
    """Order tied participants, given by place, into tiers, the best first; one tier where nothing is decided.

    In a Swiss a forfeit is no meeting (T-5), unless the event says so (6.1.1, T-7). In a round robin all games are
    there, and those that are not yet played count nothing.
    """
    return _tiers(results, _meetings(results, group, forfeits_are_played), list(group))


def _meetings(results: Results, group: Sequence[int], forfeits_are_played: bool) -> Meetings:
    members = set(group)
    found: Meetings = {}
    for i in group:
        for r, other in enumerate(results.opponents[i]):
            if other is not None and other in members and (results.is_game(i, r) or forfeits_are_played):
                total, games = found.get((i, other), (0, 0))
                found[i, other] = total + results.points[i][r], games + 1
    return found


def _tiers(results: Results, meetings: Meetings, group: list[int]) -> list[list[int]]:
    if len(group) < 2:
        return [group]
    # 6.1.2: of several games of a pair, each side's own average counts.
    averages = {pair: Fraction(total, games) for pair, (total, games) in meetings.items()}
    sums = {i: sum((averages[i, j] for j in group if (i, j) in averages), Fraction()) for i in group}
    missing = {i: sum((i, j) not in averages for j in group if j != i) for i in group}
    if results.is_round_robin or not any(missing.values()):
        return _by_sum(results, meetings, group, sums)
    return _one_by_one(results, meetings, group, sums, missing)


def _by_sum(results: Results, meetings: Meetings, group: list[int], sums: dict[int, Fraction]) -> list[list[int]]:
    """6.2: everybody met everybody, so the sums order the group; each tied subset starts anew with its own table."""
    levels = sorted(set(sums.values()), reverse=True)
    if len(levels) == 1:
        return [group]
    return [tier for level in levels for tier in _tiers(results, meetings, [i for i in group if sums[i] == level])]


def _one_by_one(
    results: Results, meetings: Meetings, group: list[int], sums: dict[int, Fraction], missing: dict[int, int]
) -> list[list[int]]:
    """6.3: whoever is ahead of all others however the missing games would end is first, and so on for the next place.

    Where nobody is, those who are left start anew with their own table. Reading (T-6): a missing game brings a loss's
    points at the least.
    """
    least = {i: sums[i] + missing[i] * results.loss for i in group}
    most = {i: sums[i] + missing[i] * results.win for i in group}
    left, taken = list(group), []
    while len(left) > 1:
        ahead = [i for i in left if all(least[i] > most[j] for j in left if j != i)]
        if not ahead:
            break
        taken.append(ahead)
        left.remove(ahead[0])
    if not taken:
        return [group]
    return [*taken, *_tiers(results, meetings, left)]
