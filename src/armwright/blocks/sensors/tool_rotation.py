"""How the tool is turned, for sensors and targets that are fixed to it."""

from __future__ import annotations

import casadi as cs

from armwright.multibody.kinematics import frame_pose
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.robot import Robot


def tool_rotation(robot: Robot, q: cs.SX) -> cs.SX:
    """R_BT (3 × 3): tool into base axes. Elastic axes beside the joints are not seen."""
    mechanism = build(FreeParameters.choose(robot, ()))
    rotation = frame_pose(mechanism, robot.tool).rotation.sx()
    return cs.substitute(cs.SX(rotation), mechanism.q, q)


def lever_acceleration(lever: cs.SX, q: cs.SX, v: cs.SX, a: cs.SX) -> cs.SX:
    """r̈ = J q̈ + J̇ q̇ of a vector r(q) that turns with the tool; q is a symbol."""
    rate = cs.jtimes(lever, q, v)
    return cs.jtimes(rate, q, v) + cs.jtimes(lever, q, a)


def turned(angles: cs.SX) -> cs.SX:
    """Rz(γ) Ry(β) Rx(α) for the angles (α, β, γ): turns about fixed axes, x first."""
    (ca, cb, cc), (sa, sb, sc) = (cs.vertsplit(f(angles)) for f in (cs.cos, cs.sin))
    return cs.vertcat(
        cs.horzcat(cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa),
        cs.horzcat(sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa),
        cs.horzcat(-sb, cb * sa, cb * ca),
    )
