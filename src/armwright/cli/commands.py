"""All commands of the application."""

from armwright.cli import equations, export, friction, references, robots, scenarios, studies
from armwright.cli.app import run

__all__ = [
    "equations",
    "export",
    "friction",
    "references",
    "robots",
    "run",
    "scenarios",
    "studies",
]
