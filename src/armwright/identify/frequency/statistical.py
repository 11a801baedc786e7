"""Springs as a motion of some size sees them: a line through the law, weighted by how often each
deflection occurs.

For a normal Δ the slope of that line, cov(Δ, τ)/var(Δ), is the mean of the law's own slope (Stein),
so that a law is replaced by its mean over Δ + σ ξ, ξ standard normal, and then linearised as any
other. A cubic spring gets K₁ + 3 K₂ (μ² + σ²), S4 4.4.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

import casadi as cs
import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.plant import Plant
from armwright.plant.law import Element

#: Points of the Gauss-Hermite rule; it is exact for polynomials up to degree 13.
POINTS = 7


@dataclass(frozen=True, eq=False)
class SmoothedSprings:
    """`plant`: with springs that are replaced by their means. `spread`: σ of the deflection of each
    channel of a spring, in the order of `channels`, rad on the spring's own side."""

    plant: Plant
    spread: cs.SX
    channels: tuple[str, ...]


def springs_of(plant: Plant) -> list[Element]:
    """The laws that are springs."""
    return [part for part in plant.elements if part.law.family == "spring"]


def smoothed(plant: Plant) -> SmoothedSprings:
    """The same plant as it is for motions of some size."""
    names = [one.path for part in springs_of(plant) for one in part.law.channels]
    spread = cs.SX.sym("spread", len(names))
    x, v = cs.vertsplit(plant.x), cs.vertsplit(plant.v)
    places, weights = np.polynomial.hermite_e.hermegauss(POINTS)
    weights = weights / weights.sum()
    torques, first = [], 0
    for part, torque in zip(plant.elements, plant.torques, strict=True):
        if part.law.family != "spring":
            torques.append(torque)
            continue
        sigma = spread[first : first + part.size]
        first += part.size
        mean = cs.SX.zeros(part.size)
        for place, weight in zip(places, weights, strict=True):
            shifted = part.along(x) + place * sigma
            mean += weight * part.at([part.torque], shifted, part.along(v), part.state)[0]
        torques.append(mean)
    other = copy(plant)
    other.__dict__["torques"] = tuple(torques)  # in place of the cached property
    return SmoothedSprings(other, spread, tuple(names))


def deflection_rows(plant: Plant) -> cs.SX:
    """The deflection of each channel of a spring = these rows · x."""
    rows = [plant.directions(part) for part in springs_of(plant)]
    return cs.vertcat(*rows) if rows else cs.SX(0, len(plant.coordinates))


def equivalent_stiffness(deflection: ArrayLike, torque: ArrayLike) -> float:
    """cov(Δ, τ)/var(Δ) of samples, or of a histogram's entries: the slope of the line through a
    spring's law that fits best where the spring was (S4, figure 4.9)."""
    d = np.asarray(deflection, dtype=np.float64).ravel()
    t: Array = np.asarray(torque, dtype=np.float64).ravel()
    if d.shape != t.shape or d.size < 2 or not np.var(d) > 0:
        raise InputError(
            "no line goes through these samples",
            where="equivalent_stiffness",
            got=f"{d.size} deflections and {t.size} torques",
            expected="as many of both, deflections that differ",
        )
    return float(np.cov(d, t)[0, 1] / np.var(d, ddof=1))
