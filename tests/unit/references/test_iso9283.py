"""The test cube of ISO 9283: planes, points, and the motions on them."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from armwright import InputError
from armwright.block import Block
from armwright.blocks.references import REFERENCES
from armwright.blocks.references.iso9283 import PLANES, IsoCube, IsoPlane
from armwright.blocks.references.iso9283_path import Iso9283Path
from armwright.robot import rotation_from_rpy
from tests.support.inverse_arms import arm_of
from tests.support.references import Motion, at_times, site_of, tabled

RATE = 200.0
SIDE, CENTRE = 0.5, np.array([0.5, 0.0, 0.1])
#: Near to the tool looking along x in the cube's centre.
POSTURE = [0.305, -0.766, 0.419, -0.323, -1.241, 0.108]
CUBE: dict[str, Any] = {"posture": POSTURE, "cube_centre": CENTRE, "cube_side": SIDE}
SPEED: dict[str, Any] = {"speed": 0.25, "acceleration": 1.0}
TURNED = IsoCube(np.array([0.1, 0.2, 0.3]), 2.0, rotation_from_rpy([0.3, -0.2, 1.0]))


@pytest.fixture(params=PLANES)
def plane(request: pytest.FixtureRequest) -> IsoPlane:
    return TURNED.plane(request.param)


def in_cube(points: np.ndarray) -> np.ndarray:
    """In the turned cube's axes, by half of its side."""
    return (points - TURNED.centre) @ TURNED.rotation / (TURNED.side / 2)


def test_corners_are_numbered_round_the_lower_face_then_the_upper() -> None:
    C = IsoCube(np.zeros(3), 2.0, np.eye(3)).corners
    assert np.abs(C).min() == np.abs(C).max() == 1
    assert np.all(C[:4, 2] == -1) and np.all(C[4:, 2] == 1)
    assert np.array_equal(C[:4, :2], C[4:, :2])
    turns = [np.cross(b - a, c - b)[2] for a, b, c in zip(C[:2], C[1:3], C[2:4], strict=True)]
    assert min(turns) > 0


def test_planes_are_rectangles_through_opposite_edges(plane: IsoPlane) -> None:
    sides = [float(np.linalg.norm(b - a)) for a, b in pairwise([*plane.corners, plane.corners[0]])]
    assert sides == pytest.approx([2, 2 * math.sqrt(2)] * 2)
    assert np.abs(np.abs(in_cube(plane.corners)) - 1).max() < 1e-12
    for a, c in ((0, 2), (1, 3)):
        assert np.linalg.norm(plane.corners[a] - plane.corners[c]) == pytest.approx(
            2 * math.sqrt(3)
        )
    assert np.abs(plane.axes @ plane.axes.T - np.eye(3)).max() < 1e-12


def test_the_four_planes_are_the_diagonal_ones_of_two_directions() -> None:
    normals = [TURNED.plane(name).axes[2] @ TURNED.rotation for name in PLANES]
    for k, normal in enumerate(normals):
        assert sorted(np.abs(normal).round(12)) == pytest.approx([0, 0.5**0.5, 0.5**0.5])
        assert all(abs(normal @ other) < 0.51 for other in normals[:k])


def test_points_lie_in_plane_and_cube_at_a_tenth_of_the_diagonals(plane: IsoPlane) -> None:
    P = plane.points
    assert P.shape == (5, 3)
    assert np.abs((P - plane.corners[0]) @ plane.axes[2]).max() < 1e-12
    assert np.abs(P[0] - TURNED.centre).max() < 1e-12
    assert np.abs(in_cube(P)).max() == pytest.approx(0.8)
    diagonal = 2 * math.sqrt(3)
    for point, corner in zip(P[1:], plane.corners, strict=True):
        assert np.linalg.norm(point - corner) == pytest.approx(0.1 * diagonal)
        assert np.linalg.norm(np.cross(point - P[0], corner - P[0])) < 1e-12
    assert np.linalg.norm(P[1] - P[3]) == pytest.approx(0.8 * diagonal)


def test_curves_have_the_sizes_of_the_standard(plane: IsoPlane) -> None:
    assert plane.line().length == pytest.approx(0.8 * 2 * math.sqrt(3))
    for small, diameter in ((False, 0.8 * 2), (True, 0.08 * 2)):
        circle = plane.circle(small=small)
        assert circle.length == pytest.approx(math.pi * diameter)
        points = circle.at(np.linspace(0, 1, 9)).point
        assert np.linalg.norm(points - plane.points[0], axis=1) == pytest.approx(diameter / 2)
        assert np.abs((points - plane.points[0]) @ plane.axes[2]).max() < 1e-12
    around = [float(np.linalg.norm(b - a)) for a, b in pairwise(plane.rectangle())]
    long = 1.6 * math.sqrt(2)
    assert around == pytest.approx([long / 2, 1.6, long, 1.6, long / 2])


