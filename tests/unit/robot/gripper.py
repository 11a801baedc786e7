"""An arm with a gripper that has everything beyond plain driven joints."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from armwright.robot import (
    Drive,
    ElasticAxis,
    Inertia,
    Joint,
    Limits,
    Link,
    Mimic,
    Motor,
    Pose,
    Robot,
)

BODY = Inertia(0.5, np.array([0.01, 0.0, 0.02]), np.diag([0.001, 0.002, 0.002]))
Y = np.array([0.0, 1.0, 0.0])


def gripper(*, plain: bool = False) -> Robot:
    """`plain`: with passive joint and follower, but without motors and elastic axes."""
    links = tuple(Link(name, BODY) for name in ("base", "arm", "wrist", "left", "right", "flap"))
    ahead = Pose(translation=[0.3, 0.0, 0.0])
    room = Limits(0.0, 0.04)
    joints = (
        Joint("lift", "revolute", "base", "arm", axis=Y, drive=Drive(100.0, 1e-4)),
        Joint("bend", "revolute", "arm", "wrist", ahead, Y),
        Joint("follow", "prismatic", "wrist", "right", ahead, -Y, room, mimic=Mimic("open", 0.5)),
        Joint("open", "prismatic", "wrist", "left", ahead, Y, room),
        Joint("flap", "revolute", "wrist", "flap", ahead, Y, passive=True),
    )
    robot = Robot("gripper", links, joints)
    if plain:
        return robot
    numbers = Drive(motor_inertia=2e-5, torque_limit=3.0, friction={"coulomb": 0.01}, stiffness=5.0)
    return replace(
        robot,
        motors=(
            Motor("m1", {"bend": 80.0, "open": -300.0}, numbers, "arm", Y),
            Motor("m2", {"open": 300.0}),
        ),
        elastic=(
            ElasticAxis("foundation", "z", spring={"stiffness": 1e6, "damping": 200.0}),
            ElasticAxis("bend", "rx", spring={"stiffness": 2e5}),
            ElasticAxis("bend", "rx", "after", "bearing", spring={"stiffness": 3e5}),
            ElasticAxis(
                "arm",
                "rz",
                "on",
                "boom",
                ahead,
                "cubic",
                {"stiffness": 1e4, "cubic": 1e6},
                "lugre",
                {"coulomb": 0.3},
                BODY,
            ),
        ),
    )
