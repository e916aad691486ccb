"""From the games of players to the matches of their teams."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from nextround.core.formats.text import POINTS
from nextround.core.tournament import (
    Colour,
    ForbiddenPairs,
    InvalidTournament,
    Kind,
    PairingNumber,
    Player,
    Points,
    PointSystem,
    Problem,
    Record,
    TeamScoring,
    Tournament,
    parse_points,
    team_bye,
    team_match,
)
from nextround.core.tournament.matches import Game, Side

_MATCH_POINTS = re.compile(rf"T([WDL])\s*({POINTS})(?=\s|$)", re.ASCII)
_FORFEITS: Mapping[str, Game] = {
    "+-": (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS),
    "-+": (Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN),
    "--": (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS),
}


@dataclass(frozen=True, slots=True)
class Team:
    """A team as a participant, and its members in the order of boards."""

    player: Player
    members: tuple[PairingNumber, ...]


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match that was forfeited as a whole; ``ends`` as ``+-``, White's side first."""

    round_number: int
    white: PairingNumber
    black: PairingNumber
    ends: str


@dataclass(frozen=True, slots=True)
class Teams:
    """What a report says of teams, by their numbers and by round from 1.

    ``line_ups`` are by board where they are not the roster's order; 0 leaves a board empty. ``pab`` is what the
    pairing-allocated bye is worth, in match points and game points (tenths), or None where no record says it.
    """

    teams: tuple[Team, ...] = ()
    line_ups: Mapping[tuple[int, PairingNumber], tuple[PairingNumber, ...]] = field(default_factory=dict)
    forfeits: tuple[Forfeit, ...] = ()
    byes: Mapping[tuple[int, PairingNumber], Kind] = field(default_factory=dict)
    pab: tuple[Points, Points] | None = None
    virtual_points: Mapping[PairingNumber, tuple[Points, ...]] = field(default_factory=dict)
    forbidden_pairs: tuple[ForbiddenPairs, ...] = ()


MOST_BOARDS = 100
"""Boards of a match, as in an event."""


def scoring(teams: Teams, code: str, boards: str, match_points: str, game: PointSystem) -> TeamScoring:
    """Say how matches count, by the record 192 and the texts of 352 and 362.

    FIDE_TEAM alone is FIDE_TEAM_TYPEA_MP_GP: match points first, game points second. A file without record 320 values
    the bye as its player lines do, board by board, and in match points as a draw (C.04.6 (2026) 1.4; D13).
    """
    said = {letter: parse_points(worth) for letter, worth in _MATCH_POINTS.findall(match_points.upper())}
    win, draw, loss = said.get("W", 20), said.get("D", 10), said.get("L", 0)
    number = len(boards) or max((len(team.members) for team in teams.teams), default=1)
    match_pab, game_pab = teams.pab or (draw, number * game.pab)
    scores = [part for part in code.split("_") if part in ("MP", "GP")] or ["MP", "GP"]
    primary: Literal["match", "game"] = "match" if scores[0] == "MP" else "game"
    match = PointSystem.of(win, draw, loss, pab=match_pab)
    return TeamScoring(match, number, game, game_pab, primary, secondary=len(scores) > 1)


def of_teams(
    facts: Tournament, teams: Teams, counting: TeamScoring, initial_colour: Colour | None, *, paired: bool
) -> Tournament:
    """Make the tournament of the teams from that of their players.

    A match is played if a game of it is; its colour is the one of board 1. Raises InvalidTournament where the players
    of a team met two other teams in one round, or somebody of no team. Where the coming round was ``paired`` before,
    its pairing-allocated bye belongs to that pairing.
    """
    matches = _Matches(facts, teams, counting)
    columns = [matches.round(number) for number in range(1, facts.round_number)]
    if matches.problems:
        raise InvalidTournament(matches.problems)
    coming = facts.round_number
    unavailable: dict[PairingNumber, Kind] = {}
    for team in teams.teams:
        away = [facts.unavailable.get(member) for member in team.members]
        kind = teams.byes.get((coming, team.player.tpn))
        if kind is None and None not in away:
            kind = _common([one for one in away if one])
        if kind is not None and not (paired and kind is Kind.PAB):
            unavailable[team.player.tpn] = kind
    return replace(
        facts,
        players=tuple(team.player for team in teams.teams),
        records={team.player.tpn: tuple(column[team.player.tpn] for column in columns) for team in teams.teams},
        unavailable=unavailable,
        initial_colour=initial_colour,
        points=counting.points,
        forbidden_pairs=teams.forbidden_pairs,
        virtual_points=teams.virtual_points,
        matches="teams",
    )


