"""Base parameters: the combinations of a robot's numbers that torques depend on.

Gautier 1991, Numerical calculation of the base inertial parameters: a column of the regressor that
depends on those before it is regrouped into them. Columns that are zero for every motion drop out
before any is scaled; scaled first, their rounding errors would count as one column more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.elements import is_of_body
from armwright.identify.regressor import Regressor
from armwright.robot import Robot

#: Against the largest column, what counts as zero; against its own size, what counts as dependent.
_ZERO, _DEPENDENT = 1e-10, 1e-8
#: States at which columns are compared, for each of them.
_STATES = 3
#: Which of a body's numbers stay and which are regrouped into others, as Khalil and Dombre do.
_ORDER = ("Izz", "Ixx", "Ixy", "Ixz", "Iyz", "mx", "my", "Iyy", "mz", "m")


@dataclass(frozen=True, eq=False)
class Base:
    """`columns`: those of the regressor that are independent; `matrix` (k × n): each combination of
    the n numbers, its own with 1. Y π = Y[:, columns] (matrix π)."""

    columns: tuple[int, ...]
    matrix: Array
    #: numbers without any influence
    silent: tuple[int, ...]
    #: how far apart dependent and independent columns are: small over large
    gap: float

    @property
    def size(self) -> int:
        return len(self.columns)


def base_of(found: Regressor, seed: int = 0) -> Base:
    """From random states within the joints' limits."""
    n = len(found.elements)
    count = max(_STATES * n // max(len(found.channels), 1), 40)
    q, v, a = random_states(found.robot, count, seed)
    rng = np.random.default_rng(seed + 1)
    measured = rng.normal(size=(count, len(found.channels)))
    Y = found.at(q, v, a, measured)[0].reshape(-1, n)
    size = np.linalg.norm(Y, axis=0)
    if not size.size or size.max() == 0:
        raise InputError("no number has any influence", where=f"robot '{found.robot.name}'")
    silent = np.flatnonzero(size <= _ZERO * size.max())
    order = [k for k in _ordered(found) if k not in set(silent.tolist())]
    scaled = Y[:, order] / size[order]
    independent, gap = _independent(scaled)
    kept = [order[k] for k in independent]
    rest = [k for k in order if k not in set(kept)]
    matrix = np.zeros((len(kept), n))
    matrix[np.arange(len(kept)), kept] = 1.0
    if rest:
        share = scipy.linalg.lstsq(Y[:, kept] / size[kept], Y[:, rest] / size[rest])[0]
        share[np.abs(share) < 1e-9] = 0.0
        matrix[:, rest] = share * size[rest] / size[kept][:, None]
    by_place = np.argsort(kept)
    return Base(
        tuple(int(kept[k]) for k in by_place),
        matrix[by_place],
        tuple(int(k) for k in silent),
        gap,
    )


def _independent(scaled: Array) -> tuple[list[int], float]:
    """Columns that do not depend on those before them."""
    kept: list[int] = []
    Q = np.zeros((scaled.shape[0], 0))
    smallest, largest = 1.0, 0.0
    for k in range(scaled.shape[1]):
        rest = scaled[:, k] - Q @ (Q.T @ scaled[:, k])
        rest -= Q @ (Q.T @ rest)
        length = float(np.linalg.norm(rest))
        if length > _DEPENDENT:
            kept.append(k)
            Q = np.column_stack([Q, rest / length])
            smallest = min(smallest, length)
        else:
            largest = max(largest, length)
    return kept, largest / smallest


def _ordered(found: Regressor) -> list[int]:
    """Bodies from the base outwards, each in its order; then friction and hulls; rotors last."""

    def key(k: int) -> tuple[int, int, int]:
        name = found.elements[k]
        if not is_of_body(name):
            return (2 if name.endswith("motor_inertia") else 1, k, 0)
        path, _, place = name.partition("[")
        link, _, part = path.removeprefix("links.").rpartition(".")
        index = int(place[:-1]) if place else 0
        short = {
            "mass": ("m",),
            "first_moment": ("mx", "my", "mz"),
            "inertia_at_origin": ("Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"),
        }[part][index]
        return (0, [one.name for one in found.robot.links].index(link), _ORDER.index(short))

    return sorted(range(len(found.elements)), key=key)


def random_states(robot: Robot, count: int, seed: int) -> tuple[Array, Array, Array]:
    """Positions within the limits, velocities and accelerations of a few units; (count, joints)."""
    rng = np.random.default_rng(seed)
    joints = robot.moving_joints
    low = np.array([max(joint.limits.lower, -np.pi) for joint in joints])
    high = np.array([min(joint.limits.upper, np.pi) for joint in joints])
    q = low + (high - low) * rng.random((count, len(joints)))
    return q, 2.0 * rng.normal(size=q.shape), 5.0 * rng.normal(size=q.shape)
