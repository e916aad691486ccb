"""The pairing systems by name, and which edition of one is meant.

A built-in system is one line of `SYSTEMS`. An outside one is an entry point of the group `nextround.systems` that loads
an `Entry`; a name that exists is refused, never overwritten.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from enum import Enum
from functools import partial
from importlib.metadata import entry_points
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from nextround_schemas.places import MOST, clipped, pointer

from nextround.core.pairing import PairingSystem, baku
from nextround.core.pairing.acceleration import Acceleration
from nextround.core.systems import amalfi, berger, burstein, double_swiss, dubov, dutch, lim, swiss_team, vega
from nextround.core.tournament import InvalidOptions, InvalidTournament, MatchKind, Problem, Tournament, UnknownSystem

GROUP = "nextround.systems"
BUILT_IN = "built in"

Made = TypeVar("Made", covariant=True)


@dataclass(frozen=True, slots=True)
class NoOptions:
    """A system or an acceleration that has none."""


@dataclass(frozen=True, slots=True)
class Entry(Generic[Made]):
    """A pairing system or an acceleration, in one edition.

    ``name`` is unique, as in ``dutch-2026``; editions of one text share ``family``. ``since`` is the day from which the
    edition applies, by the first round of a tournament; None: from ever. ``options`` is a frozen dataclass whose fields
    have defaults, and ``make`` builds the system from one. ``schedule``: the tables of a round robin bind the system,
    and the basic rules of the Swiss systems (C.04.1) do not. ``repeats``: the system's own text lets two players meet
    again, and a player have the pairing-allocated bye again, against C.04.1 (2026) 2 and 4. ``orders_by_name``: where
    all else is equal, players stand in the order of their names. ``matches`` names the kind of matches that the system
    needs, if its rounds are not single games. ``compared`` says what its answers were held against.
    ``fixing_changes`` says why, by the system's own text, other boards may change where the arbiter fixes a pair that
    the system itself would make; empty where nothing else ever changes.
    """

    name: str
    title: str
    article: str
    make: Callable[[Any], Made]
    options: type[Any] = NoOptions
    family: str = ""
    edition: str | None = None
    since: date | None = None
    status: Literal["stable", "experimental"] = "stable"
    schedule: bool = False
    repeats: bool = False
    orders_by_name: bool = False
    matches: MatchKind | None = None
    origin: str = BUILT_IN
    compared: str = ""
    fixing_changes: str = ""

    @property
    def plugin(self) -> str:
        """The name and version of the plugin that the entry comes from; empty for a built-in one."""
        return "" if self.origin == BUILT_IN else self.origin

    def require(self, tournament: Tournament) -> None:
        """Raise InvalidTournament where the system needs matches that the tournament doesn't have."""
        if self.matches and tournament.matches != self.matches:
            message = f'{self.name} pairs matches; a tournament with matches of the kind "{self.matches}" is needed'
            raise InvalidTournament(Problem("matches-missing", message, "/tournament/matches", self.article))


