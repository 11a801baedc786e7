"""Our description handed to MuJoCo as MJCF text: bodies, joints and inertias only."""

from __future__ import annotations

import mujoco
import numpy as np

from armwright import Inertia, Joint, Robot


def to_mujoco(robot: Robot, timestep: float = 0.001) -> mujoco.MjModel:
    """Joints come out depth first; `joint_order` tells which of ours each is."""
    return mujoco.MjModel.from_xml_string(mjcf_text(robot, timestep))


def joint_order(robot: Robot, model: mujoco.MjModel) -> np.ndarray:
    names = [model.joint(k).name for k in range(model.njnt)]
    return np.array([robot.joint_names.index(name) for name in names])


def mjcf_text(robot: Robot, timestep: float = 0.001) -> str:
    bodies = "\n".join(_body(robot, joint) for joint in robot.joints if joint.parent == robot.base)
    return f"""<mujoco>
<compiler angle="radian" balanceinertia="false" boundmass="0" boundinertia="0"/>
<option gravity="{_text(robot.gravity)}" timestep="{timestep}" integrator="Euler">
  <flag contact="disable" constraint="disable"/>
</option>
<worldbody>
{bodies}
</worldbody>
</mujoco>"""


def _body(robot: Robot, joint: Joint) -> str:
    kind = {"revolute": "hinge", "prismatic": "slide"}.get(joint.kind)
    element = (
        f'<joint name="{joint.name}" type="{kind}" axis="{_text(joint.axis)}"/>' if kind else ""
    )
    children = "\n".join(_body(robot, j) for j in robot.joints if j.parent == joint.child)
    w = _quaternion(joint.origin.rotation)
    return (
        f'<body name="{joint.child}" pos="{_text(joint.origin.translation)}" quat="{_text(w)}">'
        f"{element}{_inertial(robot.link(joint.child).inertia)}{children}</body>"
    )


def _inertial(inertia: Inertia | None) -> str:
    if inertia is None:
        return ""
    xx, xy, xz, yy, yz, zz = inertia.tensor[np.triu_indices(3)]
    full = _text([xx, yy, zz, xy, xz, yz])
    return f'<inertial mass="{inertia.mass!r}" pos="{_text(inertia.centre)}" fullinertia="{full}"/>'


def _quaternion(rotation: np.ndarray) -> np.ndarray:
    quaternion = np.zeros(4)
    mujoco.mju_mat2Quat(quaternion, np.array(rotation).ravel())
    return quaternion


def _text(numbers: object) -> str:
    return " ".join(repr(float(number)) for number in numbers)  # type: ignore[attr-defined]
