"""All commands of the application."""

from armwright.cli import equations, export, gallery, linear, robots, scenarios, studies, sweeps
from armwright.cli.app import run

__all__ = [
    "equations",
    "export",
    "gallery",
    "linear",
    "robots",
    "run",
    "scenarios",
    "studies",
    "sweeps",
]
