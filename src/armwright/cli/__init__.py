"""The command line. Each command is one call of the library; results are printed or written."""

from armwright.cli import friction, references, robots, scenarios
from armwright.cli.app import app, main

__all__ = ["app", "friction", "main", "references", "robots", "scenarios"]