def path(shape: str, **settings: Any) -> Block:
    given = {**CUBE, **SPEED, "shape": shape, "name": "test", "rate": RATE, **settings}
    return REFERENCES["iso9283_path"](**given)


def tool_points(motion: Motion) -> np.ndarray:
    return arm_of("puma560").pose(motion.position)[:, :3, 3]


@pytest.mark.parametrize("shape", ["line", "circle", "small_circle", "corner"])
def test_the_tool_follows_the_paths_in_the_plane(shape: str) -> None:
    block = path(shape)
    motion = tabled(block, site_of("puma560", 20.0, RATE))
    poses = arm_of("puma560").pose(motion.position)
    points, P = poses[:, :3, 3], block.test_plane.points
    assert np.abs((points - CENTRE) @ block.test_plane.axes[2]).max() < 1e-10
    assert np.abs(points - CENTRE).max() <= 0.8 * SIDE / 2 + 1e-10
    assert np.abs(poses[:, :3, :3] - arm_of("puma560").pose(POSTURE)[:3, :3]).max() < 1e-9
    if shape == "line":
        assert np.abs(points[[0, -1]] - P[[1, 3]]).max() < 1e-10
    elif shape == "corner":
        for corner in P[1:]:
            assert np.linalg.norm(points - corner, axis=1).min() < 1e-4
        assert np.abs(points[[0, -1]] - (P[1] + P[4]) / 2).max() < 1e-10
    else:
        radius = 0.4 * SIDE * (1 if shape == "circle" else 0.1)
        assert np.abs(np.linalg.norm(points - CENTRE, axis=1) - radius).max() < 1e-10


def test_corners_stop_the_tool_unless_they_are_rounded() -> None:
    arm, speeds = arm_of("puma560"), []
    for blend in (0.0, 0.05):
        motion = tabled(path("corner", blend=blend), site_of("puma560", 20.0, RATE))
        velocity = arm.jacobian(motion.position)[:, :3] @ motion.velocity[..., None]
        speed = np.linalg.norm(velocity[..., 0], axis=1)
        speeds.append(speed[60:-60].min())
    assert speeds[0] < 0.01 and speeds[1] == pytest.approx(0.25, abs=1e-9)


def test_the_cube_may_be_turned() -> None:
    block = path("line", cube_orientation=[0, 0, 90], degrees=True, posture=np.degrees(POSTURE))
    straight = path("line", plane="C2-C3-C8-C5")
    assert isinstance(block, Iso9283Path) and isinstance(straight, Iso9283Path)
    assert np.abs(block.test_plane.corners - straight.test_plane.corners).max() < 1e-12


def points_block(**settings: Any) -> Block:
    given = {"speed": 1.0, "acceleration": 4.0, "dwell": 0.5, "name": "test"}
    return REFERENCES["iso9283_points"](**{**CUBE, **given, **settings})


def rests(motion: Motion) -> np.ndarray:
    """Where the tool rests for at least some samples, one after the other."""
    still = ~motion.velocity.any(axis=1)
    first = still & ~np.r_[False, still[:-1]]
    return tool_points(Motion(*(part[first] for part in motion)))


def test_points_are_visited_in_the_order_of_the_standard() -> None:
    motion = at_times(points_block(), site_of("puma560"), np.arange(0, 12, 1e-2))
    P = IsoCube(CENTRE, SIDE, np.eye(3)).plane(PLANES[0]).points
    found = rests(motion)
    assert found.shape == (6, 3)
    assert np.abs(found - P[[0, 4, 3, 2, 1, 0]]).max() < 1e-9
    still = ~motion.velocity.any(axis=1)
    assert still[100:-300].sum() >= 50 * 4


def test_points_keep_the_orientation_and_the_posture() -> None:
    motion = at_times(points_block(), site_of("puma560"), np.arange(0, 12, 1e-2))
    still = ~motion.velocity.any(axis=1)
    poses = arm_of("puma560").pose(motion.position[still])
    assert np.abs(poses[:, :3, :3] - arm_of("puma560").pose(POSTURE)[:3, :3]).max() < 1e-9
    assert np.abs(motion.position[0] - POSTURE).max() < 0.01
    assert np.abs(motion.position - POSTURE).max() < 1.5


