"""An arm as a Python module that needs numpy alone."""

from armwright.export.python.module import python

__all__ = ["python"]
