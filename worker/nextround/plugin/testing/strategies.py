"""Hypothesis strategies: small tournaments of every kind, played at random or by a system."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from nextround.core.pairing import PairingSystem
from nextround.core.pairing.colours import colour_difference
from nextround.core.tournament import ForbiddenPairs, PairingNumber, PointSystem, Record, Tournament
from nextround.plugin.testing.random_play import random_tournament

POINT_SYSTEMS = (
    PointSystem(),
    PointSystem.of(30, 10),  # 3-1-0
    PointSystem.of(10, 5, pab=5),
    PointSystem.of(20, 10, pab=10),
    PointSystem.of(30, 20, 10),  # even a loss is worth something
)


@st.composite
def tournaments(
    draw: st.DrawFn,
    *,
    smallest: int = 0,
    largest: int = 9,
    system: PairingSystem | None = None,
    unusual: bool = True,
) -> Tournament:
    """Draw a tournament before some round: odd and even fields, byes, forfeits, absences, late entries, withdrawals.

    ``unusual`` adds, now and then, other point systems, forbidden pairs and virtual points. With a ``system``
    the rounds were paired by it, else at random.
    """
    seed = draw(st.integers(0, 2**32))
    size = draw(st.integers(smallest, largest))
    irregular = draw(st.sampled_from((0.0, 0.06, 0.2)))
    facts = random_tournament(seed, smallest=size, largest=size, irregular=irregular, system=system)
    return with_unusual_rules(facts, Random(seed)) if unusual and draw(st.booleans()) else facts


def with_unusual_rules(facts: Tournament, rng: Random) -> Tournament:
    """Give a tournament another point system, forbidden pairs or virtual points; not all at once."""
    numbers = [player.tpn for player in facts.players]
    rules = rng.choice(("points", "forbidden", "virtual"))
    if rules == "points":
        return replace(facts, points=rng.choice(POINT_SYSTEMS))
    if rules == "forbidden" and len(numbers) > 2:
        together = tuple(sorted(rng.sample(numbers, rng.choice((2, 2, 3)))))
        return replace(facts, forbidden_pairs=(ForbiddenPairs(together),))
    accelerated = numbers[: 2 * -(-len(numbers) // 4)]
    return replace(facts, virtual_points=dict.fromkeys(accelerated, (10, 10, 5)))


def recoloured(facts: Tournament, rng: Random) -> Tournament:
    """Turn the colours of some games round, where nobody then has one three times running or two too many."""
    records = {tpn: list(history) for tpn, history in facts.records.items()}
    for tpn, history in records.items():
        for index, record in enumerate(history):
            if record.played and record.opponent is not None and record.opponent > tpn and rng.random() < 0.4:
                games = [(history, record), (records[record.opponent], records[record.opponent][index])]
                for side, game in games:
                    side[index] = replace(game, colour=game.colour and game.colour.opposite)
                if not all(map(_within_limits, (history, records[record.opponent]))):
                    for side, game in games:
                        side[index] = game
    return replace(facts, records={tpn: tuple(history) for tpn, history in records.items()})


def _within_limits(history: Sequence[Record]) -> bool:
    colours = "".join(record.colour.value for record in history if record.played and record.colour)
    ends = (colours[:end] for end in range(1, len(colours) + 1))
    return all(abs(colour_difference(end)) <= 2 and end[-3:] not in ("WWW", "BBB") for end in ends)


def renamed(facts: Tournament, names: Mapping[PairingNumber, str]) -> Tournament:
    """Give the players other ids and names; their pairing numbers stay."""
    return replace(
        facts,
        players=tuple(replace(player, id=names[player.tpn], name=names[player.tpn]) for player in facts.players),
    )
