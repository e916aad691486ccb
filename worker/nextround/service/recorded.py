"""What the recorded rounds hold against the basic rules: it happened over the board, and so it is warned of."""

from collections.abc import Callable, Iterator

from nextround.core.pairing import RoundToPair
from nextround.core.tournament import Kind, PairingNumber, PointSystem, Problem, Record
from nextround.core.tournament.rounds import worth

Where = Callable[[int, PairingNumber], str]
"""Tells where the record of a player in a round stands: a pointer of an event, or line and column of a report."""


def bars_by_rounds(points: PointSystem, edition: str | None) -> Callable[[Record], bool]:
    """Give the test whether a round bars from the pairing-allocated bye (C.04.1 article 4).

    Who had that bye, or scored the points of a win without playing; by the text of 2017, who won by forfeit.
    """
    value = worth(points)

    def bars(record: Record) -> bool:
        if record.kind is Kind.PAB or edition == "2017":
            return record.kind in (Kind.PAB, Kind.FORFEIT_WIN)
        return not record.played and value[record.kind] >= points.win

    return bars


def recorded_warnings(question: RoundToPair, bars: Callable[[Record], bool], where: Where) -> Iterator[Problem]:
    """Warn of second meetings, of byes of those who were barred, and of rounds with several pairing-allocated byes."""
    label = {tpn: competitor.player.label for tpn, competitor in question.everyone.items()}
    pabs: dict[int, list[int]] = {}
    for tpn, competitor in question.everyone.items():
        met: dict[int, int] = {}
        barred = False
        for number, record in enumerate(competitor.history.records, start=1):
            if record.played and record.opponent is not None:
                first = met.setdefault(record.opponent, number)
                if first != number and tpn < record.opponent and not question.repeats:
                    pair = f"{label[tpn]} and {label[record.opponent]}"
                    message = f"{pair} met in round {first} and again in round {number}"
                    yield Problem("recorded-rematch", message, where(number, tpn), "C.04.1 (2026) 2")
            if record.kind is Kind.PAB:
                pabs.setdefault(number, []).append(tpn)
                if barred and not question.repeats:
                    message = (
                        f"player {label[tpn]} had the pairing-allocated bye of round {number} and was barred from it"
                    )
                    yield Problem("recorded-second-bye", message, where(number, tpn), "C.04.1 (2026) 4")
            barred = barred or bars(record)
    for number, players in sorted(pabs.items()):
        if len(players) > 1:
            who = ", ".join(label[tpn] for tpn in players)
            message = f"round {number}: {who} all have the pairing-allocated bye, which one player at most can have"
            yield Problem("recorded-pabs", message, where(number, players[1]), "C.04.1 (2026) 3")
