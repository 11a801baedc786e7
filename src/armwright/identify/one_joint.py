"""One joint as a motor and a link: which terms its torque has, and what a log shows of it.

τ = I q̈ + B q̇ + S sin q + C cos q + f₁ (q̇ > 0) − f₂ (q̇ < 0), all at the joint.  S2 (5.1)-(5.4)

A joint whose axis is upright has no S and C; a slide has a weight instead of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.elements import link_elements
from armwright.identify.motion import effort_signal
from armwright.identify.predicted import joint_states, torque_constants
from armwright.robot import Robot
from armwright.signals.log import Log

#: Terms of a joint's torque, by name → their unit at a joint that turns, and at a slide.
TERMS = {
    "inertia": ("kg m²", "kg"),
    "viscous": ("N m s/rad", "N s/m"),
    "weight_sine": ("N m", "N"),
    "weight_cosine": ("N m", "N"),
    "weight": ("N m", "N"),
    "coulomb": ("N m", "N"),
    "coulomb_positive": ("N m", "N"),
    "coulomb_negative": ("N m", "N"),
}


#: Samples with which nobody would try.
_FEWEST = 20


@dataclass(frozen=True, eq=False)
class JointMotion:
    """What a log shows of one joint: samples (N,), all on the joint's side of the gear."""

    time: Array
    position: Array
    velocity: Array
    torque: Array


@dataclass(frozen=True, eq=False)
class Composite:
    """What moves when one joint does and all others are held: its terms as combinations of the
    robot's numbers: `rows` by term, (n,), over `elements`."""

    elements: tuple[str, ...]
    rows: Mapping[str, Array]


def joint_number(robot: Robot, name: str | None) -> int:
    """Its place among the joints that move."""
    names = robot.joint_names
    if name is None and len(names) == 1:
        return 0
    if name not in names:
        raise InputError(
            "which joint?" if name is None else "no such joint",
            where=f"robot '{robot.name}'",
            got=name,
            expected="one of " + ", ".join(names),
        )
    return names.index(name)


def joint_motion(robot: Robot, log: Log, joint: int) -> JointMotion:
    """Of the joint itself where the log has it, else from the motors."""
    q, v, _ = joint_states(robot, log)
    signal = effort_signal(log)
    shares = np.ones(1)
    if signal == "joint_torque":
        torque = log[signal][:, joint]
    else:
        shares = robot.gear_matrix[:, joint]
        if signal == "motor_current":
            shares = shares * torque_constants(robot)
        torque = log[signal] @ shares
    parts = (log.time, q[:, joint], v[:, joint], torque)
    finite = np.isfinite(parts).all(axis=0)
    if finite.sum() < _FEWEST:
        raise InputError(
            "too few samples", where="log", got=int(finite.sum()), expected=f"{_FEWEST} or more"
        )
    return JointMotion(*(part[finite] for part in parts))


def composite(robot: Robot, joint: int, held: Array) -> Composite:
    """With the other joints at `held` (n,)."""
    arm, n = compile(robot), len(robot.moving_joints)
    still, unit = np.zeros(n), np.eye(n)[joint]

    def row(angle: float, acceleration: Array) -> Array:
        q = np.array(held, dtype=np.float64)
        q[joint] = angle
        found: Array = arm.regressor(q, still, acceleration)[joint]
        return found

    inertial = row(held[joint], unit) - row(held[joint], still)
    rows = {"inertia": inertial}
    if robot.moving_joints[joint].kind == "prismatic":
        rows["weight"] = row(held[joint], still)
    else:
        rows |= {"weight_sine": row(np.pi / 2, still), "weight_cosine": row(0.0, still)}
    rows = {term: np.where(np.abs(one) < 1e-12, 0.0, one) for term, one in rows.items()}
    names = [name for j in robot.joints if j.moves for name in link_elements(j.child)]
    used = np.flatnonzero(np.any([one != 0 for one in rows.values()], axis=0))
    elements, own = [names[k] for k in used], {t: one[used] for t, one in rows.items()}
    return _with_drive(robot, joint, elements, own)


def _with_drive(robot: Robot, joint: int, elements: list[str], rows: dict[str, Array]) -> Composite:
    """And what its drive adds: the rotor, and friction on either side of the gear."""
    one = robot.moving_joints[joint]
    drive, path = one.drive, f"joints.{one.name}.drive"
    ratio = 1.0 if drive is None else drive.gear_ratio
    behind = drive is not None and drive.friction_side == "motor"
    towards = abs(ratio) if behind else 1.0
    turned = behind and ratio < 0
    own = {
        "inertia": ("motor_inertia", ratio**2 if drive is not None and drive.motor_inertia else 0),
        "viscous": ("friction.viscous", towards**2),
        "coulomb": ("friction.coulomb", towards),
        "coulomb_positive": (f"friction.coulomb_{'negative' if turned else 'positive'}", towards),
        "coulomb_negative": (f"friction.coulomb_{'positive' if turned else 'negative'}", towards),
    }
    every = [*elements, *(f"{path}.{key}" for key, share in own.values() if share)]
    wide = {term: np.r_[row, np.zeros(len(every) - len(elements))] for term, row in rows.items()}
    for term, (key, share) in own.items():
        if share:
            row = wide.setdefault(term, np.zeros(len(every)))
            row[every.index(f"{path}.{key}")] = share
    return Composite(tuple(every), wide)