class _Matches:
    """Finds the matches of each round; ``problems`` are what contradicts itself."""

    def __init__(self, facts: Tournament, teams: Teams, counting: TeamScoring) -> None:
        self._facts = facts
        self._teams = teams
        self._counting = counting
        self._team_of = {member: team.player.tpn for team in teams.teams for member in team.members}
        self._members = {team.player.tpn: team.members for team in teams.teams}
        self._forfeits: dict[int, list[Forfeit]] = {}
        for forfeit in teams.forfeits:
            self._forfeits.setdefault(forfeit.round_number, []).append(forfeit)
        self.problems: list[Problem] = []

    def round(self, number: int) -> dict[PairingNumber, Record]:
        column: dict[PairingNumber, Record] = {}
        for forfeit in self._forfeits.get(number, ()):
            games = [_FORFEITS[forfeit.ends]] * self._counting.boards
            pair = team_match(forfeit.white, forfeit.black, games, self._counting)
            self._add(number, column, {forfeit.white: pair[0], forfeit.black: pair[1]})
        for team in self._members:
            if team not in column:
                self._add(number, column, self._match(number, team))
        return column

    def _add(self, number: int, column: dict[PairingNumber, Record], found: dict[PairingNumber, Record]) -> None:
        for team in found.keys() & column.keys():
            self.problems.append(Problem("team-opponents", f"round {number}: team {team} is in two matches"))
        column |= found

    def _match(self, number: int, team: PairingNumber) -> dict[PairingNumber, Record]:
        boards = self._boards(number, team)
        met = {self._team_of.get(record.opponent or 0) for record in boards if record.opponent}
        if met and (number, team) in self._teams.byes:
            message = f"round {number}: team {team} has a match, and a bye in a record 240 or 320"
            self.problems.append(Problem("team-opponents", message))
        if not met:
            kind = self._teams.byes.get((number, team)) or _common([record.kind for record in boards])
            return {team: team_bye(kind or Kind.ABSENT, self._counting)}
        opponent = met.pop()
        if met or opponent is None or opponent == team:
            message = f"round {number}: the players of team {team} did not all meet players of one other team"
            self.problems.append(Problem("team-opponents", message))
            return {team: Record(Kind.ABSENT)}
        theirs = self._boards(number, opponent)
        first = next(record for record in boards if record.opponent)
        games: list[Game] = [
            (_end(record), _end(self._facts.records[record.opponent][number - 1]))
            for record in boards
            if record.opponent
        ]
        games += [(Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS) for record in boards if record.kind is Kind.PAB]
        games += [(Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN) for record in theirs if record.kind is Kind.PAB]
        if first.colour is Colour.BLACK:
            black, white = team, opponent
            games = [(mine, others) for others, mine in games]
        else:
            white, black = team, opponent
        pair = team_match(white, black, games, self._counting)
        return {white: pair[0], black: pair[1]}

    def _boards(self, number: int, team: PairingNumber) -> Sequence[Record]:
        """Give the team's records of a round by board; a bye among games is a board without an opponent."""
        line_up = self._teams.line_ups.get((number, team), self._members[team])
        return [self._facts.records[member][number - 1] for member in line_up if member]


def _end(record: Record) -> Side:
    return record.outcome or record.kind


def _common(kinds: Sequence[Kind]) -> Kind | None:
    """Give the bye of a team from those of its members: the pairing-allocated one if anybody has it."""
    return Kind.PAB if Kind.PAB in kinds else next(iter(kinds), None)
