"""All commands of the application."""

from armwright.cli import equations, export, gallery, iso9283, robots, scenarios, studies, sweeps
from armwright.cli.app import run

__all__ = [
    "equations",
    "export",
    "gallery",
    "iso9283",
    "robots",
    "run",
    "scenarios",
    "studies",
    "sweeps",
]