SYSTEMS: tuple[Entry[PairingSystem], ...] = (
    Entry(
        "amalfi",
        "Amalfi",
        "Amalfi (2007)",
        amalfi.Amalfi,
        amalfi.Options,
        compared="worked tournaments A1 to A6, a literal reading",
    ),
    Entry(
        "vega",
        "Vega",
        "Vega (appendix F)",
        vega.Vega,
        vega.Options,
        orders_by_name=True,
        fixing_changes="who floats up is chosen by how many pairs his own group can still form (preface 2, V-6), and a "
        "fixed pair leaves it fewer",
        compared="worked tournaments V1 to V7, a literal reading",
    ),
    Entry(
        "dutch-2017",
        "FIDE (Dutch)",
        "C.04.3 (2017)",
        partial(dutch.Dutch, dutch.DUTCH_2017),
        dutch.Options,
        family="dutch",
        edition="2017",
        fixing_changes="completion is tested on the candidate that was chosen (A.9): where a fixed pair leaves another "
        "one to choose, the bracket need not be the penultimate one",
        compared="bbpPairings 5.0.1 in 2,534 rounds and more, the worked example of twelve players, a literal reading",
    ),
    Entry(
        "dutch-2026",
        "FIDE (Dutch)",
        "C.04.3 (2026)",
        partial(dutch.Dutch, dutch.DUTCH_2026),
        dutch.Options,
        family="dutch",
        edition="2026",
        since=date(2026, 2, 1),
        compared="bbpPairings 6.0.0 in 7,475 rounds and more, the worked example of twelve players, a literal reading",
    ),
    Entry(
        "dubov-2026",
        "FIDE Dubov",
        "C.04.4.1 (2026)",
        dubov.Dubov,
        dubov.Options,
        family="dubov",
        edition="2026",
        since=date(2026, 2, 1),
        compared="worked examples, a literal reading",
    ),
    Entry(
        "burstein-2026",
        "FIDE Burstein",
        "C.04.4.2 (2026)",
        partial(burstein.Burstein, dutch.Dutch(dutch.DUTCH_2026)),
        burstein.Options,
        family="burstein",
        edition="2026",
        since=date(2026, 2, 1),
        status="experimental",
        compared="worked examples, a literal reading",
    ),
    Entry(
        "double-swiss-2026",
        "FIDE Double-Swiss",
        "C.04.5 (2026)",
        double_swiss.DoubleSwiss,
        double_swiss.Options,
        family="double-swiss",
        edition="2026",
        since=date(2026, 2, 1),
        matches="two-games",
        compared="worked examples, a literal reading",
    ),
    Entry(
        "swiss-team-2026",
        "FIDE Swiss Team",
        "C.04.6 (2026)",
        swiss_team.SwissTeam,
        swiss_team.Options,
        family="swiss-team",
        edition="2026",
        since=date(2026, 2, 1),
        matches="teams",
        compared="worked examples, a literal reading",
    ),
    Entry(
        "berger",
        "Round robin by the Berger tables",
        "C.05 annex 1",
        berger.Berger,
        berger.Options,
        schedule=True,
        compared="the printed tables",
    ),
    Entry(
        "lim-2026-c1",
        "FIDE Lim, one completion of an open text",
        "C.04.4.3 (2026)",
        lim.Lim,
        lim.Options,
        status="experimental",
        fixing_changes="who floats depends on whom he could meet in the group beside his (3.2), and a fixed pair takes "
        "two of them away",
        compared="worked examples, a literal reading",
    ),
)
ACCELERATIONS: tuple[Entry[Acceleration], ...] = (
    Entry(
        "baku-2016",
        "Baku",
        "C.04.5.1 (2016)",
        lambda _: baku.Baku(baku.BAKU_2016),
        family="baku",
        edition="2016",
        compared="hand-worked groups and points",
    ),
    Entry(
        "baku-2026",
        "Baku",
        "C.04.7 (2026)",
        lambda _: baku.Baku(baku.BAKU_2026),
        family="baku",
        edition="2026",
        since=date(2026, 2, 1),
        compared="the virtual points of 47 accelerated tournaments paired by bbpPairings 6.0.0",
    ),
)


class PluginRefused(ValueError):
    """A plugin that can't be registered; the worker doesn't start with it."""


@dataclass(frozen=True, slots=True)
class Registry:
    """What there is to pair with, by name; ``experimental`` tells whether experimental systems may be asked for."""

    systems: Mapping[str, Entry[PairingSystem]]
    accelerations: Mapping[str, Entry[Acceleration]] = field(default_factory=dict)
    experimental: bool = False

    @classmethod
    def of(
        cls,
        systems: Iterable[Entry[PairingSystem]],
        accelerations: Iterable[Entry[Acceleration]] = (),
        *,
        experimental: bool = False,
    ) -> Registry:
        """Build a registry; raise PluginRefused for a second entry of one name."""
        return cls(_by_name(systems), _by_name(accelerations), experimental)

    def system(
        self, name: str, edition: str | None = None, first_round_date: date | None = None
    ) -> Entry[PairingSystem]:
        """Find a system: by its full name, or by family and edition, or by family and date of the first round.

        Raises UnknownSystem, also for an experimental one that the operator has not allowed, or InvalidOptions where
        neither edition nor date tells which edition is meant.
        """
        entry = _chosen("system", self.systems, name, edition, first_round_date)
        if entry.status == "experimental" and not self.experimental:
            message = f'"{entry.name}" is experimental; the operator must allow it with NEXTROUND_EXPERIMENTAL'
            raise UnknownSystem(Problem("experimental-system", message, "/pairing/system", entry.article))
        return entry

    def acceleration(self, name: str, first_round_date: date | None = None) -> Entry[Acceleration]:
        """Find an acceleration: by its full name, or by family and date of the first round. Raises like `system`."""
        return _chosen("acceleration", self.accelerations, name, None, first_round_date)


def registry(*, experimental: bool = False) -> Registry:
    """Register the built-in systems and the installed plugins; raise PluginRefused."""
    return Registry.of((*SYSTEMS, *_plugins()), ACCELERATIONS, experimental=experimental)


