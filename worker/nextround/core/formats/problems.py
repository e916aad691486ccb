"""Where a problem stands in a report, and the faults of a reading, collected."""

from dataclasses import dataclass, field

from nextround.core.tournament import Problem


def place(line: int, column: int = 1) -> str:
    """Write a place as ``line:column``, both from 1; empty for what was not read from a file."""
    return f"{line}:{column}" if line else ""


MOST = 1_000
"""Faults, and notes, that are kept of one report: a hopeless one of megabytes has room for a million."""


@dataclass(slots=True)
class Findings:
    """What a reading finds: ``problems`` make the report unusable, ``notes`` don't. The first thousand of each."""

    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def refuse(self, code: str, line: int, column: int, message: str, article: str = "") -> None:
        """Record a fault."""
        if len(self.problems) < MOST:
            self.problems.append(Problem(code, message, place(line, column), article))

    def note(self, code: str, line: int, column: int, message: str) -> None:
        """Record something to look at."""
        if len(self.notes) < MOST:
            self.notes.append(Problem(code, message, place(line, column)))

    def add(self, others: "Findings") -> None:
        """Take over what another reading found."""
        self.problems += others.problems[: MOST - len(self.problems)]
        self.notes += others.notes[: MOST - len(self.notes)]
