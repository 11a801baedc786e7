"""Polynomials, arranged so that half of the multiply-adds can run side by side."""

from __future__ import annotations

from armwright.compiler.arithmetic import Arithmetic


def polynomial(e: Arithmetic, x: str, coefficients: list[float], square: str) -> str:
    """Σ coefficients[k] x^k; `square` is x².

    Horner's rule in x², on pairs a + b x: as many instructions as plain Horner, but a chain of
    dependent ones only half as long.
    """
    pairs = []
    for low, high in zip(coefficients[::2], coefficients[1::2], strict=False):
        pairs.append(e.fma(e.constant(high), x, e.constant(low)))
    if len(coefficients) % 2:
        pairs.append(e.constant(coefficients[-1]))
    value = pairs.pop()
    while pairs:
        value = e.fma(value, square, pairs.pop())
    return value
