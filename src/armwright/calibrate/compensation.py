"""Joint targets that bring a calibrated arm where the nominal one would be.

A calibrated arm has no closed form any more. The nominal arm's solution is a few millimetres off;
Newton's method, in all lanes at once, takes that away in two or three steps, effects included.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armwright.arm import compile
from armwright.arrays import Array
from armwright.calibrate.calibration import Calibration
from armwright.calibrate.rotations import vector_of
from armwright.errors import InputError
from armwright.robot import Pose, Robot

_STEPS, _ENOUGH = 40, 1e-10


@dataclass(frozen=True, eq=False)
class Compensated:
    """`joints` (m, n) to command; `left`: how far the tool then is from its target (m, or rad)."""

    joints: Array
    left: Array
    steps: int


def compensated(fit: Calibration, poses: ArrayLike, start: ArrayLike | None = None) -> Compensated:
    """Commands for poses (m, 4, 4) or points (m, 3) of the tool frame, in the arm's base. `start`
    (n,) or (m, n): which of the nominal arm's solutions; by default that nearest to zero."""
    wanted = np.asarray(poses, dtype=np.float64)
    whole = wanted.ndim == 3
    if wanted.shape[1:] not in ((4, 4), (3,)):
        raise InputError(
            "wrong shape", where="poses", got=wanted.shape, expected="(m, 4, 4) or (m, 3)"
        )
    tool = fit.model.geometry.tool
    nominal = compile(fit.nominal).inverse_kinematics(
        wanted, start=start, frame=tool, position_only=not whole
    )
    return refined(fit, wanted, np.asarray(nominal.q))


def refined(fit: Calibration, wanted: Array, joints: Array) -> Compensated:
    """Newton from joints that are nearly right: least steps, so that spare joints stay. A lane is
    damped as long as its own steps do not help, as may be near a singularity."""
    whole, q = wanted.ndim == 3, joints.copy()
    arm, rows = compile(fit.robot), 6 if wanted.ndim == 3 else 3
    miss = _missing(wanted, _there(fit, q), whole)
    left, damping = np.linalg.norm(miss, axis=1), np.zeros(len(q))
    steps = 0
    while steps < _STEPS and left.max() > _ENOUGH:
        J = arm.jacobian(q, fit.model.geometry.tool)[:, :rows]
        square = J @ J.transpose(0, 2, 1) + (damping[:, None, None] + 1e-14) * np.eye(rows)
        new = q + np.einsum("mji,mj->mi", J, np.linalg.solve(square, miss[:, :, None])[:, :, 0])
        missing = _missing(wanted, _there(fit, new), whole)
        now = np.linalg.norm(missing, axis=1)
        better = now < left
        q, miss = np.where(better[:, None], new, q), np.where(better[:, None], missing, miss)
        left = np.where(better, now, left)
        damping = np.where(better, damping / 10, np.maximum(10 * damping, 1e-6))
        steps += 1
    if not np.isfinite(left).all() or left.max() > 1e-6:
        worst = int(np.nan_to_num(left, nan=np.inf).argmax())
        raise InputError(
            "the calibrated arm does not get there",
            where=f"pose {worst + 1}",
            got=f"{left[worst]:.2g} m or rad left",
            hint="It is at a singularity, or out of reach by less than the arm's errors.",
        )
    return Compensated(q, left, steps)


def _there(fit: Calibration, q: Array) -> Array:
    """The tool frame in the arm's base."""
    return np.asarray(fit.base.inverse().matrix() @ fit.pose_predictor.tool(fit.robot, q))


def _missing(wanted: Array, there: Array, whole: bool) -> Array:
    if not whole:
        return wanted - there[:, :3, 3]
    turned = vector_of(wanted[:, :3, :3] @ there[:, :3, :3].transpose(0, 2, 1))
    return np.concatenate([wanted[:, :3, 3] - there[:, :3, 3], turned], axis=1)


def xacro_patch(nominal: Robot, calibrated: Robot) -> str:
    """Properties with the calibrated place of every joint, for a description in xacro:
    `<origin xyz="${NAME_xyz}" rpy="${NAME_rpy}"/>`. Angles in rad, as URDF has them."""
    from armwright.robot import rpy_from_rotation

    lines = [
        '<?xml version="1.0"?>',
        f"<!-- Calibrated joint origins of {_comment(nominal.name)}. -->",
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro">',
    ]
    for joint in calibrated.joints:
        origin: Pose = joint.origin
        values = {"xyz": [*origin.translation], "rpy": [*rpy_from_rotation(origin.rotation)]}
        for key, numbers in values.items():
            text = " ".join(repr(float(value)) for value in numbers)
            lines.append(f'  <xacro:property name="{_name(joint.name)}_{key}" value="{text}"/>')
    return "\n".join([*lines, "</robot>", ""])


def _name(name: str) -> str:
    return "".join(one if one.isalnum() or one == "_" else "_" for one in name)


def _comment(text: str) -> str:
    return text.replace("--", "- -")
