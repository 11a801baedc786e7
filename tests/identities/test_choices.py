"""What is chosen for speed must not change a result: frames, regrouping, solver, parameters."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pinocchio as pin
import pytest

from armwright import Arm, InputError, Joint, Link, Pose, Robot, load
from armwright.multibody.articulated import Articulated
from armwright.multibody.forward_dynamics import factorised_mass
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.mass_matrix import mass_matrix
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.robot import rotation_about
from armwright.robot.changing import changed
from tests.support.comparison import relative
from tests.support.pinocchio_model import to_pinocchio
from tests.support.random_robots import random_inertia, random_state, random_tree

CHOICES = [(seed, 1 + seed % 9) for seed in range(500, 518)]


def numbers(expression: cs.SX, inputs: list[cs.SX], values: list[np.ndarray]) -> np.ndarray:
    return np.array(cs.Function("f", inputs, [expression])(*values))


@pytest.mark.parametrize(("seed", "joints"), CHOICES)
def test_chosen_frames_and_regrouped_inertias(seed: int, joints: int) -> None:
    """The short code of the chosen frames gives the torques of the bodies as described."""
    robot = random_tree(seed, joints)
    values = random_state(robot, seed)
    results = []
    for physical in (True, False):
        mechanism = build(FreeParameters.choose(robot, ()), physical=physical)
        v, a = cs.SX.sym("v", joints), cs.SX.sym("a", joints)
        tau = cs.vertcat(*inverse_dynamics(mechanism, cs.vertsplit(v), cs.vertsplit(a)))
        both = cs.horzcat(tau, mass_matrix(mechanism))
        results.append(numbers(both, [mechanism.q, v, a], values))
    assert np.abs(results[0] - results[1]).max() < 1e-12 * np.abs(results[0]).max()


@pytest.mark.parametrize(("seed", "joints"), CHOICES)
def test_both_solvers(seed: int, joints: int) -> None:
    """Branch-wise factors and articulated bodies solve the same equations."""
    robot = random_tree(seed, joints)
    q, b, _ = random_state(robot, seed)
    mechanism = build(FreeParameters.choose(robot, ()))
    side = cs.SX.sym("b", joints)
    elements = cs.vertsplit(side)
    solvers = (factorised_mass(mechanism), Articulated(mechanism))
    both = cs.horzcat(*(cs.vertcat(*solver.solve(elements)) for solver in solvers))
    x = numbers(both, [mechanism.q, side], [q, b])
    M = numbers(mass_matrix(mechanism), [mechanism.q], [q])
    assert np.abs(x[:, 0] - x[:, 1]).max() < 1e-10 * np.abs(x).max()
    assert np.abs(M @ x[:, 0] - b).max() < 1e-10 * np.abs(M).max() * np.abs(x).max()


@pytest.mark.parametrize("free", [["links"], ["joints"], ["gravity"], ["links.*.mass", "joints"]])
def test_free_parameters_at_their_nominal_values(free: list[str]) -> None:
    robot = random_tree(77, 4)
    q, v, a = random_state(robot, 3)
    fixed, open_ = Arm(robot, lanes=1), Arm(robot, free, lanes=1)
    for method in ("inverse_dynamics", "forward_dynamics"):
        expected = getattr(fixed, method)(q, v, a)
        assert (
            np.abs(getattr(open_, method)(q, v, a) - expected).max()
            < 1e-11 * np.abs(expected).max()
        )
    assert np.abs(open_.pose(q) - fixed.pose(q)).max() < 1e-13


LINEAR = [f"links.link3.{part}" for part in ("mass", "first_moment", "inertia_at_origin")]


def test_free_parameters_change_what_they_name() -> None:
    """A doubled body acts twice; a shifted joint moves the tool."""
    robot = load("puma560")
    arm = Arm(robot, free=[*LINEAR, "joints.joint3.translation"], lanes=1)
    q, v, a = random_state(robot, 5)
    ten = np.concatenate([value for name, value in arm.free.items() if name.startswith("links")])
    parts = {name: 2 * value for name, value in arm.free.items() if name.startswith("links")}
    heavier = arm.inverse_dynamics(q, v, a, parameters=parts)
    Y = Arm(robot, lanes=1).regressor(q, v, a)
    added = Y[:, 20:30] @ ten
    assert np.abs(heavier - arm.inverse_dynamics(q, v, a) - added).max() < 1e-11
    nominal = arm.free["joints.joint3.translation"]
    moved = arm.pose(q, parameters={"joints.joint3.translation": nominal + 0.01 * np.eye(3)[0]})
    shift = moved[:3, 3] - arm.pose(q)[:3, 3]
    assert np.linalg.norm(shift) == pytest.approx(0.01, rel=1e-9)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("links.link3.mass", 9.0),
        ("links.link3.centre", [0.1, -0.2, 0.3]),
        ("links.link3.inertia", [0.3, 0.01, -0.02, 0.4, 0.03, 0.5]),
        ("links.link3.first_moment", [0.5, -0.1, 0.2]),
        ("links.link3.inertia_at_origin", [1.3, 0.01, -0.02, 1.4, 0.03, 1.5]),
        ("joints.joint3.translation", [0.1, 0.2, -0.3]),
        ("joints.joint3.rotation", [0.1, 0.2, -0.3]),
        ("gravity", [1.0, -2.0, -3.0]),
    ],
)
def test_a_free_parameter_is_what_a_changed_description_has(path: str, value: object) -> None:
    robot = load("puma560")
    q, v, a = random_state(robot, 5)
    found = Arm(robot, free=[path], lanes=1).inverse_dynamics(q, v, a, parameters={path: value})
    expected = Arm(changed(robot, {path: value}), lanes=1).inverse_dynamics(q, v, a)
    assert np.abs(expected - Arm(robot, lanes=1).inverse_dynamics(q, v, a)).max() > 1e-3
    np.testing.assert_allclose(found, expected, atol=1e-11)


def test_the_two_views_of_a_link_do_not_mix() -> None:
    with pytest.raises(InputError, match=r"free, links\.link3: a link is seen in one view"):
        Arm(load("puma560"), free=["links.link3.centre", "links.link3.first_moment"])


@pytest.mark.parametrize("tilt", [1e-4, 1e-8, 1e-11, 3e-14, 1e-15, np.pi - 1e-9])
def test_nearly_parallel_axes(tilt: float) -> None:
    """The common perpendicular is all but undefined; poses and torques are as exact as ever."""
    rng = np.random.default_rng(8)
    links = [Link("base"), *(Link(f"link{k}", random_inertia(rng)) for k in range(4))]
    joints = []
    for k in range(4):
        lean = rotation_about(np.array([np.cos(k), np.sin(k), 0.0]), tilt)
        origin = Pose(rotation_about([0, 0, 1], 0.7 * k) @ lean, rng.normal(size=3))
        joints.append(Joint(f"joint{k}", "revolute", links[k].name, links[k + 1].name, origin))
    robot = Robot("nearly parallel", tuple(links), tuple(joints))
    arm, peer = Arm(robot, lanes=1), to_pinocchio(robot)
    q, v, a = random_state(robot, 1)
    product = np.eye(4)
    for joint, angle in zip(robot.joints, q, strict=True):
        product = product @ joint.origin.matrix() @ Pose(rotation_about([0, 0, 1], angle)).matrix()
    assert np.abs(arm.pose(q) - product).max() < 1e-13
    assert relative(arm.inverse_dynamics(q, v, a), pin.rnea(peer.model, peer.data, q, v, a)) < 1e-12
