"""Closed loops: constraints, accelerations and reactions, compared with Pinocchio and with the
equations in as few coordinates as the loops leave."""

from __future__ import annotations

from dataclasses import replace

import casadi as cs
import numpy as np
import pinocchio as pin
import pytest

import armwright as aw
from armwright import Joint, Link, Plant, Robot
from armwright.plant.loop_reactions import determined
from armwright.robot import LoopClosure, LoopEnd
from tests.identities.plant.arms import evaluated
from tests.support.loops import (
    NO_NUMBERS,
    admissible,
    constrained_peer,
    minimal_acceleration,
    numbers,
    open_tree,
    spatial_loop,
)

#: One kind in every suite, all of them now and then.
SOME = [
    "revolute",
    *(pytest.param(k, marks=pytest.mark.crosscheck) for k in ("spherical", "prismatic", "weld")),
]
KINDS = {"revolute": 5, "spherical": 3, "prismatic": 5, "weld": 6}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_holds_as_many_ways_of_moving_as_it_should(kind: str) -> None:
    plant = Plant(spatial_loop(kind))
    assert plant.loops is not None
    assert len(plant.loops.closings) == KINDS[kind]
    assert [one.role for one in plant.coordinates].count("dependent") == KINDS[kind]
    assert plant.loops.structure.undetermined == ((),)


@pytest.mark.parametrize("kind", SOME)
def test_the_rows_are_the_derivative_of_the_residual_where_it_vanishes(kind: str) -> None:
    plant = Plant(spatial_loop(kind, axis=(0.2, -0.5, 0.7)))
    x, _ = admissible(plant, 0.1 * np.arange(1, 9))
    loops = plant.loops
    assert loops is not None
    difference = cs.jacobian(loops.residual, plant.x)
    dense = np.zeros((len(loops.rows), x.size))
    entries = iter(evaluated(plant, loops.jacobian, x, 0 * x).ravel())
    for row, here in zip(dense, loops.rows, strict=True):
        for k in here:
            row[k] = next(entries)
    np.testing.assert_allclose(dense, evaluated(plant, difference, x, 0 * x), atol=1e-10)


