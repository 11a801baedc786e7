"""What a sensor's counts leave of a value."""

from __future__ import annotations

import casadi as cs


def counted(value: cs.SX, resolution: cs.SX) -> cs.SX:
    """The nearest multiple of `resolution`; the value itself where that is 0."""
    counts = resolution > 0
    step = cs.if_else(counts, resolution, 1.0)
    return cs.if_else(counts, cs.floor(value / step + 0.5) * step, value)
