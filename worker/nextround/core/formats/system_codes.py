"""The codes of record 192, and what they are called here."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class SystemCode:
    """What a 192 code asks for; ``edition`` is None where the date of the first round decides."""

    system: str
    edition: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    accelerated: bool = False


_BAKU = "_BAKU"
_CYCLES = re.compile(r"BERGER_ROUNDROBIN_G([1-9]\d?)", re.ASCII)

#: By code, without an acceleration. The drafts of TRF26 and bbpPairings 6.0.0 wrote 2025 where the format says 2026.
#: Of the double round robins the one of FIDE changes over the last two rounds of the first cycle.
_SYSTEMS = {
    "FIDE_DUTCH": SystemCode("dutch"),
    "FIDE_DUTCH_2017": SystemCode("dutch", "2017"),
    "FIDE_DUTCH_2025": SystemCode("dutch", "2026"),
    "FIDE_DUTCH_2026": SystemCode("dutch", "2026"),
    "FIDE_DUBOV": SystemCode("dubov"),
    "FIDE_BURSTEIN": SystemCode("burstein"),
    "FIDE_DOUBLESWISS": SystemCode("double-swiss"),
    "BERGER_ROUNDROBIN": SystemCode("berger"),
    "BERGER_DOUBLEROUNDROBIN": SystemCode("berger", options={"cycles": 2, "exchange": False}),
    "FIDE_ROUNDROBIN": SystemCode("berger"),
    "FIDE_DOUBLEROUNDROBIN": SystemCode("berger", options={"cycles": 2, "exchange": True}),
}

#: C.04.6, D14: FIDE_TEAM alone is type A, but with scores and without a type nobody has a preference.
_SYSTEMS |= {
    f"FIDE_TEAM{kind}{scores}": SystemCode(
        "swiss-team", options={"preferences": kind[-1:] or ("none" if scores else "A")}
    )
    for kind in ("", "_TYPEA", "_TYPEB")
    for scores in ("", "_MP", "_GP", "_MP_GP", "_GP_MP")
}

#: The text of the acceleration that was in force with an edition of a system; else the date tells.
_ACCELERATIONS = {"2017": "baku-2016", "2026": "baku-2026"}


def system_code(code: str) -> SystemCode | None:
    """Read a 192 code; None for one that names no system here."""
    if found := _CYCLES.fullmatch(code):
        return SystemCode("berger", options={"cycles": int(found[1]), "exchange": False})
    base = code.removesuffix(_BAKU)
    system = _SYSTEMS.get(base)
    accelerated = base != code
    if system is None or (accelerated and system.system == "berger"):
        return None
    return replace(system, accelerated=accelerated)


def code_of(system: str, edition: str | None) -> str | None:
    """Write the 192 code of a system with its default options; None where the format has none."""
    named = [code for code, found in _SYSTEMS.items() if found == SystemCode(system, edition) and "_2025" not in code]
    return next(iter(named), next((code for code, found in _SYSTEMS.items() if found == SystemCode(system)), None))


def acceleration_of(edition: str | None) -> str:
    """Name the Baku acceleration that goes with the edition of a system."""
    return _ACCELERATIONS.get(edition or "", "baku")


def known_codes() -> tuple[str, ...]:
    """List the codes that are read; to each of a Swiss system _BAKU may be added."""
    return tuple(_SYSTEMS)
