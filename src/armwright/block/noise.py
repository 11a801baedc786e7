"""Random numbers without memory: a function of (seed, stream, channel, tick) in plain arithmetic.

Two halves of 26 bits go through a Feistel network. Every product stays below 2⁵³, so that doubles
are exact, and lanes, single runs and exported code agree to the last bit.
"""

from __future__ import annotations

import math

import casadi as cs

_BITS = 26
_HALF = float(2**_BITS)
_ROUNDS = 8
#: Added in each round: digits of π and e.
_CONSTANTS = (14159265, 35897932, 38462643, 38327950, 28841971, 27182818, 28459045, 23536028)


def uniform_pair(seed: cs.SX, stream: int, channel: int, tick: cs.SX) -> tuple[cs.SX, cs.SX]:
    """Two independent numbers in (0, 1)."""
    left = _wrapped(tick + float((stream * 40503 + channel * 9973) % 2**_BITS))
    right = _wrapped(seed * 2654435.0 + float(stream // 64 % 2**_BITS) + 7919.0 * channel)
    high = cs.floor(tick / _HALF)  # a tick beyond 2²⁶ still counts
    for k in range(_ROUNDS):
        left, right = right, _wrapped(left + _scrambled(right, k) + (high if k == 0 else 0.0))
    return (left + 0.5) / _HALF, (right + 0.5) / _HALF


def normal(seed: cs.SX, stream: int, channel: int, tick: cs.SX) -> cs.SX:
    """A standard normal number (Box and Muller 1958)."""
    u, w = uniform_pair(seed, stream, channel, tick)
    return cs.sqrt(-2.0 * cs.log(u)) * cs.cos(2.0 * math.pi * w)


def _scrambled(half: cs.SX, k: int) -> cs.SX:
    """The middle bits of a near-square: they depend on all bits of `half`, and not linearly."""
    return cs.floor(half * (half + float(_CONSTANTS[k])) / 2.0**13)


def _wrapped(value: cs.SX) -> cs.SX:
    """The value modulo 2²⁶."""
    return value - _HALF * cs.floor(value / _HALF)
