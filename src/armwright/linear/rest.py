"""Where a plant rests: its joints, or its motors, where they shall be, springs and motors carrying
the weight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

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

#: What is held where it shall be: the driven joints, or the motors. Between them springs give way.
HeldPart = Literal["joints", "motors"]
#: Motor torques and multipliers of loops, together; where the motors are held.
_FORCES, _HELD = "forces", "held"
_ITERATIONS = 50
#: What may be left of the equations, in units of what each is about.
_SMALL = 1e-9
#: Of what was left: where it is small already, another step has to leave less than this of it.
_PROGRESS = 0.1


def at_rest(plant: Plant, joints: ArrayLike | None, held: HeldPart = "joints") -> OperatingPoint:
    """`joints`: (…, joints), rad or m; None: zero. Driven joints are there exactly; passive ones
    start there and settle, as do elastic axes and motors behind springs. With the "motors" `held`,
    it is those that are there exactly, on the joints' side of the gears, and joints behind springs
    settle: so do arms whose controllers know their motors alone."""
    return Resting(plant, held=held)(joints, free_numbers(plant))


class Resting:
    """Finds where a plant rests, whatever its free numbers are. `symbols`: further ones that its
    laws depend on, whose values come with the numbers. `held`: as in `at_rest`."""

    def __init__(
        self,
        plant: Plant,
        symbols: Mapping[str, cs.SX] | None = None,
        held: HeldPart = "joints",
    ) -> None:
        self._plant = plant
        self._multipliers = multiplier_symbol(plant)
        self._held = cs.SX.sym(_HELD, len(plant.motor_names) if held == "motors" else 0)
        self._loose = plant.arrangement.places("elastic", "passive", "dependent", "rotor", "shaft")
        if held == "motors":
            self._loose = sorted([*self._loose, *plant.arrangement.places("driven")])
        self._symbols = {
            "drive_parameters": plant.values.symbol,
            "link_parameters": plant.free_bodies.symbol,
            **(symbols or {}),
        }

    def __call__(
        self, joints: ArrayLike | None, numbers: Mapping[str, Array], near: Array | None = None
    ) -> OperatingPoint:
        """`numbers`: by the names of their vectors, with or without leading dimensions; `near`:
        coordinates (…, n) to begin at."""
        plant, loose = self._plant, self._loose
        q = _joint_positions(plant, joints)
        followed, motors = _followed(plant, q)
        numbers = {**numbers, _HELD: motors}
        x = _closed(plant, followed, numbers) if near is None else near.copy()
        forces = np.zeros((*q.shape[:-1], self._forces.shape[0]))
        unknown = np.concatenate([x[..., loose], forces], axis=-1)
        best, left = unknown, np.full(q.shape[:-1], np.inf)
        way, part = np.zeros_like(unknown), np.ones(q.shape[:-1])
        for _ in range(_ITERATIONS):
            x[..., loose], forces = unknown[..., : len(loose)], unknown[..., len(loose) :]
            found = self._equations({POSITION: x, _FORCES: forces, **numbers})
            r, J = found["residual"][..., 0], found["slope"]
            scale = _scales(J)
            size = np.linalg.norm(r * scale, axis=-1)
            better = size < left
            if (left < _SMALL).all() and not (size < _PROGRESS * left).any():
                break
            best = np.where(better[..., None], unknown, best)
            left = np.where(better, size, left)
            inverse: Array = np.linalg.pinv(J * scale[..., None], rcond=1e-12).astype(np.float64)
            way = np.where(better[..., None], _product(inverse, r * scale), way)
            # A spring that stiffens makes the first step too long: shorter ones in the same way.
            part = np.where(better, 1.0, 0.5 * part)
            unknown = best - part[..., None] * way
        if not (left < _SMALL).all():
            worst = np.unravel_index(int(np.argmax(left)), left.shape) if left.shape else ()
            raise InputError(
                "found no position at rest",
                where=f"robot '{plant.robot.name}'",
                got=f"joints at {np.round(q[worst], 6).tolist()}",
                expected="passive joints near an equilibrium, and a motor for every other joint",
            )
        x[..., loose], forces = best[..., : len(loose)], best[..., len(loose) :]
        return OperatingPoint(x, np.zeros_like(x), forces[..., : len(plant.motor_names)])

    def by_numbers(self, point: OperatingPoint, numbers: Mapping[str, Array]) -> Array:
        """∂x/∂p of where it rests, (…, n, p): p the free numbers of drives, then of links."""
        forces = self._holding(point, numbers)
        values = {POSITION: point.position, _FORCES: forces, **numbers}
        J, by = self._equations(values)["slope"], self._sensitivity(values)["by numbers"]
        scale = _scales(J)[..., None]
        moved = -np.linalg.pinv(J * scale, rcond=1e-12) @ (by * scale)
        found = np.zeros((*point.position.shape, by.shape[-1]))
        found[..., self._loose, :] = moved[..., : len(self._loose), :]
        return found

    def _holding(self, point: OperatingPoint, numbers: Mapping[str, Array]) -> Array:
        """Motor torques and multipliers at a point where the plant rests."""
        motors = point.motor_torque.shape[-1]
        missing = self._forces.shape[0] - motors
        none = np.zeros((*point.motor_torque.shape[:-1], missing))
        forces = np.concatenate([point.motor_torque, none], axis=-1)
        if not missing:
            return forces
        found = self._equations({POSITION: point.position, _FORCES: forces, **numbers})
        by = found["slope"][..., len(self._loose) + motors :]
        inverse: Array = np.linalg.pinv(by).astype(np.float64)
        forces[..., motors:] = -_product(inverse, found["residual"][..., 0])
        return forces

    @property
    def _forces(self) -> cs.SX:
        """Of the motors, and multipliers of loops."""
        return cs.vertcat(self._plant.inputs[MOTOR_TORQUE], self._multipliers)

    @cached_property
    def _force(self) -> cs.SX:
        """What is left, how far loops are open, and how far motors are from where they are held."""
        plant = self._plant
        a, mode = cs.SX.sym("acceleration", len(plant.coordinates)), mode_symbol(plant)
        (force,) = filled(plant, [residual(plant, a, self._multipliers)], a, mode)
        if plant.loops is not None:
            force = cs.vertcat(force, plant.loops.residual)
        if self._held.shape[0]:
            force = cs.vertcat(force, plant.of_motors(plant.x) - self._held)
        zero = [a, plant.v, plant.bristles, mode]
        others = [symbol for name, symbol in plant.inputs.items() if name != MOTOR_TORQUE]
        still = [symbol for symbol in (*zero, *others) if symbol.shape[0]]
        (force,) = cs.substitute([force], still, [cs.SX.zeros(s.shape[0]) for s in still])
        return force

    @cached_property
    def _arguments(self) -> dict[str, cs.SX]:
        return {
            POSITION: self._plant.x,
            _FORCES: self._forces,
            _HELD: self._held,
            **self._symbols,
        }

    @cached_property
    def _equations(self) -> Evaluated:
        unknown = cs.vertcat(self._plant.x[self._loose], self._forces)
        outputs = {"residual": self._force, "slope": slope(self._force, unknown)}
        return Evaluated("rest", self._arguments, outputs)

    @cached_property
    def _sensitivity(self) -> Evaluated:
        free = cs.vertcat(self._plant.values.symbol, self._plant.free_bodies.symbol)
        by = cs.jacobian(self._force, free)
        return Evaluated("rest by numbers", self._arguments, {"by numbers": by})


def _closed(plant: Plant, x: Array, numbers: Mapping[str, Array]) -> Array:
    """With closed loops, the coordinates that follow from others changed."""
    if plant.loops is None:
        return x
    dependent, found = plant.arrangement.places("dependent"), x.copy()
    own = [np.asarray(numbers[name]) for name in ("drive_parameters", "link_parameters")]
    every = [np.broadcast_to(one, (*x.shape[:-1], one.shape[-1])) for one in own]
    for place in np.ndindex(x.shape[:-1]):
        values = [one[place] for one in every]
        found[place] = closed_somewhere(
            plant.loops.numbers, x[place], dependent, plant.robot.name, values
        )
    return found


def _scales(J: Array) -> Array:
    """Of each equation, one over what it is about."""
    scale = np.linalg.norm(J, axis=-1)
    found: Array = np.divide(1.0, scale, out=np.zeros_like(scale), where=scale > 0)
    return found


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


def _followed(plant: Plant, q: Array) -> tuple[Array, Array]:
    """Coordinates and motor positions as if nothing gave way."""
    joints = cs.SX.sym("joints", plant.arrangement.joints)
    x = plant.following(joints)
    free = [plant.values.symbol, plant.free_bodies.symbol]
    values = [cs.SX(value) for value in free_numbers(plant).values()]
    x, motors = cs.substitute([x, plant.of_motors(x)], free, values)
    found = Evaluated("coordinates", {"joints": joints}, {"x": x, "motors": motors})({"joints": q})
    return found["x"][..., 0], found["motors"][..., 0]


def _product(matrix: Array, vector: Array) -> Array:
    found: Array = (matrix @ vector[..., None])[..., 0]
    return found
