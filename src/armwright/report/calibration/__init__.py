"""The page of a calibration: `page.py`, with its pictures in `figures.py`."""

from armwright.report.calibration.page import circles_document, poses_document

__all__ = ["circles_document", "poses_document"]
