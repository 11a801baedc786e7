"""A third engine: MuJoCo's mass matrix, bias force, inverse and forward dynamics."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from armwright import Arm, Robot, load
from tests.support.comparison import relative
from tests.support.mujoco_model import joint_order, to_mujoco
from tests.support.random_robots import random_state, random_tree

ROBOTS = {"panda": load("panda"), "tree": random_tree(31, 9)}


@pytest.mark.parametrize("robot", ROBOTS.values(), ids=ROBOTS.keys())
def test_mujoco(robot: Robot) -> None:
    model = to_mujoco(robot)
    data, order = mujoco.MjData(model), joint_order(robot, model)
    arm = Arm(robot, lanes=1)
    q, v, a = random_state(robot, 12)
    data.qpos[:], data.qvel[:], data.qacc[:] = q[order], v[order], a[order]
    mujoco.mj_inverse(model, data)
    assert relative(arm.inverse_dynamics(q, v, a)[order], data.qfrc_inverse) < 1e-10
    mujoco.mj_forward(model, data)
    M = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, M)
    assert relative(arm.mass_matrix(q)[np.ix_(order, order)], M) < 1e-10
    bias = arm.inverse_dynamics(q, v, np.zeros_like(a))
    assert relative(bias[order], data.qfrc_bias) < 1e-10
    data.qfrc_applied[:] = a[order]
    mujoco.mj_forward(model, data)
    assert relative(arm.forward_dynamics(q, v, a)[order], data.qacc) < 1e-10
    body = robot.frame(robot.tool).link
    place = data.body(body)
    pose = arm.pose(q, body)
    assert np.abs(pose[:3, 3] - place.xpos).max() < 1e-12
    assert np.abs(pose[:3, :3].ravel() - place.xmat).max() < 1e-12
