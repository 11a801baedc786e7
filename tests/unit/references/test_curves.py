"""Arcs, paths of several pieces, rounded corners, turns."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from armwright.blocks.references.attitude import Slerp
from armwright.blocks.references.curves import Arc, Line, ToolCurve, arc_from, arc_through
from armwright.blocks.references.path import Path, TooShort, bends, biarc, rounded
from armwright.blocks.references.profiles import eased
from armwright.robot import rotation_about, rotation_from_rpy


def random_points(seed: int, count: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(count, 3))


def unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


def assert_slope_is_that_of_a_curve(curve: ToolCurve, s: np.ndarray, h: float = 1e-6) -> None:
    before, after, here = curve.at(s - h), curve.at(s + h), curve.at(s)
    size = curve.length
    assert np.abs((after.point - before.point) / (2 * h) - here.slope).max() < 1e-4 * size
    assert np.abs(np.linalg.norm(here.slope, axis=1) - size).max() < 1e-12 * size
    bend = (after.slope - before.slope) / (2 * h)
    assert np.abs(bend - here.bend).max() < 1e-4 * np.abs(here.bend).max() + 1e-4 * size


@pytest.mark.parametrize("seed", range(5))
def test_arc_through_three_points(seed: int) -> None:
    a, b, c = random_points(seed, 3)
    arc = arc_through(a, b, c)
    assert arc is not None
    first, last = arc.at(np.array([0.0, 1.0])).point
    assert np.abs(first - a).max() < 1e-12 and np.abs(last - c).max() < 1e-12
    points = arc.at(np.linspace(0, 1, 20_001)).point
    assert np.linalg.norm(points - b, axis=1).min() < 1e-3 * arc.length
    assert np.linalg.norm(b - arc.centre) == pytest.approx(np.linalg.norm(arc.x))
    assert 0 < arc.angle < 2 * math.pi
    assert_slope_is_that_of_a_curve(arc, np.linspace(0.01, 0.99, 11))


def test_three_points_on_a_line_have_no_arc() -> None:
    a, b, _ = random_points(1, 3)
    assert arc_through(a, b, 2 * b - a) is None


@pytest.mark.parametrize("seed", range(5))
def test_parts_of_curves(seed: int) -> None:
    a, b, c = random_points(seed, 3)
    for whole in (Line(a, b), arc_through(a, b, c)):
        assert whole is not None
        part = whole.part(0.2, 0.7)
        assert part.length == pytest.approx(0.5 * whole.length)
        s = np.linspace(0, 1, 5)
        assert np.abs(part.at(s).point - whole.at(0.2 + 0.5 * s).point).max() < 1e-12
    arc = arc_through(a, b, c)
    assert arc is not None
    back = arc.reversed
    assert np.abs(back.at(1 - s).point - arc.at(s).point).max() < 1e-12
    assert np.abs(back.at(1 - s).slope + arc.at(s).slope).max() < 1e-12


def test_arc_by_its_first_direction() -> None:
    begin, end = random_points(3, 2)
    direction = unit(np.array([1.0, 0.2, -0.3]))
    arc = arc_from(begin, direction, end)
    course = arc.at(np.array([0.0, 1.0]))
    assert np.abs(course.point - [begin, end]).max() < 1e-12
    assert np.abs(course.slope[0] / arc.length - direction).max() < 1e-12
    assert isinstance(arc_from(begin, direction, begin + 2 * direction), Line)


@pytest.mark.parametrize("seed", range(20))
def test_biarcs_join_without_a_corner(seed: int) -> None:
    begin, end, before, after = random_points(seed, 4)
    before, after = unit(before), unit(after)
    pieces = biarc(begin, before, end, after)
    path = Path(pieces)
    ends = path.at(np.array([0.0, 1.0]))
    assert np.abs(ends.point - [begin, end]).max() < 1e-12
    assert np.abs(ends.slope / path.length - [before, after]).max() < 1e-9
    assert bends(pieces)[0] < 1e-7


def test_between_equal_lines_a_biarc_is_one_circle() -> None:
    corner, before, after = np.zeros(3), np.array([1.0, 0, 0]), unit(np.array([0.3, 1, 0.4]))
    first, second = biarc(corner - 0.2 * before, before, corner + 0.2 * after, after)
    assert isinstance(first, Arc) and isinstance(second, Arc)
    assert np.abs(first.centre - second.centre).max() < 1e-12
    angle = math.acos(before @ after)
    assert np.linalg.norm(first.x) == pytest.approx(0.2 / math.tan(angle / 2))
    assert first.angle == pytest.approx(angle / 2) and second.angle == pytest.approx(angle / 2)


def zigzag(seed: int = 4) -> list[Line | Arc]:
    a, b, c, d, e = random_points(seed, 5)
    arc = arc_through(c, d, e)
    assert arc is not None
    return [Line(a, b), Line(b, c), arc, Line(e, a)]


def test_a_rounded_path_has_no_corners_and_the_same_ends() -> None:
    pieces = zigzag()
    path, marks = rounded(pieces, 0.1)
    assert path.corners == () and max(bends(path.pieces)) < 1e-7
    s = np.linspace(0, 1, 2001)
    course = path.at(s)
    assert np.abs(np.linalg.norm(course.slope, axis=1) - path.length).max() < 1e-12
    steps = np.linalg.norm(np.diff(course.point, axis=0), axis=1)
    assert steps.max() <= path.length / 2000 * (1 + 1e-12)
    assert np.abs(course.point[[0, -1]] - pieces[0].at(np.zeros(1)).point).max() < 1e-12
    for mark, piece in zip(marks[1:-1], pieces[1:], strict=True):
        corner = piece.at(np.zeros(1)).point
        miss = np.linalg.norm(path.at(np.array([mark])).point - corner)
        assert 0 < miss < 0.1
        assert np.linalg.norm(course.point - corner, axis=1).min() > 0.99 * miss


def test_without_a_blend_the_corners_stay() -> None:
    pieces = zigzag()
    path, marks = rounded(pieces, 0.0)
    assert path.corners == marks[1:-1] and len(path.corners) == 3
    for corner, piece in zip(path.corners, pieces[1:], strict=True):
        course = path.at(np.array([corner]))
        assert np.abs(course.point - piece.at(np.zeros(1)).point).max() < 1e-12
        behind = piece.at(np.zeros(1)).slope / piece.length
        assert np.abs(course.slope / path.length - behind).max() < 1e-12


def test_where_there_is_no_corner_nothing_changes() -> None:
    line = Line(np.zeros(3), np.array([1.0, 0, 0]))
    arc = Arc(np.array([1.0, 0.5, 0]), np.array([0, -0.5, 0]), np.array([0.5, 0, 0]), math.pi)
    path, marks = rounded([line, arc], 0.2)
    assert len(path.pieces) == 2 and path.corners == ()
    assert marks == (0.0, pytest.approx(1 / (1 + math.pi / 2)), 1.0)


def test_turning_back_is_a_corner_whatever_the_blend() -> None:
    a, b = random_points(2, 2)
    path, _ = rounded([Line(a, b), Line(b, a)], 0.1)
    assert path.corners == (0.5,)


def test_roundings_may_just_touch_and_not_more() -> None:
    square = [np.array(p, float) for p in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 0))]
    pieces = [Line(a, b) for a, b in pairwise(square)]
    path, marks = rounded(pieces, 0.5)
    assert max(bends(path.pieces)) < 1e-7 and marks[2] == pytest.approx(0.5)
    with pytest.raises(TooShort) as caught:
        rounded(pieces, 0.51)
    assert (caught.value.piece, caught.value.largest) == (1, 0.5)


def test_easing_has_rest_at_both_ends_and_fitting_derivatives() -> None:
    x, h = np.linspace(0.01, 0.99, 50), 1e-5
    w = eased(x)
    assert (
        np.abs((eased(x + h).position - eased(x - h).position) / (2 * h) - w.velocity).max() < 1e-8
    )
    assert (
        np.abs((eased(x + h).velocity - eased(x - h).velocity) / (2 * h) - w.acceleration).max()
        < 1e-8
    )
    ends = eased(np.array([0.0, 1.0]))
    assert ends.position.tolist() == [0, 1] and not ends.velocity.any()
    assert not ends.acceleration.any()


def test_slerp_turns_about_a_fixed_axis_between_its_marks() -> None:
    axis = unit(np.array([1.0, 2, -1]))
    first = rotation_from_rpy([0.1, 0.2, 0.3])
    turned = rotation_about(axis, 2.0) @ first
    slerp = Slerp(np.array([0.0, 0.4, 1.0]), np.array([first, turned, turned]))
    s = np.linspace(0, 0.4, 9)
    for R, w in zip(slerp.at(s).rotation, eased(s / 0.4).position, strict=True):
        assert np.abs(R - rotation_about(axis, 2.0 * w) @ first).max() < 1e-12
    rest = slerp.at(np.array([0.0, 0.4, 0.7, 1.0]))
    assert np.abs(rest.rate).max() < 1e-12 and np.abs(rest.bend).max() < 1e-12


def test_rates_of_slerp_are_those_of_its_rotations() -> None:
    rotations = np.array([rotation_from_rpy(rpy) for rpy in random_points(6, 3)])
    slerp = Slerp(np.array([0.0, 0.3, 1.0]), rotations)
    s, h = np.linspace(0.011, 0.987, 30), 1e-6
    before, after, here = slerp.at(s - h), slerp.at(s + h), slerp.at(s)
    spin = (after.rotation - before.rotation) / (2 * h) @ np.swapaxes(here.rotation, 1, 2)
    rate = np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=1)
    assert np.abs(rate - here.rate).max() < 1e-7
    assert np.abs((after.rate - before.rate) / (2 * h) - here.bend).max() < 1e-6
