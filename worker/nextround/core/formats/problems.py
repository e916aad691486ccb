"""Where a problem stands in a report, and the faults of a reading, collected."""

from dataclasses import dataclass, field

from nextround.core.tournament import Problem


def place(line: int, column: int = 1) -> str:
    """Write a place as ``line:column``, both from 1; empty for what was not read from a file."""
    return f"{line}:{column}" if line else ""


@dataclass(slots=True)
class Findings:
    """What a reading finds: ``problems`` make the report unusable, ``notes`` don't."""

    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def refuse(self, code: str, line: int, column: int, message: str, article: str = "") -> None:
        """Record a fault."""
        self.problems.append(Problem(code, message, place(line, column), article))

    def note(self, code: str, line: int, column: int, message: str) -> None:
        """Record something to look at."""
        self.notes.append(Problem(code, message, place(line, column)))
