"""Rounding to integers in a way that every CPU can do in lanes."""

from __future__ import annotations

from armwright.compiler.arithmetic import Arithmetic

#: Doubles of this size have no fraction: adding it rounds, and leaves the integer in the low bits.
ROUNDER = 1.5 * 2.0**52


def round_product(e: Arithmetic, x: str, factor: float, bias: int = 0) -> tuple[str, str]:
    """The integer next to x factor, as a double; and bits of which the lowest are those of this
    integer plus `bias`. Good for results below 2^51."""
    rounder = e.constant(ROUNDER + bias)
    shifted = e.fma(x, e.constant(factor), rounder)
    return e.sub(shifted, rounder), e.bits(shifted)
