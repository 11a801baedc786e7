"""All commands of the application."""

from armwright.cli import equations, export, gallery, logs, robots, scenarios, studies, sweeps
from armwright.cli.app import run

__all__ = [
    "equations",
    "export",
    "gallery",
    "logs",
    "robots",
    "run",
    "scenarios",
    "studies",
    "sweeps",
]
