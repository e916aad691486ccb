"""Standings: by the first entry of a list, inside each tied group by the next one, and so on (4.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from nextround.core.standings.direct_encounter import tiers
from nextround.core.standings.notation import RequestedTieBreak
from nextround.core.standings.results import Results
from nextround.core.standings.tie_breaks import Value
from nextround.core.tournament import PairingNumber, Points, Problem, format_points


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings.

    T-16: ``place`` is shared by those who remain tied, and ``tied`` says so. T-13: ``values`` are exact, in the order
    of the list: a decimal, else ``p/q``, or None where the text leaves it undefined.
    """

    place: int
    tied: bool
    tpn: PairingNumber
    id: str
    points: Points
    values: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after so many rounds.

    ``provisional``: rounds are still to be held, and a tie-break of the list goes by final scores (4.3, type C).
    """

    edition: str
    after: int
    provisional: bool
    list: tuple[RequestedTieBreak, ...]
    lines: tuple[Standing, ...]
    warnings: tuple[Problem, ...] = ()


def standings(results: Results, asked: Sequence[RequestedTieBreak], unrated: int | None = None) -> Standings:
    """Rank all participants by points and then by the list; ties that are left share their place.

    T-18: ``unrated`` is the rating of those who have none. Without it article 10 falls away where somebody is unrated
    (10), with a warning that names them.
    """
    results, asked, warnings = _with_ratings(results, tuple(asked), unrated)
    groups = _by_value([list(range(len(results.players)))], dict(enumerate(results.scores)), descends=True)
    columns: list[Mapping[int, str | None]] = []
    for entry in asked:
        compute = entry.tie_break.compute
        if compute is None:
            groups, column = _by_encounter(results, groups, entry)
        else:
            values = dict(enumerate(compute(results, entry.modifiers)))
            groups = _by_value(groups, values, descends=entry.descends)
            column = {i: written(value, entry.tie_break.unit) for i, value in values.items()}
        columns.append(column)
    lines, place = [], 1
    for group in groups:
        for i in group:
            player = results.players[i]
            values_of = tuple(column[i] for column in columns)
            lines.append(Standing(place, len(group) > 1, player.tpn, player.id, results.scores[i], values_of))
        place += len(group)
    provisional = not results.is_final and any(entry.tie_break.is_provisional for entry in asked)
    return Standings(results.edition.name, results.rounds, provisional, asked, tuple(lines), warnings)


def written(value: Value, unit: int) -> str | None:
    """Write a value exactly: as a decimal where it has one, else as ``p/q``."""
    if value is None:
        return None
    number = Fraction(value) / unit
    rest = number.denominator
    places = 0
    while rest % 10 == 0 or rest % 5 == 0 or rest % 2 == 0:
        rest = rest // 10 if rest % 10 == 0 else rest // 5 if rest % 5 == 0 else rest // 2
        places += 1
    if rest > 1:
        return f"{number.numerator}/{number.denominator}"
    scaled = number * 10**places
    digits = f"{abs(scaled.numerator):0{places + 1}}"
    sign = "-" if number < 0 else ""
    return f"{sign}{digits}" if places == 0 else f"{sign}{digits[:-places]}.{digits[-places:]}"


def _by_value(groups: list[list[int]], values: Mapping[int, Value], *, descends: bool) -> list[list[int]]:
    """Split each group by a value; undefined is below every number (reading T-11)."""
    split = []
    for group in groups:
        if len(group) == 1:
            split.append(group)
            continue
        defined = sorted({value for i in group if (value := values[i]) is not None}, reverse=descends)
        split += [[i for i in group if values[i] == level] for level in (*defined, None)]
    return [group for group in split if group]


def _by_encounter(
    results: Results, groups: list[list[int]], entry: RequestedTieBreak
) -> tuple[list[list[int]], Mapping[int, str | None]]:
    """Split each tied group by direct encounter; the value is the tier, None where nothing was to break."""
    column: dict[int, str | None] = dict.fromkeys(range(len(results.players)))
    split = []
    for group in groups:
        found = tiers(results, group, forfeits_are_played=entry.modifiers.forfeits_are_played)
        split += found
        if len(group) > 1:
            place = 1
            for tier in found:
                column |= dict.fromkeys(tier, str(place))
                place += len(tier)
    return split, column


def _with_ratings(
    results: Results, asked: tuple[RequestedTieBreak, ...], unrated: int | None
) -> tuple[Results, tuple[RequestedTieBreak, ...], tuple[Problem, ...]]:
    missing = [player for player in results.players if not player.rating]
    wanted = [entry for entry in asked if entry.tie_break.by_ratings]
    if not missing or not wanted:
        return results, asked, ()
    if unrated is not None:
        players = tuple(replace(player, rating=player.rating or unrated) for player in results.players)
        return replace(results, players=players), asked, ()
    names = ", ".join(str(player.tpn) for player in missing[:10]) + (", …" if len(missing) > 10 else "")
    codes = ", ".join(entry.code for entry in wanted)
    message = f"{codes}: left out, since {len(missing)} have no rating ({names}); give one with unrated_rating"
    warning = Problem("unrated-players", message, "/tournament/tie_breaks", f"{results.text} 10")
    return results, tuple(entry for entry in asked if not entry.tie_break.by_ratings), (warning,)


def rows(found: Standings) -> list[tuple[str, ...]]:
    """Write the standings as rows of text: place, pairing number, id, points, and each value or a dash."""
    return [
        (str(line.place), str(line.tpn), line.id, format_points(line.points), *(value or "–" for value in line.values))
        for line in found.lines
    ]
