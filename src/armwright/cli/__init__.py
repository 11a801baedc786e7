"""The command line. Each command is one call of the library; results are printed or written."""

from armwright.cli import equations, export, friction, references, robots, scenarios, studies
from armwright.cli.app import app, main

__all__ = [
    "app",
    "equations",
    "export",
    "friction",
    "main",
    "references",
    "robots",
    "scenarios",
    "studies",
]
