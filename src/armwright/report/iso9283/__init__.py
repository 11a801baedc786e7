"""The report of the tests of ISO 9283: `page.py` has its chapters, `figures.py` its pictures,
`certificate.py` what stands in the file beside it."""

from armwright.report.iso9283.certificate import certificate_json, certificate_page
from armwright.report.iso9283.page import IsoReport, iso_document

__all__ = ["IsoReport", "certificate_json", "certificate_page", "iso_document"]
