"""All commands of the application."""

from armwright.cli import calibrate, equations, export, gallery, robots, scenarios, studies, sweeps
from armwright.cli.app import run

__all__ = [
    "calibrate",
    "equations",
    "export",
    "gallery",
    "robots",
    "run",
    "scenarios",
    "studies",
    "sweeps",
]
