"""A log for a person to look at: `tables.py` (printed) and `pictures.py`, one for each signal."""

from armwright.report.logs.pictures import draw_log
from armwright.report.logs.tables import log_parts

__all__ = ["draw_log", "log_parts"]
