"""The tool along several lines and arcs; lines with limited jerk."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from armwright import InputError
from armwright.blocks.references import REFERENCES
from armwright.robot import rotation_about, rpy_from_rotation
from tests.support.inverse_arms import arm_of
from tests.support.references import Motion, site_of, slope, tabled

RATE = 500.0
PUMA = [0.1, 0.6, -0.3, 0.2, 0.7, 0.1]
POSE = arm_of("puma560").pose(PUMA)
START = POSE[:3, 3]
#: Two lines, an arc and the way back, from the start.
WAY = np.array([[0, 0, 0], [0, 0.2, 0], [0, 0.2, -0.2]])
VIA, END = np.array([0, 0.1, -0.25]), np.array([0, 0, -0.2])
POINTS = [*(START + WAY), [START + VIA, START + END], START]


def prepared(duration: float = 20.0, **settings: Any) -> Motion:
    given = {"posture": PUMA, "points": POINTS, "speed": 0.2, "acceleration": 1.0, **settings}
    block = REFERENCES["cartesian_path"](name="path", rate=RATE, **given)
    return tabled(block, site_of("puma560", duration, RATE))


def tool(motion: Motion) -> tuple[np.ndarray, np.ndarray]:
    """Points, and velocities with the angular ones."""
    arm = arm_of("puma560")
    velocity = (arm.jacobian(motion.position) @ motion.velocity[..., None])[..., 0]
    return arm.pose(motion.position)[:, :3, 3] - START, velocity


def distance_to_segment(points: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    along = np.clip((points - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
    return np.linalg.norm(points - a - along[:, None] * (b - a), axis=1)


def distance_to_path(points: np.ndarray) -> np.ndarray:
    lines = [distance_to_segment(points, *pair) for pair in ((WAY[0], WAY[1]), (WAY[1], WAY[2]))]
    lines.append(distance_to_segment(points, END, WAY[0]))
    # The arc's circle: through (0.2, −0.2), (0.1, −0.25), (0, −0.2) of y and z.
    centre, radius = np.array([0.1, -0.125]), 0.125
    out = points[:, 1:] - centre
    ring = np.hypot(np.linalg.norm(out, axis=1) - radius, points[:, 0])
    lines.append(np.where(points[:, 2] <= -0.2 + 1e-9, ring, np.inf))
    return np.min(lines, axis=0)


def test_without_a_blend_it_meets_and_rests_at_every_point() -> None:
    points, velocity = tool(prepared(dwell=0.1))
    assert distance_to_path(points).max() < 1e-10
    speed = np.linalg.norm(velocity[:, :3], axis=1)
    for corner in (*WAY, END):
        near = np.linalg.norm(points - corner, axis=1) < 1e-10
        assert near.any() and speed[near].max() < 1e-9
    assert np.abs(points[-1]).max() < 1e-10
    assert speed.max() == pytest.approx(0.2, abs=1e-9)


def test_with_a_blend_it_keeps_its_speed_and_stays_near() -> None:
    blend = 0.03
    points, velocity = tool(prepared(blend=blend))
    speed = np.linalg.norm(velocity[:, :3], axis=1)
    ramp = int(0.2 / 1.0 * RATE) + 1
    moving = np.flatnonzero(speed > 1e-9)
    assert np.abs(speed[moving[ramp] : moving[-ramp]] - 0.2).max() < 1e-9
    # Right-angled corners are missed by (√2 − 1) times the radius, which is the blend.
    away = distance_to_path(points)
    assert away.max() < 0.42 * blend
    corner = np.linalg.norm(points - WAY[1], axis=1).min()
    assert corner == pytest.approx((np.sqrt(2) - 1) * blend, rel=1e-3)
    centre = WAY[1] + [0, -blend, -blend]
    near = np.linalg.norm(points - WAY[1], axis=1) < 0.9 * blend
    assert np.abs(np.linalg.norm(points[near] - centre, axis=1) - blend).max() < 1e-9
    assert np.abs(velocity[:, 3:]).max() < 1e-9


@pytest.mark.parametrize("profile", ["trapezoid", "jerk_limited"])
@pytest.mark.parametrize("blend", [0.0, 0.03])
def test_joint_derivatives_agree_with_differences(profile: str, blend: float) -> None:
    q, v, a = prepared(profile=profile, jerk=5.0, blend=blend)
    h = 1 / RATE
    corner = np.abs(np.diff(a, axis=0)).max(axis=1) > 50 * h * np.abs(a).max()
    near = np.convolve(np.r_[corner, False], np.ones(9), "same")[2:-2] > 0
    assert near.mean() < 0.1
    assert np.abs(slope(q, h) - v[2:-2])[~near].max() < 1e-4 * np.abs(v).max()
    error = np.abs(slope(v, h) - a[2:-2]).max(axis=1)[~near]
    assert np.quantile(error, 0.97) < 1e-3 * np.abs(a).max()


def test_limited_jerk_makes_the_acceleration_of_a_line_continuous() -> None:
    jumps = []
    for profile in ("trapezoid", "jerk_limited"):
        motion = prepared(points=POINTS[:2], profile=profile, jerk=4.0)
        arm, h = arm_of("puma560"), 1 / RATE
        velocity = (arm.jacobian(motion.position) @ motion.velocity[..., None])[:, :3, 0]
        speed = velocity @ [0, 1, 0]
        acceleration = np.diff(speed) / h
        assert speed.max() == pytest.approx(0.2, abs=1e-9)
        assert np.abs(acceleration).max() <= 1.0 + 1e-6
        jumps.append(np.abs(np.diff(acceleration)).max())
    assert jumps[0] > 0.4 and jumps[1] < 4.0 * h * (1 + 1e-6)


def test_it_returns_over_its_corners() -> None:
    motion = prepared(back=True, dwell=0.1, points=POINTS[:3])
    assert np.abs(motion.position[-1] - motion.position[0]).max() < 1e-12
    points, _ = tool(motion)
    half = len(points) // 2
    for corner in WAY[:2]:
        for part in (points[:half], points[half:]):
            assert np.linalg.norm(part - corner, axis=1).min() < 1e-9
    assert distance_to_path(points).max() < 1e-10


def test_acceleration_just_before_a_corner_is_along_the_piece_before() -> None:
    """Samples meet the instants of rest, to rounding: T = 0.2/0.2 + 0.2/1 = 1.2 s."""
    motion = prepared(points=POINTS[:3])
    arm = arm_of("puma560")
    acceleration = arm.jacobian(motion.position)[:, :3] @ motion.acceleration[..., None]
    at_corner = round(1.2 * RATE)
    y, z = acceleration[[at_corner - 1, at_corner + 1], 1:, 0]
    assert y == pytest.approx([-1, 0], abs=1e-2) and z == pytest.approx([0, -1], abs=1e-2)
    corner = acceleration[at_corner, 1:, 0]
    assert min(np.abs(corner - y).max(), np.abs(corner - z).max(), np.abs(corner).max()) < 1e-2


@pytest.mark.parametrize("blend", [0.0, 0.02])
def test_orientations_are_met_and_turned_between(blend: float) -> None:
    axis = np.array([0.6, 0, 0.8])
    rotations = [rotation_about(axis, x) @ POSE[:3, :3] for x in (0, 0.3, 0.3, -0.1)]
    points = [*POINTS[:3], START + END]
    given = [rotations[0], rpy_from_rotation(rotations[1]), *rotations[2:]]
    motion = prepared(points=points, orientations=given, blend=blend, dwell=0.1)
    R = arm_of("puma560").pose(motion.position)[:, :3, :3]
    turn = np.array([axis @ rotvec(x @ POSE[:3, :3].T) for x in R])
    assert turn.min() == pytest.approx(-0.1, abs=1e-9)
    assert turn.max() == pytest.approx(0.3, abs=1e-9)
    for x, angle in zip(R, turn, strict=True):
        assert np.abs(x - rotation_about(axis, angle) @ POSE[:3, :3]).max() < 1e-9
    assert np.abs(R[-1] - rotations[-1]).max() < 1e-10
    h = 1 / RATE
    error = np.abs(slope(motion.position, h) - motion.velocity[2:-2]).max(axis=1)
    assert np.quantile(error, 0.98) < 1e-5
    error = np.abs(slope(motion.velocity, h) - motion.acceleration[2:-2]).max(axis=1)
    assert np.quantile(error, 0.9) < 1e-3


def rotvec(R: np.ndarray) -> np.ndarray:
    """Of a rotation by less than π."""
    spin = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2
    size = np.linalg.norm(spin)
    return spin * (np.arctan2(size, (np.trace(R) - 1) / 2) / size if size > 0 else 1.0)


def test_a_redundant_arm_comes_back_to_where_it_began() -> None:
    posture = [0.0, -0.5, 0.0, -2.0, 0.0, 1.8, 0.5]
    start = arm_of("panda").pose(posture)[:3, 3]
    points = start + np.array([[0, 0, 0], [0.1, 0, 0], [0.1, 0.1, 0], [0, 0, 0]])
    block = REFERENCES["cartesian_path"](
        posture=posture, points=points, speed=0.2, acceleration=1.0, blend=0.02, rate=RATE
    )
    motion = tabled(block, site_of("panda", 20.0, RATE))
    assert np.abs(motion.position[-1] - motion.position[0]).max() < 1e-12


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "one point": (
        {"points": [[0, 0, 0]]},
        "'points' does not fit (got ((0, 0, 0),), expected at least two points)",
    ),
    "no point": (
        {"points": [[0, 0, 0], [1, 0]]},
        "'points[1]' does not fit (got (1, 0), expected x, y and z in m, in the robot's base "
        "frame)",
    ),
    "twice": (
        {"points": [[0, 0, 1], [0, 0, 1]]},
        "'points[1]' does not fit (got (0, 0, 1), expected another point than the one before)",
    ),
    "flat arc": (
        {"points": [[0, 0, 0], [[0, 0, 1], [0, 0, 2]]]},
        "'points[1]' does not fit (got ((0, 0, 1), (0, 0, 2)), expected a point on the way and an "
        "end, not on one line with the point before)",
    ),
    "blend": (
        {"blend": -1.0},
        "'blend' does not fit (got -1.0, expected finite, at least 0 m)",
    ),
    "large blend": (
        {"blend": 0.11},
        "'blend' does not fit (got 0.11, expected at most 0.1 m: there is no more room between "
        "points 1 and 2)",
    ),
    "orientations": (
        {"orientations": [[0, 0, 0]]},
        "'orientations' does not fit (got 1, expected 5 orientations, one for each point)",
    ),
    "an orientation": (
        {"orientations": [[0, 0, 0]] * 4 + [[0, 0]]},
        "'orientations[4]' does not fit (got (0, 0), expected a 3 × 3 matrix, or roll, pitch and "
        "yaw)",
    ),
    "both": (
        {"orientations": [[0, 0, 0]] * 5, "orientation": [0, 0, 0]},
        "'orientation' and 'orientations' exclude each other. Leave out one of them.",
    ),
    "free": (
        {"orientations": [[0, 0, 0]] * 5, "position_only": True},
        "'orientations' is given, but only the tool's position counts. Leave it out, or set "
        "position_only = false.",
    ),
    "no jerk": (
        {"profile": "jerk_limited"},
        "'jerk' is missing (expected the largest jerk of the tool in m/s³, as the profile is "
        "jerk-limited)",
    ),
    "jerk": (
        {"profile": "jerk_limited", "jerk": 0.0},
        "'jerk' does not fit (got 0.0, expected finite, more than 0 m/s³)",
    ),
}


@pytest.mark.parametrize(("given", "text"), WRONG.values(), ids=WRONG.keys())
def test_errors_say_what_is_wrong(given: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError) as caught:
        prepared(**given)
    assert str(caught.value) == f"block 'path': {text}"
