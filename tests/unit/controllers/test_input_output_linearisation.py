"""Linearisation to chosen outputs: against computed torque, J and J̇, and messages."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import armwright as aw
from armwright.blocks.controllers import (
    CompensatedLinearisation,
    ComputedTorque,
    InputOutputLinearisation,
)
from tests.support.blocks import evaluate, site

GAINS = {"natural_frequency": 7.0, "damping_ratio": 0.6, "torque_limit": 1e9}
SIGNALS = (
    "measured_joint_position",
    "measured_joint_velocity",
    "reference_joint_position",
    "reference_joint_velocity",
    "reference_joint_acceleration",
)
#: Joints, then frames in space; the wrist keeps its joints.
MIXED = ["x of tool", "y of tool", "z of tool", "UA", "J3", "OS"]


def motions(joints: int) -> dict[str, np.ndarray]:
    return dict(zip(SIGNALS, np.random.default_rng(8).normal(size=(5, 4, joints)), strict=True))


@pytest.mark.parametrize("name", ["rx90b", "six_axis", "underwater_two_link"])
def test_with_the_joints_as_outputs_it_is_computed_torque(name: str) -> None:
    robot = aw.load(name)
    where, given = site(robot), motions(len(robot.joint_names))
    expected = evaluate(ComputedTorque(**GAINS), where, **given)["commanded_joint_torque"]
    found = evaluate(InputOutputLinearisation(**GAINS), where, **given)
    torque = found["commanded_motor_torque"] @ robot.gear_matrix
    np.testing.assert_allclose(torque, expected, rtol=1e-10, atol=1e-10 * np.abs(expected).max())
    gone = given["reference_joint_position"] - given["measured_joint_position"]
    np.testing.assert_allclose(found["linearised_output_error"], gone, atol=1e-14)
    assert (found["singular"] == 0).all() and (found["decoupling"] > 0.05).all()


@pytest.mark.parametrize("wet", [False, True])
def test_frames_as_outputs_agree_with_the_jacobian(wet: bool) -> None:
    """u = M J⁻¹(ν − J̇q̇) + n, all from the compiled arm."""
    robot = aw.load("underwater_two_link")
    where = site(robot, fidelity=aw.Fidelity(water=wet, friction=False))
    arm, given = aw.compile(robot if wet else _dry(robot)), motions(2)
    block = InputOutputLinearisation(outputs=["x of tip", "y of tool"], **GAINS)
    found = evaluate(block, where, **given)["commanded_motor_torque"]
    w, zeta = 7.0, 0.6

    def jacobian(q: np.ndarray) -> np.ndarray:
        return arm.jacobian(q)[:2]

    def rate(q: np.ndarray, v: np.ndarray) -> np.ndarray:
        return arm.jacobian_derivative(q, v)[:2]

    for k in range(4):
        q, v, qd, vd, ad = (given[name][k] for name in SIGNALS)
        goal = jacobian(qd) @ ad + rate(qd, vd) @ vd
        goal = goal + 2 * zeta * w * (jacobian(qd) @ vd - jacobian(q) @ v)
        goal = goal + w**2 * (arm.pose(qd) - arm.pose(q))[:2, 3]
        a = np.linalg.solve(jacobian(q), goal - rate(q, v) @ v)
        expected = arm.inverse_dynamics(q, v, a)
        np.testing.assert_allclose(found[k], expected, rtol=1e-10)


def _dry(robot: aw.Robot) -> aw.Robot:
    return replace(robot, links=tuple(replace(link, hull=None) for link in robot.links))


def test_a_singular_arm_is_told_and_its_torque_stays_finite() -> None:
    """Stretched, no motor moves the tip along the arm."""
    robot = aw.load("underwater_two_link")
    outputs = ["x of tip", "y of tip"]
    block = InputOutputLinearisation(outputs=outputs, singular_below=0.05, **GAINS)
    found = evaluate(
        block,
        site(robot),
        measured_joint_position=np.array([[0.0, 0.0], [0.0, 0.02], [0.0, 1.0]]),
        reference_joint_position=np.array([0.4, 0.9]),
    )
    assert found["singular"].ravel().tolist() == [1, 1, 0]
    assert found["decoupling"][0, 0] < 1e-12 < 0.05 < found["decoupling"][2, 0]
    assert np.isfinite(found["commanded_motor_torque"]).all()
    assert np.abs(found["commanded_motor_torque"][0]).max() < 1e4
    exact = evaluate(
        block.changed({"singular_below": 0.0}),
        site(robot),
        measured_joint_position=np.array([[0.0, 0.02], [0.0, 1.0]]),
        reference_joint_position=np.array([0.4, 0.9]),
    )["commanded_motor_torque"]
    np.testing.assert_allclose(exact[1], found["commanded_motor_torque"][2], rtol=1e-12)
    assert np.abs(exact[0]).max() > 2 * np.abs(found["commanded_motor_torque"][1]).max()


@pytest.mark.parametrize(
    ("outputs", "message"),
    [
        (["joint1"], "outputs and motors differ in number"),
        (["joint1", "joint3"], "unknown output (got 'joint3', expected one of joint1, joint2"),
        (["w of tip", "joint1"], "unknown output (got 'w of tip'"),
        (["joint1", "z of tip"], "no motor acts on an output (got 'z of tip')"),
        (["joint1", "x of link2"], "the outputs do not move independently"),
    ],
)
def test_outputs_that_make_no_sense(outputs: list[str], message: str) -> None:
    block = InputOutputLinearisation(outputs=outputs)
    with pytest.raises(aw.InputError) as caught:
        evaluate(block, site("underwater_two_link"))
    assert "block 'input_output_linearisation'" in str(caught.value)
    assert message in str(caught.value)


def test_six_axes_with_a_tool_in_space() -> None:
    robot = aw.load("six_axis")
    where, given = site(robot, fidelity=aw.Fidelity(friction=False)), motions(6)
    found = evaluate(InputOutputLinearisation(outputs=MIXED, **GAINS), where, **given)
    assert found["linearised_output"].shape == (4, 6)
    tool = aw.compile(robot).pose(given["measured_joint_position"])[:, :3, 3]
    np.testing.assert_allclose(found["linearised_output"][:, :3], tool, atol=1e-12)
    assert (found["singular"] == 0).all()


def test_a_model_that_runs_along_is_s2s_law() -> None:
    """S2 (7.50)-(7.52) for joints: u = M(x_m)(…) + n(x_m, ẋ_m), the rest from states at random."""
    robot = aw.load("underwater_two_link")
    arm, given = aw.compile(robot), motions(2)
    del given["measured_joint_velocity"]
    rng = np.random.default_rng(2)
    names = ("compensator_position", "compensator_velocity", "regulation_position")
    states = {name: rng.normal(size=2) for name in (*names, "regulation_velocity")}
    block = CompensatedLinearisation(
        regulation_frequency=5.0, regulation_damping_ratio=0.8, **GAINS
    )
    found = evaluate(block, site(robot), **given, **states)
    xm, vm, yr, rate_r = states.values()
    for k in range(4):
        y, qd, vd, ad = (one[k] for one in given.values())
        second_r = 25.0 * (y - xm - yr) - 2 * 0.8 * 5.0 * rate_r
        a = ad - second_r + 2 * 0.6 * 7.0 * (vd - rate_r - vm) + 49.0 * (qd - yr - xm)
        u = arm.inverse_dynamics(xm, vm, a)
        np.testing.assert_allclose(found["commanded_motor_torque"][k], u, rtol=1e-10)
        np.testing.assert_allclose(found["compensator_velocity"][k], a, rtol=1e-9)
        np.testing.assert_allclose(found["regulation_velocity"][k], second_r, rtol=1e-12)


def test_a_model_that_runs_along_has_positions_for_outputs() -> None:
    block = CompensatedLinearisation(outputs=["joint1", "rate of joint2"])
    with pytest.raises(aw.InputError, match="output 2 of relative degree 1"):
        evaluate(block, site("underwater_two_link"))
