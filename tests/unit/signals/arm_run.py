"""Made-up records of a six-axis arm: springs that swing, friction that kicks at reversals."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.signals import Run

JOINTS = tuple(f"joint{k}" for k in range(1, 7))
# The RX90's measures, standard D-H: d, a, α.
_DH = ((0.42, 0, np.pi / 2), (0, 0.45, 0), (0, 0, np.pi / 2), (0.45, 0, -np.pi / 2))
_DH = (*_DH, (0, 0, np.pi / 2), (0.085, 0, 0))
_GEAR = np.array([128.0, 130, 101, 75, 75, 32])
_INERTIA = np.array([8.0, 9, 3, 0.3, 0.25, 0.05])
_FRICTION = np.array([30.0, 35, 18, 5, 4, 1.5])
_STIFFNESS = np.array([6e4, 6e4, 2.5e4, 4e3, 3e3, 1e3])


def tool(q: Array) -> Array:
    """(…, 6) to (…, 3)."""
    T = np.broadcast_to(np.eye(4), (*q.shape[:-1], 4, 4))
    for k, (d, a, alpha) in enumerate(_DH):
        c, s, ca, sa = np.cos(q[..., k]), np.sin(q[..., k]), np.cos(alpha), np.sin(alpha)
        A = np.zeros((*q.shape[:-1], 4, 4))
        A[..., 0, :] = np.stack([c, -s * ca, s * sa, a * c], axis=-1)
        A[..., 1, :] = np.stack([s, c * ca, -c * sa, a * s], axis=-1)
        A[..., 2, 1], A[..., 2, 2], A[..., 2, 3], A[..., 3, 3] = sa, ca, d, 1
        T = T @ A
    return T[..., :3, 3]


def line(s: Array) -> Array:
    """There and back again; `s` from 0 to 1."""
    there = 1 - np.abs(2 * s - 1)
    return np.array([0.45, -0.25, 0.75]) + there[:, None] * np.array([0.1, 0.5, 0.0])


def circle(s: Array) -> Array:
    phi = 2 * np.pi * s
    round_ = np.stack([np.cos(phi), np.sin(phi), 0 * phi], axis=-1)
    return np.array([0.5, 0.1, 0.75]) + 0.15 * round_


def arm_run(runs: int = 1, *, records: int = 401, path: str = "line", single: bool = True) -> Run:
    t = np.linspace(0, 2, records)
    rest = np.clip((t - 0.15) / 1.6, 0, 1)
    s = rest**3 * (10 - 15 * rest + 6 * rest**2)
    if path == "line":
        s = np.where(rest < 0.5, 0.5 * _smooth(2 * rest), 0.5 + 0.5 * _smooth(2 * rest - 1))
    q_ref = _follow({"line": line, "circle": circle}[path](s))
    q_ref[:, 5] += 0.8 * np.sin(np.pi * s)  # the tool's axis: its point stays
    v_ref, a_ref = (_slope(q_ref, t, order) for order in (1, 2))
    scale = 1 + 0.25 * np.random.default_rng(1).standard_normal((runs, 1, 1))
    friction = np.tanh(v_ref / 0.003) * _FRICTION * scale
    torque = a_ref * _INERTIA + 0.3 * friction
    error = _swing(t, (torque + 0.6 * friction) / _STIFFNESS)
    q = q_ref - error
    v = v_ref - _slope(error, t, 1)
    motor_torque = np.clip((a_ref * _INERTIA + friction) / _GEAR, -0.32, 0.32)
    limited = np.abs(motor_torque) >= 0.32
    loss = _integral(t, np.abs(0.8 * friction * v).sum(axis=-1))
    kinetic = 0.5 * (_INERTIA * v**2).sum(axis=-1)
    potential = 60 + 90 * np.sin(q[..., 1]) + 0.5 * (_STIFFNESS * error**2).sum(axis=-1)
    damping = 0.02 * loss
    energy = kinetic + potential
    work = energy - energy[:, :1] + loss + damping
    every = np.ones((runs, 1, 1))
    first = np.where(limited.any(axis=1), t[limited.argmax(axis=1)], np.nan)
    return Run.from_records(
        t,
        {
            "reference_joint_position": q_ref * every,
            "joint_position": q,
            "joint_velocity": v,
            "motor_torque": motor_torque,
            "commanded_motor_torque": (a_ref * _INERTIA + friction) / _GEAR,
            "friction_torque": friction / _GEAR,
            "motor_current": motor_torque / 0.3,
            "spring_deflection": error * _GEAR * 0.4,
            "reference_tool_position": tool(q_ref) * every,
            "tool_position": tool(q),
            "kinetic_energy": kinetic[..., None],
            "potential_energy": potential[..., None],
            "motor_work": work[..., None],
            "friction_loss": loss[..., None],
            "damping_loss": damping[..., None],
        },
        joints=JOINTS,
        frictions={f"{joint} coulomb": "motor" for joint in JOINTS},
        dimensions={"torque_limited": "motor"},
        saturations={"torque_limited": (limited.sum(axis=1), first)},
        provenance={
            "scenario": f"rx90b/{path}",
            "robot": "rx90b",
            "robot_fingerprint": "2c26b46b68ffc68f",
            "seed": 1,
            "integrator": "rk4",
            "step": 0.00025,
            "complete": True,
            "wall_seconds": 0.0081 * runs,
        },
        single=single,
    )


def _smooth(x: Array) -> Array:
    x = np.clip(x, 0, 1)
    return x**3 * (10 - 15 * x + 6 * x**2)


def _follow(points: Array) -> Array:
    """Joint positions that put the tool there, by Newton's method with the least motion."""
    q, found = np.array([0.1, 0.9, -0.6, 0.2, 0.9, 0.1]), []
    for point in points:
        for _ in range(20):
            miss = point - tool(q)
            if np.abs(miss).max() < 1e-13:
                break
            small = 1e-6 * np.eye(6)
            J = (tool(q + small) - tool(q - small)).T / 2e-6
            q = q + J.T @ np.linalg.solve(J @ J.T, miss)
        found.append(q)
    return np.array(found)


def _slope(values: Array, t: Array, order: int) -> Array:
    for _ in range(order):
        values = np.gradient(values, t, axis=-2)
    return values


def _integral(t: Array, power: Array) -> Array:
    steps = 0.5 * (power[..., 1:] + power[..., :-1]) * np.diff(t)
    return np.concatenate([np.zeros((*power.shape[:-1], 1)), np.cumsum(steps, axis=-1)], axis=-1)


def _swing(t: Array, pushed: Array) -> Array:
    """ẍ + 2ζω ẋ + ω² x = ω² u, x(0) = u(0)."""
    omega = 2 * np.pi * np.array([9.0, 8, 11, 16, 18, 25])
    x, v = pushed[:, 0], 0 * pushed[:, 0]
    h, found = (t[1] - t[0]) / 4, [x]
    for u in np.moveaxis(pushed, 1, 0)[1:]:
        for _ in range(4):
            v = v + h * (omega**2 * (u - x) - 2 * 0.08 * omega * v)
            x = x + h * v
        found.append(x)
    return np.stack(found, axis=1)
