"""The check that every result passes before it is published."""

from collections import Counter
from collections.abc import Iterator

from nextround.core.pairing.order import board_order
from nextround.core.pairing.prohibitions import is_forbidden
from nextround.core.pairing.round_to_pair import RoundToPair
from nextround.core.pairing.system import Pair, RoundPairing
from nextround.core.tournament import InvariantViolation, Kind, PairingNumber, Problem


def check(question: RoundToPair, answer: RoundPairing) -> RoundPairing:
    """Return the answer if it keeps what every pairing must keep, whatever the system.

    Everybody to be paired is seated once or has the bye, nobody else is; one pairing-allocated bye for an odd
    field and none for an even one, never a second for the same player; no second meeting, no forbidden
    pair; boards in publishing order. Where the rules let players meet again, a second meeting and a second bye are no
    breaches. A schedule keeps only that everybody has his place once: the tables bind it, and
    C.04.1 doesn't. Raises InvariantViolation with every breach.
    """
    problems = tuple(breaches(question, answer))
    if _seated(answer).keys() <= question.everyone.keys() and answer.unopposed is None:
        problems += tuple(_order(question, answer))
    if problems:
        raise InvariantViolation(problems)
    return answer


def breaches(question: RoundToPair, answer: RoundPairing) -> Iterator[Problem]:
    """Find what no pairing may do, whoever made it; the order of the boards is not looked at."""
    yield from _places(question, answer)
    if answer.unopposed is None:
        yield from _swiss(question, answer)


def _seated(answer: RoundPairing) -> Counter[PairingNumber]:
    seated = Counter(tpn for pair in answer.pairs for tpn in (pair.white, pair.black))
    seated.update(list(answer.unopposed or ()))
    if answer.pab is not None:
        seated[answer.pab] += 1
    return seated


def _places(question: RoundToPair, answer: RoundPairing) -> Iterator[Problem]:
    seated = _seated(answer)
    expected = {competitor.tpn for competitor in question.competitors}
    for tpn in sorted(expected - seated.keys()):
        yield Problem("not-seated", f"player {tpn} is neither seated nor has the bye")
    for tpn in sorted(seated.keys() - expected):
        yield Problem("not-in-the-field", f"player {tpn} is seated but is not to be paired")
    for tpn, times in sorted(seated.items()):
        if times > 1:
            yield Problem("seated-twice", f"player {tpn} is seated {times} times")


def _swiss(question: RoundToPair, answer: RoundPairing) -> Iterator[Problem]:
    expected = {competitor.tpn for competitor in question.competitors}
    if (answer.pab is not None) is not question.is_odd:
        yield Problem("bye", f"{len(expected)} players and the bye for {answer.pab}", article="C.04.1 (2026) 3")
    for white, black in question.fixed:
        if Pair(white, black) not in answer.pairs:
            yield Problem("fixed-pair", f"the pair {white} - {black} was fixed and is not made")
    if answer.pab in expected and not question.repeats:
        records = question.everyone[answer.pab].history.records
        if any(record.kind is Kind.PAB for record in records):
            yield Problem("second-bye", f"player {answer.pab} already had the bye", article="C.04.1 (2026) 4")
    for pair in answer.pairs:
        if {pair.white, pair.black} <= expected:
            if not question.repeats and pair.black in question.everyone[pair.white].history.opponents:
                yield Problem("second-meeting", f"{pair.white} and {pair.black} have met", article="C.04.1 (2026) 2")
            if is_forbidden(question.forbidden, pair.white, pair.black):
                yield Problem("forbidden-pair", f"{pair.white} and {pair.black} may not meet by the event's rules")


def _order(question: RoundToPair, answer: RoundPairing) -> Iterator[Problem]:
    if list(answer.pairs) != board_order(question, answer.pairs, lambda pair: (pair.white, pair.black)):
        yield Problem("board-order", "the boards are not in publishing order", article="C.04.2 (2026) 3.6")
