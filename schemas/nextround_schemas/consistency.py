"""What the parts of a `round.finished` event must say of each other.

The checks read the JSON as it came and step over whatever is malformed (the models report that), and so find
contradictions even in an event whose shape is wrong somewhere else.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from nextround_schemas.fragments import PointSystem
from nextround_schemas.late_entries import BYES_WITH_POINTS, not_entered_any_more
from nextround_schemas.raw import Fault, Place, get, has, items, name, text, whole
from nextround_schemas.standards import form_of, look_of

if TYPE_CHECKING:
    from nextround_schemas.round_finished import RoundFinished

NAMED = 10
"""How many players a message names before it only counts the rest."""


def contradictions(data: object) -> Iterator[Fault]:
    """Find everything in the `data` of an event that contradicts something else in it."""
    if not isinstance(data, dict) and not hasattr(data, "round"):
        return
    roster = _Roster()
    round_number = whole(get(data, "round"))
    if get(data, "trf") is not None:
        yield from _beside_the_report(data)
        return
    yield from _missing_without_report(data)
    yield from _roster(data, roster)
    yield from _settings(data, round_number, roster)
    yield from _rounds(data, round_number, roster)
    yield from not_entered_any_more(data, round_number)
    yield from _round_to_pair(data, round_number, roster)
    yield from _virtual_points(data, round_number, roster)


def wrong_points(event: RoundFinished) -> Iterator[Fault]:
    """Compare the points that players carry with the sum of their recorded rounds.

    The event must be free of other faults. Points of matches are compared where matches are counted.
    """
    given = {player.id: player.points for player in event.players if player.points is not None}
    if not given or event.tournament.matches:
        return
    of_side, of_bye = _worth((event.tournament.points or PointSystem(win=1.0, draw=0.5)).in_full())
    tenths = dict.fromkeys((player.id for player in event.players), 0)
    for recorded in event.rounds:
        for game in recorded.games:
            white, black = _SIDES[game.result]
            tenths[game.white] += of_side[white]
            tenths[game.black] += of_side[black]
        for bye in recorded.byes:
            tenths[bye.player] += of_bye[bye.kind]
    for index, player in enumerate(event.players):
        if player.points is not None and round(player.points * 10) != tenths[player.id]:
            yield Fault(
                ("players", index, "points"),
                "wrong-points",
                f"{name(player.id)} has {player.points:g} points, but the recorded rounds add up to "
                f"{tenths[player.id] / 10:g}",
            )


_SIDES: dict[str | None, tuple[str, str]] = {
    "1-0": ("win", "loss"),
    "0-1": ("loss", "win"),
    "1/2-1/2": ("draw", "draw"),
    "0-0": ("loss", "loss"),
    "1/2-0": ("draw", "loss"),
    "0-1/2": ("loss", "draw"),
    "1F-0F": ("forfeit_win", "forfeit_loss"),
    "0F-1F": ("forfeit_loss", "forfeit_win"),
    "0F-0F": ("forfeit_loss", "forfeit_loss"),
    "adjourned": ("draw", "draw"),
}
_BYES = {
    "pab": "pab",
    "full-point": "full_point_bye",
    "half-point": "half_point_bye",
    "zero-point": "zero_point_bye",
    "absent": "zero_point_bye",
    "not-entered": "zero_point_bye",
}


def _worth(points: PointSystem) -> tuple[dict[str, int], dict[str, int]]:
    """Table what one side of a game and what a bye is worth, in tenths."""
    tenths = {key: round(worth * 10) for key, worth in points.model_dump().items()}
    return tenths, {kind: tenths[key] for kind, key in _BYES.items()}


@dataclass
class _Roster:
    """The players by id; `complete` as long as every id could be read, so that nobody is called unknown by mistake."""

    withdrawn_after: dict[str, int | None] = field(default_factory=dict)
    complete: bool = True
    _lasts: list[int] | None = None
    _by_look: dict[str, str] = field(default_factory=dict)

    def add(self, player: str, withdrawn_after: int | None) -> None:
        self.withdrawn_after[player] = withdrawn_after
        self._by_look.setdefault(look_of(player), player)

    def unknown(self, player: object) -> bool:
        return self.complete and isinstance(player, str) and player not in self.withdrawn_after

    def expects(self, player: str, round_number: int | None) -> bool:
        """Whether a player is in the list and had not withdrawn before that round."""
        return player in self.withdrawn_after and (round_number is None or not self.gone(player, round_number))

    def missing(self, seated: set[str], round_number: int) -> list[str]:
        """Who had not withdrawn before that round and is not seated, in the order of the list."""
        # Counted first: an event may record a thousand rounds of nobody.
        if self._lasts is None:
            self._lasts = sorted(last for last in self.withdrawn_after.values() if last is not None)
        expected = len(self.withdrawn_after) - bisect_left(self._lasts, round_number)
        if sum(self.expects(player, round_number) for player in seated) == expected:
            return []
        return [
            player for player in self.withdrawn_after if player not in seated and not self.gone(player, round_number)
        ]

    def lookalike(self, player: str) -> str:
        """Name the player in the list who differs from this one in Unicode form only, as the end of a message."""
        other = self._by_look.get(look_of(player), player)
        if other == player:
            return ""
        return (
            f"; {name(other)} is, and differs in Unicode form only: {form_of(other)} there, {form_of(player)} here; "
            "accepted is one form, for an id is compared as it is written"
        )

    def gone(self, player: str, round_number: int) -> bool:
        last = self.withdrawn_after.get(player)
        return last is not None and last < round_number


def _beside_the_report(data: object) -> Iterator[Fault]:
    for key in ("players", "rounds", "byes", "virtual_points"):
        if get(data, key):
            yield Fault((key,), "given-twice", f"`trf` holds the tournament already; leave out `{key}` or `trf`")
    for key in ("points", "forbidden_pairs", "matches"):
        if get(get(data, "tournament"), key):
            yield Fault(
                ("tournament", key), "given-twice", f"`trf` holds the tournament already; `{key}` belongs in it"
            )


def _missing_without_report(data: object) -> Iterator[Fault]:
    for key in ("players", "rounds"):
        if get(data, key) is None:
            yield Fault((key,), "missing-key", f"`{key}` is required, unless `trf` holds the tournament")
    tournament = get(data, "tournament")
    for key, accepted in (("number_of_rounds", "a number from 1"), ("initial_colour", "white or black")):
        if tournament is not None and get(tournament, key) is None:
            yield Fault(
                ("tournament", key),
                "missing-key",
                f"`{key}` is required ({accepted}), unless `trf` holds the tournament",
            )


def _roster(data: object, roster: _Roster) -> Iterator[Fault]:
    by_tpn: dict[int, str] = {}
    for place, player in items(data, "players"):
        identifier, tpn = text(get(player, "id")), whole(get(player, "tpn"))
        if identifier is None:
            roster.complete = False
        elif identifier in roster.withdrawn_after:
            yield Fault((*place, "id"), "duplicate-id", f"{name(identifier)} is in the list of players twice")
        elif alike := roster.lookalike(identifier):
            # Two whom no reader can tell apart are most likely one.
            yield Fault((*place, "id"), "duplicate-id", f"{name(identifier)} is in the list of players once{alike}")
        else:
            roster.add(identifier, whole(get(player, "withdrawn_after")))
        if tpn is not None and tpn in by_tpn:
            yield Fault(
                (*place, "tpn"),
                "duplicate-tpn",
                f"{name(identifier)} and {name(by_tpn[tpn])} both have the pairing number {tpn}",
                "C.04.2 (2026) 2.2",
            )
        elif tpn is not None:
            by_tpn[tpn] = identifier or f"the player before {place[-1]}"
    if not isinstance(get(data, "players"), list | tuple):
        roster.complete = False


def _settings(data: object, round_number: int | None, roster: _Roster) -> Iterator[Fault]:
    tournament = get(data, "tournament")
    number_of_rounds = whole(get(tournament, "number_of_rounds"))
    if round_number is not None and number_of_rounds is not None and round_number > number_of_rounds:
        yield Fault(
            ("round",),
            "round-out-of-range",
            f"round {round_number} can't be paired: the tournament has the rounds 1 to {number_of_rounds}",
            "C.04.1 (2026) 1",
        )
    for place, prohibition in items(tournament, "forbidden_pairs", "tournament"):
        seen: set[object] = set()
        for inner, player in items(prohibition, "players", *place):
            if roster.unknown(text(player)):
                yield _unknown(inner, player, roster)
            elif isinstance(player, str) and player in seen:
                # Else the pair that was meant would be allowed without a word.
                yield Fault(inner, "duplicate-id", f"{name(player)} is in this group twice")
            seen.add(text(player))
        first, last = whole(get(prohibition, "first_round")), whole(get(prohibition, "last_round"))
        if first is not None and number_of_rounds is not None and first > number_of_rounds:
            yield Fault(
                (*place, "first_round"),
                "round-out-of-range",
                f"the prohibition begins in round {first}, but the tournament has {number_of_rounds} rounds",
            )
        if last is not None and (first or 1) > last:
            yield Fault(
                (*place, "last_round"), "round-out-of-range", f"the last round {last} is before the first {first}"
            )


def _rounds(data: object, round_number: int | None, roster: _Roster) -> Iterator[Fault]:
    seen: set[int] = set()
    readable = isinstance(get(data, "rounds"), list | tuple)
    for place, recorded in items(data, "rounds"):
        number = whole(get(recorded, "round"))
        if number is None:
            readable = False
        elif number in seen:
            yield Fault((*place, "round"), "duplicate-round", f"round {number} is recorded twice")
        elif round_number is not None and number >= round_number:
            yield Fault(
                (*place, "round"),
                "round-out-of-range",
                f"round {number} can't be recorded in an event that asks for the pairing of round {round_number}",
            )
        else:
            seen.add(number)
        yield from _recorded_round(recorded, place, number, roster)
    if readable and round_number is not None:
        missing = [number for number in range(1, min(round_number, 1000)) if number not in seen]
        if missing:
            yield Fault(
                ("rounds",),
                "missing-round",
                f"round {', '.join(map(str, missing[:NAMED]))}{_more(missing)} must be recorded before round "
                f"{round_number} can be paired",
            )


def _recorded_round(recorded: object, place: Place, number: int | None, roster: _Roster) -> Iterator[Fault]:
    where = f"round {number}" if number is not None else "this round"
    seated: set[str] = set()
    readable = roster.complete and number is not None
    for at, game in chain(items(recorded, "games", *place), items(recorded, "matches", *place)):
        white, black = get(game, "white"), get(game, "black")
        # In a round robin those who have withdrawn go on losing by forfeit.
        forfeited = (get(game, "result") or get(game, "forfeit")) in ("1F-0F", "0F-1F", "0F-0F")
        for colour, player in (("white", white), ("black", black)):
            if not isinstance(player, str):
                readable = False
            elif player in seated:
                yield _second_record((*at, colour), player, where)
            else:
                seated.add(player)
                if not roster.expects(player, number) and not (forfeited and player in roster.withdrawn_after):
                    yield from _unexpected((*at, colour), player, where, roster)
        if get(game, "result") is None and has(game, "result"):
            yield Fault(
                (*at, "result"),
                "missing-result",
                f"{where}: the result of {name(white)} – {name(black)} is missing; send the event again when it is "
                "known, or with `adjourned`",
            )
    for at, bye in items(recorded, "byes", *place):
        player = get(bye, "player")
        if not isinstance(player, str):
            readable = False
        elif roster.unknown(player):
            yield _unknown((*at, "player"), player, roster)
        elif player in seated:
            yield _second_record((*at, "player"), player, where)
        else:
            seated.add(player)
            if number is not None:
                yield from _bye_after_withdrawal(bye, at, number, where, roster)
    left_out = roster.missing(seated, number) if readable and number is not None else []
    if left_out:
        yield Fault(
            place,
            "not-recorded",
            f"{where} says nothing of {', '.join(map(name, left_out[:NAMED]))}{_more(left_out)}: every player who had "
            "not withdrawn needs a game or an entry in `byes` (before a late entry `not-entered`; who did not come "
            "`absent`)",
        )


def _bye_after_withdrawal(bye: object, place: Place, number: int, where: str, roster: _Roster) -> Iterator[Fault]:
    player, kind = get(bye, "player"), get(bye, "kind")
    if isinstance(player, str) and kind in BYES_WITH_POINTS and roster.gone(player, number):
        last = roster.withdrawn_after[player]
        message = (
            f"{name(player)} has the bye `{kind}` in {where} but withdrew after round {last}; accepted are "
            "`zero-point`, `absent` or no entry"
        )
        yield Fault((*place, "kind"), "plays-after-withdrawal", message, "C.04.2 (2026) 3.2")


def _unexpected(place: Place, player: str, where: str, roster: _Roster) -> Iterator[Fault]:
    if roster.unknown(player):
        yield _unknown(place, player, roster)
    elif player in roster.withdrawn_after:
        last = roster.withdrawn_after[player]
        message = f"{name(player)} has a game in {where} but withdrew after round {last}"
        yield Fault(place, "plays-after-withdrawal", message, "C.04.2 (2026) 3.2")


def _round_to_pair(data: object, round_number: int | None, roster: _Roster) -> Iterator[Fault]:
    seen: set[str] = set()
    allocated: str | None = None
    for place, bye in items(data, "byes"):
        player = text(get(bye, "player"))
        if player is None:
            continue
        if roster.unknown(player):
            yield _unknown((*place, "player"), player, roster)
        elif player in seen:
            yield _second_record((*place, "player"), player, "the round to pair")
        seen.add(player)
        if round_number is not None:
            yield from _bye_after_withdrawal(bye, place, round_number, "the round to pair", roster)
        if get(bye, "kind") != "pab":
            continue
        if allocated is not None:
            yield Fault(
                (*place, "kind"),
                "second-pab",
                f"{name(allocated)} and {name(player)} can't both have the pairing-allocated bye of one round",
                "C.04.1 (2026) 3",
            )
        allocated = player
    for place, pair in items(data, "fixed_pairs"):
        for colour in ("white", "black"):
            player = text(get(pair, colour))
            if player is None:
                continue
            if player in seen:
                yield _second_record((*place, colour), player, "the round to pair")
            elif player in roster.withdrawn_after and round_number is not None and roster.gone(player, round_number):
                yield from _unexpected((*place, colour), player, "the round to pair", roster)
            elif roster.unknown(player):
                yield _unknown((*place, colour), player, roster)
            seen.add(player)


def _virtual_points(data: object, round_number: int | None, roster: _Roster) -> Iterator[Fault]:
    seen: set[str] = set()
    for place, given in items(data, "virtual_points"):
        player = text(get(given, "player"))
        if player is not None:
            if roster.unknown(player):
                yield _unknown((*place, "player"), player, roster)
            elif player in seen:
                yield Fault((*place, "player"), "duplicate-id", f"{name(player)} has virtual points twice")
            seen.add(player)
        points = get(given, "points")
        if isinstance(points, list | tuple) and round_number is not None and len(points) < round_number:
            yield Fault(
                (*place, "points"),
                "virtual-points-incomplete",
                f"{name(player)} has virtual points for {len(points)} rounds; the rounds 1 to {round_number} need one "
                "number each, because the floats of past rounds depend on them",
            )


def _unknown(place: Place, player: object, roster: _Roster) -> Fault:
    lookalike = roster.lookalike(player) if isinstance(player, str) else ""
    return Fault(place, "unknown-id", f"{name(player)} is not in the list of players{lookalike}")


def _second_record(place: Place, player: str, where: str) -> Fault:
    return Fault(place, "second-record", f"{name(player)} is in {where} twice; exactly one game or bye is accepted")


def _more(names: Iterable[object]) -> str:
    rest = len(list(names)) - NAMED
    return f" and {rest} more" if rest > 0 else ""
