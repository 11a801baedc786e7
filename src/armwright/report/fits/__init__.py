"""A fit as a page: what was found and how certain it is, what the data does not show, how well it
predicts. `page.py` has the report, `figures.py` its pictures, `files.py` what is written."""

from armwright.report.fits.files import fit_contents, write_fit
from armwright.report.fits.page import fit_document

__all__ = ["fit_contents", "fit_document", "write_fit"]
