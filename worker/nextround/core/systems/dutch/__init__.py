"""The FIDE (Dutch) System, C.04.3, in two editions of one engine."""

from nextround.core.systems.dutch.editions import DUTCH_2017, DUTCH_2026, Edition
from nextround.core.systems.dutch.engine import Dutch, Options

__all__ = ["DUTCH_2017", "DUTCH_2026", "Dutch", "Edition", "Options"]
