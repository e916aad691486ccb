"""Every system that there is, by name: the built-in ones, those that are installed, and the plugin of the examples."""

import nextround_keizer
import pytest
from nextround.core.pairing import PairingSystem, RoundToPair, round_to_pair
from nextround.core.tournament import Tournament
from nextround.registry import registry

ENTRIES = {entry.name: entry for entry in (*registry(experimental=True).systems.values(), nextround_keizer.ENTRY)}
SYSTEMS_BY_NAME: dict[str, PairingSystem] = {name: entry.make(entry.options()) for name, entry in ENTRIES.items()}


def _each(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("system", [SYSTEMS_BY_NAME[name] for name in names], ids=names)


each_system = _each(*ENTRIES)
#: Those to which the basic rules of C.04.1 apply; the others keep to the tables of a round robin.
each_swiss = _each(*(name for name, entry in ENTRIES.items() if not entry.schedule))
each_without_repeats = _each(*(name for name, entry in ENTRIES.items() if not entry.schedule and not entry.repeats))


def ask(system: PairingSystem, facts: Tournament) -> RoundToPair:
    """Put the question as the system's entry wants it."""
    [entry] = [ENTRIES[name] for name, made in SYSTEMS_BY_NAME.items() if made is system]
    return round_to_pair(facts, repeats=entry.repeats)
