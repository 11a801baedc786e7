"""Jacobians of orientations, and how the geometric one changes."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest
from scipy.spatial.transform import Rotation

from armwright import InputError, compile
from armwright.arm import Arm
from armwright.multibody.orientation import OrientationForm
from tests.support.pinocchio_model import to_pinocchio
from tests.support.random_robots import random_state, random_tree

ROBOT = random_tree(6, 4, prismatic=0.1)


@pytest.fixture(scope="module")
def arm() -> Arm:
    return compile(ROBOT)


def numbers(rotation: np.ndarray, form: OrientationForm) -> np.ndarray:
    """The orientation itself, as SciPy has it."""
    turn = Rotation.from_matrix(rotation)
    if form == "roll_pitch_yaw":
        return turn.as_euler("xyz")
    if form == "zyz":
        return turn.as_euler("ZYZ")
    found = turn.as_quat()[[3, 0, 1, 2]]
    return found if found[0] >= 0 else -found


@pytest.mark.parametrize("form", ["roll_pitch_yaw", "zyz", "quaternion"])
def test_rates_of_an_orientation_by_differences(arm: Arm, form: OrientationForm) -> None:
    rng, step = np.random.default_rng(1), 1e-5
    for _ in range(12):
        q, v = rng.normal(size=(2, len(ROBOT.joint_names))) * 1.5
        later, before = (arm.pose(q + way * step * v) for way in (1, -1))
        turning = numbers(later[:3, :3], form) - numbers(before[:3, :3], form)
        if form != "quaternion":
            turning = (turning + np.pi) % (2 * np.pi) - np.pi
        elif np.abs(turning).max() > 0.5:
            continue  # w has changed its sign in between
        expected = np.concatenate([later[:3, 3] - before[:3, 3], turning]) / (2 * step)
        found = arm.analytic_jacobian(q, orientation=form) @ v
        np.testing.assert_allclose(found, expected, atol=1e-7 * max(1.0, np.abs(expected).max()))


def test_where_an_orientation_has_no_rates(arm: Arm) -> None:
    """At zero the tool of this arm points down: β is π. Of a batch the place is told."""
    scara = compile("scara")
    with pytest.raises(InputError, match=r"'zyz': .* β is 0 or π: α and γ turn alike \(got q = "):
        scara.analytic_jacobian(np.zeros((2, 3)), orientation="zyz")
    assert np.isfinite(scara.analytic_jacobian(np.zeros(3))).all()
    assert scara.analytic_jacobian(np.zeros((5, 3)), orientation="quaternion").shape == (5, 7, 3)
    with pytest.raises(InputError, match=r"unknown orientation .*'euler'.* roll_pitch_yaw, zyz"):
        arm.analytic_jacobian(np.zeros(4), orientation="euler")  # type: ignore[arg-type]


def test_pitch_straight_up_is_named() -> None:
    two_axis = compile("two_axis")
    up = np.array([np.pi / 2, 0.0])
    turned = two_axis.pose(up)[:3, :3]
    q = up - np.array([np.arcsin(-turned[2, 0]) - np.pi / 2, 0.0])
    with pytest.raises(InputError, match="pitch is ±π/2"):
        two_axis.analytic_jacobian(q)
    assert np.isfinite(two_axis.analytic_jacobian(q + np.array([1e-6, 0]))).all()


@pytest.mark.parametrize("seed", [3, 8])
def test_the_rate_of_the_jacobian_against_pinocchio(seed: int) -> None:
    robot = random_tree(seed, 4)
    q, v, a = random_state(robot, seed)
    peer, arm = to_pinocchio(robot), compile(robot)
    theirs = [peer.theirs(part) for part in (q, v, a)]
    pin.computeJointJacobiansTimeVariation(peer.model, peer.data, *theirs[:2])
    pin.forwardKinematics(peer.model, peer.data, *theirs)
    number, axes = peer.model.getFrameId("probe"), pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    pin.updateFramePlacements(peer.model, peer.data)
    expected = pin.getFrameJacobianTimeVariation(peer.model, peer.data, number, axes)
    found = arm.jacobian_derivative(q, v, "probe")
    np.testing.assert_allclose(found, peer.our_columns(expected), rtol=1e-9, atol=1e-9)
    acceleration = pin.getFrameClassicalAcceleration(peer.model, peer.data, number, axes)
    total = arm.jacobian(q, "probe") @ a + found @ v
    np.testing.assert_allclose(total, acceleration.vector, rtol=1e-9, atol=1e-9)


def test_they_are_of_the_tool_unless_a_frame_is_named(arm: Arm) -> None:
    q, v = random_state(ROBOT, 2, 2)
    tool = arm.jacobian_derivative(q, v)
    assert np.array_equal(tool, arm.jacobian_derivative(q, v, "probe"))
