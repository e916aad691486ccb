"""Which system and acceleration a report is paired with: as asked, else as its record 192 says."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from nextround import service
from nextround.core.formats import Report
from nextround.core.formats.system_codes import SystemCode, acceleration_of, known_codes, system_code
from nextround.core.pairing import PairingSystem, RoundPairing, RoundToPair
from nextround.core.pairing.acceleration import Acceleration
from nextround.core.tournament import PairingError, Problem, Tournament, UnknownSystem
from nextround.registry import Entry, Registry, read_options

Found = TypeVar("Found")

_HOW_TO_NAME_THE_EDITION = Problem("hint", "--edition names it; or record 042 gives the date of the first round")

#: The acceleration that an explicit word can switch off.
NONE = "none"


class Misused(Exception):
    """The arguments of the command don't fit; the problems say which and what is accepted."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__()


@dataclass(frozen=True, slots=True)
class Asked:
    """What the arguments ask for; None where they say nothing."""

    system: str | None = None
    edition: str | None = None
    acceleration: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """A system, ready to pair, with what it was chosen from."""

    entry: Entry[PairingSystem]
    system: PairingSystem
    acceleration: Entry[Acceleration] | None
    warnings: tuple[Problem, ...] = ()

    def pair(self, tournament: Tournament) -> tuple[RoundToPair, RoundPairing]:
        """Pair the round as `service.pair` does; raise like it, and where the system needs other matches."""
        self.entry.require(tournament)
        return service.pair(tournament, self.system, self.made_acceleration(), repeats=self.entry.repeats)

    def made_acceleration(self) -> Acceleration | None:
        """Make the acceleration, if there is one."""
        return self.acceleration.make(self.acceleration.options()) if self.acceleration else None


def choose(asked: Asked, report: Report, systems: Registry) -> Choice:
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


def _chosen(asked: Asked, report: Report, systems: Registry) -> Choice:
    said = system_code(report.system_code)
    day = report.first_round_date
    given = asked.options
    if asked.system is None:
        given = {**(said.options if said else {}), **given}
        said = said or _nothing_said(report, systems)
        entry = systems.system(said.system, asked.edition or said.edition, day)
    else:
        with_edition = (asked.system, asked.edition, day)
        entry = _as_asked(lambda: systems.system(*with_edition))
    options = _as_asked(lambda: read_options(entry.options, given, entry.name))
    if asked.acceleration is not None:
        name = asked.acceleration
        acceleration = None if name == NONE else _as_asked(lambda: systems.acceleration(name, day))
    elif said and said.accelerated and not report.virtual_points:
        acceleration = systems.acceleration(acceleration_of(entry.edition), day)
    else:
        acceleration = None
    return Choice(entry, entry.make(options), acceleration, _warnings(asked, report, said, entry, systems))


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


def _as_asked(find: Callable[[], Found]) -> Found:
    try:
        return find()
    except PairingError as error:
        raise Misused(error.problems) from None


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


def _warnings(
    asked: Asked, report: Report, said: SystemCode | None, entry: Entry[PairingSystem], systems: Registry
) -> tuple[Problem, ...]:
    """Warn where the system is experimental, and where an argument sets the record 192 aside."""
    if entry.status == "experimental":
        return (Problem("experimental-system", f"{entry.name} is experimental: {entry.title}"),)
    if asked.system is None or not report.system_code:
        return ()
    try:
        if said and systems.system(said.system, said.edition, report.first_round_date) is entry:
            return ()
    except PairingError:
        pass
    return (Problem("overruled", f"record 192 says {report.system_code}; paired with {entry.name}, as asked"),)
