"""TRF16 and TRF26, in and out: text and domain."""

from worker.formats.cells import Cell
from worker.formats.reading import read_trf
from worker.formats.report import Entry, Report

__all__ = ["Cell", "Entry", "Report", "read_trf"]
