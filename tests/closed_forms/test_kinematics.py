"""Compiled kinematics against products of 4 × 4 matrices and formulas of the sources."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import armwright as aw
from tests.closed_forms import library, robots
from tests.closed_forms.agreement import farthest, random_states
from tests.closed_forms.arms import denavit_hartenberg as dh
from tests.closed_forms.arms import nonplanar, two_axis

#: Elements of rotation matrices, and metres: all about 1 in size.
TOLERANCE = 1e-14
TABLES = {
    "S2 table 6.1, nominal": dh.PUMA_NOMINAL,
    "S2 table 6.1, estimated": dh.PUMA_ESTIMATED,
    "S2 table 6.2": dh.PUMA_ALTERED,
}


def check_standard(arm: aw.Arm, rows: Sequence[dh.Row]) -> None:
    """Every D-H frame, and the Jacobian of the last one; joint i turns about z of frame i − 1."""
    q, _, _ = random_states(len(rows), seed=69, count=20)
    chains = [dh.frames(dh.standard, rows, state) for state in q]
    for i, joint in enumerate(arm.robot.moving_joints, start=1):
        expected = np.array([poses[i] for poses in chains])
        assert farthest(arm.pose(q, f"{joint.child}_dh"), expected) < TOLERANCE
    expected = np.array([dh.jacobian(poses[:-1], poses[-1]) for poses in chains])
    assert farthest(arm.jacobian(q), expected) < TOLERANCE


@pytest.mark.parametrize(("name", "rows"), [("puma560", dh.PUMA_CORKE), ("six_axis", dh.PROTOTYPE)])
def test_library(name: str, rows: Sequence[dh.Row]) -> None:
    check_standard(aw.compile(name), rows)


@pytest.mark.parametrize("table", TABLES)
def test_tables_of_the_sources(table: str, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(robots.dh_file(TABLES[table]))
    check_standard(aw.compile(aw.load(file)), TABLES[table])


def test_panda() -> None:
    """Modified D-H: joint i turns about z of frame i."""
    arm = aw.compile("panda")
    q, _, _ = random_states(7, seed=7, count=20)
    chains = [dh.frames(dh.modified, dh.PANDA, state) for state in q]
    for i in range(1, 8):
        expected = np.array([poses[i] for poses in chains])
        assert farthest(arm.pose(q, f"link{i}"), expected) < TOLERANCE
    flanges = np.array([poses[-1] @ dh.modified(dh.PANDA_FLANGE) for poses in chains])
    assert farthest(arm.pose(q), flanges) < TOLERANCE
    expected = np.array(
        [dh.jacobian(poses[1:], flange) for poses, flange in zip(chains, flanges, strict=True)]
    )
    assert farthest(arm.jacobian(q), expected) < TOLERANCE


def test_two_axis_tool() -> None:
    """S0 (1.2), (2.2), (2.5)."""
    arm = aw.compile("two_axis")
    n = library.two_axis_numbers(arm.robot)
    q, _, _ = random_states(2, seed=12)
    pose = arm.pose(q)
    plane = np.array([0, 2])
    assert farthest(pose[:, plane, 3], np.array([two_axis.tool(n, s) for s in q])) < TOLERANCE
    base_from_sensor = pose[:, plane][:, :, plane]
    expected = np.array([two_axis.sensor_from_base(s) for s in q])
    assert farthest(base_from_sensor.swapaxes(1, 2), expected) < TOLERANCE
    expected = np.array([two_axis.tool_jacobian(n, s) for s in q])
    assert farthest(arm.jacobian(q)[:, plane], expected) < TOLERANCE


@pytest.mark.parametrize("elbow_up", [True, False])
def test_two_axis_inverse(elbow_up: bool) -> None:
    """S0 (1.4)-(1.7): both branches lead back to the point; the elbow is on the side it says."""
    arm = aw.compile("two_axis")
    n = library.two_axis_numbers(arm.robot)
    rng = np.random.default_rng(17)
    reach, angle = rng.uniform(0.3, 1.9, 40), rng.uniform(0.1, 1.4, 40)
    points = np.stack([reach * np.cos(angle), reach * np.sin(angle)], axis=1)
    q = np.array([two_axis.joint_angles(n, point, elbow_up) for point in points])
    assert farthest(arm.pose(q)[:, [0, 2], 3], points) < 1e-12
    elbow = arm.pose(q, "link2")[:, [0, 2], 3]
    above = points[:, 0] * elbow[:, 1] - points[:, 1] * elbow[:, 0]
    assert np.all(above > 0) if elbow_up else np.all(above < 0)


def test_nonplanar_centre() -> None:
    """S1 (2.34)."""
    arm = aw.compile("two_link_nonplanar")
    n = library.nonplanar_numbers(arm.robot)
    q, _, _ = random_states(2, seed=234)
    centre = np.append(library.body(arm.robot, "arm").centre, 1)
    ours = (arm.pose(q, "arm") @ centre)[:, :3]
    assert farthest(ours, np.array([nonplanar.arm_centre(n, s) for s in q])) < TOLERANCE
