"""Pictures of robots, and their parts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

import armwright as aw
from armwright.report import describe, save_figure, save_picture
from armwright.report.drawing.annotations import place_labels
from armwright.report.drawing.poses import poses_of, upright, within
from armwright.report.drawing.robot import draw, draw_arm
from armwright.report.drawing.skeleton import skeleton
from armwright.report.drawing.surfaces import mesh_surface
from armwright.robot import Shape

GREY = (0.5, 0.5, 0.5)


def drawn(name: str) -> Figure:
    robot = aw.load(name)
    zero = within(robot, np.zeros(len(robot.moving_joints)))
    return draw(robot, poses_of(robot)(zero), pixels=(400, 300))


@pytest.mark.parametrize("name", aw.library_names())
def test_library_robots_are_drawn_large_and_inside_of_the_paper(name: str) -> None:
    axes = drawn(name).axes[0]
    image = np.asarray(axes.images[0].get_array())
    assert image.shape == (300, 400, 4)
    rows, columns = np.nonzero(image[..., 3])
    assert rows.min() > 0
    assert columns.min() > 0
    assert rows.max() < 299
    assert columns.max() < 399
    assert max(np.ptp(rows) / 300, np.ptp(columns) / 400) > 0.5
    texts = {text.get_text() for text in axes.texts}
    assert set(aw.load(name).joint_names) <= texts


def test_pictures_that_are_compared_are_seen_from_one_place() -> None:
    robot, axes = aw.load("six_axis"), Figure().subplots(1, 4)
    poses = [upright(robot, poses_of(robot)(turn * np.eye(6)[0])) for turn in (0.0, 1.0)]
    point = np.array([0.4, 0.3, 0.2])

    def seen(k: int, posture: int, view: list[dict[str, np.ndarray]]) -> np.ndarray:
        paper, _, _ = draw_arm(
            axes[k],
            robot,
            poses[posture],
            folder=None,
            pixels=(80, 60),
            fill=(0.8, 0.8),
            view=view,
        )
        return np.array([*paper.project(point), *axes[k].get_xlim(), *axes[k].get_ylim()])

    np.testing.assert_array_equal(seen(0, 0, poses), seen(1, 1, poses))
    assert not np.allclose(seen(2, 0, []), seen(3, 1, []))


@pytest.mark.parametrize("name", ["manutec_r3", "cart_double_pendulum"])
def test_an_arm_with_y_up_is_drawn_standing(name: str) -> None:
    image = np.asarray(drawn(name).axes[0].images[0].get_array())
    rows, columns = np.nonzero(image[..., 3])
    assert np.ptp(rows) > (1.5 if name == "manutec_r3" else 0.9) * np.ptp(columns)
    # The stand, darker than links and joints, is at the bottom; row 0 is the lowest.
    lowest = image[rows.min() + 3]
    assert lowest[lowest[:, 3] == 1][:, :3].mean() < 0.6


def test_links_run_along_their_axis_then_across_then_into_the_next_axis() -> None:
    robot = aw.load("manutec_r3")
    bones = {bone.link: bone for bone in skeleton(robot, poses_of(robot)(np.zeros(6))).bones}
    assert np.allclose(bones["link1"].line, [(0, 0.351, 0), (0, 0.675, 0), (0, 0.675, 0.3)])
    assert np.allclose(bones["link3"].line, [(0, 1.325, 0.3), (0, 1.325, 0.145), (0, 1.739, 0.145)])
    assert bones["base"].depth == 0


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_kinds_of_pictures(tmp_path: Path, suffix: str) -> None:
    path = save_figure(lambda: drawn("cart_pendulum"), tmp_path / f"a.{suffix}")
    begins = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[suffix]
    assert path.read_bytes().startswith(begins)


def inked(figure: Figure) -> float:
    """The part of the picture that bodies cover."""
    return float((np.asarray(figure.axes[0].images[0].get_array())[..., 3] > 0).mean())


@pytest.mark.parametrize("kind", ["prismatic", "fixed"])
def test_shapes_are_drawn_but_for_a_mesh_that_is_missing(kind: str, tmp_path: Path) -> None:
    shapes = (
        Shape("box", (0.1, 0.2, 0.3)),
        Shape("cylinder", (0.05, 0.4)),
        Shape("sphere", (0.1,)),
        Shape("mesh", (1, 1, 1), mesh="missing.stl"),
    )
    limits = aw.Limits(0.1, 0.5) if kind == "prismatic" else aw.Limits()
    joint = aw.Joint("joint", kind, "base", "tip", limits=limits)

    def drawn_with(*chosen: Shape) -> Figure:
        robot = aw.Robot("$x^", (aw.Link("base", shapes=chosen), aw.Link("tip")), (joint,))
        poses = poses_of(robot)(0.1 * np.ones(len(robot.moving_joints)))
        return draw(robot, poses, folder=tmp_path, pixels=(400, 300))

    whole = drawn_with(*shapes)
    assert inked(whole) > 0.02
    assert {text.get_text() for text in whole.axes[0].texts} >= (
        {"joint"} if kind == "prismatic" else set()
    )
    picture = np.asarray(whole.axes[0].images[0].get_array())
    without = np.asarray(drawn_with(*shapes[:3]).axes[0].images[0].get_array())
    np.testing.assert_array_equal(picture, without)
    fewer = np.asarray(drawn_with(*shapes[1:3]).axes[0].images[0].get_array())
    assert (picture != fewer).any()


def test_a_robot_without_joints_has_a_picture(tmp_path: Path) -> None:
    robot = aw.Robot("dot", (aw.Link("base"),), ())
    path = save_picture(describe(robot), tmp_path / "b.png")
    image = imread(path)
    assert image.ndim == 3 and 0 < (image[..., :3] < 0.7).any(axis=-1).mean() < 0.2


SOLID = """solid corner
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1000 0 0
vertex 0 1000 0
endloop
endfacet
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 0.1 0 0
vertex 0 0.1 0
endloop
endfacet
endsolid corner
"""


def test_meshes_are_found_scaled_and_made_coarse(tmp_path: Path) -> None:
    folder = tmp_path / "pack" / "urdf"
    folder.mkdir(parents=True)
    (tmp_path / "pack" / "corner.stl").write_text(SOLID)
    for name in ("../corner.stl", "package://pack/corner.stl"):
        surface = mesh_surface(name, (1e-3, 1e-3, 2e-3), folder, 0.01, GREY)
        assert surface is not None
        assert len(surface.corners) == 2  # one face, seen from both sides
        assert np.allclose(surface.corners.max(axis=(0, 1)), [1, 1, 0], atol=1e-3)


def test_a_mesh_that_cannot_be_had_is_none(tmp_path: Path) -> None:
    (tmp_path / "broken.dae").write_text("<COLLADA")
    (tmp_path / "empty.stl").write_text("")
    for name in ("broken.dae", "empty.stl", "missing.stl", "", "\0", "package://x/y.stl", "a.exe"):
        assert mesh_surface(name, (1, 1, 1), tmp_path, 0.01, GREY) is None
    assert mesh_surface("broken.dae", (1, 1, 1), None, 0.01, GREY) is None


def test_labels_keep_their_distance_and_order() -> None:
    points = np.array([(0, 0), (0, 0.01), (0, 0.02), (5, 0), (5, 3)], dtype=float)
    labels = place_labels(["a", "b", "c", "d", "e"], points, (-1, 6), (0, 10), 1.0)
    for right in (False, True):
        column = [label for label in labels if label.right is right]
        heights = [label.beside[1] for label in column]
        assert all(np.diff(heights) > 1 - 1e-6)
        assert [label.at[1] for label in column] == sorted(label.at[1] for label in column)
        assert min(heights) >= 0
    assert {label.text for label in labels} == set("abcde")
