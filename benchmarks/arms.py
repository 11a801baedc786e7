"""Arms to measure with: full inertia tensors, geometry of an industrial arm or arbitrary."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from armwright import Drive, Joint, Link, Pose, Robot
from armwright.robot import rotation_about
from tests.support.random_robots import random_chain, random_inertia

#: Modified D-H of a six-axis arm with a spherical wrist: (α, a, d) before each joint.
_SIX_AXIS = (
    (0.0, 0.0, 0.4),
    (-math.pi / 2, 0.15, 0.0),
    (0.0, 0.6, 0.0),
    (-math.pi / 2, 0.1, 0.65),
    (math.pi / 2, 0.0, 0.0),
    (-math.pi / 2, 0.0, 0.1),
)

#: On the motor side.
_LUGRE = {
    "coulomb": 0.05,
    "static": 0.07,
    "stribeck_velocity": 2.0,
    "stiffness": 2.5,
    "damping": 0.006,
    "viscous": 2e-4,
}


def industrial(joints: int = 6) -> Robot:
    """The six-axis geometry, repeated for more joints, with full inertias."""
    rng = np.random.default_rng(joints)
    links = [Link("base"), *(Link(f"link{k}", random_inertia(rng)) for k in range(joints))]
    made = []
    for k in range(joints):
        alpha, a, d = _SIX_AXIS[k % 6]
        tilt = rotation_about([1, 0, 0], alpha)
        origin = Pose(tilt, np.array([a, 0, 0]) + tilt @ [0, 0, d])
        made.append(Joint(f"joint{k}", "revolute", links[k].name, links[k + 1].name, origin))
    return Robot(f"industrial {joints}", tuple(links), tuple(made))


def arbitrary(joints: int = 6) -> Robot:
    """Axes and offsets at random: no zero and no right angle anywhere."""
    return random_chain(joints, joints)


def driven(joints: int) -> Robot:
    """The industrial arm with what a closed loop needs: flexible gears, LuGre friction, motors."""
    drive = Drive(
        gear_ratio=100.0,
        motor_inertia=1e-4,
        torque_constant=0.1,
        stiffness=2.0,
        damping=0.002,
        friction_law="lugre",
        friction=_LUGRE,
    )
    arm = industrial(joints)
    return replace(arm, joints=tuple(replace(joint, drive=drive) for joint in arm.joints))