def test_points_in_another_order_and_several_times() -> None:
    block = points_block(order=[2, 4], cycles=2, profile="jerk_limited", jerk=30.0)
    motion = at_times(block, site_of("puma560"), np.arange(0, 12, 1e-2))
    P = IsoCube(CENTRE, SIDE, np.eye(3)).plane(PLANES[0]).points
    assert np.abs(rests(motion) - P[[1, 3, 1, 3]]).max() < 1e-9
    cycles = at_times(points_block(cycles=2, dwell=0.1), site_of("puma560"), np.arange(0, 20, 0.01))
    assert len(rests(cycles)) == 11


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "order": (
        {"order": [1, 6]},
        "block 'test': 'order' does not fit (got (1, 6), expected numbers of points, from 1 to 5)",
    ),
    "no order": (
        {"order": []},
        "block 'test': 'order' does not fit (got (), expected numbers of points, from 1 to 5)",
    ),
    "cycles": (
        {"cycles": 0},
        "block 'test': 'cycles' does not fit (got 0, expected 1 or more)",
    ),
    "side": (
        {"cube_side": 0.0},
        "block 'test': 'cube_side' does not fit (got 0.0, expected finite, more than 0 m)",
    ),
    "centre": (
        {"cube_centre": [0, 0]},
        "block 'test': 'cube_centre' does not fit (got (0, 0), expected x, y and z in m, in the "
        "robot's base frame)",
    ),
    "orientation": (
        {"cube_orientation": [[1, 0, 0], [0, 1, 0], [0, 0, -1]]},
        "block 'test': 'cube_orientation' does not fit (got ((1, 0, 0), (0, 1, 0), (0, 0, -1)), "
        "expected a rotation matrix)",
    ),
    "plane": (
        {"plane": "C1-C2-C3-C4"},
        "block 'test': unknown 'plane' (got 'C1-C2-C3-C4', expected one of C1-C2-C7-C8, "
        "C2-C3-C8-C5, C3-C4-C5-C6, C4-C1-C6-C7). Did you mean 'C1-C2-C7-C8'?",
    ),
    "far away": (
        {"cube_centre": [2.0, 0, 0]},
        "block 'test', P1: pose out of reach (got within 1.12 m and 0.00°). Move the cube, make "
        "it smaller, or set another 'orientation' or 'posture'.",
    ),
}


@pytest.mark.parametrize(("given", "text"), WRONG.values(), ids=WRONG.keys())
def test_errors_say_what_is_wrong(given: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError) as caught:
        at_times(points_block(**given), site_of("puma560"), [0.0])
    assert str(caught.value) == text


def test_paths_without_corners_have_nothing_to_round() -> None:
    with pytest.raises(InputError) as caught:
        tabled(path("small_circle", blend=0.1), site_of("puma560", 1.0, RATE))
    assert str(caught.value) == (
        "block 'test': a small circle has no corners to round (got blend = 0.1). Leave 'blend' out."
    )
    with pytest.raises(InputError) as caught:
        tabled(path("corner", blend=0.3), site_of("puma560", 1.0, RATE))
    assert str(caught.value) == (
        "block 'test': 'blend' does not fit (got 0.3, expected at most 0.2828 m: there is no more "
        "room between points 0 and 1)"
    )


def test_several_cycles_return_between_and_end_where_the_last_one_does() -> None:
    """An open order returns between cycles, and stays at its last point after them."""
    site = site_of("puma560")
    once = at_times(points_block(order=[2, 4], dwell=0.2), site, np.arange(0, 40, 1e-2))
    many = at_times(points_block(order=[2, 4], dwell=0.2, cycles=3), site, np.arange(0, 40, 1e-2))
    P = IsoCube(CENTRE, SIDE, np.eye(3)).plane(PLANES[0]).points
    assert np.abs(rests(many) - P[[1, 3, 1, 3, 1, 3]]).max() < 1e-9
    assert np.abs(many.position[-1] - once.position[-1]).max() < 1e-12
    assert not many.velocity[-1].any() and not many.acceleration[-1].any()
    assert np.abs(np.diff(many.position, axis=0)).max() < 1.02 * 1.0 * 1e-2


def test_approaches_come_from_three_perpendicular_directions_inside_the_cube() -> None:
    block = REFERENCES["iso9283_approaches"](
        **{**CUBE, "speed": 1.0, "acceleration": 8.0, "dwell": 0.1, "distance": 0.04}
    )
    P = IsoCube(CENTRE, SIDE, np.eye(3)).plane(PLANES[0]).points
    found = rests(at_times(block, site_of("puma560"), np.arange(0, 30, 1e-3)))
    assert len(found) == 18
    for k, number in enumerate((1, 2, 4)):
        beside, at = found[6 * k : 6 * k + 6 : 2], found[6 * k + 1 : 6 * k + 6 : 2]
        assert np.abs(at - P[number - 1]).max() < 1e-9
        ways = (beside - at) / 0.04
        assert np.abs(ways @ ways.T - np.eye(3)).max() < 1e-7
        assert np.abs(beside - CENTRE).max() <= 0.8 * SIDE / 2 + 1e-9


