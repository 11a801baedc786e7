"""All commands of the application."""

from armwright.cli import equations, export, gallery, identify, robots, scenarios, studies, sweeps
from armwright.cli.app import run

__all__ = [
    "equations",
    "export",
    "gallery",
    "identify",
    "robots",
    "run",
    "scenarios",
    "studies",
    "sweeps",
]
