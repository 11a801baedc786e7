"""Describe an arm of one's own, in Python or in a file, and check it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

import armwright as aw

LENGTH, MASS = 0.4, 2.0
rod = aw.Inertia(
    mass=MASS,
    centre=np.array([LENGTH / 2, 0, 0]),
    tensor=MASS * np.diag([1e-4, LENGTH**2 / 12, LENGTH**2 / 12]),
)
robot = aw.Robot(
    name="two_rods",
    description="Two equal rods, swinging in the plane x, z.",
    links=(aw.Link("base"), aw.Link("upper", rod), aw.Link("lower", rod)),
    joints=(
        aw.Joint("shoulder", "revolute", "base", "upper", axis=np.array([0, -1, 0])),
        aw.Joint(
            "elbow",
            "revolute",
            "upper",
            "lower",
            origin=aw.Pose(translation=np.array([LENGTH, 0, 0])),
            axis=np.array([0, -1, 0]),
            limits=aw.Limits(lower=-2.5, upper=2.5, velocity=4.0, effort=30.0),
        ),
    ),
    frames=(aw.Frame("tip", "lower", aw.Pose(translation=np.array([LENGTH, 0, 0]))),),
    tool="tip",
)
for finding in robot.check():
    print(finding)

# Level, the arm is held by the moments of its weights.
arm = aw.compile(robot)
weight = MASS * -robot.gravity[2]
expected = [weight * (LENGTH / 2 + 3 * LENGTH / 2), weight * LENGTH / 2]
assert np.allclose(arm.gravity([0.0, 0.0]), expected)
print("holding torques, arm level:", arm.gravity([0.0, 0.0]).round(3), "N m")

# The same robot as a file that can be edited, and back.
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "two_rods.toml"
    robot.save(path)
    print(path.read_text())
    assert aw.load(path) == robot
