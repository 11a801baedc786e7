"""Something that acts for a while."""

from __future__ import annotations

import casadi as cs


def during(time: cs.SX, begin: cs.SX, end: cs.SX, value: cs.SX) -> cs.SX:
    """The value for begin ≤ time < end, else 0."""
    return cs.if_else(cs.logic_and(time >= begin, time < end), value, 0.0)
