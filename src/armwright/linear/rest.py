"""Where a plant rests: its joints where they shall be, springs and motors carrying the weight."""

from __future__ import annotations

import casadi as cs
import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.linear.evaluation import Evaluated
from armwright.linear.expressions import (
    POSITION,
    filled,
    mode_symbol,
    multiplier_symbol,
    residual,
)
from armwright.linear.friction import free_numbers
from armwright.linear.model import OperatingPoint
from armwright.multibody.derivatives import slope
from armwright.plant import Plant
from armwright.plant.loop_structure import closed_somewhere
from armwright.plant.plant import MOTOR_TORQUE

_ITERATIONS = 50
#: What may be left of the equations, in units of what each is about.
_SMALL = 1e-9


def at_rest(plant: Plant, joints: ArrayLike | None) -> OperatingPoint:
    """`joints`: (…, joints), rad or m; None: zero. Driven joints are there exactly; passive ones
    start there and settle, as do elastic axes and motors behind springs."""
    q = _joint_positions(plant, joints)
    multipliers = multiplier_symbol(plant)
    known = len(plant.motor_names) + multipliers.shape[0]
    x, torque = _closed(plant, _followed(plant, q)), np.zeros((*q.shape[:-1], known))
    loose = plant.arrangement.places("elastic", "passive", "dependent", "rotor", "shaft")
    equations = _equations(plant, loose, multipliers)
    unknown = np.concatenate([x[..., loose], torque], axis=-1)
    best, left = unknown, np.full(q.shape[:-1], np.inf)
    for _ in range(_ITERATIONS):
        x[..., loose], torque = unknown[..., : len(loose)], unknown[..., len(loose) :]
        found = equations({POSITION: x, "forces": torque})
        r, J = found["residual"][..., 0], found["slope"]
        scale = np.linalg.norm(J, axis=-1)
        scale = np.divide(1.0, scale, out=np.zeros_like(scale), where=scale > 0)
        size = np.linalg.norm(r * scale, axis=-1)
        better = size < left
        if not better.any():
            break
        best = np.where(better[..., None], unknown, best)
        left = np.where(better, size, left)
        inverse = np.linalg.pinv(J * scale[..., None], rcond=1e-12)
        unknown = best - np.where(better[..., None], _product(inverse, r * scale), 0.0)
    if not (left < _SMALL).all():
        worst = np.unravel_index(int(np.argmax(left)), left.shape) if left.shape else ()
        raise InputError(
            "found no position at rest",
            where=f"robot '{plant.robot.name}'",
            got=f"joints at {np.round(q[worst], 6).tolist()}",
            expected="passive joints near an equilibrium, and a motor for every other joint",
        )
    x[..., loose], torque = best[..., : len(loose)], best[..., len(loose) :]
    return OperatingPoint(x, np.zeros_like(x), torque[..., : len(plant.motor_names)])


def _closed(plant: Plant, x: Array) -> Array:
    """With closed loops, the coordinates that follow from others changed."""
    if plant.loops is None:
        return x
    numbers, dependent = plant.loops.numbers, plant.arrangement.places("dependent")
    own, found = list(free_numbers(plant).values()), x.copy()
    for place in np.ndindex(x.shape[:-1]):
        found[place] = closed_somewhere(numbers, x[place], dependent, plant.robot.name, own)
    return found


def _equations(plant: Plant, loose: list[int], multipliers: cs.SX) -> Evaluated:
    """Of motor torques and multipliers, together `forces`."""
    n = len(plant.coordinates)
    a, mode = cs.SX.sym("acceleration", n), mode_symbol(plant)
    (force,) = filled(plant, [residual(plant, a, multipliers)], a, mode)
    if plant.loops is not None:
        force = cs.vertcat(force, plant.loops.residual)
    torque = cs.vertcat(plant.inputs[MOTOR_TORQUE], multipliers)
    zero = [a, plant.v, plant.bristles, mode]
    others = [symbol for name, symbol in plant.inputs.items() if name != MOTOR_TORQUE]
    still = [symbol for symbol in (*zero, *others) if symbol.shape[0]]
    (force,) = cs.substitute([force], still, [cs.SX.zeros(s.shape[0]) for s in still])
    unknown = cs.vertcat(plant.x[loose], torque)
    numbers = {name: cs.SX(value) for name, value in free_numbers(plant).items()}
    (force,) = cs.substitute(
        [force], [plant.values.symbol, plant.free_bodies.symbol], list(numbers.values())
    )
    outputs = {"residual": force, "slope": slope(force, unknown)}
    return Evaluated("rest", {POSITION: plant.x, "forces": torque}, outputs)


def _joint_positions(plant: Plant, joints: ArrayLike | None) -> Array:
    n = plant.arrangement.joints
    q = np.zeros(n) if joints is None else np.array(joints, dtype=np.float64)
    if q.shape[-1:] != (n,) or not np.isfinite(q).all():
        raise InputError(
            "not joint positions",
            where="linearise, at",
            got=f"shape {q.shape}" if np.isfinite(q).all() else "numbers that are not finite",
            expected=f"(…, {n}), for {', '.join(plant.robot.joint_names)}",
        )
    return q


def _followed(plant: Plant, q: Array) -> Array:
    joints = cs.SX.sym("joints", plant.arrangement.joints)
    x = plant.following(joints)
    free = [plant.values.symbol, plant.free_bodies.symbol]
    (x,) = cs.substitute([x], free, [cs.SX(value) for value in free_numbers(plant).values()])
    return Evaluated("coordinates", {"joints": joints}, {"x": x})({"joints": q})["x"][..., 0]


def _product(matrix: Array, vector: Array) -> Array:
    found: Array = (matrix @ vector[..., None])[..., 0]
    return found
