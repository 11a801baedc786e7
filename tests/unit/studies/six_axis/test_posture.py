"""Which posture and which joint errors an error of the tool's pose belongs to."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from armwright.studies.six_axis import posture
from armwright.studies.six_axis.posture import Turn, source_turn, source_wrist_errors
from armwright.studies.six_axis.source import AXES, ROTATION_ERROR, STEPS


def pose(angles: np.ndarray) -> np.ndarray:
    """Of the axes of S1's appendix C, turned one after the other."""
    R = np.eye(3)
    for axis, angle in zip(AXES, angles, strict=True):
        R = R @ Rotation.from_euler(axis, angle).as_matrix()
    return R


def test_a_turn_is_found_in_the_difference_of_two_rotations():
    R, delta = Rotation.random(random_state=1).as_matrix(), np.array([2e-5, -3e-5, 1e-5])
    turned = Rotation.from_rotvec(delta).as_matrix() @ R
    found = Turn.between(turned - R, R)
    np.testing.assert_allclose(found.vector, delta, rtol=1e-4)
    assert found.misfit < 1e-4
    assert found.angle == pytest.approx(np.linalg.norm(delta), rel=1e-4)


def test_the_wrong_posture_does_not_fit():
    wrong = pose(np.radians(STEPS) * [1, -1, 1, 1, 1, 1])
    assert Turn.between(ROTATION_ERROR, wrong).misfit > 0.3
    assert source_turn().misfit < 0.02


def test_joint_errors_are_found_in_the_pose(monkeypatch):
    q = np.radians(STEPS)
    errors = np.array([0.0, 3e-5, -2e-5, 4e-5, -7e-5, 5e-5])
    monkeypatch.setattr(posture, "ROTATION_ERROR", pose(q + errors) - pose(q))
    np.testing.assert_allclose(source_wrist_errors(), errors[[3, 4]], rtol=1e-3)


def test_the_sources_numbers_agree_with_each_other():
    """The largest joint error that the text gives is the one that the matrix has."""
    _, wrist = source_wrist_errors()
    assert abs(wrist) == pytest.approx(0.032, abs=1e-3)
