"""What C.07 reads of a tournament: every participant's rounds up to one of them, and what each was worth.

Articles are those of C.07 (2026); numbers are tenths of a point.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from nextround.core.standings.editions import TieBreakEdition
from nextround.core.tournament import Kind, Outcome, PairingNumber, Player, Points, Record, Tournament, points_of

#: 16.2: byes that were asked for. A round after a withdrawal, before a late entry or without a pairing is one of them.
REQUESTED = frozenset({Kind.HALF_POINT_BYE, Kind.ZERO_POINT_BYE, Kind.ABSENT, Kind.NOT_ENTERED})


@dataclass(frozen=True)
class Results:
    """The rounds 1 to ``rounds`` of a tournament, by place in the list of its players.

    ``records[i]`` are those of ``players[i]``; ``opponents[i][r]`` is the place of the scheduled opponent, also of a
    forfeited game, or None. ``is_round_robin``: the pairings were known beforehand (15.2), so that a forfeit is a
    game. Nothing here knows virtual points: an acceleration never enters the standings.
    """

    players: tuple[Player, ...]
    records: tuple[tuple[Record, ...], ...]
    opponents: tuple[tuple[int | None, ...], ...]
    points: tuple[tuple[Points, ...], ...]
    rounds: int
    number_of_rounds: int
    win: Points
    draw: Points
    loss: Points
    edition: TieBreakEdition
    is_round_robin: bool

    @cached_property
    def scores(self) -> tuple[Points, ...]:
        """The points of each, without any adjustment."""
        return tuple(map(sum, self.points))

    @property
    def text(self) -> str:
        """The text that the articles are of."""
        return self.edition.text

    @property
    def is_final(self) -> bool:
        """Whether all rounds are counted; until then what goes by final scores is provisional (4.3)."""
        return self.rounds >= self.number_of_rounds

    def is_game(self, i: int, r: int) -> bool:
        """Whether round r (from 0) counts as a game: over the board, or in a round robin against whoever was due."""
        record = self.records[i][r]
        return record.played or (self.is_round_robin and self.opponents[i][r] is not None)

    def is_over_the_board(self, i: int, r: int) -> bool:
        """Whether a game was really played in round r (from 0)."""
        record = self.records[i][r]
        return record.played and self.opponents[i][r] is not None


def results_of(
    tournament: Tournament, rounds: int | None, edition: TieBreakEdition, *, is_round_robin: bool
) -> Results:
    """Read the results of the first ``rounds`` rounds; of all that were held where it is None.

    A player who has no record of a round was not paired in it (16.2). Raises ValueError where fewer rounds were held.
    """
    held = tournament.round_number - 1
    count = held if rounds is None else rounds
    if not 0 <= count <= held:
        raise ValueError(f"{held} rounds were held")
    places = {player.tpn: i for i, player in enumerate(tournament.players)}
    records = tuple(_padded(tournament.records.get(player.tpn, ()), count) for player in tournament.players)
    system = tournament.points
    return Results(
        players=tournament.players,
        records=records,
        opponents=tuple(tuple(_place(places, record) for record in own) for own in records),
        points=tuple(tuple(points_of(record, system) for record in own) for own in records),
        rounds=count,
        number_of_rounds=max(tournament.number_of_rounds, count),
        win=system.win,
        draw=system.draw,
        loss=system.loss,
        edition=edition,
        is_round_robin=is_round_robin,
    )


def _padded(records: Sequence[Record], rounds: int) -> tuple[Record, ...]:
    missing = rounds - len(records)
    return (*records[:rounds], *(Record(Kind.ABSENT),) * missing)


def _place(places: dict[PairingNumber, int], record: Record) -> int | None:
    return None if record.opponent is None else places.get(record.opponent)


def is_voluntarily_unplayed(record: Record) -> bool:
    """Tell whether a round was voluntarily unplayed, a VUR (16.2): a requested bye or a forfeit loss."""
    return record.kind in REQUESTED or record.kind is Kind.FORFEIT_LOSS


def is_won(record: Record) -> bool:
    """Tell whether a game was won over the board."""
    return record.outcome is Outcome.WIN
