"""Random tournaments by random play, for comparing a fast reading with a literal one.

Every round is a random legal pairing of those who are there (no second meeting), with random results, forfeits,
requested byes, absences, late entries and withdrawals. The same seed gives the same tournament.
"""

from random import Random

from worker.tournament import Colour, Kind, Outcome, Player, Record, Tournament

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


def random_tournament(seed: int, *, smallest: int = 4, largest: int = 10, irregular: float = 0.06) -> Tournament:
    """Play a random tournament up to some round; ``irregular`` is how often a player is away or a game forfeited."""
    rng = Random(seed)
    n = rng.randint(smallest, largest)
    number_of_rounds = rng.randint(1, n + 1)
    round_number = rng.randint(1, number_of_rounds)
    irregular = irregular if rng.random() < 0.7 else 0.0
    late = {tpn: rng.randint(1, 3) for tpn in range(1, n + 1) if rng.random() < irregular}
    gone = {tpn: rng.randint(1, n) for tpn in range(1, n + 1) if rng.random() < irregular / 2}
    records: dict[int, list[Record]] = {tpn: [] for tpn in range(1, n + 1)}
    met: set[frozenset[int]] = set()
    for number in range(1, round_number):
        present = []
        for tpn in records:
            if late.get(tpn, 0) >= number:
                records[tpn].append(Record(Kind.NOT_ENTERED))
            elif gone.get(tpn, number) < number:
                records[tpn].append(Record(Kind.ABSENT))
            elif rng.random() < irregular:
                records[tpn].append(Record(rng.choice(_REQUESTED)))
            else:
                present.append(tpn)
        rng.shuffle(present)
        _play(rng, present, records, met, irregular)
    unavailable = {
        tpn: rng.choice(_REQUESTED) for tpn in records if late.get(tpn, 0) >= round_number or rng.random() < irregular
    }
    return Tournament(
        number_of_rounds=number_of_rounds,
        round_number=round_number,
        players=tuple(Player(tpn, f"id{tpn}", f"P{tpn:02}", withdrawn_after=gone.get(tpn)) for tpn in records),
        records={tpn: tuple(history) for tpn, history in records.items()},
        unavailable=unavailable,
        initial_colour=rng.choice((Colour.WHITE, Colour.BLACK)),
    )


def _play(
    rng: Random, present: list[int], records: dict[int, list[Record]], met: set[frozenset[int]], irregular: float
) -> None:
    while present:
        one = present.pop()
        opponents = [tpn for tpn in present if frozenset((one, tpn)) not in met]
        if not opponents:
            had_it = any(record.kind is Kind.PAB for record in records[one])
            records[one].append(Record(Kind.ZERO_POINT_BYE if had_it else Kind.PAB))
            continue
        other = opponents[0]
        present.remove(other)
        # Colours by need, so that the histories look like those that a system would give.
        white, black = sorted((one, other), key=lambda tpn: (_whites(records[tpn]), rng.random()))
        if rng.random() < irregular:
            for tpn, opponent, colour, kind in zip(
                (white, black), (black, white), (Colour.WHITE, Colour.BLACK), rng.choice(_FORFEITS), strict=True
            ):
                records[tpn].append(Record(kind, opponent, colour))
            continue
        met.add(frozenset((one, other)))
        mine, theirs = rng.choice(_RESULTS)
        records[white].append(Record(Kind.PLAYED, black, Colour.WHITE, mine))
        records[black].append(Record(Kind.PLAYED, white, Colour.BLACK, theirs))


def _whites(history: list[Record]) -> int:
    return sum(1 if r.colour is Colour.WHITE else -1 for r in history if r.played)
