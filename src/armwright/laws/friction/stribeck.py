"""The Stribeck curve: dry friction falls from what it is at rest to what it is when sliding."""

from __future__ import annotations

import casadi as cs

#: Stands in for a speed of zero, where a power and its derivatives may be singular.
_SLOWEST = 1e-24
#: Powers of e beyond this are zero beside any friction; subnormal numbers would be slow.
_LEAST = -690.0


def stribeck(
    speed: cs.SX, coulomb: cs.SX, static: cs.SX, stribeck_velocity: cs.SX, exponent: cs.SX
) -> cs.SX:
    """F_c + (F_s − F_c) e^(−(speed/v_s)^δ).  Bo and Pavelescu 1982."""
    relative = speed * (1.0 / stribeck_velocity)
    if not _whole(exponent):
        relative = cs.fmax(relative, _SLOWEST)
    return coulomb + (static - coulomb) * cs.exp(_at_least(-(relative**exponent)))


def _at_least(power: cs.SX) -> cs.SX:
    """Not below _LEAST; written so that its derivative needs no division, as that of fmax does."""
    return cs.if_else(power > _LEAST, power, _LEAST)


def _whole(exponent: cs.SX) -> bool:
    """Known and a whole number: its power is a product, without singularity."""
    return all(e.is_constant() and float(e).is_integer() for e in cs.vertsplit(exponent))
