"""Ripple of torques and resolvers, as S0 writes it, from the settings of the blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from armwright.arrays import Array


def torque_ripple(p: Mapping[str, Any], angle: Array, torque: Array) -> Array:
    """τ_r of motor angles and torques (…, 2).  S0 (3.1)."""
    A, C, phase = (np.asarray(p[f"current_{name}"]) for name in ("ripple", "order", "phase"))
    total: Array = A * np.sin(C * angle + phase) * torque
    for k in (1, 2, 3):
        A, T, phase = (np.asarray(p[f"{name}_{k}"]) for name in ("ripple", "order", "phase"))
        total = total + A * np.sin(T * angle + phase)
    return total


def resolver_ripple(p: Mapping[str, Any], angle: Array) -> Array:
    """R of motor angles (…, 2).  S0 (3.2)."""
    first, second = np.asarray(p["ripple_1"]), np.asarray(p["ripple_2"])
    ripple: Array = first * np.sin(angle) + second * np.sin(2 * angle + np.asarray(p["phase_2"]))
    return ripple
