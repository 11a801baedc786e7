"""S4's motion (figure 5.11): a large fast move, back at medium speed, three small holes slowly.

The whole arm moves. Amplitudes and times are not published: assumed such that joint 3 comes near
its largest speed, and that a cycle takes the 5 s after which "these three steps are repeated".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.robot import Robot

#: s, of one cycle; of the fast move, of the way back, of each hole; and the rest after each.
CYCLE, FAST, BACK, HOLE, REST = 5.0, 0.8, 1.25, 0.85, 0.08
#: Where the moves begin and end, in rad; m: radii of the holes.
HERE = np.array([-0.35, 1.75, -0.55, 0.0, 0.35, 0.0])
THERE = np.array([0.45, 1.05, 0.75, 0.5, -0.25, 0.6])
RADII = (0.012, 0.018, 0.024)


@dataclass(frozen=True, eq=False)
class CycleMotion:
    """Samples (N,) and (N, joints)."""

    time: Array
    q: Array
    v: Array
    a: Array

    @property
    def step(self) -> float:
        return float(self.time[1] - self.time[0])


def cycles(robot: Robot, duration: float, rate: float = 1000.0) -> CycleMotion:
    """As many cycles as there is time for, sampled."""
    time = np.arange(round(duration * rate)) / rate
    t = time % CYCLE
    q, v, a = (np.tile(one, (len(t), 1)) for one in (HERE, 0 * HERE, 0 * HERE))
    first = 0.0
    for length, sign in ((FAST, 1.0), (BACK, -1.0)):
        s = _smooth((t - first) / length)
        way = sign * (THERE - HERE)
        for total, part, power in zip((q, v, a), s, range(3), strict=True):
            total += np.outer(part / length**power, way)
        first += length + REST
    plane = _plane(robot)
    for radius in RADII:
        phi = _smooth((t - first) / HOLE)
        for total, part in zip((q, v, a), _circle(phi, HOLE, radius), strict=True):
            total += part @ plane.T
        first += HOLE + REST
    return CycleMotion(time, q, v, a)


def _smooth(x: Array) -> tuple[Array, Array, Array]:
    """From 0 to 1 by a polynomial of fifth order, at rest at both ends: value and derivatives."""
    x = np.clip(x, 0.0, 1.0)
    return (
        x**3 * (10 - 15 * x + 6 * x**2),
        30 * x**2 * (1 - x) ** 2,
        60 * x * (1 - x) * (1 - 2 * x),
    )


def _circle(phi: tuple[Array, Array, Array], time: float, radius: float) -> list[Array]:
    """Once round, from its rightmost point: position, velocity and acceleration in its plane."""
    turn = 2 * np.pi
    angle, rate, change = turn * phi[0], turn * phi[1] / time, turn * phi[2] / time**2
    x, y = np.cos(angle), np.sin(angle)
    return [
        radius * np.stack([x - 1, y], axis=1),
        radius * np.stack([-y * rate, x * rate], axis=1),
        radius * np.stack([-x * rate**2 - y * change, -y * rate**2 + x * change], axis=1),
    ]


def _plane(robot: Robot) -> Array:
    """Joint motions for m of the tool along x and z, (joints, 2), the hand not turned: small enough
    for the Jacobian of one position."""
    J = np.asarray(compile(robot).jacobian(HERE))
    wanted = np.zeros((6, 2))
    wanted[0, 0] = wanted[2, 1] = 1.0
    found: Array = np.linalg.pinv(J) @ wanted
    return found
