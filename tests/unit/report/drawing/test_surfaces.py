"""Bodies have the volume they should, and their faces look outwards; the nearest one is seen."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.report.drawing.painting import render
from armwright.report.drawing.surfaces import Surface, ball, box, joined, triangles, tube

GREY = (0.5, 0.5, 0.5)


def volume(surface: Surface) -> float:
    """By the divergence theorem: negative if the faces look inwards."""
    a, b, c, d = np.moveaxis(surface.corners, 1, 0)
    return float(sum((np.cross(b, c) * a).sum(axis=1) + (np.cross(c, d) * a).sum(axis=1)) / 6)


@pytest.mark.parametrize(
    ("surface", "expected"),
    [
        (tube((1, 2, 3), (1, 2, 5), (0.5, 0.5), GREY), np.pi * 0.25 * 2),
        (tube((1, 0, 0), (0, 2, 2), (1.0, 0.0), GREY), np.pi * 3 / 3),
        (ball((3, -1, 2), 0.7, GREY), 4 / 3 * np.pi * 0.343),
        (box((1, 2, 3), GREY), 6.0),
    ],
)
def test_volume(surface: Surface, expected: float) -> None:
    turned = np.array([[0, -1, 0, 5], [1, 0, 0, 0], [0, 0, 1, -2], [0, 0, 0, 1.0]])
    assert volume(surface) == pytest.approx(expected, rel=0.02)
    assert volume(surface.moved(turned)) == pytest.approx(volume(surface), rel=1e-9)


def test_normals_of_quadrilaterals_and_triangles() -> None:
    corners = np.array([[(0, 0, 0), (1, 0, 0), (0, 1, 0)]], dtype=float)
    assert triangles(corners, GREY).normals().tolist() == [[0, 0, 1]]
    assert tube((0, 0, 0), (0, 0, 0), (1, 1), GREY).corners.shape == (0, 4, 3)
    assert joined([]).normals().shape == (0, 3)


def square(low: float, high: float) -> np.ndarray:
    return np.array([[(low, low), (high, low), (high, high), (low, high)]])


def test_the_nearer_face_hides_the_other_whatever_their_order() -> None:
    points = np.concatenate([square(0, 20), square(5, 15)])
    red_green = np.array([(1.0, 0, 0), (0, 1.0, 0)])
    for order in ([0, 1], [1, 0]):
        depths = np.array([4 * [2.0], 4 * [1.0]])[order]
        image = render(points[order], depths, red_green[order], (20, 20))
        assert image[10, 10].tolist() == [0, 1, 0, 1]
        assert image[2, 2].tolist() == [1, 0, 0, 1]


def test_faces_that_pass_through_each_other_are_cut_where_they_meet() -> None:
    points = np.concatenate([square(0, 20), square(0, 20)])
    depths = np.array([[1.0, 3.0, 3.0, 1.0], [2.0, 2.0, 2.0, 2.0]])
    image = render(points, depths, np.array([(1.0, 0, 0), (0, 1.0, 0)]), (20, 20))
    # 1/depth is linear on the paper: 1 at x = 0, 1/3 at x = 20, so 1/2 at x = 15.
    assert image[10, :14, 0].min() == 1
    assert image[10, 16:, 1].min() == 1


def test_no_seams_inside_and_smooth_edges() -> None:
    image = render(square(2.4, 17.6), np.ones((1, 4)), np.array([GREY]), (20, 20))
    assert (image[3:17, 3:17, 3] == 1).all()
    assert (image[:2, :, 3] == 0).all()
    assert 0 < image[2, 10, 3] < 1
    assert np.allclose(image[2, 10, :3], GREY)


def test_faces_outside_of_the_paper_do_no_harm() -> None:
    points = np.concatenate([square(-50, -10), square(30, 90), square(-100, 100)])
    image = render(points, np.ones((3, 4)), np.tile(GREY, (3, 1)), (20, 20))
    assert (image[..., 3] == 1).all()
