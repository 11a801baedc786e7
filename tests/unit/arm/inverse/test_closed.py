"""Which closed form an arm has, and how near to it an arm must be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from armwright import Arm, Frame, Pose, load
from armwright.arm.inverse.chain import chain_to
from armwright.arm.inverse.closed_form import closed_form
from armwright.arm.inverse.parts import meeting_point
from tests.support.inverse_arms import (
    arm_of,
    miss,
    moved_a_little,
    parallel_arm,
    random_positions,
    ur5,
    wrist_arm,
)
from tests.support.random_robots import random_chain, random_pose

KINDS = {
    "puma560": "spherical wrist",
    "manutec_r3": "spherical wrist",
    "rx90b": "spherical wrist",
    "six_axis": "spherical wrist",
    "two_axis": "two parallel axes",
    "underwater_two_link": "two parallel axes",
    "puma560_armstrong3": "three axes, two of them parallel",
    "panda": None,
    "scara": None,
    "reach_alpha5": None,
}


@pytest.mark.parametrize(("name", "kind"), KINDS.items())
def test_library(name: str, kind: str | None) -> None:
    robot = load(name)
    chain = chain_to(robot, robot.tool)
    form = closed_form(chain, chain.only_places)
    assert (form.kind if form else None) == kind
    assert form is None or form.exact


def test_kinds_in_any_position() -> None:
    for seed in range(20):
        for robot, kind in (
            (wrist_arm(seed), "spherical wrist"),
            (parallel_arm(seed), "three parallel axes"),
        ):
            form = closed_form(chain_to(robot, "tool"), False)
            assert form is not None and form.kind == kind
        assert closed_form(chain_to(random_chain(seed, 6), "link5"), False) is None


def test_a_position_alone_has_no_closed_form_of_six_axes() -> None:
    assert closed_form(chain_to(ur5(), "tool"), True) is None


def test_an_arm_beside_its_ideal_is_recognised_as_such() -> None:
    for size, exact in ((1e-14, True), (1e-9, False), (1e-5, False)):
        form = closed_form(chain_to(moved_a_little(ur5(), size), "tool"), False)
        assert form is not None and form.exact == exact
    assert closed_form(chain_to(moved_a_little(ur5(), 1e-3), "tool"), False) is None


@pytest.mark.crosscheck
@pytest.mark.parametrize("size", [1e-10, 1e-5])
def test_an_arm_beside_its_ideal_is_solved_all_the_same(size: float) -> None:
    """As a truncated π in a URDF makes it: the ideal arm's branches are starts for the real one."""
    arm = Arm(moved_a_little(ur5(), size))
    q = random_positions(arm.robot, 1000)
    pose = arm.pose(q)
    found = arm.inverse_kinematics(pose, q)
    assert miss(arm, found.all, pose[:, None]) < 2e-10
    assert (np.abs(found.q - q).max(axis=1) < 1e-6).mean() > 0.99
    ideal = arm_of("ur5").inverse_kinematics(arm_of("ur5").pose(q), q)
    assert (found.count == ideal.count).mean() > 0.98


@pytest.mark.crosscheck
def test_base_and_tool_may_be_anywhere() -> None:
    robot = load("puma560")
    rng = np.random.default_rng(5)
    first = replace(robot.joints[0], origin=random_pose(rng) @ robot.joints[0].origin)
    tool = Frame("torch", robot.joints[-1].child, random_pose(rng))
    moved = replace(
        robot,
        joints=(first, *robot.joints[1:]),
        frames=(*robot.frames, tool),
        tool="torch",
    )
    arm = Arm(moved)
    q = random_positions(moved, 500)
    pose = arm.pose(q)
    found = arm.inverse_kinematics(pose, q)
    assert found.method == "closed form: spherical wrist"
    assert np.abs(found.q - q).max() < 1e-7
    assert miss(arm, found.all, pose[:, None]) < 1e-10


def test_any_frame() -> None:
    arm = arm_of("puma560")
    q = random_positions(arm.robot, 50)
    elbow = arm.pose(q, "link3")
    found = arm.inverse_kinematics(elbow, q, "link3")
    assert np.abs(arm.pose(found.q, "link3")[:, :3, 3] - elbow[:, :3, 3]).max() < 1e-10
    assert (found.q[:, 3:] == q[:, 3:]).all()  # joints behind the frame stay at the start


def test_degenerate_arms_have_no_closed_form() -> None:
    """No upper arm, no forearm, a first axis along the second."""
    robot = wrist_arm(1)
    chain = chain_to(robot, "tool")
    centre, _ = meeting_point(chain.points[3:], chain.axes[3:])
    for points, axes in (
        (_with(chain.points, 2, chain.points[1]), chain.axes),
        (_with(chain.points, 2, centre), chain.axes),
        (chain.points, _with(chain.axes, 0, chain.axes[1])),
    ):
        assert closed_form(replace(chain, points=points, axes=axes), False) is None
    straight = replace(chain, tool=Pose(translation=chain.points[5]))
    assert closed_form(straight, False) is not None


def _with(rows: np.ndarray, k: int, row: np.ndarray) -> np.ndarray:
    changed = rows.copy()
    changed[k] = row
    return changed
