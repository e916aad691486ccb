"""Round robins by the Berger tables: who meets whom in which round stands before the first.

The schedule depends on the numbers and the round alone. Who withdraws keeps his number, and his opponents win by
forfeit: a table made anew from those who are left would pair some twice and others never.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from nextround.core.pairing import Pair, RoundPairing, RoundToPair
from nextround.core.pairing.trace import ByeStep, FieldStep, NumberFact, PairStep, Step
from nextround.core.tournament import InvalidTournament, Kind, NoLegalPairing, PairingNumber, Player, Problem

TABLES = "C.05 annex 1"
WITHDRAWALS = "C.06 V.4"

#: What a number without an opponent has, by why.
_REST, _WALKOVER = Kind.ZERO_POINT_BYE, Kind.FORFEIT_WIN

#: What an absence can be in a round robin: nobody asks for a bye there.
_ABSENCES = frozenset({Kind.ABSENT, Kind.ZERO_POINT_BYE, Kind.NOT_ENTERED})


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a round robin.

    ``cycles`` is how often everybody meets everybody. ``exchange`` changes over the last two rounds of the first of
    several cycles (RR-2), as annex 1 recommends: without it two players have three equal colours at the seam. A field
    of two has only one round in a cycle, and nothing to change over.
    """

    cycles: int = 1
    exchange: bool = True


@dataclass(frozen=True, slots=True)
class Berger:
    """Pair by the tables."""

    options: Options = Options()

    def pair(self, question: RoundToPair) -> RoundPairing:
        """Read the round from the table.

        Numbers run from 1 to the largest that is given; RR-3: one that nobody has, or whose holder left before round 1,
        is a rest for everybody who would meet it. Raises InvalidTournament where the number of rounds isn't that of the
        table, or the event has byes, forbidden pairs or an acceleration, which a round robin doesn't know;
        NoLegalPairing where a pair of the table met too often before, because earlier rounds were not paired by it.
        """
        size = _places(max(question.everyone, default=0))
        if question.competitors:
            _accept(question, self.options, size)
        present = {competitor.tpn for competitor in question.competitors}
        cycle, row = place(question.round_number, size, self.options)
        pairs = []
        unopposed = {}
        trace: list[Step] = [_field(size, cycle, row), *_withdrawals(question, self.options)]
        for scheduled in schedule(size, cycle, row):
            there = [tpn for tpn in (scheduled.white, scheduled.black) if tpn in present]
            if len(there) == 2:
                pairs.append(scheduled)
                trace.append(PairStep(TABLES, f"round {row} of the table", scheduled.white, scheduled.black))
            elif there:
                (alone,) = there
                missing = scheduled.white + scheduled.black - alone
                unopposed[alone] = _REST if _is_rest(question, missing) else _WALKOVER
                trace.append(_alone(alone, missing, unopposed[alone]))
        _refuse_second_meetings(question, pairs, cycle)
        return RoundPairing(tuple(pairs), None, tuple(trace), unopposed)


def place(round_number: int, size: int, options: Options) -> tuple[int, int]:
    """Find a round's cycle and its row of the table, both from 1. ``size`` is the even number of places."""
    cycle, row = divmod(round_number - 1, size - 1)
    if options.exchange and options.cycles > 1 and cycle == 0 and size > 2 and row >= size - 3:
        row = 2 * size - 5 - row
    return cycle + 1, row + 1


