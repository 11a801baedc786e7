"""The library's robots: sources, believable drives, published numbers.

Their kinematics and dynamics are compared with those of the sources in tests/closed_forms.
"""

from __future__ import annotations

import tomllib
from math import pi

import numpy as np
import pytest

from armwright import compile
from armwright.robot import library_names, load
from armwright.robot.loading import library_file
from tests.support.motors import motor_inertias


def numbers(table, path=()):
    """Paths of all numbers in a file, with items of lists under their names."""
    for key, value in table.items() if isinstance(table, dict) else enumerate(table):
        if isinstance(value, dict):
            name = value.get("name", value.get("joint", key))
            yield from numbers(value, (*path, str(name)))
        elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
            yield from numbers(value, (*path, str(key)))
        elif isinstance(value, list | int | float) and not isinstance(value, bool):
            yield ".".join((*path, str(key)))


@pytest.mark.parametrize("name", library_names())
def test_every_number_is_published_or_assumed(name):
    robot = load(name)
    with library_file(name).open("rb") as file:
        table = tomllib.load(file)
    for path in numbers(table):
        source = robot.source_of(path)
        assert source is not None, path
        assert source.startswith(("published: ", "assumed: ")), (path, source)


def test_the_most_exact_source_counts():
    panda = load("panda")
    assert "arbitrary" in panda.source_of("links.link1.centre")
    assert "Gaz" in panda.source_of("links.link2.centre")
    assert panda.source_of("wheels") is None


@pytest.mark.parametrize("name", library_names())
def test_motors_can_lift_the_arm(name):
    """Where drives and limits are given, they hold the arm in its worst of many poses."""
    arm = compile(name)
    joints = arm.robot.moving_joints
    lower = [max(joint.limits.lower, -pi) for joint in joints]
    upper = [min(joint.limits.upper, pi) for joint in joints]
    q = np.random.default_rng(0).uniform(lower, upper, (200, len(joints)))
    worst = np.abs(arm.gravity(q)).max(axis=0)
    for joint, torque in zip(joints, worst, strict=True):
        assert torque <= 0.8 * joint.limits.effort, joint.name
        drive = joint.drive
        if drive is not None and drive.torque_limit is not None:
            assert torque <= 0.8 * drive.torque_limit * abs(drive.gear_ratio), joint.name


@pytest.mark.parametrize("name", library_names())
def test_mass_matrices_are_positive_definite(name):
    arm = compile(name)
    q = np.random.default_rng(1).uniform(-1, 1, (20, len(arm.robot.moving_joints)))
    assert np.linalg.eigvalsh(arm.mass_matrix(q) + motor_inertias(arm.robot)).min() > 0


def test_underwater_two_link_has_s2s_numbers():
    arm = load("underwater_two_link")
    hull = arm.link("link2").hull
    assert (hull.radius, hull.drag_coefficient, hull.added_mass_coefficient) == (0.025, 1, 2)
    assert hull.end.tolist() == [1, 0, 0] and not arm.gravity.any()
    assert arm.joint("joint1").drive.friction["viscous"] == 0.3


def test_rx90b_wrist_is_coupled():
    matrix = load("rx90b").gear_matrix
    assert matrix[5].tolist() == [0, 0, 0, 0, 45, 45] and matrix[4].tolist()[5] == 0


def test_reach_alpha5_is_as_the_urdf_has_it(pose_of):
    """Positions of the joints of the alpha_5 URDF at zero, in its base frame."""
    arm = load("reach_alpha5")
    q = np.zeros(4)
    elbow = np.array([-0.02 - 0.04, 0, 0.047 - 0.1453])
    assert pose_of(arm, q, "upperarm")[:3, 3] == pytest.approx([-0.02, 0, 0.047], abs=1e-9)
    assert pose_of(arm, q, "elbow")[:3, 3] == pytest.approx(elbow, abs=1e-5)
    wrist = elbow + np.array([-0.02, 0, 0])
    assert pose_of(arm, q, "wrist")[:3, 3] == pytest.approx(wrist, abs=1e-5)
    assert pose_of(arm, q, "jaw")[:3, 3] == pytest.approx(wrist + np.array([0, 0, 0.18]), abs=1e-5)
    axes = [pose_of(arm, q, link)[:3, 2] for link in ("shoulder", "upperarm", "elbow", "wrist")]
    assert np.array(axes) == pytest.approx(
        np.array([[0, 0, 1], [0, 1, 0], [0, -1, 0], [0, 0, -1]]), abs=1e-9
    )
