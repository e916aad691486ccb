"""TRF16 and TRF26, in and out: text and domain."""

from nextround.core.formats.cells import Cell
from nextround.core.formats.reading import read_trf
from nextround.core.formats.report import PlayerLine, Report
from nextround.core.formats.writing import report_of, write_trf

__all__ = ["Cell", "PlayerLine", "Report", "read_trf", "report_of", "write_trf"]
