"""Random tournaments by random play, for comparing a fast reading with a literal one.

Every round is a random legal pairing of those who are there (no second meeting), or a system's own pairing, with random
results, forfeits, requested byes, absences, late entries and withdrawals. The same seed gives the same tournament.
"""

from collections.abc import Mapping
from functools import partial
from random import Random

from nextround.core.pairing import PairingSystem, RoundPairing, round_to_pair
from nextround.core.pairing.judging import answer_of
from nextround.core.tournament import Colour, Kind, Outcome, PairingNumber, Player, Record, Tournament
from nextround.generator import Game, play, played

_RESULTS = (
    *[(Outcome.WIN, Outcome.LOSS)] * 4,
    *[(Outcome.LOSS, Outcome.WIN)] * 3,
    *[(Outcome.DRAW, Outcome.DRAW)] * 4,
    (Outcome.LOSS, Outcome.LOSS),
    (Outcome.DRAW, Outcome.LOSS),
)
_FORFEITS = (
    (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS),
    (Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN),
    (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS),
)
_REQUESTED = (Kind.HALF_POINT_BYE, Kind.ZERO_POINT_BYE, Kind.FULL_POINT_BYE, Kind.ABSENT)


def random_tournament(
    seed: int | Random,
    *,
    smallest: int = 4,
    largest: int = 10,
    irregular: float = 0.06,
    system: PairingSystem | None = None,
) -> Tournament:
    """Play a random tournament up to some round; ``irregular`` is how often a player is away or a game forfeited.

    With a ``system`` it pairs the rounds, and play stops early at a round for which it finds no legal pairing.
    """
    rng = seed if isinstance(seed, Random) else Random(seed)
    n = rng.randint(smallest, largest)
    number_of_rounds = rng.randint(1, n + 1)
    last = rng.randint(1, number_of_rounds)
    irregular = irregular if rng.random() < 0.7 else 0.0
    late = {tpn: rng.randint(1, 3) for tpn in range(1, n + 1) if rng.random() < irregular}
    gone = {tpn: rng.randint(1, n) for tpn in range(1, n + 1) if rng.random() < irregular / 2}
    facts = Tournament(
        number_of_rounds=number_of_rounds,
        round_number=1,
        players=tuple(
            Player(tpn, f"id{tpn}", f"P{tpn:02}", 2500 - 10 * tpn, withdrawn_after=gone.get(tpn))
            for tpn in range(1, n + 1)
        ),
        records=dict.fromkeys(range(1, n + 1), ()),
        initial_colour=rng.choice((Colour.WHITE, Colour.BLACK)),
    )

    def away(facts: Tournament) -> Mapping[PairingNumber, Kind]:
        number = facts.round_number
        return {
            tpn: Kind.NOT_ENTERED if late.get(tpn, 0) >= number else rng.choice(_REQUESTED)
            for tpn in facts.records
            if late.get(tpn, 0) >= number or rng.random() < irregular
        }

    def pair(facts: Tournament) -> RoundPairing:
        return _random_seats(rng, facts) if system is None else system.pair(round_to_pair(facts))

    return play(facts, last, away, pair, partial(_game, rng, irregular))


def _random_seats(rng: Random, facts: Tournament) -> RoundPairing:
    field = round_to_pair(facts).competitors
    present = [competitor.tpn for competitor in field]
    met = {competitor.tpn: competitor.history.opponents for competitor in field}
    had_it = {tpn for tpn in present if any(record.kind is Kind.PAB for record in facts.records[tpn])}
    rng.shuffle(present)
    games = []
    pab = None
    while present:
        one = present.pop()
        other = next((tpn for tpn in present if tpn not in met[one]), None)
        if other is not None:
            present.remove(other)
            # Colours by need, so that the histories look like those that a system would give.
            white, black = sorted((one, other), key=lambda tpn: (_surplus(facts.records[tpn]), rng.random()))
            games.append((white, black))
        elif pab is None and one not in had_it:
            pab = one
    return answer_of(games, pab)


def _game(rng: Random, irregular: float, white: PairingNumber, black: PairingNumber) -> Game:
    if rng.random() < irregular:
        return played(white, black, *rng.choice(_FORFEITS))
    return played(white, black, *rng.choice(_RESULTS))


def _surplus(history: tuple[Record, ...]) -> int:
    return sum(1 if record.colour is Colour.WHITE else -1 for record in history if record.played)
