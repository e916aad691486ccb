"""Standings and tie-breaks by C.07: pure, exact, and computed only where they are asked for."""

from nextround.core.standings.editions import C07_2024, C07_2026, EDITIONS, TieBreakEdition, edition_of
from nextround.core.standings.notation import RequestedTieBreak, read_list
from nextround.core.standings.ranking import Standing, Standings, rows, standings
from nextround.core.standings.results import Results, results_of
from nextround.core.standings.tie_breaks import TIE_BREAKS, TieBreak

__all__ = [
    "C07_2024",
    "C07_2026",
    "EDITIONS",
    "TIE_BREAKS",
    "RequestedTieBreak",
    "Results",
    "Standing",
    "Standings",
    "TieBreak",
    "TieBreakEdition",
    "edition_of",
    "read_list",
    "results_of",
    "rows",
    "standings",
]
