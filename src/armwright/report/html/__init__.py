"""Reports as one HTML file that needs nothing else: no network, no scripts, no fonts."""

from armwright.report.html.page import Page, render
from armwright.report.html.parts import (
    Chapter,
    Document,
    Equations,
    Fold,
    Part,
    Picture,
    Table,
    Text,
)

__all__ = [
    "Chapter",
    "Document",
    "Equations",
    "Fold",
    "Page",
    "Part",
    "Picture",
    "Table",
    "Text",
    "render",
]
