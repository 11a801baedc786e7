"""Pictures of references: the test cube of ISO 9283, speed profiles, excitations."""

from armwright.report.references.page import references_page

__all__ = ["references_page"]
