"""Integrators that respect the limits of the output."""

from __future__ import annotations

import casadi as cs


def without_windup(error: cs.SX, output: cs.SX, limited: cs.SX) -> cs.SX:
    """What to integrate: the error, but 0 where it would drive a limited output further.

    Conditional integration, Åström and Hägglund 1995. `output`: before it is limited.
    """
    further = cs.logic_and(limited, error * output > 0)
    return cs.if_else(further, 0.0, error)
