"""S2's motor and link, alone and with a second link that its controller holds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armwright.blocks.catalogue import CATALOGUE
from armwright.robot import Drive, Inertia, Joint, Link, Pose, Robot
from armwright.robot.changing import changed
from armwright.scenario import Scenario
from armwright.studies.puma_validation.source import (
    COULOMB,
    DURATION,
    GEAR,
    GRAVITY,
    INERTIA,
    LENGTH,
    LEVER,
    MASS,
    SECOND_INERTIA,
    SECOND_LEVER,
    SECOND_MASS,
    TORQUE_CONSTANT,
    VISCOUS,
)
from armwright.system import Blocks, Integration, Recording

#: S2 gives no trajectory: velocities of harmonics of 1/16 Hz, rad/s, that take the link through
#: about ±1.5 rad.
_SINE, _COSINE = (0.25, 0.0, 0.9, 0.0, 0.5), (0.0, 0.6, 0.0, 0.3, 0.4)
_SIGNALS = ("joint_position", "joint_velocity", "motor_current")
#: What shows how a gear gives way.
TWO_ENCODERS = ("joint_position", "motor_position", "motor_velocity", "motor_current")
_DOWN = np.array([0, 0, -GRAVITY])
#: Of the gear with play, at the joint: N m/rad, rad; and of the work piece that it is pushed at.
SPRING = {"stiffness": 3000.0, "gap": 0.002}
WORK_STIFFNESS = 800.0
_DRIVE = Drive(
    gear_ratio=GEAR,
    torque_constant=TORQUE_CONSTANT,
    friction={"viscous": VISCOUS, "coulomb": COULOMB},
    friction_side="joint",
)


def motor_link() -> Robot:
    """It hangs at zero; S2, section 5.2."""
    body = Inertia(MASS, np.array([0, 0, -LEVER]), np.diag([INERTIA, INERTIA, 0.1]))
    return Robot(
        "motor_link", (Link("base"), Link("link1", body)), (_joint(1, "base", 0.0),), gravity=_DOWN
    )


_DOWN = np.array([0, 0, -GRAVITY])


def two_links() -> Robot:
    """S2, section 5.3: the same with a second link at its end."""
    first = motor_link()
    size = np.diag([SECOND_INERTIA, SECOND_INERTIA, 0.05])
    second = Link("link2", Inertia(SECOND_MASS, np.array([0, 0, -SECOND_LEVER]), size))
    joints = (*first.joints, _joint(2, "link1", LENGTH))
    return Robot("two_links", (*first.links, second), joints, gravity=_DOWN)


def with_play() -> Robot:
    """With a rotor behind a gear that gives way and has play; assumed numbers."""
    return changed(
        motor_link(),
        {
            "joints.1.drive.motor_inertia": 2e-4,
            "joints.1.friction": {"side": "motor", "viscous": 1e-4, "coulomb": 0.01},
            "joints.1.spring": {"law": "backlash", **SPRING, "damping": 4.0},
        },
    )


def pushing(robot: Robot) -> Scenario:
    """The link against a work piece on either side, slowly; its axis upright.  S2, figure 4.6"""
    work = CATALOGUE["compensator"]["joint_spring"](
        name="work_piece", weights=[1.0], stiffness=WORK_STIFFNESS, damping=20.0
    )
    slow = CATALOGUE["reference"]["fourier"](
        name="reference", frequency=0.25, sine=[[0.09, 0.03]], cosine=[[0.0, 0.02]]
    )
    own = swinging(robot, steps=10).with_blocks(reference=slow, compensators=(work,))
    return own.changed({"gravity": [0.0, 0.0, 0.0], "recording.signals": list(TWO_ENCODERS)})


def _joint(number: int, parent: str, below: float) -> Joint:
    return Joint(
        f"joint{number}",
        "revolute",
        parent,
        f"link{number}",
        Pose(np.eye(3), np.array([0, 0, -below])),
        axis=np.array([0.0, 1.0, 0.0]),
        drive=_DRIVE,
    )


def swinging(robot: Robot, stiffness: Sequence[float] = (0.4,), steps: int = 100) -> Scenario:
    """The first joint follows S2's kind of trajectory under PID control, others stay at zero.
    `stiffness`: of each motor's position, N m/rad."""
    n = len(robot.moving_joints)
    rest = np.zeros((n - 1, len(_SINE)))
    gains = np.array(stiffness)
    reference = CATALOGUE["reference"]["fourier"](
        name="reference",
        frequency=1 / DURATION,
        sine=np.vstack([_SINE, rest]).tolist(),
        cosine=np.vstack([_COSINE, rest]).tolist(),
    )
    controller = CATALOGUE["controller"]["pid"](
        name="controller",
        proportional_gain=gains.tolist(),
        integral_gain=gains.tolist(),
        derivative_gain=(0.075 * gains).tolist(),
    )
    return Scenario(
        name=robot.name,
        robot=robot,
        duration=DURATION,
        tick=1e-3,
        blocks=Blocks(reference=reference, controller=(controller,)),
        integration=Integration(steps=steps),
        recording=Recording(_SIGNALS, 1000.0),
    )
