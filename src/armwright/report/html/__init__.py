"""Reports as one HTML file that needs nothing else: no network, no scripts, no fonts."""

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
