"""The recursions of derivatives beside CasADi's differentiation of inverse dynamics itself."""

from __future__ import annotations

import dataclasses

import casadi as cs
import numpy as np
import pytest

from armwright import Mimic, Robot, load
from armwright.multibody.derivatives import inverse_dynamics_derivatives
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.mechanism import Mechanism, build
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.wet_links import still_water
from tests.support.random_robots import random_tree


def _with_mimics() -> Robot:
    """A tree in which a joint follows two others, one of them on the way to it."""
    robot = random_tree(31, 6)
    first, second, *_, last = (joint.name for joint in robot.moving_joints)
    mimic = Mimic(first, 0.7, 0.2, {second: -1.3})
    joints = (
        dataclasses.replace(joint, mimic=mimic) if joint.name == last else joint
        for joint in robot.joints
    )
    return dataclasses.replace(robot, joints=tuple(joints))


ROBOTS = {
    "turning and sliding": lambda: random_tree(30, 6),
    "mimics": _with_mimics,
    "under water": lambda: load("reach_alpha5"),
}


@pytest.fixture(params=ROBOTS)
def mechanism(request: pytest.FixtureRequest) -> Mechanism:
    robot = ROBOTS[request.param]()
    return build(FreeParameters.choose(robot, ()), water=still_water(robot))


def test_derivatives_are_those_of_inverse_dynamics(mechanism: Mechanism) -> None:
    n = mechanism.coordinates
    v, a = cs.SX.sym("v", n), cs.SX.sym("a", n)
    tau = cs.vertcat(*inverse_dynamics(mechanism, cs.vertsplit(v), cs.vertsplit(a)))
    expected = [cs.jacobian(tau, mechanism.q), cs.jacobian(tau, v)]
    found = inverse_dynamics_derivatives(mechanism, v, a)
    both = cs.Function("both", [mechanism.q, v, a], [*expected, *found])
    state = np.random.default_rng(1).normal(size=(3, n))
    by_q, by_v, found_q, found_v = (np.array(value) for value in both(*state))
    assert np.abs(found_q - by_q).max() <= 1e-13 * np.abs(by_q).max()
    assert np.abs(found_v - by_v).max() <= 1e-13 * np.abs(by_v).max()
