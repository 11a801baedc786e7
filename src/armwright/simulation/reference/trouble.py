"""What stops the reference solver."""

from __future__ import annotations

from armwright.errors import ArmwrightError


class NoSolution(ArmwrightError):
    """The equations could not be followed any further."""
