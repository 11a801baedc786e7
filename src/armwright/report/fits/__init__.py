"""A fit as a page: what was found and how certain it is, what the data does not show, how well it
predicts. `page.py` has the report, `figures.py` its pictures, `files.py` what is written,
`tables.py` what programs read."""

from armwright.report.fits.files import fit_contents, write_fit
from armwright.report.fits.page import fit_document
from armwright.report.fits.tables import fit_data, structures_data

__all__ = ["fit_contents", "fit_data", "fit_document", "structures_data", "write_fit"]
