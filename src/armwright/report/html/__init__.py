"""Reports as one HTML file that needs nothing else: no network, no scripts, no fonts.

`parts.py` is what a report is made of, `elements.py` each part as HTML, `page.py` the
whole, with its pictures.
"""

from armwright.report.html.page import HtmlPage, render
from armwright.report.html.parts import (
    Chapter,
    Document,
    Fold,
    Paragraph,
    Picture,
    Preformatted,
    ReportPart,
    ReportTable,
)

__all__ = [
    "Chapter",
    "Document",
    "Fold",
    "HtmlPage",
    "Paragraph",
    "Picture",
    "Preformatted",
    "ReportPart",
    "ReportTable",
    "render",
]
