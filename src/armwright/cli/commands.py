"""All commands of the application."""

from armwright.cli import (
    equations,
    excite,
    export,
    gallery,
    identify,
    identify_more,
    robots,
    scenarios,
    studies,
    sweeps,
)
from armwright.cli.app import run

__all__ = [
    "equations",
    "excite",
    "export",
    "gallery",
    "identify",
    "identify_more",
    "robots",
    "run",
    "scenarios",
    "studies",
    "sweeps",
]
