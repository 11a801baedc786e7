"""What stands in a drawing: links that end somewhere, slides on rails, feet on the ground."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import armwright as aw
from armwright.report.drawing.bodies import Slide, rod_side
from armwright.report.drawing.poses import poses_of, stance, upright
from armwright.report.drawing.scene import Scene, make_scene
from armwright.report.drawing.skeleton import skeleton
from armwright.report.pictures import robots_page
from armwright.robot import Inertia
from tests.unit.robot.gripper import gripper


def scene_of(robot: aw.Robot, q: list[float]) -> Scene:
    return make_scene(robot, upright(robot, poses_of(robot)(np.array(q))), None)


@pytest.mark.parametrize("name", ["puma560", "scara", "aa300"])
def test_poses_are_those_of_the_compiled_arm(name: str) -> None:
    robot = aw.load(name)
    q = np.linspace(0.1, 0.4, len(robot.moving_joints))
    arm = aw.compile(robot)
    poses = poses_of(robot)(q)
    assert set(poses) == {*(link.name for link in robot.links), robot.tool}
    for frame in (robot.tool, robot.joints[1].child):
        assert np.allclose(poses[frame], arm.pose(q, frame), atol=1e-12)


def test_a_robot_without_joints_has_poses() -> None:
    poses = poses_of(aw.Robot("dot", (aw.Link("base"),), ()))(np.zeros(0))
    assert np.array_equal(poses["base"], np.eye(4))


def test_the_last_link_is_drawn_to_its_centre_of_mass_if_nothing_else_is_known() -> None:
    bob = aw.Link("bob", Inertia(1.0, np.array([0, 0, -0.7]), np.eye(3)))
    joint = aw.Joint("pivot", "revolute", "base", "bob", axis=np.array([0, 1, 0]))
    robot = aw.Robot("pendulum", (aw.Link("base"), bob), (joint,))
    bones = skeleton(robot, poses_of(robot)(np.array([np.pi / 2])))
    assert bones.size == pytest.approx(0.7)
    (bone,) = bones.bones
    assert np.allclose(bone.line, [(0, 0, 0), (-0.7, 0, 0)], atol=1e-12)


def test_pendulum_rods_have_their_length_and_the_cart_a_rail_on_two_feet() -> None:
    robot = aw.load("cart_double_pendulum")
    poses = upright(robot, poses_of(robot)(np.array([0.1, 0, 0])))
    bones = {bone.link: bone.line for bone in skeleton(robot, poses).bones}
    assert np.allclose(bones["rod1"], [(0.1, 0, 0), (0.1, 0, 0.25)])
    assert np.allclose(bones["rod2"], [(0.1, 0, 0.25), (0.1, 0, 0.5)])
    scene = scene_of(robot, [0.1, 0, 0])
    low = scene.surface.corners[scene.surface.corners[..., 2].max(axis=1) < scene.ground + 0.01]
    left, right = low[..., 0].max(axis=1) < 0, low[..., 0].min(axis=1) > 0
    assert left.any()
    assert right.any()
    assert (left | right).all()


def test_a_rail_is_as_long_as_the_limits_and_a_rod_slides_through_its_housing() -> None:
    aa300, scara = aw.load("aa300"), aw.load("scara")
    assert rod_side(aa300, aa300.joint("slide")) == 0
    assert rod_side(scara, scara.joint("slide")) == -1
    poses = poses_of(aa300)(np.array([0, 0.1, 0]))
    slide = Slide.of(aa300.joint("slide"), poses["column"], poses["upper_arm"], 2.0)
    assert (slide.lower, slide.upper) == (-0.8, 0.4)
    assert slide.position == pytest.approx(0.1)
    assert slide.level  # in the base's axes, where y is up; the drawing turns it
    up, down = scene_of(scara, [0, 0, 0]), scene_of(scara, [0, 0, -0.17])
    tops = [scene.surface.corners[..., 2].max() for scene in (up, down)]
    assert tops[0] - tops[1] > 0.1


def test_absurd_limits_make_no_absurd_rail() -> None:
    limits = aw.Limits(-1e6, 1e6)
    joint = aw.Joint("slide", "prismatic", "base", "cart", axis=np.array([1, 0, 0]), limits=limits)
    robot = aw.Robot("cart", (aw.Link("base"), aw.Link("cart")), (joint,))
    assert np.abs(scene_of(robot, [0.0]).surface.corners).max() < 3


def test_shapes_that_would_float_get_a_stand_and_others_none() -> None:
    floating = scene_of(aw.load("underwater_two_link"), [0, 0])
    assert floating.ground < -0.3
    assert scene_of(aw.load("two_link_nonplanar"), [0, 0]).ground > -0.1


@pytest.mark.parametrize("name", aw.library_names())
def test_stance_is_within_limits_and_above_the_ground(name: str) -> None:
    robot = aw.load(name)
    q = stance(robot)
    for value, joint in zip(q, robot.moving_joints, strict=True):
        assert joint.limits.lower <= value <= joint.limits.upper
    poses = upright(robot, poses_of(robot)(q))
    corners = np.concatenate([bone.line for bone in skeleton(robot, poses).bones])
    assert corners[:, 2].min() > poses[robot.base][2, 3] - 0.2


def test_stance_bends_a_straight_arm_and_leaves_a_good_pose_alone() -> None:
    assert np.abs(stance(aw.load("panda"))[3]) > 1
    assert not stance(aw.load("puma560")).any()
    assert not stance(aw.load("cart_pendulum")).any()


@pytest.mark.parametrize(("count", "size"), [(0, (340, 370)), (1, (340, 370)), (3, (1020, 370))])
def test_page_has_a_cell_for_each(count: int, size: tuple[int, int]) -> None:
    names = ("cart_pendulum", "two_axis", "scara")[:count]
    figure = robots_page([aw.load(name) for name in names])
    assert len(figure.axes) == count
    texts = [text.get_text() for text in figure.texts]
    assert set(names) <= set(texts)
    assert figure.bbox.size == pytest.approx(size)


def test_a_following_joint_is_drawn() -> None:
    robot = gripper(plain=True)
    joints = (
        j if j.name != "follow" else dataclasses.replace(j, kind="fixed", mimic=None)
        for j in robot.joints
    )
    stiff = dataclasses.replace(robot, joints=tuple(joints))
    q = np.zeros(4)
    with_slide, without = (make_scene(one, poses_of(one)(q), None) for one in (robot, stiff))
    assert len(with_slide.surface.corners) > len(without.surface.corners)
