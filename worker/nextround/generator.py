"""Tournaments that play themselves: by a system that pairs them, or by whoever seats the players."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from nextround.core.pairing import PairingSystem, RoundPairing, check, round_to_pair
from nextround.core.pairing.acceleration import Acceleration
from nextround.core.tournament import Colour, Kind, NoLegalPairing, Outcome, PairingNumber, Player, Record, Tournament

#: Both records of a game, for White and Black.
Game = tuple[Record, Record]

#: Rates are per mille.
PER_MILLE = 1000

#: Points of rating that the white pieces are worth, and how far a rating difference reaches.
_WHITE, _LEAST = 30, 80


def play(
    facts: Tournament,
    last: int,
    away: Callable[[Tournament], Mapping[PairingNumber, Kind]],
    pair: Callable[[Tournament], RoundPairing],
    game: Callable[[PairingNumber, PairingNumber], Game],
) -> Tournament:
    """Play rounds until ``last`` is the coming one; stop early at a round for which there is no legal pairing.

    In each round ``away`` says who is not there, ``pair`` seats the others, and ``game`` plays a board.
    """
    while True:
        facts = replace(facts, unavailable=away(facts))
        if facts.round_number == last:
            return facts
        try:
            answer = pair(facts)
        except NoLegalPairing:
            return facts
        column = {tpn: Record(kind) for tpn, kind in {**facts.unavailable, **(answer.unopposed or {})}.items()}
        for seats in answer.pairs:
            column[seats.white], column[seats.black] = game(seats.white, seats.black)
        if answer.pab is not None:
            column[answer.pab] = Record(Kind.PAB)
        absent = Record(Kind.ABSENT)
        records = {tpn: (*past, column.get(tpn, absent)) for tpn, past in facts.records.items()}
        facts = replace(facts, records=records, round_number=facts.round_number + 1)


def played(white: PairingNumber, black: PairingNumber, mine: Outcome | Kind, theirs: Outcome | Kind) -> Game:
    """Make both records of a game, played or forfeited."""
    return _record(mine, black, Colour.WHITE), _record(theirs, white, Colour.BLACK)


def _record(end: Outcome | Kind, opponent: PairingNumber, colour: Colour) -> Record:
    if isinstance(end, Outcome):
        return Record(Kind.PLAYED, opponent, colour, end)
    return Record(end, opponent, colour)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a random tournament should be like. Ratings are inclusive, rates per mille.

    ``draws`` is the rate between equals. ``forfeits`` is by game; ``byes`` by player and round, for requested byes of
    all kinds; ``withdrawals`` and ``late`` by player.
    """

    players: int
    rounds: int
    ratings: tuple[int, int] = (1400, 2400)
    draws: int = 300
    forfeits: int = 10
    byes: int = 20
    withdrawals: int = 20
    late: int = 20


def generate(
    seed: int,
    wishes: Wishes,
    system: PairingSystem,
    acceleration: Acceleration | None = None,
    *,
    repeats: bool = False,
    name: str = "",
) -> Tournament:
    """Play a random tournament that a system pairs; the same arguments give the same tournament on every machine.

    It ends early at a round for which no legal pairing is left. ``repeats`` as in `RoundToPair`. Raises what system and
    acceleration raise for a tournament that they do not pair.
    """
    rng = Random(seed)  # noqa: S311 - to be repeated, not to be secret
    low, high = wishes.ratings
    ratings = sorted((rng.randint(low, high) for _ in range(wishes.players)), reverse=True)
    field = tuple(Player(tpn, str(tpn), f"Player {tpn:04}", rating) for tpn, rating in enumerate(ratings, 1))
    gone = {player.tpn: rng.randint(1, wishes.rounds) for player in field if _happens(rng, wishes.withdrawals)}
    entering = {
        player.tpn: min(wishes.rounds, rng.randint(2, 3)) if _happens(rng, wishes.late) else 1 for player in field
    }
    facts = Tournament(
        number_of_rounds=wishes.rounds,
        round_number=1,
        players=field,
        records=dict.fromkeys(entering, ()),
        initial_colour=rng.choice((Colour.WHITE, Colour.BLACK)),
        name=name,
    )
    rating = {player.tpn: player.rating for player in field}

    def away(facts: Tournament) -> Mapping[PairingNumber, Kind]:
        found: dict[PairingNumber, Kind] = {}
        if facts.round_number > wishes.rounds:
            return found
        for player in field:
            if entering[player.tpn] > facts.round_number:
                found[player.tpn] = Kind.NOT_ENTERED
            elif gone.get(player.tpn, wishes.rounds) < facts.round_number:
                found[player.tpn] = Kind.ZERO_POINT_BYE
            elif _happens(rng, wishes.byes):
                found[player.tpn] = rng.choice(_REQUESTED)
        return found

    given: Mapping[PairingNumber, tuple[int, ...]] = {}

    def pair(facts: Tournament) -> RoundPairing:
        nonlocal given
        given = acceleration.virtual_points(facts) if acceleration else {}
        question = round_to_pair(facts, given, repeats=repeats)
        return check(question, system.pair(question))

    def game(white: PairingNumber, black: PairingNumber) -> Game:
        if _happens(rng, wishes.forfeits):
            return played(white, black, *rng.choice(_FORFEITS))
        return played(white, black, *_result(rng, rating[white] + _WHITE - rating[black], wishes.draws))

    finished = play(facts, wishes.rounds + 1, away, pair, game)
    return replace(finished, virtual_points=given)


_REQUESTED = (*[Kind.HALF_POINT_BYE] * 5, *[Kind.ZERO_POINT_BYE] * 4, Kind.FULL_POINT_BYE)
_FORFEITS = (
    *[(Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)] * 5,
    *[(Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN)] * 5,
    (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS),
)


def _happens(rng: Random, rate: int) -> bool:
    return rng.randrange(PER_MILLE) < rate


def _result(rng: Random, difference: int, draws: int) -> tuple[Outcome, Outcome]:
    """Draw a result by the rating difference: whole numbers throughout, so that no machine rounds otherwise."""
    expected = max(_LEAST, min(PER_MILLE - _LEAST, PER_MILLE // 2 + 5 * difference // 4))
    drawn = draws * 2 * min(expected, PER_MILLE - expected) // PER_MILLE
    at = rng.randrange(PER_MILLE)
    if at < drawn:
        return Outcome.DRAW, Outcome.DRAW
    won = at - drawn < expected - drawn // 2
    return (Outcome.WIN, Outcome.LOSS) if won else (Outcome.LOSS, Outcome.WIN)