def schedule(size: int, cycle: int, row: int) -> list[Pair]:
    """Write a row of the table of ``size`` places, in its printed order: the last number's board first.

    In every second cycle the colours are reversed. The smaller number has White where the sum of both is odd; against
    the last number, the first half of the others has White.
    """
    others = size - 1
    first = next(tpn for tpn in range(1, size) if (2 * tpn - 2) % others == row - 1)
    boards = [Pair(first, size) if first <= size // 2 else Pair(size, first)]
    for distance in range(1, size // 2):
        low, high = sorted((first + step - 1) % others + 1 for step in (distance, -distance))
        boards.append(Pair(low, high) if (low + high) % 2 else Pair(high, low))
    return boards if cycle % 2 else [Pair(pair.black, pair.white) for pair in boards]


def _places(numbers: int) -> int:
    return max(2, numbers + numbers % 2)


def _accept(question: RoundToPair, options: Options, size: int) -> None:
    problems = []
    if options.cycles < 1:
        problems.append(Problem("wrong-option", 'option "cycles" accepts a number from 1', "/pairing/options/cycles"))
    rounds = options.cycles * (size - 1)
    if options.cycles >= 1 and len(question.everyone) > 1 and question.number_of_rounds != rounds:
        problems.append(
            Problem(
                "wrong-number-of-rounds",
                f"the table for {size} places has {rounds} rounds with {options.cycles} as option "
                f'"cycles", the tournament {question.number_of_rounds}',
                "/tournament/number_of_rounds",
                TABLES,
            )
        )
    problems += (
        Problem(
            "no-bye-in-a-round-robin",
            f"player {question.everyone[tpn].player.label} has a {kind.value}, "
            "which a round robin doesn't know; accepted: an absence",
            "/byes",
            WITHDRAWALS,
        )
        for tpn, kind in sorted(question.unavailable.items())
        if kind not in _ABSENCES
    )
    if question.forbidden:
        message = "in a round robin everybody meets everybody; leave the forbidden pairs out"
        problems.append(Problem("no-forbidden-pairs", message, "/tournament/forbidden_pairs", TABLES))
    if any(competitor.score != competitor.points for competitor in question.everyone.values()):
        problems.append(Problem("no-acceleration", "a round robin is not accelerated", "/pairing/acceleration", TABLES))
    if problems:
        raise InvalidTournament(problems)


def _is_rest(question: RoundToPair, missing: PairingNumber) -> bool:
    return missing not in question.everyone or question.everyone[missing].player.withdrawn_after == 0


def _refuse_second_meetings(question: RoundToPair, pairs: list[Pair], cycle: int) -> None:
    problems = []
    for pair in pairs:
        records = question.everyone[pair.white].history.records
        met = [number for number, record in enumerate(records, 1) if record.played and record.opponent == pair.black]
        if len(met) >= cycle:
            white, black = (question.everyone[tpn].player.label for tpn in (pair.white, pair.black))
            problems.append(
                Problem(
                    "not-by-the-table",
                    f"the table has {white} - {black} now, but they met in round "
                    f"{' and '.join(map(str, met))}: earlier rounds were not paired by this table",
                    article=TABLES,
                )
            )
    if problems:
        raise NoLegalPairing(problems)


# What is told


def _field(size: int, cycle: int, row: int) -> FieldStep:
    reason = f"round {row} of the table for {size} places"
    return FieldStep(TABLES, reason, facts=(NumberFact("cycle", cycle), NumberFact("row", row)))


def _alone(alone: PairingNumber, missing: PairingNumber, kind: Kind) -> ByeStep:
    facts = (NumberFact("number", missing),)
    if kind is _REST:
        return ByeStep(TABLES, f"{alone} rests: number {missing} is nobody", alone, facts=facts)
    return ByeStep(WITHDRAWALS, f"{missing} is not there: {alone} wins by forfeit", alone, facts=facts)


def _withdrawals(question: RoundToPair, options: Options) -> Iterator[FieldStep]:
    """Say whose results count: of who has played half of his games or more.

    RR-1: games played over the board before the withdrawal, of all that the tables had for him, in all cycles;
    rests are no games.
    """
    entered = [c.player for c in question.everyone.values() if c.player.withdrawn_after != 0]
    games = options.cycles * (len(entered) - 1)
    for player in entered:
        if _gone(player, question.round_number):
            played = sum(record.played for record in question.everyone[player.tpn].history.records)
            counts = 2 * played >= games
            verdict = "his results count" if counts else "his results stay in the table and count for nobody"
            facts = {"played": played, "games": games, "counts": int(counts)}
            yield FieldStep(
                WITHDRAWALS,
                f"{player.tpn} withdrew after {played} of {games} games: {verdict}",
                (player.tpn,),
                facts=tuple(NumberFact(name, number) for name, number in facts.items()),
            )


def _gone(player: Player, round_number: int) -> bool:
    return player.withdrawn_after is not None and player.withdrawn_after < round_number
