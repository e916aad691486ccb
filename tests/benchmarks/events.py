"""Tournaments to measure: played round after round, paired by the system itself, always the same."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from nextround.core.pairing import Pair, PairingSystem, round_to_pair
from nextround.core.tournament import Colour, Kind, NoLegalPairing, Outcome, Player, Record, Tournament

#: White's score, in halves, of a game between two ratings.
Result = Callable[[Random, int, int], int]


def by_rating(rng: Random, white: int, black: int) -> int:
    """Three draws in ten games, the others by the rating difference."""
    if rng.random() < 0.3:
        return 1
    return 2 if rng.random() < 1 / (1 + 10 ** ((black - white) / 400)) else 0


def white_wins(rng: Random, white: int, black: int) -> int:
    """White wins every game: whole scoregroups end up due one colour."""
    return 2


def all_drawn(rng: Random, white: int, black: int) -> int:
    """One scoregroup for ever."""
    return 1


def played(
    system: PairingSystem, players: int, rounds: int, result: Result = by_rating, *, until: int | None = None
) -> Iterator[Tournament]:
    """Give the facts before every round up to ``until``; it ends early where no pairing is left."""
    rng = Random(players * 1000 + rounds)
    ratings = sorted((int(rng.gauss(1900, 250)) for _ in range(players)), reverse=True)
    field = tuple(Player(tpn, f"id{tpn}", f"P{tpn}", rating) for tpn, rating in enumerate(ratings, 1))
    facts = Tournament(
        number_of_rounds=rounds,
        round_number=1,
        players=field,
        records={player.tpn: () for player in field},
        initial_colour=Colour.WHITE,
    )
    for number in range(1, (until or rounds) + 1):
        yield facts
        if number == (until or rounds):
            return
        try:
            answer = system.pair(round_to_pair(facts))
        except NoLegalPairing:
            return
        column: dict[int, Record] = {} if answer.pab is None else {answer.pab: Record(Kind.PAB)}
        for pair in answer.pairs:
            column |= _game(pair, result(rng, ratings[pair.white - 1], ratings[pair.black - 1]))
        facts = replace(
            facts,
            round_number=number + 1,
            records={tpn: (*records, column[tpn]) for tpn, records in facts.records.items()},
        )


def _game(pair: Pair, halves: int) -> dict[int, Record]:
    mine, theirs = ((Outcome.LOSS, Outcome.WIN), (Outcome.DRAW, Outcome.DRAW), (Outcome.WIN, Outcome.LOSS))[halves]
    return {
        pair.white: Record(Kind.PLAYED, pair.black, Colour.WHITE, mine),
        pair.black: Record(Kind.PLAYED, pair.white, Colour.BLACK, theirs),
    }
