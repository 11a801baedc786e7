"""How fast the springs of a plant swing: drive by drive with the others held, and all together."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import casadi as cs
import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.plant.law import Element
from armwright.plant.plant import Plant


@dataclass(frozen=True)
class DriveMode:
    """A gear's spring near its rest, in `unit` (N m/rad, or N/m at a joint that slides), on both
    sides of the gear; and how fast it swings with all other joints held, Hz: `held`, the joint
    against a motor that does not turn, and `free`, the two against each other."""

    name: str
    joint: str
    unit: str
    motor_stiffness: float
    joint_stiffness: float
    held: float
    free: float


def drive_modes(plant: Plant, joint_position: ArrayLike) -> tuple[DriveMode, ...]:
    """Of every drive with a spring of its own; none where inertia or springs are not known from the
    position alone."""
    mass = _mass(plant, joint_position)
    if mass is None:
        return ()
    roles = [one.role for one in plant.coordinates]
    found = []
    for name, row, k in _springs(plant):
        rotors = [c for c in row if roles[c] == "rotor"]
        joints = [c for c in row if roles[c] in ("driven", "passive")]
        if len(rotors) != 1 or not joints:
            continue
        rotor, joint = rotors[0], max(joints, key=lambda c: abs(row[c]))
        along = np.array([row[joint], row[rotor]])
        both = mass[np.ix_([joint, rotor], [joint, rotor])]
        squared = k * float(along @ np.linalg.solve(both, along))
        found.append(
            DriveMode(
                name,
                plant.coordinates[joint].name,
                unit="N/m" if plant.coordinates[joint].unit == "m" else "N m/rad",
                motor_stiffness=k * row[rotor] ** 2,
                joint_stiffness=k * row[joint] ** 2,
                held=_hertz(k * row[joint] ** 2 / mass[joint, joint]),
                free=_hertz(squared),
            )
        )
    return tuple(found)


def fastest_mode(plant: Plant, joint_position: ArrayLike) -> tuple[float, str] | None:
    """Of all springs together, those of the structure as well: Hz, and the coordinate that has most
    of its energy. None without springs, or as in `drive_modes`."""
    mass = _mass(plant, joint_position)
    springs = list(_springs(plant))
    if mass is None or not springs:
        return None
    stiffness = np.zeros_like(mass)
    for _, row, k in springs:
        along = np.array([row.get(c, 0.0) for c in range(len(mass))])
        stiffness += k * np.outer(along, along)
    factor = np.linalg.inv(np.linalg.cholesky(mass))
    squares, shapes = np.linalg.eigh(factor @ stiffness @ factor.T)
    # In these coordinates M is one: squares of the elements are shares of the kinetic energy.
    return _hertz(float(squares[-1])), plant.coordinates[int(np.argmax(shapes[:, -1] ** 2))].words


def _mass(plant: Plant, joint_position: ArrayLike) -> Array | None:
    """M of the coordinates with drives unloaded; None if it depends on more than the position, if
    loops say where the joints are, or if something without inertia moves."""
    if plant.loops is not None:
        return None
    count, q = plant.arrangement.free, np.asarray(joint_position, dtype=np.float64)
    places = {name: k for k, name in enumerate(plant.robot.joint_names)}
    x = np.zeros(len(plant.coordinates))
    for k, one in enumerate(plant.coordinates):
        if one.name in places:
            x[k] = q[places[one.name]]
    entries = plant.mass()
    values = cs.vertcat(*map(cs.SX, entries.values()))
    function = cs.Function("mass", [plant.x], [values], {"allow_free": True})
    if function.has_free():
        return None
    matrix = np.zeros((count, count))
    for (i, j), value in zip(entries, np.ravel(np.array(function(x))), strict=True):
        matrix[i, j] = matrix[j, i] = value
    return matrix if np.isfinite(matrix).all() and _is_positive(matrix) else None


def _is_positive(matrix: Array) -> bool:
    """Whether every motion has inertia: one of a massless link has none, and no frequency."""
    try:
        np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        return False
    return True


def _springs(plant: Plant) -> Iterator[tuple[str, dict[int, float], float]]:
    """Name, row and stiffness at rest of every channel of a spring."""
    for part in plant.elements:
        if part.energy is None:
            continue
        slopes = _at_rest(part)
        if slopes is None:
            continue
        for channel, row, k in zip(part.law.channels, part.rows, slopes, strict=True):
            numbers = {c: _number(value) for c, value in row.items()}
            if k > 0 and None not in numbers.values():
                yield channel.name, {c: v for c, v in numbers.items() if v is not None}, float(k)


def _at_rest(part: Element) -> Array | None:
    symbols = [part.displacement, part.velocity, part.state]
    function = cs.Function("k", symbols, [part.slope(part.displacement)], {"allow_free": True})
    if function.has_free():
        return None
    return np.ravel(np.array(function(*(np.zeros(one.shape) for one in symbols))))


def _number(value: object) -> float | None:
    expression = cs.SX(value)
    return float(expression) if expression.is_constant() else None


def _hertz(squared: float) -> float:
    return math.sqrt(max(squared, 0.0)) / (2 * math.pi)
