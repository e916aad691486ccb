"""One round of a report beside the pairing of the rules: what differs, how gravely, and by which rule."""

from collections.abc import Iterable
from dataclasses import dataclass

from nextround.cli.asking import Wanted, recorded
from nextround.cli.inputs import described, of_report
from nextround.core.formats import Report
from nextround.core.pairing import RoundPairing
from nextround.core.pairing.judging import Level, judged
from nextround.core.tournament import Kind, NoLegalPairing
from nextround.explain.why import said_of
from nextround.pairing_request import ChosenSystem, requested


@dataclass(frozen=True, slots=True)
class Difference:
    """A round that is not paired as the file has it: the boards that differ, White first, and the byes.

    ``got`` is None where nothing was paired; then ``reason`` says why. ``level`` says how grave it is: ``illegal``,
    what the file has may not be; ``worse``, a criterion is met less well; ``later``, all criteria are equal, and the
    order of candidates or the colours are not those of the rules; ``other``, a decision is another, and the system has
    no criteria to compare by. ``reason`` is then what decides, by ``article``.
    """

    file: str
    round: int
    expected: tuple[str, ...]
    got: tuple[str, ...] | None
    reason: str | None = None
    level: Level | None = None
    article: str = ""

    def comment(self, text: str) -> str:
        """Write the comment with which a report says that the round was paired by hand; ``text`` names the rules."""
        theirs = " ".join(self.expected) or "nothing"
        if self.got is None:
            return f"### Round {self.round}: {theirs} was paired by hand; by {text} there is no pairing: {self.reason}"
        ours = " ".join(self.got) or "nothing"
        return f"### Round {self.round}: {theirs} was paired by hand instead of {ours} by {text}; {self.said}"

    @property
    def said(self) -> str:
        """The level, the reason and the article."""
        return f"{self.level}: {self.reason}" + (f" [{self.article}]" if self.article else "")


def compared(file: str, report: Report, number: int, wanted: Wanted, chosen: ChosenSystem) -> Difference | None:
    """Pair a round again and compare; None where it is the same. Raises PairingError where that can't be."""
    theirs = recorded(report, number)
    expected = _written(theirs)
    tournament = report.tournament(
        number, number_of_rounds=wanted.number_of_rounds, initial_colour=wanted.initial_colour
    )
    try:
        question, answer = requested(tournament, chosen).pair()
    except NoLegalPairing as error:
        return Difference(file, number, expected, None, "; ".join(described(of_report(error.problems))))
    got = _written(answer)
    missing, added = _without(expected, got), _without(got, expected)
    if not missing and not added:
        return None
    pabs = [tpn for tpn, record in sorted(report.column(number).items()) if record.kind is Kind.PAB]
    if len(pabs) > 1:
        reason = f"{', '.join(map(str, pabs))} all have the pairing-allocated bye; one player at most can have it"
        return Difference(file, number, missing, added, reason, "illegal", "C.04.1 (2026) 3")
    verdict = judged(chosen.system, question, answer, theirs)
    if verdict is None:
        return Difference(file, number, missing, added)
    return Difference(file, number, missing, added, said_of(verdict), verdict.level, verdict.article)


def _written(answer: RoundPairing) -> tuple[str, ...]:
    games = tuple(f"{pair.white}-{pair.black}" for pair in answer.pairs)
    return games if answer.pab is None else (*games, f"{answer.pab} bye")


def _without(boards: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    known = frozenset(others)
    return tuple(board for board in boards if board not in known)
