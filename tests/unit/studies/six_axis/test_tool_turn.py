"""Which posture and which joint errors an error of the tool's pose belongs to."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from armwright import Run, compile, load_scenario
from armwright.studies.six_axis.claims.payload import tool_claims
from armwright.studies.six_axis.measures import (
    ToolTurn,
    end_rotation,
    own_turn,
    source_turn,
    wrist_errors,
)
from armwright.studies.six_axis.source import ROTATION_ERROR

ARM = compile("six_axis")
GIVEN = load_scenario("six-axis/steps").blocks.reference.values
BEGIN, HEIGHTS = (np.radians(GIVEN[key]) for key in ("begin", "heights"))
#: S1, section 5.1, and its appendix C: heights of the steps, and about which axis each joint turns.
STEPS, AXES = (15.0, 30.0, 30.0, 90.0, 90.0, 90.0), "zyyxyx"


def run(begin: np.ndarray, end: np.ndarray, errors: np.ndarray | float = 0.0) -> Run:
    """Rest before the steps and rest behind them; `errors`: actual less reference, at the end."""
    reference = np.stack([begin, end])
    actual = reference + np.stack([np.zeros(6), np.zeros(6) + errors])
    records = {"reference_joint_position": reference[None], "joint_position": actual[None]}
    return Run.from_records(np.array([0.0, 10.0]), records, joints=list("ABCDEF"), single=True)


def test_a_turn_is_found_in_the_difference_of_two_rotations():
    R, delta = Rotation.random(random_state=1).as_matrix(), np.array([2e-5, -3e-5, 1e-5])
    turned = Rotation.from_rotvec(delta).as_matrix() @ R
    found = ToolTurn.between(turned - R, R)
    np.testing.assert_allclose(found.vector, delta, rtol=1e-4)
    assert found.misfit < 1e-4
    assert found.angle == pytest.approx(np.linalg.norm(delta), rel=1e-4)


def test_our_steps_turn_the_tool_as_the_axes_of_the_source_do():
    """By our D-H table and by the axes of appendix C, one after the other: two ways to describe the
    arm."""
    expected = np.eye(3)
    for axis, angle in zip(AXES, np.radians(STEPS), strict=True):
        expected = expected @ Rotation.from_euler(axis, angle).as_matrix()
    found = end_rotation(ARM, run(BEGIN, BEGIN + HEIGHTS))
    np.testing.assert_allclose(found, expected, atol=1e-12)


def posture_verdict(made: Run) -> str:
    (claim,) = [claim for claim in tool_claims(made) if claim.key == "posture"]
    return claim.verdict


@pytest.mark.parametrize("joint", range(6))
def test_in_another_posture_the_matrix_of_the_source_does_not_fit(joint: int):
    assert posture_verdict(run(BEGIN, BEGIN + HEIGHTS)) == "number"
    other = np.where(np.arange(6) == joint, -1.0, 1.0) * HEIGHTS
    assert posture_verdict(run(BEGIN, BEGIN + other)) == "differs"


def test_another_start_is_another_posture():
    other = BEGIN + np.radians([0, -90, 0, 0, 0, 0])
    assert posture_verdict(run(other, other + HEIGHTS)) == "differs"


def test_joint_errors_are_found_in_the_pose():
    errors = np.array([0.0, 3e-5, -2e-5, 4e-5, -7e-5, 5e-5])
    made = run(BEGIN, BEGIN + HEIGHTS, errors)
    found = wrist_errors(ARM, made, own_turn(ARM, made))
    np.testing.assert_allclose(found, errors[[3, 4]], rtol=1e-3)


def test_the_sources_matrix_has_the_sources_largest_joint_error():
    made = run(BEGIN, BEGIN + HEIGHTS)
    turn = source_turn(end_rotation(ARM, made))
    _, wrist = wrist_errors(ARM, made, turn)
    assert abs(wrist) == pytest.approx(0.032, abs=1e-3)
    np.testing.assert_allclose(
        turn.vector, ToolTurn.between(ROTATION_ERROR, end_rotation(ARM, made)).vector
    )


def test_the_tools_turn_agrees_if_the_joints_err_as_in_the_source():
    """UA and J3 as its matrix has them; not if OS errs instead of J3."""
    plain = run(BEGIN, BEGIN + HEIGHTS)
    upper_arm, wrist = wrist_errors(ARM, plain, source_turn(end_rotation(ARM, plain)))
    for errors, verdict in (
        ([0, 0, 0, upper_arm, wrist, 0], "kind"),
        ([0, 0, 0, upper_arm, -wrist, 0], "differs"),
        ([0, 0, 0, upper_arm, 0, wrist], "differs"),
    ):
        claims = tool_claims(run(BEGIN, BEGIN + HEIGHTS, np.array(errors)))
        assert {claim.key: claim.verdict for claim in claims}["tool-turn"] == verdict


@pytest.mark.parametrize(
    ("size", "verdict"), [(0.0047, "kind"), (0.0140, "differs"), (0, "differs")]
)
def test_three_times_as_far_off_is_not_the_same(size: float, verdict: str):
    """J1 alone moves the tool by its distance from the first axis."""
    end = BEGIN + HEIGHTS
    lever = np.linalg.norm(ARM.pose(end)[:2, 3])
    claims = tool_claims(run(BEGIN, end, np.array([size / lever, 0, 0, 0, 0, 0])))
    assert {claim.key: claim.verdict for claim in claims}["tool-position"] == verdict
