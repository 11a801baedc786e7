"""Whether a recorded motion meets S0's equations of motion (1.9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.signals import Run
from armwright.studies.two_axis.source import dynamics
from armwright.studies.two_axis.source.kinematics import jacobian
from armwright.studies.two_axis.source.numbers import Numbers


@dataclass(frozen=True)
class Missed:
    """The largest remainder of the equations of the joints and of those of the motors, and the
    largest torque of a spring, to compare with; all on the joints' side of the gears, N m."""

    joints: float
    motors: float
    torque: float

    @property
    def part(self) -> float:
        """The larger remainder as a part of the largest torque."""
        return max(self.joints, self.motors) / self.torque


def missed(
    n: Numbers, run: Run, *, gravity: bool = True, friction: bool = True, linear: bool = False
) -> Missed:
    """The remainder of (1.9) at every record. `linear`: springs with k_high = k_low, as S0 says."""
    if linear:
        n = _with_linear_springs(n)
    q, v, a = joint_motion(run)
    motor, speed, faster = _motion(run, "motor")
    bent = dynamics.springs(n, q - motor / n.eta, v - speed / n.eta)
    joints = np.einsum("tij,tj->ti", dynamics.mass_matrix(n, q), a)
    joints += dynamics.coriolis(n, q, v) + bent - _pushed(n, run, q)
    if gravity:
        joints += dynamics.gravity(n, q)
    motors = dynamics.motor_inertia(n) / n.eta**2 * faster - bent / n.eta - _turning(run)
    if friction:
        motors += dynamics.frictions(n, speed)
    return Missed(*(float(np.abs(part).max()) for part in (joints, n.eta * motors, bent)))


def joint_motion(run: Run) -> tuple[Array, Array, Array]:
    """q, q̇ and q̈, (records, 2) each."""
    return _motion(run, "joint")


def values(run: Run, signal: str) -> Array:
    """(records, 2); of signals in space x and z."""
    found: Array = run.data[signal].values
    return found[:, [0, 2]] if found.shape[1] == 3 else found


def _motion(run: Run, what: str) -> tuple[Array, Array, Array]:
    position, velocity, acceleration = (
        values(run, f"{what}_{name}") for name in ("position", "velocity", "acceleration")
    )
    return position, velocity, acceleration


def _turning(run: Run) -> Array:
    """u_m: the motors' torque with its ripple and disturbance."""
    signals = ("motor_torque", "ripple_motor_torque", "disturbance_motor_torque")
    return sum((values(run, name) for name in signals if name in run.data), start=np.zeros(2))


def _pushed(n: Numbers, run: Run, q: Array) -> Array:
    """Jᵀ F of the force on the tool."""
    if "tool_force" not in run.data:
        return np.zeros(2)
    torque: Array = np.einsum("tji,tj->ti", jacobian(n, q), values(run, "tool_force"))
    return torque


def _with_linear_springs(n: Numbers) -> Numbers:
    springs = tuple({**p, "k_high": p["k_low"]} for p in n.springs)
    return Numbers(n.l, n.xi, n.m, n.j, n.eta, n.jm, n.g, springs, n.frictions)
