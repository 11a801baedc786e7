"""The Arm's own manners: shapes, frames, free parameters, errors."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from tests.support.random_robots import random_chain, random_inertia


@pytest.fixture(scope="module")
def puma() -> aw.Arm:
    return aw.compile("puma560")


def test_one_joint_still_gives_arrays() -> None:
    arm = aw.compile(random_chain(1, 1))
    one = np.array([0.3])
    assert arm.inverse_dynamics(one, one, one).shape == (1,)
    assert arm.forward_dynamics([[0.1], [0.2]], one, one).shape == (2, 1)
    assert arm.mass_matrix(one).shape == (1, 1)
    assert arm.coriolis(one, one).shape == (1, 1)
    assert arm.jacobian(one).shape == (6, 1)
    assert arm.regressor(one, one, one).shape == (1, 10)
    assert arm.forward_dynamics_derivatives(one, one, one).dtau.shape == (1, 1)
    kinetic, potential = arm.energy(one, one)
    assert kinetic.shape == potential.shape == ()


def test_batches_have_their_dimensions_in_front(puma: aw.Arm) -> None:
    q = np.zeros((3, 2, 6))
    assert puma.pose(q).shape == (3, 2, 4, 4)
    assert puma.jacobian(q).shape == (3, 2, 6, 6)
    assert puma.energy(q, q[0, 0]).kinetic.shape == (3, 2)
    assert puma.regressor(q, q, q).shape == (3, 2, 6, 60)


def test_robot_without_joints() -> None:
    rng = np.random.default_rng(0)
    arm = aw.compile(aw.Robot("stone", (aw.Link("stone", random_inertia(rng)),), ()))
    np.testing.assert_array_equal(arm.pose(np.zeros(0)), np.eye(4))
    assert arm.forward_dynamics(np.zeros((4, 0)), np.zeros(0), np.zeros(0)).shape == (4, 0)


def test_any_frame_has_a_pose(puma: aw.Arm) -> None:
    q = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    for frame in puma.robot.frame_names:
        pose = puma.pose(q, frame)
        np.testing.assert_allclose(pose[:3, :3] @ pose[:3, :3].T, np.eye(3), atol=1e-14)
    np.testing.assert_array_equal(puma.pose(q, "base"), np.eye(4))
    assert (puma.jacobian(q, "base") == 0).all()


def test_unknown_frame(puma: aw.Arm) -> None:
    with pytest.raises(aw.InputError, match=r"robot 'puma560': no frame .* \(got 'hand'"):
        puma.pose(np.zeros(6), "hand")
    with pytest.raises(aw.InputError, match="no frame of that name"):
        puma.inverse_dynamics(*np.zeros((3, 6)), wrenches={"hand": np.zeros(6)})


def test_wrenches_on_two_frames_add_up(puma: aw.Arm) -> None:
    q, v, a = np.random.default_rng(2).normal(size=(3, 6))
    w = {"link3": np.arange(6.0), "link5": np.ones((2, 6))}
    both = puma.inverse_dynamics(q, v, a, wrenches=w)
    each = [puma.inverse_dynamics(q, v, a, wrenches={k: x}) for k, x in w.items()]
    assert both.shape == (2, 6)
    np.testing.assert_allclose(both, sum(each) - puma.inverse_dynamics(q, v, a), atol=1e-12)


def test_wrong_joint_vector_is_explained(puma: aw.Arm) -> None:
    with pytest.raises(aw.InputError, match=r"gravity: argument 'q': wrong shape \(got \(5,\)"):
        puma.gravity(np.zeros(5))


def test_unknown_free_parameter_suggests_near_ones() -> None:
    with pytest.raises(aw.InputError, match=r"no parameter .* 'links.link3.mas'.*links.link3.mass"):
        aw.compile("puma560", free=["links.link3.mas"])


def test_free_names_come_in_file_order_with_nominal_values() -> None:
    arm = aw.compile("puma560", free=["gravity", "links.*.mass"])
    assert list(arm.free) == [f"links.{k.name}.mass" for k in arm.robot.links] + ["gravity"]
    np.testing.assert_array_equal(arm.free["gravity"], arm.robot.gravity)
    assert arm.free["links.link2.mass"] == 17.4


def test_parameters_as_vector_mapping_and_batch() -> None:
    arm = aw.compile("puma560", free=["links.link6.mass", "gravity"])
    q = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    nominal = arm.gravity(q)
    vector = np.concatenate(list(arm.free.values()))
    np.testing.assert_array_equal(arm.gravity(q, parameters=vector), nominal)
    moon = arm.gravity(q, parameters={"gravity": arm.robot.gravity / 6})
    np.testing.assert_allclose(moon, nominal / 6, rtol=1e-12, atol=1e-12)
    masses = np.array([0.0, 0.09, 1.0])
    assert arm.gravity(q, parameters={"links.link6.mass": masses}).shape == (3, 6)
    np.testing.assert_array_equal(
        arm.gravity(q, parameters={"links.link6.mass": masses})[1], nominal
    )


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"links.link5.mass": 1.0},
            r"parameters: not a free parameter \(got \['links.link5.mass'\]",
        ),
        (
            {"gravity": [0, 0]},
            r"parameter 'gravity': wrong shape \(got \(2,\), expected \(..., 3\)\)",
        ),
        (np.zeros(3), r"argument 'parameters': wrong shape \(got \(3,\), expected \(..., 4\)\)"),
    ],
)
def test_wrong_parameters(parameters: object, message: str) -> None:
    arm = aw.compile("puma560", free=["links.link6.mass", "gravity"])
    with pytest.raises(aw.InputError, match=message):
        arm.gravity(np.zeros(6), parameters=parameters)


def test_parameters_for_an_arm_that_has_none(puma: aw.Arm) -> None:
    with pytest.raises(aw.InputError, match=r"no free parameters .* aw.compile\(robot, free=\["):
        puma.gravity(np.zeros(6), parameters={"gravity": np.zeros(3)})


def test_unknown_option_is_not_swallowed(puma: aw.Arm) -> None:
    with pytest.raises(TypeError, match="thread"):
        puma.gravity(np.zeros(6), thread=2)


def test_link_without_mass_behind_a_joint() -> None:
    robot = aw.Robot(
        "ghost",
        (aw.Link("base"), aw.Link("nothing")),
        (aw.Joint("hinge", "revolute", "base", "nothing"),),
    )
    arm = aw.compile(robot)
    assert arm.inverse_dynamics([1.0], [1.0], [1.0]) == 0
    with pytest.raises(aw.InputError, match="joint 'hinge': no mass moves with this joint"):
        arm.forward_dynamics([0.0], [0.0], [1.0])


def test_nan_does_not_pass_silently(puma: aw.Arm) -> None:
    q = np.zeros((4, 6))
    q[2, 1] = np.nan
    with pytest.raises(aw.NonFiniteError, match=r"argument 'q' is nan at \[2, 1\]"):
        puma.gravity(q)
    assert np.isnan(puma.gravity(q, allow_nonfinite=True)[2]).any()
    assert np.isfinite(puma.gravity(q, allow_nonfinite=True)[[0, 1, 3]]).all()
