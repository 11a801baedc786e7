"""What pushes the arm from outside."""

from __future__ import annotations

import numpy as np

from armwright.blocks.disturbances import JointTorque, ToolForce
from tests.support.blocks import evaluate, site

TWO = site("two_axis")
TIMES = np.array([0.0, 0.99, 1.0, 1.5, 2.0, 1e6])[:, None]


def test_tool_force():
    block = ToolForce(force_x=1.0, force_z=-3.0, begin=1.0, end=2.0)
    found = evaluate(block, TWO, time=TIMES)["tool_force"]
    on = np.array([0, 0, 1, 1, 0, 0])[:, None]
    np.testing.assert_array_equal(found, on * [1.0, 0.0, -3.0])


def test_tool_force_acts_always_unless_told():
    found = evaluate(ToolForce(force_y=2.0), TWO, time=TIMES)["tool_force"]
    np.testing.assert_array_equal(found, np.ones((6, 1)) * [0.0, 2.0, 0.0])


def test_joint_torque():
    block = JointTorque(torque=[5.0, -6.0], begin=1.0, end=2.0)
    found = evaluate(block, TWO, time=TIMES)["disturbance_joint_torque"]
    np.testing.assert_array_equal(found, np.array([0, 0, 1, 1, 0, 0])[:, None] * [5.0, -6.0])
