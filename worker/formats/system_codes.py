"""The codes of record 192, and what they are called here."""

from dataclasses import dataclass

_BAKU = "_BAKU"

#: Code of record 192 without its acceleration: system and edition; None: the date of the first round tells. The
#: drafts of TRF26 and bbpPairings 6.0.0 wrote 2025 where the format says 2026.
_SYSTEMS: dict[str, tuple[str, str | None]] = {
    "FIDE_DUTCH": ("dutch", None),
    "FIDE_DUTCH_2017": ("dutch", "2017"),
    "FIDE_DUTCH_2025": ("dutch", "2026"),
    "FIDE_DUTCH_2026": ("dutch", "2026"),
    "FIDE_DUBOV": ("dubov", None),
    "FIDE_BURSTEIN": ("burstein", None),
    "FIDE_DOUBLESWISS": ("double-swiss", None),
    "BERGER_ROUNDROBIN": ("berger", None),
    "FIDE_ROUNDROBIN": ("berger", None),
}

#: The text of the acceleration that was in force with an edition of a system; else the date tells.
_ACCELERATIONS = {"2017": "baku-2016", "2026": "baku-2026"}


@dataclass(frozen=True, slots=True)
class SystemCode:
    """What a 192 code asks for; ``edition`` is None where the date decides."""

    system: str
    edition: str | None = None
    accelerated: bool = False


def system_code(code: str) -> SystemCode | None:
    """Read a 192 code; None for one that names no system here."""
    base = code.removesuffix(_BAKU)
    if base not in _SYSTEMS:
        return None
    system, edition = _SYSTEMS[base]
    return SystemCode(system, edition, accelerated=base != code)


def acceleration_of(edition: str | None) -> str:
    """Name the Baku acceleration that goes with the edition of a system."""
    return _ACCELERATIONS.get(edition or "", "baku")


def known_codes() -> tuple[str, ...]:
    """List the codes that are read; to each of a Swiss system _BAKU may be added."""
    return tuple(_SYSTEMS)
