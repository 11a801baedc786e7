"""Written and read again: nothing lost that the format can hold, and the rest named."""

from __future__ import annotations

import dataclasses
import os

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.robot import (
    Drive,
    Frame,
    Inertia,
    Joint,
    Limits,
    Link,
    Pose,
    Robot,
    Shape,
    library_names,
    load,
    rotation_about,
    save,
)


def random_robot(seed: int, *, plain: bool = False) -> Robot:
    """A random tree with everything in it; `plain`: only what URDF and MJCF can say."""
    rng = np.random.default_rng(seed)

    def pose():
        axis = rng.normal(size=3)
        turned = rotation_about(axis / np.linalg.norm(axis), rng.uniform(-3, 3))
        return Pose(turned, rng.normal(size=3))

    def body():
        turned = pose().rotation
        moments = np.sort(rng.uniform(1, 2, 3)) * 0.01
        return Inertia(
            rng.uniform(0.1, 5), rng.normal(size=3), turned @ np.diag(moments) @ turned.T
        )

    links, joints = [Link("base", body())], []
    for i in range(1, 8):
        shapes = (
            Shape("box", (0.1, 0.2, 0.3), pose()),
            Shape("cylinder", (0.1, 0.4), pose()),
            Shape("sphere", (0.05,), pose()),
            Shape("mesh", (1.0, 1.0, 0.5), pose(), "part é.stl"),
        )
        links.append(Link(f"link {i}", body(), shapes[: rng.integers(5)]))
        kind = rng.choice(["revolute", "prismatic", "fixed"]) if i > 1 else "revolute"
        axis = rng.normal(size=3)
        drive = Drive(
            gear_ratio=rng.uniform(-100, 100),
            motor_inertia=0.0 if plain else 1e-4,
            friction={"viscous": 0.3, "coulomb": 0.1},
            friction_law="coulomb" if plain else "lugre",
            friction_side="joint",
            stiffness=None if plain else 1e4,
            coupling={} if plain or i == 1 else {"joint 1": 3.5},
            electrical={} if plain else {"resistance": 2.5},
        )
        joints.append(
            Joint(
                f"joint {i}",
                kind,
                str(rng.choice([link.name for link in links[:-1]])) if i > 1 else "base",
                f"link {i}",
                pose(),
                axis / np.linalg.norm(axis) if kind != "fixed" else np.array([0.0, 0, 1]),
                Limits(-1.5, 2.5, effort=30) if kind != "fixed" else Limits(),
                drive if kind != "fixed" else None,
            )
        )
    if plain:
        return Robot("plain", tuple(links), tuple(joints))
    return Robot(
        'all "things"',
        tuple(links),
        tuple(joints),
        frames=(Frame("tip", "link 7", pose()),),
        tool="tip",
        gravity=np.array([1.0, 2.0, -9.0]),
        description="line one\nline \\two\t",
        sources={"links.*.mass": "assumed: é"},
    )


def same(a: object, b: object, tolerance: float = 1e-14) -> bool:
    """Equal up to rounding of the numbers."""
    if isinstance(a, float | int | np.ndarray) and not isinstance(a, bool):
        return bool(np.allclose(a, b, rtol=tolerance, atol=tolerance))  # type: ignore[arg-type]
    if dataclasses.is_dataclass(a):
        names = [field.name for field in dataclasses.fields(a)]
        return type(a) is type(b) and all(
            same(getattr(a, name), getattr(b, name), tolerance) for name in names
        )
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(same, a, b, [tolerance] * len(a)))  # type: ignore[arg-type]
    return a == b


@pytest.mark.parametrize("seed", range(8))
def test_toml_holds_everything(seed, tmp_path):
    robot = random_robot(seed)
    assert robot.save(tmp_path / "a.toml") == ()
    again = load(tmp_path / "a.toml")
    assert same(robot, again)
    again.save(tmp_path / "b.toml")
    assert same(again, load(tmp_path / "b.toml"))


@pytest.mark.parametrize("name", library_names())
def test_library_robots_survive_toml(name, tmp_path):
    robot = load(name)
    assert save(robot, tmp_path / "a.toml") == ()
    assert same(robot, load(tmp_path / "a.toml"))


@pytest.mark.parametrize("suffix", [".urdf", ".xacro"])
@pytest.mark.parametrize("seed", range(8))
def test_urdf_holds_what_it_can(seed, suffix, tmp_path):
    robot = random_robot(seed, plain=True)
    lost = robot.save(tmp_path / f"a{suffix}")
    again = load(tmp_path / f"a{suffix}")
    assert lost == ()
    assert same(robot, again)


@pytest.mark.parametrize("seed", range(8))
def test_mjcf_holds_what_it_can(seed, tmp_path, pose_of):
    robot = random_robot(seed, plain=True)
    lost = robot.save(tmp_path / "a.xml")
    again = load(tmp_path / "a.xml")
    assert all("fixed joints have no names" in line or "order" in line for line in lost)
    q = dict(zip(robot.joint_names, np.linspace(-1, 1, len(robot.joint_names)), strict=True))
    in_order = [q[name] for name in again.joint_names]
    assert set(again.joint_names) == set(robot.joint_names)
    for link in robot.links:
        assert same(link, again.link(link.name), 1e-13)
        here = pose_of(robot, list(q.values()), link.name)
        assert pose_of(again, in_order, link.name) == pytest.approx(here, abs=1e-13)
    for joint in robot.moving_joints:
        twin = again.joint(joint.name)
        assert same(joint.limits, twin.limits) and same(joint.drive, twin.drive)


def test_writers_say_what_is_lost(tmp_path):
    robot = random_robot(0)
    lost = "\n".join(robot.save(tmp_path / "a.urdf"))
    for words in (
        "frames 'tip'",
        "tool frame is 'tip'",
        "gravity [1.0",
        "description",
        "1 sources",
    ):
        assert words in lost
    for words in ("motor inertia 0.0001", "stiffness 10000", "electrical", "also turns", "'lugre'"):
        assert words in lost
    lost = "\n".join(robot.save(tmp_path / "a.xml"))
    assert "motor inertia" not in lost and "gravity" not in lost
    assert "stiffness" in lost and "fixed joints have no names" in lost


def test_motor_friction_is_written_on_the_joint_side(tmp_path):
    robot = load("manutec_r3")
    robot.save(tmp_path / "a.urdf")
    friction = load(tmp_path / "a.urdf").joint("joint2").drive.friction
    original = robot.joint("joint2").drive.friction
    assert friction["coulomb"] == pytest.approx(210 * original["coulomb"])
    assert friction["viscous"] == pytest.approx(210**2 * original["viscous"])


def test_written_whole_or_not_at_all(tmp_path, monkeypatch):
    robot, path = random_robot(1), tmp_path / "a.toml"
    path.write_text("before")

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(InputError, match="cannot be written: disk full"):
        robot.save(path)
    assert path.read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["a.toml"]


def test_unknown_suffix_and_folder(tmp_path):
    with pytest.raises(InputError, match=r"cannot|not a kind of file that can be written"):
        random_robot(1).save(tmp_path / "a.step")
    (tmp_path / "file").write_text("in the way of a folder")
    with pytest.raises(InputError, match="cannot be written"):
        random_robot(1).save(tmp_path / "file" / "a.toml")
