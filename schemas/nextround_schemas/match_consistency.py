"""What the parts of an event must say of each other where rounds are matches of several games."""

from __future__ import annotations

from collections.abc import Iterator

from nextround_schemas.raw import Fault, Place, get, items, name, whole

_OF_TEAMS = ("boards", "points")


def match_contradictions(data: object) -> Iterator[Fault]:
    """Find what contradicts `tournament.matches`, and games or matches in the other's place."""
    settings = get(get(data, "tournament"), "matches")
    place: Place = ("tournament", "matches")
    games = None
    if settings is not None:
        kind = get(settings, "kind")
        games = 2 if kind == "two-games" else whole(get(settings, "boards"))
        if kind == "teams" and get(settings, "boards") is None:
            yield Fault((*place, "boards"), "missing-key", "`boards` is required for teams: the games of a match")
        if kind == "two-games":
            for key in _OF_TEAMS:
                if get(settings, key) is not None:
                    yield Fault((*place, key), "not-accepted", f"`{key}` is for teams; leave it out")
        if get(get(get(data, "tournament"), "points"), "pab") is not None:
            message = "`tournament.points` values a game; say what the bye is worth in `tournament.matches`"
            yield Fault(("tournament", "points", "pab"), "not-accepted", message)
    for at, recorded in items(data, "rounds"):
        wrong = "games" if settings is not None else "matches"
        for where, _ in items(recorded, wrong, *at):
            right = "`matches`" if settings is not None else "`games`, unless `tournament.matches` is given"
            yield Fault(where, "not-accepted", f"rounds of this tournament hold {right}")
            break
        if settings is not None:
            for where, match in items(recorded, "matches", *at):
                yield from _match(match, where, games)


def _match(match: object, place: Place, games: int | None) -> Iterator[Fault]:
    results = get(match, "results")
    found = len(results) if isinstance(results, list | tuple) else 0
    who = f"{name(get(match, 'white'))} – {name(get(match, 'black'))}"
    if get(match, "forfeit") is not None:
        if found:
            yield Fault((*place, "forfeit"), "given-twice", f"{who}: leave out `results` or `forfeit`")
        return
    if games is not None and found != games:
        message = f"{who}: {games} results are accepted, one for each game; found {found}"
        yield Fault((*place, "results"), "wrong-number-of-results", message)
    for at, result in items(match, "results", *place):
        if result is None:
            message = f"{who}: a result is missing; send the event again when it is known, or with `adjourned`"
            yield Fault(at, "missing-result", message)
