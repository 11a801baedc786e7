"""The tool on straight lines and circles."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from armwright.blocks.references import REFERENCES
from armwright.robot import rotation_from_rpy, rpy_from_rotation
from tests.support.inverse_arms import arm_of
from tests.support.references import Motion, site_of, slope, tabled

RATE = 1000.0
#: Robot → a posture with some room about it, and a way (m) that it can go from there.
ARMS: dict[str, tuple[list[float], list[float]]] = {
    "puma560": ([0.1, 0.6, -0.3, 0.2, 0.7, 0.1], [0.1, 0.2, -0.2]),
    "six_axis": ([0.0, 1.0, 0.6, 0.2, 0.8, 0.3], [-0.1, -0.2, -0.1]),
    "panda": ([0.0, -0.5, 0.0, -2.0, 0.0, 1.8, 0.5], [0.1, 0.2, -0.1]),
    "scara": ([0.3, 1.0, -0.1], [0.05, 0.05, 0.02]),
    "two_axis": ([0.1, 0.2], [0.1, 0.0, 0.1]),
}
WHOLE_POSE = ("puma560", "six_axis", "panda")


def prepared(robot: str, kind: str, duration: float = 10.0, **settings: Any) -> Motion:
    given = {"posture": ARMS[robot][0], "speed": 0.1, "acceleration": 0.4, **settings}
    return tabled(REFERENCES[kind](rate=RATE, **given), site_of(robot, duration, RATE))


def first_pose(robot: str) -> np.ndarray:
    return arm_of(robot).pose(ARMS[robot][0])


def line(robot: str, **settings: Any) -> Motion:
    end = first_pose(robot)[:3, 3] + ARMS[robot][1]
    return prepared(robot, "cartesian_line", **{"end": end, **settings})


def assert_derivatives_agree(motion: Motion, period: float) -> None:
    """Away from the corners of the speed, where the acceleration jumps."""
    q, v, a = motion
    corner = np.abs(np.diff(a, axis=0)).max(axis=1) > 50 * period * np.abs(a).max()
    near = np.convolve(np.r_[corner, False], np.ones(9), "same")[2:-2] > 0
    assert near.mean() < 0.05
    assert np.abs(slope(q, period) - v[2:-2])[~near].max() < 1e-9 * np.abs(v).max() + 1e-11
    assert np.abs(slope(v, period) - a[2:-2])[~near].max() < 1e-6 * np.abs(a).max()


@pytest.mark.parametrize("robot", ARMS)
def test_line_is_straight_and_meets_its_ends(robot: str) -> None:
    pose, way = first_pose(robot), np.array(ARMS[robot][1])
    path = arm_of(robot).pose(line(robot).position)
    moved = path[:, :3, 3] - pose[:3, 3]
    along = moved @ way / (way @ way)
    assert np.abs(moved - along[:, None] * way).max() < 1e-12
    assert np.abs(moved[0]).max() < 1e-14 and np.abs(moved[-1] - way).max() < 1e-14
    assert np.diff(along).min() > -1e-14
    if robot in WHOLE_POSE:
        assert np.abs(path[:, :3, :3] - pose[:3, :3]).max() < 1e-12


@pytest.mark.parametrize("robot", ARMS)
def test_joint_derivatives_agree_with_differences(robot: str) -> None:
    assert_derivatives_agree(line(robot), 1 / RATE)


def test_speed_and_acceleration_of_the_tool() -> None:
    motion = line("six_axis")
    J = arm_of("six_axis").jacobian(motion.position)
    velocity = (J @ motion.velocity[..., None])[..., 0]
    speed = np.linalg.norm(velocity[:, :3], axis=1)
    assert speed.max() == pytest.approx(0.1, abs=1e-12)
    assert np.abs(velocity[:, 3:]).max() < 1e-12
    assert np.abs(np.diff(speed)).max() * RATE <= 0.4 * (1 + 1e-6)
    assert not motion.velocity[-1].any() and not motion.acceleration[-1].any()


def test_line_may_begin_away_from_the_posture_and_return() -> None:
    pose = first_pose("puma560")
    begin, end = pose[:3, 3] + [0.05, 0, 0], pose[:3, 3] + [0.05, 0.2, 0]
    settings = {"begin": begin, "end": end, "start_time": 0.3, "dwell": 0.5, "back": True}
    motion = line("puma560", **settings)
    points = arm_of("puma560").pose(motion.position)[:, :3, 3]
    leg = 0.2 / 0.1 + 0.1 / 0.4
    samples = RATE * np.array([0, 0.3, 0.3 + leg, 0.8 + leg, 0.8 + 2 * leg])
    for sample, point in zip(samples, (begin, begin, end, end, begin), strict=True):
        assert np.abs(points[int(sample)] - point).max() < 1e-12
    assert np.abs(motion.position[-1] - motion.position[0]).max() < 1e-14
    assert not motion.velocity[-1].any() and not motion.acceleration[-1].any()


@pytest.mark.parametrize("form", ["matrix", "roll, pitch, yaw", "degrees"])
def test_orientation_can_be_given(form: str) -> None:
    R = rotation_from_rpy([0.2, -0.1, 0.3]) @ first_pose("puma560")[:3, :3]
    rpy = rpy_from_rotation(R)
    given: dict[str, Any] = {"orientation": R if form == "matrix" else rpy}
    if form == "degrees":
        posture = np.degrees(ARMS["puma560"][0])
        given = {"orientation": np.degrees(rpy), "posture": posture, "degrees": True}
    path = arm_of("puma560").pose(line("puma560", **given).position)
    assert np.abs(path[:, :3, :3] - R).max() < 1e-12


@pytest.mark.parametrize("robot", ["puma560", "panda"])
def test_tool_may_turn_where_only_its_position_counts(robot: str) -> None:
    motion = line(robot, position_only=True)
    path = arm_of(robot).pose(motion.position)
    assert np.abs(path[-1, :3, 3] - path[0, :3, 3] - ARMS[robot][1]).max() < 1e-14
    assert np.abs(path[-1, :3, :3] - path[0, :3, :3]).max() > 0.01
    assert_derivatives_agree(motion, 1 / RATE)


@pytest.mark.parametrize("robot", ["puma560", "panda"])
def test_circle_keeps_its_radius_and_closes(robot: str) -> None:
    pose = first_pose(robot)
    centre, normal = pose[:3, 3] + [0, 0.05, -0.05], np.array([1.0, 0, 0])
    given = {"centre": centre, "begin": pose[:3, 3], "normal": normal}
    motion = prepared(robot, "cartesian_circle", **given)
    out = arm_of(robot).pose(motion.position)[:, :3, 3] - centre
    assert np.abs(np.linalg.norm(out, axis=1) - np.hypot(0.05, 0.05)).max() < 1e-12
    assert np.abs(out @ normal).max() < 1e-12
    assert np.abs(motion.position[-1] - motion.position[0]).max() < 1e-12
    assert np.cross(out[0], out[len(out) // 4]) @ normal > 0
    assert_derivatives_agree(motion, 1 / RATE)


def test_arc_by_radius_and_angle() -> None:
    centre = first_pose("puma560")[:3, 3]
    given = {"centre": centre, "radius": 0.1, "degrees": True, "angle": -90.0, "speed": 0.05}
    given["posture"] = np.degrees(ARMS["puma560"][0])
    motion = prepared("puma560", "cartesian_circle", **given)
    out = arm_of("puma560").pose(motion.position)[:, :3, 3] - centre
    assert np.abs(out[0] - [0.1, 0, 0]).max() < 1e-12
    assert np.abs(out[-1] - [0, -0.1, 0]).max() < 1e-12


def test_a_line_without_length_stays() -> None:
    motion = line("six_axis", end=first_pose("six_axis")[:3, 3])
    assert np.abs(motion.position - ARMS["six_axis"][0]).max() < 1e-12
    assert not motion.velocity.any() and not motion.acceleration.any()


def test_table_ends_with_the_run() -> None:
    long, short = line("six_axis"), line("six_axis", duration=0.5)
    assert len(short.position) < 510 < len(long.position)
    assert np.abs(short.position - long.position[: len(short.position)]).max() < 1e-12


@pytest.mark.crosscheck
def test_many_samples_cost_less_than_a_few_points_one_by_one() -> None:
    arm, (posture, way) = arm_of("puma560"), ARMS["puma560"]
    end = first_pose("puma560")[:3, 3] + way
    block = REFERENCES["cartesian_line"](
        posture=posture, end=end, speed=0.031, acceleration=1.0, rate=RATE
    )
    site = site_of("puma560", 10.0, RATE)
    poses = arm.pose(tabled(block, site).position)
    assert 9_500 < len(poses) < 10_500

    def one_by_one() -> None:
        for pose in poses[::5]:
            arm.inverse_kinematics(pose, posture)

    assert shortest(lambda: tabled(block, site)) < shortest(one_by_one)


def shortest(action: Callable[[], object]) -> float:
    """Of two runs, so that something else on the machine does not count."""
    times = []
    for _ in range(2):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)