def read_options(options: type[Any], given: Mapping[str, object], system: str) -> Any:
    """Build a system's options from JSON; raise InvalidOptions with every unknown name and wrong value."""
    types = get_type_hints(options)
    known = [option.name for option in fields(options)]
    problems: list[Problem] = []
    for name, value in given.items():
        if len(problems) > MOST:  # nobody reads more, and an event has room for a million
            break
        place = pointer(("pairing", "options", name))
        if name not in known:
            accepted = f"known: {', '.join(known)}" if known else f"{system} has none"
            problems.append(Problem("unknown-option", f'unknown option "{clipped(name)}"; {accepted}', place))
        elif not _fits(value, types[name]):
            wanted = _described(types[name])
            problems.append(Problem("wrong-option", f'option "{name}" accepts {wanted}; found {_json(value)}', place))
    if problems:
        raise InvalidOptions(problems)
    return options(**{name: _converted(value, types[name]) for name, value in given.items()})


def _by_name(entries: Iterable[Entry[Made]]) -> dict[str, Entry[Made]]:
    named: dict[str, Entry[Made]] = {}
    for entry in entries:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.name):
            raise PluginRefused(f'"{entry.name}" ({entry.origin}) is no name of a system; accepted: as in dutch-2026')
        for option, wanted in get_type_hints(entry.options).items():
            if not _describable(wanted):
                raise PluginRefused(
                    f'option "{option}" of "{entry.name}" ({entry.origin}) has a type that no event can give; '
                    "accepted: bool, int, str, Literal, Enum"
                )
        if entry.name in named:
            raise PluginRefused(f'"{entry.name}" ({entry.origin}) exists already ({named[entry.name].origin})')
        named[entry.name] = entry
    return named


def _plugins() -> Iterable[Entry[PairingSystem]]:
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        origin = f"{point.dist.name} {point.dist.version}" if point.dist else "a plugin"
        try:
            entry = point.load()
        except Exception as error:
            raise PluginRefused(f'the plugin "{point.name}" ({origin}) can\'t be loaded: {error!r}') from error
        if not isinstance(entry, Entry):
            raise PluginRefused(f'the plugin "{point.name}" ({origin}) is no nextround.registry.Entry')
        yield replace(entry, origin=origin)


def _chosen(
    what: str, entries: Mapping[str, Entry[Made]], name: str, edition: str | None, first_round_date: date | None
) -> Entry[Made]:
    editions = [entry for entry in entries.values() if name in (entry.name, entry.family)]
    if not editions:
        accepted = sorted({*entries, *(entry.family for entry in entries.values() if entry.family)})
        raise UnknownSystem(
            Problem(
                f"unknown-{what}",
                f'unknown {what} "{name}"; known: {", ".join(accepted) or "none"}',
                f"/pairing/{what}",
            )
        )
    known = " and ".join(entry.edition for entry in editions if entry.edition)
    if edition is not None:
        for entry in editions:
            if entry.edition == edition:
                return entry
        message = f'"{name}" has no edition "{edition}"; known: {known or "none: leave it out"}'
        raise UnknownSystem(Problem("unknown-edition", message, "/pairing/edition"))
    if len(editions) == 1:
        return editions[0]
    if first_round_date is None:
        message = f'"{name}" has the editions {known}: name one, or give the date of the first round'
        raise InvalidOptions(Problem("edition-open", message, f"/pairing/{what}"))
    by_date = sorted(editions, key=lambda entry: entry.since or date.min)
    in_force = [entry for entry in by_date if (entry.since or date.min) <= first_round_date]
    return in_force[-1] if in_force else by_date[0]


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _fits(value: object, wanted: Any) -> bool:
    if get_origin(wanted) is Literal:
        return any(type(value) is type(accepted) and value == accepted for accepted in get_args(wanted))
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return value in [member.value for member in wanted]
    return type(value) is wanted


def _converted(value: object, wanted: Any) -> object:
    return wanted(value) if isinstance(wanted, type) and issubclass(wanted, Enum) else value


_PLAIN = {bool: "true or false", int: "a whole number", str: "a text"}


def _describable(wanted: Any) -> bool:
    return wanted in _PLAIN or get_origin(wanted) is Literal or (isinstance(wanted, type) and issubclass(wanted, Enum))


def _described(wanted: Any) -> str:
    if get_origin(wanted) is Literal:
        return " or ".join(map(_json, get_args(wanted)))
    return _PLAIN.get(wanted) or " or ".join(_json(member.value) for member in wanted)
