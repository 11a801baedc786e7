"""Gravity of the controller's model; and the sum of two feed-forwards."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import GravityCompensation, Sum
from armwright.robot.changing import changed
from tests.support.blocks import evaluate, site

ROBOT = aw.load("rx90b")
Q = np.random.default_rng(4).normal(size=(5, 6))


def torque(where):
    return evaluate(GravityCompensation(), where, joint_position=Q)["feedforward_motor_torque"]


def test_it_is_the_gravity_of_the_model_at_the_motors():
    expected = np.linalg.solve(ROBOT.gear_matrix.T, aw.compile(ROBOT).gravity(Q)[..., None])
    np.testing.assert_allclose(torque(site(ROBOT)), expected[..., 0], rtol=1e-9, atol=1e-12)


def test_the_controllers_model_is_not_the_arm():
    heavy = changed(ROBOT, {f"links.{k.name}.mass": 2 * k.inertia.mass for k in ROBOT.links[1:2]})
    expected = torque(site(heavy))
    np.testing.assert_array_equal(torque(site(ROBOT, model=heavy)), expected)
    assert not torque(site(ROBOT, fidelity=Fidelity(gravity=False))).any()


@pytest.mark.parametrize("at", ["measured", "reference"])
def test_whose_positions_it_takes(at):
    block = GravityCompensation(at=at)
    assert block.signal("joint_position") == f"{at}_joint_position"
    assert block.changed({}).signal("joint_position") == f"{at}_joint_position"
    assert GravityCompensation().signal("joint_position") == "measured_joint_position"


def test_unknown_positions():
    with pytest.raises(aw.InputError) as error:
        GravityCompensation(at="desired")
    assert str(error.value) == (
        "block 'gravity_compensation': unknown 'at' (got 'desired', expected one of measured, "
        "reference). Did you mean 'measured'?"
    )


def test_sum():
    found = evaluate(Sum(), site("two_axis"), input=[1.0, 2.0], other=[10.0, -2.5])
    np.testing.assert_array_equal(found["output"], [11.0, -0.5])
    force = Sum(unit="N", size="axis")
    assert all(force.declared[p].unit == "N" for p in ("input", "other", "output"))
