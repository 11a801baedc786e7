"""From 0 to 1 without a jolt."""

from __future__ import annotations

from armwright.blocks.references.profile import Number, Progress


def eased(x: Number) -> Progress:
    """w = 10x³ − 15x⁴ + 6x⁵ for x from 0 to 1, w′ and w″: both are zero at 0 and at 1."""
    return Progress(
        x**3 * (10 + x * (6 * x - 15)), 30 * (x * (1 - x)) ** 2, 60 * x * (1 - x) * (1 - 2 * x)
    )
