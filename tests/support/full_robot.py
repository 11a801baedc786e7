"""A small robot in which everything is set that a description can hold, with hostile names."""

from __future__ import annotations

import numpy as np

from armwright import Drive, Frame, Inertia, Joint, Limits, Link, Pose, Robot
from armwright.robot.hull import Hull
from armwright.robot.shape import Shape

#: Names that XML, C-like languages, and generated names trip over.
HOSTILE = ("a \"quoted\" <b> & 'c'", "ячейка é 关节", "--two  spaces--", "x_motor", "x", "x_rotor")

FULL = Drive(
    gear_ratio=-12.5,
    motor_inertia=3e-4,
    torque_constant=0.11,
    coupling={"slide": 3.25},
    friction={
        "viscous": 0.02,
        "coulomb_positive": 0.3,
        "coulomb_negative": 0.5,
        "static_positive": 0.7,
        "static_negative": 0.9,
        "stribeck_velocity": 0.015,
        "stiffness": 700.0,
    },
    friction_law="lugre",
    friction_side="motor",
    stiffness=41.0,
    damping=0.013,
    torque_limit=2.75,
    current_limit=17.0,
    electrical={"resistance": 1.75},
    link="carriage",
    axis=np.array([0.6, 0.0, 0.8]),
)


def body(mass: float) -> Inertia:
    return Inertia(mass, np.array([0.1, -0.2, 0.05]), np.diag([0.03, 0.04, 0.05]))


def full_robot() -> Robot:
    limits = Limits(-1.25, 2.5, velocity=3.5, effort=66.0)
    hull = Hull(volume=0.0077)
    shapes = (Shape("box", (0.1, 0.2, 0.3)), Shape("mesh", (1.0, 1.0, 1.0), mesh="package://a.stl"))
    tilted = Pose(translation=np.array([0.0, 0.1, 0.4]))
    return Robot(
        "everything",
        links=(
            Link("base", body(4.0)),
            Link("arm", body(2.0), shapes, hull),
            Link("carriage", body(1.5)),
            Link("hand", body(0.5)),
        ),
        joints=(
            Joint("slide", "prismatic", "base", "arm", tilted, limits=Limits(upper=0.6)),
            Joint("elbow", "revolute", "arm", "carriage", tilted, limits=limits, drive=FULL),
            Joint("glued", "fixed", "carriage", "hand", tilted, limits=limits, drive=Drive()),
        ),
        frames=(Frame("tip", "hand", tilted),),
        tool="tip",
        gravity=np.array([0.0, 1.5, -9.5]),
        description="a robot with everything",
        sources={"links": "assumed"},
    )


def hostile_robot() -> Robot:
    """A chain whose links, joints and frames all have the names of HOSTILE."""
    links = (Link("base"), *(Link(f"{name} link", body(1.0)) for name in HOSTILE))
    joints = tuple(
        Joint(
            name,
            "revolute",
            links[k].name,
            links[k + 1].name,
            Pose(translation=np.array([0.3, 0.0, 0.1])),
            np.array([0.0, 1.0, 0.0]),
            drive=Drive(gear_ratio=10.0 + k, motor_inertia=1e-3, stiffness=20.0),
        )
        for k, name in enumerate(HOSTILE)
    )
    frames = tuple(Frame(f"{name} frame", links[-1].name) for name in HOSTILE)
    return Robot('<hostile> & "robot" -- ', links, joints, frames, frames[0].name)
