"""TRF16 and TRF26, in and out: text and domain."""

from worker.formats.cells import Cell
from worker.formats.reading import read_trf
from worker.formats.report import Entry, Report
from worker.formats.writing import report_of, write_trf

__all__ = ["Cell", "Entry", "Report", "read_trf", "report_of", "write_trf"]
