"""What S0 publishes: its equations as it writes them, which the arm and its runs are compared with.

Arrays are (…, 2): angles of both joints or motors, points (x, z) in the base frame, or components
(x, z) along the sensor's axes. Gravity has S0's sign: a sensor at rest shows the acceleration of
free fall.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot import Robot
from armwright.sources import SOURCES

SOURCE = SOURCES["S0"].full


@dataclass(frozen=True, eq=False)
class TwoAxisNumbers:
    """The numbers of the arm in S0's symbols.

    Pairs, for link or axis 1 and 2: lengths l, centres of mass ξ, masses m, inertias j about the
    centres, gear ratios η, motor inertias j_m; g; and the parameters of springs and friction.
    """

    l: Array
    xi: Array
    m: Array
    j: Array
    eta: Array
    jm: Array
    g: float
    springs: tuple[Mapping[str, float], ...]
    frictions: tuple[Mapping[str, float], ...]

    @classmethod
    def of(cls, robot: Robot) -> TwoAxisNumbers:
        """At zero position link 1 points along z and link 2 along x; both turn about y."""
        bodies = [link.inertia for link in robot.links if link.inertia is not None]
        joints = robot.moving_joints
        drives = [joint.drive for joint in joints if joint.drive is not None]
        tool = robot.frame(robot.tool).pose.translation
        return cls(
            l=np.array([joints[1].origin.translation[2], tool[0]]),
            xi=np.array([bodies[0].centre[2], bodies[1].centre[0]]),
            m=np.array([body.mass for body in bodies]),
            j=np.array([body.tensor[1, 1] for body in bodies]),
            eta=np.array([drive.gear_ratio for drive in drives]),
            jm=np.array([drive.motor_inertia for drive in drives]),
            g=-float(robot.gravity[2]),
            springs=tuple(drive.spring for drive in drives),
            frictions=tuple(drive.friction for drive in drives),
        )


def forward(n: TwoAxisNumbers, q: Array) -> Array:
    """The tool's place.  S0 (1.2)."""
    q1, q12 = q[..., 0], q.sum(axis=-1)
    x = n.l[0] * np.sin(q1) + n.l[1] * np.cos(q12)
    z = n.l[0] * np.cos(q1) - n.l[1] * np.sin(q12)
    return np.stack([x, z], axis=-1)


def inverse(n: TwoAxisNumbers, point: Array, *, elbow_up: bool) -> Array:
    """The joint angles of one branch.  S0 (1.4) to (1.7)."""
    x, z = point[..., 0], point[..., 1]
    l1, l2 = n.l
    reach = np.hypot(x, z)
    with np.errstate(divide="ignore", invalid="ignore"):
        sine = (l1**2 + l2**2 - reach**2) / (2 * l1 * l2)
        cosine = (l1**2 + reach**2 - l2**2) / (2 * l1 * reach)
    _check_reach(n, reach, np.abs(sine))
    sign = 1.0 if elbow_up else -1.0
    q2 = np.arctan2(sine, sign * np.sqrt(1 - sine**2))
    gamma = np.arctan2(sign * np.sqrt(np.maximum(1 - cosine**2, 0.0)), cosine)
    q1 = np.pi / 2 - gamma - np.arctan2(z, x)
    return np.stack([q1, q2], axis=-1)


def jacobian(n: TwoAxisNumbers, q: Array) -> Array:
    """∂(x, z)/∂q, (…, 2, 2).  S0 (2.5)."""
    l1, l2 = n.l
    q1, q12 = q[..., 0], q.sum(axis=-1)
    s12, c12 = np.sin(q12), np.cos(q12)
    rows = [
        np.stack([l1 * np.cos(q1) - l2 * s12, -l2 * s12], axis=-1),
        np.stack([-l2 * c12 - l1 * np.sin(q1), -l2 * c12], axis=-1),
    ]
    return np.stack(rows, axis=-2)


def jacobian_rate(n: TwoAxisNumbers, q: Array, v: Array) -> Array:
    """J̇ = Σ ∂J/∂qᵢ q̇ᵢ, (…, 2, 2).  S0 (2.6)."""
    l1, l2 = n.l
    q1, q12 = q[..., 0], q.sum(axis=-1)
    v1, v12 = v[..., 0], v.sum(axis=-1)
    s12, c12 = np.sin(q12) * v12, np.cos(q12) * v12
    rows = [
        np.stack([-l1 * np.sin(q1) * v1 - l2 * c12, -l2 * c12], axis=-1),
        np.stack([l2 * s12 - l1 * np.cos(q1) * v1, l2 * s12], axis=-1),
    ]
    return np.stack(rows, axis=-2)


def _check_reach(n: TwoAxisNumbers, reach: Array, sine: Array) -> None:
    beyond = np.atleast_1d(np.logical_not(sine <= 1))
    if beyond.any():
        far = float(np.atleast_1d(reach)[beyond][0])
        raise InputError(
            "the tool does not get there",
            where="inverse kinematics, S0 (1.4)",
            got=f"{far:.4g} m from the first axis",
            expected=f"{abs(n.l[0] - n.l[1]):.4g} to {n.l.sum():.4g} m",
        )


def mass_matrix(n: TwoAxisNumbers, q: Array) -> Array:
    """Of the links, (…, 2, 2).  S0 (A.2)."""
    l1, xi1, xi2 = n.l[0], *n.xi
    s2 = np.sin(q[..., 1])
    m11 = n.j[0] + n.m[0] * xi1**2 + n.j[1] + n.m[1] * (l1**2 + xi2**2 - 2 * l1 * xi2 * s2)
    m12 = n.j[1] + n.m[1] * (xi2**2 - l1 * xi2 * s2)
    m22 = n.j[1] + n.m[1] * xi2**2 + 0 * s2
    return np.stack([np.stack([m11, m12], axis=-1), np.stack([m12, m22], axis=-1)], axis=-2)


