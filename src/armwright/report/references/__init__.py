"""Pictures of references: the test cube of ISO 9283, speed profiles, excitations.

`examples.py` has what is drawn; `cube.py`, `plane.py`, `speeds.py` and `spectra.py` draw it, and
`page.py` puts it on one page.
"""

from armwright.report.references.page import references_page

__all__ = ["references_page"]
