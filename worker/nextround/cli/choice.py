"""Which system and acceleration a report is paired with: as asked, else as its record 192 says."""

import json

from nextround.core.formats import Report
from nextround.core.formats.system_codes import SystemCode, acceleration_of, known_codes, system_code
from nextround.core.pairing import PairingSystem
from nextround.core.tournament import PairingError, Problem, UnknownSystem
from nextround.pairing_request import ChosenSystem, SystemAsked, chosen_system
from nextround.registry import Entry, Registry

_HOW_TO_NAME_THE_EDITION = Problem("hint", "--edition names it; or record 042 gives the date of the first round")

#: The acceleration that an explicit word can switch off.
NONE = "none"


class Misused(Exception):
    """The arguments of the command don't fit; the problems say which and what is accepted."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__()


#: What was chosen, and the notes of the choice.
Chosen = tuple[ChosenSystem, tuple[Problem, ...]]


def choose(asked: SystemAsked, report: Report, systems: Registry) -> Chosen:
    """Choose for a report. The argument wins over the record 192, and virtual points of the file over its _BAKU.

    Raises Misused for what the arguments got wrong, UnknownSystem or InvalidOptions for what the file did.
    """
    try:
        return _chosen(asked, report, systems)
    except (Misused, PairingError) as error:
        if all(problem.code != "edition-open" for problem in error.problems):
            raise
        unread = tuple(note for note in report.notes if note.code == "date")
        raise type(error)((*error.problems, *unread, _HOW_TO_NAME_THE_EDITION)) from None


def _chosen(asked: SystemAsked, report: Report, systems: Registry) -> Chosen:
    said = system_code(report.system_code)
    day = report.first_round_date
    given = asked.options
    if asked.system is None:
        given = {**(said.options if said else {}), **given}
        said = said or _nothing_said(report, systems)
    try:
        names = asked.system, asked.edition
        if asked.system is None and said:
            names = said.system, asked.edition or said.edition
        entry = systems.system(names[0] or "", names[1], day)
        acceleration = None if asked.acceleration == NONE else asked.acceleration
        if asked.acceleration is None and said and said.accelerated and not report.virtual_points:
            acceleration = acceleration_of(entry.edition)
        chosen = chosen_system(SystemAsked(*names, acceleration, given), systems, day)
    except PairingError as error:
        if asked == SystemAsked():
            raise
        raise Misused(error.problems) from None
    return chosen, _overruled(asked, report, said, entry, systems)


def read_pairs(pairs: list[str]) -> dict[str, object]:
    """Read ``name=value`` arguments; a value that is JSON is taken as such, else as a text. Raises Misused."""
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise Misused((Problem("option", f"--option {pair!r}; accepted is name=value"),))
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def _nothing_said(report: Report, systems: Registry) -> SystemCode:
    known = ", ".join(systems.systems)
    if not report.system_code:
        raise Misused((Problem("system", f"--system is missing, and the file has no record 192; known are {known}"),))
    raise UnknownSystem(
        Problem(
            "unknown-system",
            f"record 192 says {report.system_code}; known are {', '.join(known_codes())}; or name one of {known} with "
            "--system",
        )
    )


def _overruled(
    asked: SystemAsked, report: Report, said: SystemCode | None, entry: Entry[PairingSystem], systems: Registry
) -> tuple[Problem, ...]:
    """Warn where an argument sets the record 192 aside."""
    if asked.system is None or not report.system_code:
        return ()
    try:
        if said and systems.system(said.system, said.edition, report.first_round_date) is entry:
            return ()
    except PairingError:
        pass
    return (Problem("overruled", f"record 192 says {report.system_code}; paired with {entry.name}, as asked"),)
