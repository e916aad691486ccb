"""Tournaments for the comparison of readings: random ones with ratings and more, and such as a system itself pairs."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from nextround.core.pairing import RoundPairing, RoundToPair, round_to_pair
from nextround.core.tournament import Colour, ForbiddenPairs, Kind, NoLegalPairing, Outcome, Player, Record, Tournament
from nextround.plugin.testing.random_play import random_tournament

_RESULTS = ((Outcome.WIN, Outcome.LOSS), (Outcome.LOSS, Outcome.WIN), (Outcome.DRAW, Outcome.DRAW))
_FORFEITS = ((Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS), (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS))
_AWAY = (Kind.HALF_POINT_BYE, Kind.ZERO_POINT_BYE, Kind.ABSENT, Kind.FULL_POINT_BYE)


def random_rated(seed: int, *, largest: int = 9) -> Tournament:
    """A random tournament with ratings, equal ones among them; some with forbidden pairs, some accelerated."""
    facts = random_tournament(seed, largest=largest)
    rng = Random(-1 - seed)
    facts = replace(facts, players=_rated(rng, facts.players))
    if rng.random() < 0.2:
        facts = replace(
            facts, forbidden_pairs=(ForbiddenPairs(tuple(rng.sample(range(1, len(facts.players) + 1), 2))),)
        )
    if rng.random() < 0.2:
        upper = range(1, len(facts.players) // 2 + 1)
        facts = replace(facts, virtual_points=dict.fromkeys(upper, (10, 10, 5)))
    return facts


def _rated(rng: Random, players: tuple[Player, ...]) -> tuple[Player, ...]:
    spread = rng.choice((1, 40, 900))
    return tuple(replace(player, rating=1500 + rng.randrange(spread)) for player in players)


def played_by(
    pair: Callable[[RoundToPair], RoundPairing], seed: int, *, players: int, rounds: int, irregular: float
) -> Iterator[RoundToPair]:
    """Let a system pair a tournament with random results, and give the question of every round.

    It ends early where the system finds no pairing.
    """
    rng = Random(seed)
    field = _rated(rng, tuple(Player(tpn, f"id{tpn}", f"P{tpn}") for tpn in range(1, players + 1)))
    records: dict[int, tuple[Record, ...]] = {player.tpn: () for player in field}
    initial = rng.choice((Colour.WHITE, Colour.BLACK))
    for number in range(1, rounds + 1):
        away = {player.tpn: rng.choice(_AWAY) for player in field if rng.random() < irregular}
        question = round_to_pair(Tournament(rounds, number, field, records, away, initial))
        yield question
        try:
            answer = pair(question)
        except NoLegalPairing:
            return
        column = {tpn: Record(kind) for tpn, kind in away.items()}
        if answer.pab is not None:
            column[answer.pab] = Record(Kind.PAB)
        for game in answer.pairs:
            mine: Outcome | Kind
            if rng.random() < irregular:
                mine, theirs = rng.choice(_FORFEITS)
                column[game.white] = Record(mine, game.black, Colour.WHITE)
                column[game.black] = Record(theirs, game.white, Colour.BLACK)
            else:
                won, lost = rng.choice(_RESULTS)
                column[game.white] = Record(Kind.PLAYED, game.black, Colour.WHITE, won)
                column[game.black] = Record(Kind.PLAYED, game.white, Colour.BLACK, lost)
        records = {tpn: (*history, column[tpn]) for tpn, history in records.items()}