def motor_inertia(n: TwoAxisNumbers) -> Array:
    """j_m η² of both motors.  S0 (A.1)."""
    return n.jm * n.eta**2


def coriolis(n: TwoAxisNumbers, q: Array, v: Array) -> Array:
    """S0 (A.3)."""
    v1, v2 = v[..., 0], v[..., 1]
    size = n.m[1] * n.l[0] * n.xi[1] * np.cos(q[..., 1])
    return np.stack([-size * (2 * v1 * v2 + v2**2), size * v1**2], axis=-1)


def gravity(n: TwoAxisNumbers, q: Array) -> Array:
    """S0 (A.4)."""
    s1, c12 = np.sin(q[..., 0]), np.cos(q.sum(axis=-1))
    second = n.m[1] * n.xi[1] * c12
    first = n.m[0] * n.xi[0] * s1 + n.m[1] * n.l[0] * s1 + second
    return -n.g * np.stack([first, second], axis=-1)


def spring(p: Mapping[str, float], deflection: Array) -> Array:
    """τ_s of one axis for Δ = q_a − q_m/η.  S0 (A.7)."""
    low, high, psi = p["k_low"], p["k_high"], p["psi"]
    cubic = (high - low) / (3 * psi**2)
    size = np.abs(deflection)
    soft = low * deflection + cubic * deflection**3
    stiff = np.sign(deflection) * (low * psi + cubic * psi**3 + high * (size - psi))
    return np.where(size <= psi, soft, stiff)


def friction(p: Mapping[str, float], velocity: Array) -> Array:
    """f of one motor for q̇_m, on the motor's side.  S0 (A.9) without η; its cosh⁻¹ is 1/cosh."""
    fall = p["mu"] + (1 - p["mu"]) / np.cosh(p["beta"] * velocity)
    return p["fd"] * velocity + p["fc"] * fall * np.tanh(p["alpha"] * velocity)


def springs(n: TwoAxisNumbers, deflection: Array, rate: Array) -> Array:
    """τ_s + d Δ̇ of both axes.  S0 (A.5), (A.6)."""
    both = [
        spring(p, deflection[..., i]) + p["damping"] * rate[..., i] for i, p in enumerate(n.springs)
    ]
    return np.stack(both, axis=-1)


def frictions(n: TwoAxisNumbers, velocity: Array) -> Array:
    """Of both motors, on the motors' side."""
    both = [friction(p, velocity[..., i]) for i, p in enumerate(n.frictions)]
    return np.stack(both, axis=-1)


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


@dataclass(frozen=True)
class Mounting:
    """By how much the sensor is off, m along x and z of the tool and rad; and its drift, m/s²."""

    x: float = 0.0
    z: float = 0.0
    angle: float = 0.0
    drift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, eq=False)
class ReadingParts:
    """What a reading is made of, (…, 2) each: `ideal`, of a sensor exactly at the tool; and what
    its place, its rotation and its drift add."""

    ideal: Array
    lever: Array
    rotation: Array
    drift: Array

    @property
    def whole(self) -> Array:
        return self.ideal + self.lever + self.rotation + self.drift


def expected_reading(
    n: TwoAxisNumbers, q: Array, v: Array, a: Array, mounting: Mounting
) -> ReadingParts:
    """R_sb (J q̈ + J̇ q̇ + G_b) + δ.  S0 (2.7), with the mounting error of its section 3."""
    return mounted_reading(ideal_reading(n, q, v, a), v.sum(axis=-1), a.sum(axis=-1), mounting)


def ideal_reading(n: TwoAxisNumbers, q: Array, v: Array, a: Array) -> Array:
    """Of a sensor without errors, exactly at the tool."""
    return turned(tool_acceleration(n, q, v, a) + np.array([0.0, -n.g]), q.sum(axis=-1))


def mounted_reading(ideal: Array, turn: Array, turning: Array, mounting: Mounting) -> ReadingParts:
    """What errors make of it, where link 2 turns with `turn` (rad/s) and `turning` (rad/s²)."""
    lever = _lever(mounting, turn, turning)
    rotation = turned(ideal + lever, mounting.angle) - (ideal + lever)
    drift = np.broadcast_to(np.asarray(mounting.drift), ideal.shape)
    return ReadingParts(ideal, lever, rotation, drift)


def tool_acceleration(n: TwoAxisNumbers, q: Array, v: Array, a: Array) -> Array:
    """ρ̈_b, in the base frame.  S0 (2.4b)."""
    by_acceleration = np.einsum("...ij,...j->...i", jacobian(n, q), a)
    by_velocity = np.einsum("...ij,...j->...i", jacobian_rate(n, q, v), v)
    return np.asarray(by_acceleration + by_velocity)


def turned(vector: Array, angle: Array | float) -> Array:
    """In axes that are turned by the angle, as the joints turn.  S0 (2.2)."""
    x, z = vector[..., 0], vector[..., 1]
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([c * x - s * z, s * x + c * z], axis=-1)


def _lever(mounting: Mounting, turn: Array, turning: Array) -> Array:
    """r̈ of a point r fixed to link 2, in its axes: α × r − ω² r; about y, (x, z) × → (z, −x)."""
    x, z = mounting.x, mounting.z
    return np.stack([turning * z - turn**2 * x, -turning * x - turn**2 * z], axis=-1)
