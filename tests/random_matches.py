"""Random events of matches, from random tournaments of games: every round keeps its meetings, forfeits and byes.

Results are played anew: two games a match, or a few boards; single games are forfeited, some matches without a move.
"""

from dataclasses import replace
from random import Random

from nextround.core.tournament import (
    Colour,
    Kind,
    Outcome,
    PointSystem,
    Record,
    TeamScoring,
    Tournament,
    double_match,
    double_points,
    team_bye,
    team_match,
)
from nextround.plugin.testing.random_play import random_tournament

GAMES = (
    *[(Outcome.WIN, Outcome.LOSS)] * 5,
    *[(Outcome.LOSS, Outcome.WIN)] * 5,
    *[(Outcome.DRAW, Outcome.DRAW)] * 5,
    (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS),
    (Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN),
)
TEAMS = TeamScoring(PointSystem.of(20, 10, pab=10), boards=4)


def random_double(seed: int, **size: int) -> Tournament:
    """An event of matches of two games."""
    rng = Random(seed)
    facts = random_tournament(seed, **size)
    game = PointSystem()
    records = {tpn: list(history) for tpn, history in facts.records.items()}
    for white, black, number in _played(facts):
        games = (rng.choice(GAMES), rng.choice(GAMES))
        records[white][number], records[black][number] = double_match(white, black, games, game)
    return _with(facts, records, double_points(game))


def random_teams(seed: int, *, decisive: float = 0.5, **size: int) -> Tournament:
    """An event of team matches; the fewer are ``decisive``, the more scores are equal."""
    rng = Random(seed)
    facts = random_tournament(seed, **size)
    records = {
        tpn: [record if record.opponent else team_bye(record.kind, TEAMS) for record in history]
        for tpn, history in facts.records.items()
    }
    for white, black, number in _played(facts):
        games = [rng.choice(GAMES) if rng.random() < decisive else GAMES[10] for _ in range(TEAMS.boards)]
        records[white][number], records[black][number] = team_match(white, black, games, TEAMS)
    return _with(facts, records, TEAMS.match)


def _played(facts: Tournament) -> list[tuple[int, int, int]]:
    return [
        (tpn, record.opponent, number)
        for tpn, history in facts.records.items()
        for number, record in enumerate(history)
        if record.played and record.opponent and record.colour is Colour.WHITE
    ]


def _with(facts: Tournament, records: dict[int, list[Record]], points: PointSystem) -> Tournament:
    return replace(facts, records={tpn: tuple(history) for tpn, history in records.items()}, points=points)
