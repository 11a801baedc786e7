"""What water feels of links: descriptions, files, paths, messages."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import armwright as aw
from armwright import Hull
from armwright.plant.registry import registry
from armwright.robot.changing import changed

TEXT = """
name = "wet"
water_density = 1020
[units]
length = "mm"
[[links]]
name = "base"
[[links]]
name = "arm"
mass = 2
inertia = [0.1, 0.1, 0.1]
hull = {{ {hull} }}
[[joints]]
name = "turn"
kind = "revolute"
parent = "base"
child = "arm"
"""
ALL = {
    "cylinder": "end = [700, 0, 0], radius = 30, drag_coefficient = 1.1, lift_coefficient = 0.2",
    "capsule": "start = [100, 0, 0], end = [700, 0, 0], radius = 30, round_ends = true",
    "box": "box = [200, 300, 400], centre = [0, 0, 100], added_mass_coefficient = 0.7",
    "given": "volume = 2e-3, drag = [1, 2, 3], added_mass = [1, 2, 3, 4, 5, 6]",
    "whole": "added_mass = [9, 0, 0, 0, 0, 1, 8, 0, 0, 1, 0, 7, 1, 0, 0, 6, 0, 0, 5, 0, 4]",
}


def read(hull: str, folder: Path) -> aw.Robot:
    path = folder / "wet.toml"
    path.write_text(TEXT.format(hull=hull))
    return aw.load(path)


@pytest.mark.parametrize("kind", ALL)
def test_files_keep_all_of_a_hull(kind: str, tmp_path: Path) -> None:
    robot = read(ALL[kind], tmp_path)
    assert robot.water_density == 1020
    assert robot.save(tmp_path / "again.toml") == ()
    assert aw.load(tmp_path / "again.toml").links == robot.links
    assert aw.load(tmp_path / "again.toml").water_density == 1020


def test_volume_and_centre_follow_from_the_shape(tmp_path: Path) -> None:
    capsule = read(ALL["capsule"], tmp_path).link("arm").hull
    box = read(ALL["box"], tmp_path).link("arm").hull
    assert capsule is not None and box is not None
    expected = math.pi * 0.03**2 * (0.6 + 4 / 3 * 0.03)
    assert capsule.displaced_volume == pytest.approx(expected, rel=1e-12)
    np.testing.assert_allclose(capsule.buoyancy_centre, [0.4, 0, 0])
    assert box.displaced_volume == pytest.approx(0.024)
    np.testing.assert_allclose(box.buoyancy_centre, [0, 0, 0.1])


@pytest.mark.parametrize(
    ("hull", "message"),
    [
        ("radius = 30", "link 'arm', hull: half a cylinder"),
        ("drag_coefficient = 1", "link 'arm', hull: drag_coefficient has no shape"),
        ("end = [1, 0, 0], radius = -1", "link 'arm', hull: radius is negative"),
        ("box = [1, 1, 0]", "a box has three edges, and is alone"),
        ("added_mass = [-1, 0, 0, 0, 0, 0]", "added mass takes energy out of motion"),
        ("added_mass = [1, 2]", "link 'arm', hull added_mass: wrong shape"),
    ],
)
def test_mistakes_are_told_with_the_link(hull: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(aw.InputError) as caught:
        read(hull, tmp_path)
    assert message in str(caught.value)


def test_drag_along_axes_is_not_turned_by_any_angle() -> None:
    pose = aw.Pose(np.array([[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1.0]]), np.zeros(3))
    with pytest.raises(aw.InputError, match="cannot be turned"):
        Hull(drag=[1.0, 2.0, 3.0]).seen_from(pose)
    turned = Hull(end=[1.0, 0, 0], radius=0.1).seen_from(pose)
    np.testing.assert_allclose(turned.end, [0.8, 0.6, 0])


def test_every_number_that_is_said_has_a_path() -> None:
    robot = aw.load("underwater_two_link")
    paths = [path for path in registry(robot) if "hull" in path or path == "water_density"]
    keys = ("volume", "drag_coefficient", "added_mass_coefficient")
    assert paths == [
        *(f"links.{link}.hull.{key}" for link in ("link1", "link2") for key in keys),
        "water_density",
    ]
    other = changed(robot, {"links.*.hull.drag_coefficient": 0.5, "water_density": 998.0})
    hulls = [link.hull for link in other.links if link.hull]
    assert [hull.drag_coefficient for hull in hulls] == [0.5, 0.5]
    assert other.water_density == 998.0


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("links.base.hull.volume", 1.0, "the link has no hull"),
        ("links.link1.hull.drags", 1.0, "unknown number of a hull"),
        ("links.link1.hull.drag_coefficient", -1.0, "drag_coefficient is negative"),
        ("water_density", -1.0, "the water's density is out of range"),
        ("water_density", "salt", "not a number"),
    ],
)
def test_values_that_make_no_sense_are_refused(path: str, value: object, message: str) -> None:
    with pytest.raises(aw.InputError, match=message):
        changed(aw.load("underwater_two_link"), {path: value})


def test_reach_alpha5_has_inertias_that_belong_to_its_centres() -> None:
    """Moved to the frame they are the maker's tensors."""
    robot = aw.load("reach_alpha5")
    upper, wrist = (robot.link(name).inertia for name in ("upperarm", "wrist"))
    assert upper is not None and wrist is not None
    at_frame = upper.parameters[4:]
    np.testing.assert_allclose(at_frame[[3, 5]], [3190e-6, 3213e-6], atol=1e-6)
    assert wrist.parameters[8] == pytest.approx(0.0, abs=1e-7)
    elbow = robot.link("elbow").inertia
    assert elbow is not None
    np.testing.assert_allclose(
        elbow.parameters[[4, 5, 7, 9]], [120e-6, 61e-6, 62e-6, 156e-6], atol=1e-6
    )


def test_a_current_without_hulls_is_a_mistake() -> None:
    dry = aw.load("scara")
    with pytest.raises(aw.InputError, match="no link has a hull that could feel a current"):
        aw.Plant(dry, environment=aw.Environment(current=True))