@pytest.mark.parametrize("kind", KINDS)
def test_accelerations_agree_with_pinocchio(kind: str) -> None:
    robot = spatial_loop(kind)
    plant = Plant(robot)
    x, v = admissible(plant, 0.1 * np.arange(1, 9))
    tau = np.random.default_rng(3).normal(size=x.size) * 5
    ours = evaluated(plant, plant.acceleration, x, v, joint_torque=tau).ravel()
    np.testing.assert_allclose(ours, _pinocchio(robot, x, v, tau), rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("kind", SOME)
def test_accelerations_agree_with_the_minimal_form(kind: str) -> None:
    robot = spatial_loop(kind)
    plant = Plant(robot)
    x, v = admissible(plant, 0.1 * np.arange(1, 9))
    tau = np.random.default_rng(3).normal(size=x.size) * 5
    ours = evaluated(plant, plant.acceleration, x, v, joint_torque=tau).ravel()
    least = minimal_acceleration(robot, x, v, joint_torque=tau)
    np.testing.assert_allclose(ours, least, rtol=1e-6, atol=1e-6)


def test_a_planar_four_bar_in_space_is_redundant_and_agrees_with_the_minimal_form() -> None:
    robot = aw.load("four_bar")
    plant = Plant(robot)
    assert plant.loops is not None
    assert len(plant.loops.loops[0].closings) == 5 and len(plant.loops.closings) == 2
    x, v = admissible(plant, [1.0, -0.5, 1.3])
    tau = np.array([3.0, 0.0, 0.0])
    ours = evaluated(plant, plant.acceleration, x, v, joint_torque=tau).ravel()
    least = minimal_acceleration(robot, x, v, joint_torque=tau)
    np.testing.assert_allclose(ours, least, rtol=1e-8, atol=1e-8)


def _pinocchio(robot: Robot, x: np.ndarray, v: np.ndarray, tau: np.ndarray) -> np.ndarray:
    """A hinge or slide of the closure becomes a joint of the tree with a body of no mass that
    matters, welded to the other side."""
    loop = robot.loops[0]
    tree = open_tree(robot)
    if loop.kind in ("revolute", "prismatic"):
        gap = aw.compile(tree)
        frames = [gap.pose(x, end.link) @ end.pose.matrix() for end in loop.ends]
        between = np.linalg.inv(frames[0]) @ frames[1]
        if loop.kind == "revolute":
            u = np.cross(loop.axis, [0.3, 0.5, 0.7])
            turned = between[:3, :3] @ u
            position = np.arctan2(np.cross(u, turned) @ loop.axis, u @ turned)
        else:
            position = between[:3, 3] @ loop.axis
        more = Joint("last", loop.kind, loop.first.link, "last", loop.first.pose, loop.axis)  # type: ignore[arg-type]
        tiny = aw.Inertia(1e-11, np.zeros(3), np.eye(3) * 1e-11)
        tree = replace(
            tree, links=(*tree.links, Link("last", tiny)), joints=(*tree.joints, more), motors=()
        )
        loop = LoopClosure("closure", "weld", LoopEnd("last"), loop.second)
        x, tau = np.append(x, position), np.append(tau, 0.0)
        v = np.append(v, 0.0)
    tied = constrained_peer(replace(tree, loops=(loop,)))
    peer, model, data = tied.peer, tied.peer.model, tied.data
    if x.size > len(robot.moving_joints):
        # The speed of the added joint is what keeps the weld together.
        pin.computeJointJacobians(model, data, peer.theirs(x))
        J = peer.our_columns(pin.getConstraintsJacobian(model, data, tied.models, tied.datas))
        v[-1] = -np.linalg.lstsq(J[:, -1:], J[:, :-1] @ v[:-1], rcond=None)[0][0]
        assert np.abs(J @ v).max() < 1e-9
    q, w, t = (peer.theirs(one) for one in (x, v, tau))
    a = pin.constraintDynamics(model, data, q, w, t, tied.models, tied.datas, tied.settings)
    return peer.ours(np.array(a))[: len(robot.moving_joints)]


def test_a_linear_model_has_the_stiffness_that_the_closed_mechanism_has() -> None:
    """In one coordinate, the crank: ∂θ̈/∂θ at a constant torque, by differences along the loop."""
    plant = Plant(aw.load("four_bar"))
    model = aw.linearise(plant, at=[1.0, -0.5, 1.3])
    assert model.states.names == ("crank", "velocity of crank")
    x, torque = np.array(model.point.position), model.point.motor_torque
    own, rates = numbers(plant), []
    for crank in (x[0] - 1e-4, x[0] + 1e-4):
        near = own.closed(np.array([crank, *x[1:]]), [1, 2], NO_NUMBERS)
        a = evaluated(plant, plant.acceleration, near, 0 * near, motor_torque=torque)
        rates.append(a.ravel()[0])
    assert model.A[1, 0] == pytest.approx((rates[1] - rates[0]) / 2e-4, rel=1e-6)
    push = evaluated(plant, plant.acceleration, x, 0 * x, motor_torque=torque + 1.0).ravel()[0]
    assert model.B[1, 0] == pytest.approx(push, rel=1e-9)


def test_reactions_accelerate_the_rocker_and_passive_joints_carry_no_moment() -> None:
    robot = aw.load("four_bar")
    plant = Plant(robot)
    x, v = admissible(plant, [1.0, -0.5, 1.3])
    assert determined(plant, "closure") == determined(plant, "rocker") == [0, 1, 5]
    closure, rocker, coupler = (
        evaluated(plant, plant.reaction(name), x, v).ravel()
        for name in ("closure", "rocker", "coupler")
    )
    assert abs(rocker[2]) < 1e-12 and abs(coupler[2]) < 1e-12 and closure[2] == 0
    # Newton's law of the rocker: what its hinge and the closure exert accelerates its centre.
    a = plant.frame("rocker")
    centre = evaluated(plant, a.position, x, v).ravel()
    turn = evaluated(plant, a.rotation, x, v).reshape(3, 3)
    arm = turn @ robot.link("rocker").inertia.centre  # type: ignore[union-attr]
    spin = v[2]
    alpha = evaluated(plant, plant.acceleration, x, v).ravel()[2]
    acceleration = alpha * np.array([-arm[1], arm[0]]) - spin**2 * arm[:2]
    first = evaluated(plant, plant.frame("coupler").rotation, x, v).reshape(3, 3)
    pushed = (first @ np.append(closure[:2], 0.0))[:2] + rocker[:2]
    needed = 0.9 * (acceleration - robot.gravity[:2])
    np.testing.assert_allclose(pushed, needed, atol=1e-10)
    assert centre == pytest.approx([0.45, 0, 0])
