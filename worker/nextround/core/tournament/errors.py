"""What can go wrong, as types; the table of answers stands in DESIGN terms in `nextround.service`."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: what is wrong, where, by which rule, and what would be accepted.

    ``pointer`` is a JSON pointer into the event, or ``line:column`` of a report, or empty. ``article`` is empty
    where no rule text is concerned.
    """

    code: str
    message: str
    pointer: str = ""
    article: str = ""


class PairingError(Exception):
    """The round can't be answered with a pairing. Carries every problem found, not only the first."""

    def __init__(self, problems: Iterable[Problem] | Problem) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))


class InvalidTournament(PairingError):
    """The facts contradict themselves, or something that a rule needs is missing."""


class UnknownSystem(PairingError):
    """No pairing system of that name or edition; the message names what there is."""


class InvalidOptions(PairingError):
    """An option that the system doesn't know, or with a value that it doesn't accept."""


class NoLegalPairing(PairingError):
    """The rules leave no pairing: a state of the tournament, for the arbiter to decide."""


class InvariantViolation(PairingError):
    """Our own fault: the pairing breaks a rule that every pairing must keep. Never published."""
