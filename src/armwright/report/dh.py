"""The D-H table of a robot, to print."""

from __future__ import annotations

import math

from rich.console import RenderableType

from armwright.report.terminal import make_table
from armwright.report.words import plain
from armwright.robot import Pose, Robot, dh_table, rpy_from_rotation
from armwright.robot.dh_table import Convention


def dh_parts(robot: Robot, convention: Convention, degrees: bool) -> list[RenderableType]:
    """Rows of the chain from the base to the tool; what stands before and behind them, if any.

    `q` marks what the joint adds its position to.
    """
    found = dh_table(robot, convention)
    if not found.rows:
        return []
    unit = "°" if degrees else "rad"
    tilted = any(row.beta for row in found.rows)
    more = [f"β {unit}:"] if tilted else []
    table = make_table(f"D-H, {convention}", f"θ {unit}:", "d m:", "a m:", f"α {unit}:", *more)
    for name, row in zip(found.joints, found.rows, strict=True):
        theta, alpha = _angle(row.theta, degrees), _angle(row.alpha, degrees)
        turns = row.kind == "revolute"
        table.add_row(
            plain(name),
            _variable(theta) if turns else _number(theta),
            _number(row.d) if turns else _variable(row.d),
            _number(row.a),
            _number(alpha),
            *([_number(_angle(row.beta, degrees))] if tilted else []),
        )
    lines = [
        f"{what}: {_pose(pose, degrees)}"
        for what, pose in (
            ("frame 0 in the base", found.origin),
            ("tool in the last frame", found.tool),
        )
        if not _is_identity(pose)
    ]
    return [table, *(["\n".join(lines)] if lines else [])]


def _angle(value: float, degrees: bool) -> float:
    return math.degrees(value) if degrees else value


def _number(value: float) -> str:
    return f"{0.0 if abs(value) < 1e-12 else value:.6g}"


def _variable(offset: float) -> str:
    if abs(offset) < 1e-12:
        return "q"
    return f"q {'-' if offset < 0 else '+'} {_number(abs(offset))}"


def _pose(pose: Pose, degrees: bool) -> str:
    x, y, z = (_number(value) for value in pose.translation)
    angles = [_angle(value, degrees) for value in rpy_from_rotation(pose.rotation)]
    turned = (
        ""
        if not any(abs(angle) > 1e-12 for angle in angles)
        else (
            f"; roll, pitch, yaw {', '.join(_number(angle) for angle in angles)}"
            f" {'°' if degrees else 'rad'}"
        )
    )
    return f"x {x}, y {y}, z {z} m{turned}"


def _is_identity(pose: Pose) -> bool:
    shift = float(abs(pose.translation).max())
    return shift < 1e-12 and max(map(abs, rpy_from_rotation(pose.rotation))) < 1e-12
