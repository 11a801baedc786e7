"""The page of a calibration: `page.py`, with its pictures in `figures.py`; `tables.py` has what
programs read."""

from armwright.report.calibration.page import circles_document, poses_document
from armwright.report.calibration.tables import circles_data, poses_data

__all__ = ["circles_data", "circles_document", "poses_data", "poses_document"]