def test_posing_steps_grow_as_far_as_the_cube_goes() -> None:
    block = REFERENCES["iso9283_posing"](
        **{**CUBE, "speed": 1.0, "acceleration": 8.0, "dwell": 0.1}
    )
    found = rests(at_times(block, site_of("puma560"), np.arange(0, 30, 1e-3)))
    steps = np.diff(found, axis=0)
    expected = np.array([-0.01, 0.02, -0.05, 0.1, -0.2, 0.14])
    assert np.abs(steps - expected[:, None]).max() < 1e-9
    with pytest.raises(InputError, match="'steps' does not fit"):
        at_times(
            REFERENCES["iso9283_posing"](
                **{**CUBE, "speed": 1.0, "acceleration": 8.0, "steps": [0.4]}
            ),
            site_of("puma560"),
            [0.0],
        )


def test_paths_in_cycles_rest_between_and_return() -> None:
    plane = IsoCube(CENTRE, SIDE, np.eye(3)).plane(PLANES[0])
    for shape, lengths in (("line", 5), ("circle", 3)):
        curve = path(shape, cycles=3).curve(np.zeros(3))
        once = {"line": plane.line(), "circle": plane.circle()}[shape].length
        assert curve.length == pytest.approx(lengths * once)
        assert len(curve.corners) == lengths - 1
        at = curve.at(np.array([0.0, *curve.corners, 1.0])).point
        if shape == "line":
            assert np.abs(at - plane.points[[1, 3, 1, 3, 1, 3]]).max() < 1e-12
        else:
            assert np.abs(at - at[0]).max() < 1e-12
    corner = path("corner", blend=0.05, cycles=3).curve(np.zeros(3))
    assert len(corner.corners) == 2


def test_reorientation_swings_to_both_sides_on_the_line() -> None:
    block = REFERENCES["iso9283_reorientation"](
        **{**CUBE, **SPEED, "swing": 0.2, "cycles": 2, "name": "test", "rate": RATE}
    )
    motion = tabled(block, site_of("puma560", 30.0, RATE))
    poses = arm_of("puma560").pose(motion.position)
    R0 = arm_of("puma560").pose(POSTURE)[:3, :3]
    turn = poses[:, :3, :3] @ R0.T
    about_y = np.arctan2(turn[:, 0, 2], turn[:, 0, 0])
    assert about_y.max() == pytest.approx(0.2, abs=1e-3)
    assert about_y.min() == pytest.approx(-0.2, abs=1e-3)
    assert np.abs(turn[:, 1] - [0, 1, 0]).max() < 1e-8
    P = IsoCube(CENTRE, SIDE, np.eye(3)).plane(PLANES[0]).points
    beside = np.cross(poses[:, :3, 3] - P[1], P[3] - P[1]) / np.linalg.norm(P[3] - P[1])
    assert np.abs(beside).max() < 1e-8
    with pytest.raises(InputError) as caught:
        tabled(
            REFERENCES["iso9283_reorientation"](
                **{**CUBE, **SPEED, "position_only": True, "name": "test", "rate": RATE}
            ),
            site_of("puma560", 1.0, RATE),
        )
    assert str(caught.value) == (
        "block 'test': there is no orientation to swing, as only the tool's position counts. Take "
        "an arm with joints to turn its tool, or set position_only = false."
    )


def test_weaving_has_its_stroke_and_wavelength() -> None:
    block = REFERENCES["iso9283_weaving"](
        **{**CUBE, **SPEED, "stroke": 0.02, "wavelength": 0.1, "name": "test", "rate": RATE}
    )
    curve = block.curve(np.zeros(3))
    plane = IsoCube(CENTRE, SIDE, np.eye(3)).plane(PLANES[0])
    along = (plane.points[3] - plane.points[1]) / np.linalg.norm(plane.points[3] - plane.points[1])
    aside = np.cross(plane.axes[2], along)
    peaks = curve.at(np.array(curve.corners)).point - plane.points[1]
    assert len(peaks) == 2 * int(plane.line().length / 0.1)
    assert np.abs(np.abs(peaks @ aside) - 0.01).max() < 1e-12
    assert np.abs(np.diff(peaks @ along) - 0.05).max() < 1e-12
    assert np.abs(peaks @ plane.axes[2]).max() < 1e-12
    with pytest.raises(InputError, match="'wavelength' does not fit"):
        REFERENCES["iso9283_weaving"](
            **{**CUBE, **SPEED, "stroke": 0.02, "wavelength": 1.0, "name": "test", "rate": RATE}
        ).curve(np.zeros(3))
