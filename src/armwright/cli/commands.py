"""All commands of the application."""

from armwright.cli import (
    adaptive,
    calibrate,
    equations,
    excite,
    export,
    gallery,
    identify,
    iso9283,
    linear,
    logs,
    motors,
    replays,
    robots,
    scenarios,
    studies,
    sweeps,
)
from armwright.cli.app import run

__all__ = [
    "adaptive",
    "calibrate",
    "equations",
    "excite",
    "export",
    "gallery",
    "identify",
    "iso9283",
    "linear",
    "logs",
    "motors",
    "replays",
    "robots",
    "run",
    "scenarios",
    "studies",
    "sweeps",
]
