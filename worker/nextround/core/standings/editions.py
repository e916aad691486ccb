"""The dated texts of C.07 as values: what changed between them, and nothing else."""

from dataclasses import dataclass
from datetime import date

from nextround.core.tournament import InvalidOptions, Problem


@dataclass(frozen=True, slots=True)
class TieBreakEdition:
    """A text of C.07, in force for events whose first round is on ``since`` or later.

    ``caps_dummy``: an unplayed round of one's own counts at most what 16.4.1 and 16.4.2 say; else one's own score.
    ``forfeits_stay_unplayed``: in a round robin a forfeit is no game for the tie-breaks by ratings, and a forfeit
    loss none for those by own results (the exceptions of 15.2). ``buchholz_in_round_robins``: whether the text lets
    the Buchholz family be used there (article 8, note).
    """

    name: str
    text: str
    since: date
    caps_dummy: bool
    forfeits_stay_unplayed: bool
    buchholz_in_round_robins: bool


C07_2024 = TieBreakEdition("c07-2024", "C.07 (2024)", date(2023, 9, 1), False, False, True)
C07_2026 = TieBreakEdition("c07-2026", "C.07 (2026)", date(2026, 3, 1), True, True, False)

EDITIONS = {edition.name: edition for edition in (C07_2024, C07_2026)}


def edition_of(name: str | None, first_round: date | None) -> TieBreakEdition:
    """Find the text: as asked, else by the date of the first round.

    Raises InvalidOptions for an unknown name, for no name and no date, and for an event that began before the first of
    them was in force.
    """
    known = ", ".join(EDITIONS)
    if name is not None:
        if name in EDITIONS:
            return EDITIONS[name]
        raise InvalidOptions(
            Problem(
                "unknown-edition", f'"{name}" is no edition of C.07; known: {known}', "/tournament/tie_break_edition"
            )
        )
    if first_round is None:
        message = f"which edition of C.07 holds is open: name one of {known}, or give the date of the first round"
        raise InvalidOptions(Problem("edition-open", message, "/tournament/tie_break_edition"))
    in_force = [edition for edition in EDITIONS.values() if edition.since <= first_round]
    if not in_force:
        message = f"the tie-breaks before {C07_2024.since} are not supported; ask for one of {known} by name"
        raise InvalidOptions(Problem("edition-open", message, "/tournament/tie_break_edition"))
    return in_force[-1]
