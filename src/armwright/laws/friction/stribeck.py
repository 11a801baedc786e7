"""The Stribeck curve: dry friction falls from what it is at rest to what it is when sliding."""

from __future__ import annotations

import casadi as cs

#: Stands in for a speed of zero, where a power and its derivatives may be singular.
_SLOWEST = 1e-24


def stribeck(
    velocity: cs.SX, coulomb: cs.SX, static: cs.SX, stribeck_velocity: cs.SX, exponent: cs.SX
) -> cs.SX:
    """F_c + (F_s − F_c) e^(−|v/v_s|^δ).  Bo and Pavelescu 1982."""
    relative = velocity * (1.0 / stribeck_velocity)
    if not _even(exponent):
        relative = cs.fabs(relative)
    if not _whole(exponent):
        relative = cs.fmax(relative, _SLOWEST)
    return coulomb + (static - coulomb) * cs.exp(-(relative**exponent))


def _even(exponent: cs.SX) -> bool:
    """Known and even, as it mostly is 2: a velocity has the power of its magnitude."""
    return _whole(exponent) and all(float(e) % 2 == 0 for e in cs.vertsplit(exponent))


def _whole(exponent: cs.SX) -> bool:
    """Known and a whole number: its power is a product, without singularity."""
    return all(e.is_constant() and float(e).is_integer() for e in cs.vertsplit(exponent))
