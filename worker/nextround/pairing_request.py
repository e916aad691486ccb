"""A round to pair, from whatever door it came: the facts, and the system and acceleration that are to pair them.

Events and reports differ in where they say what they ask for; from here on they are one. Pure, and free of frameworks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from nextround.core.pairing import PairingSystem, RoundPairing, RoundToPair, check, pair_round, round_to_pair
from nextround.core.pairing.acceleration import Acceleration
from nextround.core.tournament import InvalidTournament, Kind, PairingError, Problem, Tournament
from nextround.registry import Entry, Registry, read_options


@dataclass(frozen=True, slots=True)
class SystemAsked:
    """Which system, acceleration and options somebody asks for, by name; None or empty where nothing is said."""

    system: str | None = None
    edition: str | None = None
    acceleration: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChosenSystem:
    """A system, ready to pair, with the entries that it and the acceleration were made from."""

    entry: Entry[PairingSystem]
    system: PairingSystem
    accelerated: Entry[Acceleration] | None = None

    @property
    def acceleration(self) -> Acceleration | None:
        """The acceleration, if there is one."""
        return self.accelerated.make(self.accelerated.options()) if self.accelerated else None

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What somebody should know of the choice itself."""
        if self.entry.status != "experimental":
            return ()
        message = f"{self.entry.name} is experimental: {self.entry.title}; another program may read the rules otherwise"
        return (Problem("experimental-system", message, "/pairing/system"),)


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """One round to pair: a tournament before it, and what is to pair it; ``warnings`` are of facts and choice."""

    tournament: Tournament
    chosen: ChosenSystem
    warnings: tuple[Problem, ...] = ()

    def pair(self) -> tuple[RoundToPair, RoundPairing]:
        """Pair the round, check the result, and return it with the question that was put to the system.

        Raises InvalidTournament, NoLegalPairing, and InvariantViolation where the system broke a rule.
        """
        chosen = self.chosen
        return pair(self.tournament, chosen.system, chosen.acceleration, repeats=chosen.entry.repeats)


def chosen_system(asked: SystemAsked, systems: Registry, first_round: date | None) -> ChosenSystem:
    """Find the system and the acceleration that are asked for; ``asked.system`` is given.

    Raises UnknownSystem, InvalidOptions or InvalidTournament, with the problems of both.
    """
    errors: list[PairingError] = []
    entry = system = accelerated = None
    try:
        entry = systems.system(asked.system or "", asked.edition, first_round)
        if asked.acceleration and entry.schedule:
            message = f"{entry.name} goes by tables and is not accelerated"
            raise InvalidTournament(
                Problem("acceleration-not-allowed", message, "/pairing/acceleration", entry.article)
            )
        system = entry.make(read_options(entry.options, asked.options, entry.name))
    except PairingError as error:
        errors.append(error)
    try:
        accelerated = systems.acceleration(asked.acceleration, first_round) if asked.acceleration else None
    except PairingError as error:
        errors.append(error)
    if entry is None or system is None or errors:
        raise joined(errors)
    return ChosenSystem(entry, system, accelerated)


def requested(tournament: Tournament, chosen: ChosenSystem, warnings: tuple[Problem, ...] = ()) -> PairingRequest:
    """Put facts and choice together; raise InvalidTournament where the system needs other matches."""
    chosen.entry.require(tournament)
    return PairingRequest(tournament, chosen, (*warnings, *chosen.warnings))


def joined(errors: list[PairingError]) -> PairingError:
    """Make one error of several, of the kind of the first and with the problems of all."""
    return type(errors[0])([problem for error in errors for problem in error.problems])


def pair(
    tournament: Tournament, system: PairingSystem, acceleration: Acceleration | None = None, *, repeats: bool = False
) -> tuple[RoundToPair, RoundPairing]:
    """Pair a round with a system that is there already; see `PairingRequest.pair`.

    ``repeats`` is what the system's entry says of second meetings.
    """
    virtual_points = acceleration.virtual_points(tournament) if acceleration else None
    question = round_to_pair(tournament, virtual_points, repeats=repeats)
    if question.is_odd and Kind.PAB in question.unavailable.values():
        message = (
            "the pairing-allocated bye was given beforehand, but the players who are left are an odd number: "
            "one more of them needs an opponent, or the bye must be taken back"
        )
        raise InvalidTournament(Problem("second-pab", message, "/byes", "C.04.1 (2026) 3"))
    pairing = check(question, pair_round(system, question))
    if acceleration:
        pairing = replace(pairing, trace=(acceleration.explain(tournament), *pairing.trace))
    return question, pairing
