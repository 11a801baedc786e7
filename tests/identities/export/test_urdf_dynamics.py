"""The exported URDF: read by us and by Pinocchio, the same dynamics."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from armwright import Robot, library_names, load
from armwright.export.writers import write_urdf
from tests.support.comparison import relative
from tests.support.evaluation import by_interpreter
from tests.support.exported_models import stiff_and_dry
from tests.support.random_robots import random_state, random_tree

ROBOTS = {
    **{name: stiff_and_dry(load(name)) for name in library_names()},
    "tree": random_tree(31, 9),
}
#: Pinocchio takes joints that follow others for free ones.
OPEN = {name: robot for name, robot in ROBOTS.items() if not any(one.mimic for one in robot.joints)}


@pytest.mark.parametrize("robot", ROBOTS.values(), ids=ROBOTS.keys())
def test_read_by_ourselves(robot: Robot, tmp_path: Path) -> None:
    write_urdf(robot, tmp_path / "a.urdf")
    again = load(tmp_path / "a.urdf")
    assert again.joint_names == robot.joint_names
    q, v, a = random_state(robot, 4)
    again = dataclasses.replace(again, gravity=robot.gravity)  # which URDF does not hold
    ours, theirs = by_interpreter(robot), by_interpreter(again)
    for frame in robot.frames:
        poses = [evaluate("pose", (frame.name,), (q,))[0] for evaluate in (ours, theirs)]
        assert np.abs(poses[0] - poses[1]).max() < 1e-12
    for quantity, state in (("mass_matrix", (q,)), ("inverse_dynamics", (q, v, a))):
        (mine,), (read,) = ours(quantity, (), state), theirs(quantity, (), state)
        assert relative(read, mine) < 1e-12


@pytest.mark.parametrize("robot", OPEN.values(), ids=OPEN.keys())
def test_read_by_pinocchio(robot: Robot, tmp_path: Path) -> None:
    write_urdf(robot, tmp_path / "a.urdf")
    model = pin.buildModelFromUrdf(str(tmp_path / "a.urdf"))
    data = model.createData()
    model.gravity.linear = np.array(robot.gravity)  # which URDF does not hold
    order = [robot.joint_names.index(name) for name in list(model.names)[1:]]
    assert sorted(order) == list(range(len(robot.joint_names)))
    q, v, a = random_state(robot, 4)
    pv, pa = v[order], a[order]
    pq = pin.integrate(model, pin.neutral(model), np.ascontiguousarray(q[order]))
    evaluate = by_interpreter(robot)
    M = np.triu(pin.crba(model, data, pq))
    M = M + np.triu(M, 1).T
    (ours,) = evaluate("mass_matrix", (), (q,))
    assert relative(ours[np.ix_(order, order)], M) < 1e-10
    torque = pin.rnea(model, data, pq, pv, pa)
    (ours,) = evaluate("inverse_dynamics", (), (q, v, a))
    assert relative(ours[order], torque) < 1e-10
    gravity = pin.computeGeneralizedGravity(model, data, pq)
    (ours,) = evaluate("gravity", (), (q,))
    assert relative(ours[order], gravity) < 1e-10
