"""Tie-breaks as an event or a report writes them: ``BH/C1``, ``FB/M2/P``, ``KS/L-1``; the Handbook's is ``BH-C1``."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from nextround.core.standings.editions import TieBreakEdition
from nextround.core.standings.tie_breaks import ALIASES, BY_CODE, Modifiers, TieBreak
from nextround.core.tournament import InvalidOptions, Problem

_MODIFIER = re.compile(r"([CM])([1-9])|(L)([+-]?[0-9]+)|([PFR])")


@dataclass(frozen=True, slots=True)
class RequestedTieBreak:
    """A tie-break of a list: as it was written, in capitals, the row of the table, and its modifiers."""

    code: str
    tie_break: TieBreak
    modifiers: Modifiers

    @property
    def descends(self) -> bool:
        """Whether the larger value is better."""
        return self.tie_break.ascending is self.modifiers.reversed


def read_list(
    codes: Sequence[str], edition: TieBreakEdition, *, is_round_robin: bool, pointer: str = "/tournament/tie_breaks"
) -> tuple[RequestedTieBreak, ...]:
    """Read a list of tie-breaks; raise InvalidOptions with all that are unknown (T-17) or that the text forbids."""
    found, problems = [], []
    for index, code in enumerate(codes):
        asked = _read(code)
        if isinstance(asked, str):
            problems.append(Problem("unknown-tie-break", asked, f"{pointer}/{index}"))
        elif is_round_robin and not (asked.tie_break.is_for_round_robin or edition.buchholz_in_round_robins):
            message = f"{asked.code} is not for a round robin; accepted: {', '.join(_accepted(round_robin=True))}"
            article = f"{edition.text} {asked.tie_break.article}"
            problems.append(Problem("tie-break-not-allowed", message, f"{pointer}/{index}", article))
        else:
            found.append(asked)
    if problems:
        raise InvalidOptions(problems)
    return tuple(found)


def _read(written: str) -> RequestedTieBreak | str:
    code = re.sub(r"^([A-Z]+)-([CMLPFR])", r"\1/\2", written.strip().upper())
    name, *parts = code.split("/")
    name = ALIASES.get(name, name)
    tie_break = BY_CODE.get(name)
    if tie_break is None:
        return f'unknown tie-break "{written}"; known: {", ".join(_accepted())}'
    modifiers = Modifiers()
    for part in parts:
        fits = _MODIFIER.fullmatch(part)
        if fits is None or part[0] not in tie_break.accepts:
            takes = ", ".join(_FORMS[letter] for letter in tie_break.accepts) or "none"
            return f'"{part}" is no modifier of {name}; it takes: {takes}'
        modifiers = _with(modifiers, fits)
    return RequestedTieBreak("/".join([name, *parts]), tie_break, modifiers)


def _with(modifiers: Modifiers, fits: re.Match[str]) -> Modifiers:
    cut, number, limit, shift, letter = fits.groups()
    if cut:
        return replace(modifiers, low=int(number), high=int(number) if cut == "M" else 0)
    if limit:
        return replace(modifiers, limit=int(shift))
    return replace(modifiers, **{_LETTERS[letter]: True})


_LETTERS = {"P": "forfeits_are_played", "F": "fore", "R": "reversed"}
_FORMS = {"C": "/C1 to /C9", "M": "/M1 to /M9", "L": "/L1, /L-1, …", "P": "/P", "F": "/F", "R": "/R"}


def _accepted(*, round_robin: bool = False) -> Iterable[str]:
    return (code for code, tie_break in BY_CODE.items() if tie_break.is_for_round_robin or not round_robin)
