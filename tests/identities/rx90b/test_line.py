"""The path, and how the arm keeps to it, as S3 describes it."""

from __future__ import annotations

import numpy as np

from armwright import Run, Scenario, compile
from armwright.measures import reversal_times, straight_line_deviation, swing_about

BEGIN, END = np.array([0.5, -0.58, 0.15]), np.array([0.5, 0.67, 0.15])


def test_the_line_is_straight_and_level_with_a_trapezoidal_speed(whole: Run) -> None:
    time, path = whole.data["time"].values, whole.data["reference_tool_position"].values
    along, lateral, vertical = straight_line_deviation(path, BEGIN, END)
    assert np.abs([lateral, vertical]).max() < 1e-9
    distance = np.clip(time - 0.5, 0, 5.25)
    ramp_up = 0.5 * np.clip(distance, 0, 0.25) ** 2
    ramp_down = 0.5 * np.clip(distance - 5.0, 0, 0.25) ** 2
    speed = 0.25 * np.clip(distance - 0.25, 0, None)
    np.testing.assert_allclose(along, ramp_up + speed - ramp_down, atol=1e-9)


def test_the_head_stays_vertical(whole: Run, scenario: Scenario) -> None:
    arm = compile(scenario.robot)
    for signal, within in (("reference_joint_position", 1e-9), ("joint_position", 1e-3)):
        beam = arm.pose(whole.data[signal].values)[:, :3, 2]
        assert np.abs(beam - [0, 0, -1]).max() < within


def test_only_joints_2_and_3_turn_around_and_at_once(whole: Run) -> None:
    time = whole.data["time"].values
    moving = (time > 0.6) & (time < 5.7)
    for signal in ("reference_joint_velocity", "joint_velocity"):
        turns = reversal_times(time[moving], whole.data[signal].values[moving])
        assert [len(t) for t in turns] == [0, 1, 1, 0, 0, 0], signal
    first, second = reversal_times(time, whole.data["reference_joint_velocity"].values)[1:3]
    assert abs(first[0] - second[0]) < 1e-4
    assert abs(0.25 * (first[0] - 0.5 - 0.125) - 0.609) < 1e-3


def test_it_stands_still_before_and_after(whole: Run) -> None:
    time, q = whole.data["time"].values, whole.data["joint_position"].values
    target = whole.data["reference_joint_position"].values
    assert np.abs(q - target)[time < 0.5].max() < 1e-9
    assert np.abs(q - target)[-1].max() < 1e-5
    assert np.ptp(q[time > 7.25], axis=0).max() < 1e-6


def test_it_keeps_to_the_line_but_where_joints_turn_around(whole: Run) -> None:
    """Of the order of 0.1 mm there; S3's figures show no more."""
    time = whole.data["time"].values
    _, lateral, vertical = straight_line_deviation(whole.data["tool_position"].values, BEGIN, END)
    calm = (time > 1.1) & (time < 5.5) & (np.abs(time - 3.061) > 0.4)
    assert np.abs([lateral[calm], vertical[calm]]).max() < 1.5e-5
    sideways, up = (swing_about(time, x, 3.061, 0.4) for x in (lateral, vertical))
    assert 5e-5 < sideways < 2.5e-4
    assert 2e-5 < up < 1e-4
    assert np.abs([lateral, vertical]).max() < 2e-4


def test_nothing_is_at_a_limit_and_friction_is_passive(whole: Run, scenario: Scenario) -> None:
    assert not whole.summary().saturations
    peak = np.abs(whole.data["motor_current"].values).max(axis=0)
    for joint, current in zip(scenario.robot.moving_joints, peak, strict=True):
        drive = joint.drive
        assert drive is not None and drive.torque_constant and drive.torque_limit
        assert current < 0.3 * drive.torque_limit / drive.torque_constant
    assert scenario.notes() == ()
    extra = scenario.frictions[0].settings
    ratios = [
        extra[f"static_{way}"] / extra[f"coulomb_{way}"] - 1 for way in ("positive", "negative")
    ]
    assert extra["viscous"] >= extra["damping"] * max(ratios)
