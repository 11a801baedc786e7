"""D-H tables found from the axes, and files written with them."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from armwright.arm import compile
from armwright.errors import InputError
from armwright.robot import Frame, Joint, Link, Pose, Robot, dh_table, load, rotation_about
from armwright.robot.formats.dh import place_modified, place_standard
from tests.support.evaluation import by_interpreter

PLACE = {"standard": place_standard, "modified": place_modified}
ARMS = ("puma560", "panda", "manutec_r3", "six_axis", "rx90b", "two_axis", "scara")
MORE = ("reach_alpha5", "aa300")


def random_chain(seed):
    rng = np.random.default_rng(seed)
    links, joints = [Link("base")], []
    for i in range(6):
        axis = rng.normal(size=3)
        turned = rotation_about(axis / np.linalg.norm(axis), rng.uniform(-3, 3))
        # Right angles, parallel and meeting axes too.
        origin = Pose(turned if rng.random() < 0.5 else np.eye(3), rng.integers(-1, 2, 3) * 0.5)
        direction = np.eye(3)[rng.integers(3)]
        kind = "prismatic" if rng.random() < 0.2 else "revolute"
        links.append(Link(f"l{i}"))
        joints.append(Joint(f"j{i}", kind, links[-2].name, f"l{i}", origin, direction))
    tip = Frame(
        "tip", "l5", Pose(rotation_about([0, 1, 0], rng.uniform(-1, 1)), rng.normal(size=3))
    )
    return Robot("chain", tuple(links), tuple(joints), (tip,), "tip")


def tool_by_table(table, q):
    """base → frame 0 → rows → tool, with the joints' motion along z."""
    pose = Pose()
    placed = PLACE[table.convention](table.rows, table.origin)
    for step, row, position in zip(placed, table.rows, q, strict=True):
        motion = (
            Pose(translation=[0, 0, position])
            if row.kind == "prismatic"
            else Pose(rotation=rotation_about([0, 0, 1], position))
        )
        pose = pose @ step.joint_origin @ motion
    return (pose @ placed[-1].dh_frame @ table.tool).matrix()


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("seed", range(30))
def test_tables_of_random_chains(seed, convention, pose_of):
    robot = random_chain(seed)
    table = dh_table(robot, convention)
    for q in np.random.default_rng(seed).uniform(-2, 2, (3, 6)):
        assert tool_by_table(table, q) == pytest.approx(pose_of(robot, q, ""), abs=1e-9)


def test_a_published_table_is_found_again():
    puma = dh_table(load("puma560"))
    rows = [(row.a, row.d, row.alpha) for row in puma.rows]
    # Corke's d3 may sit in row 2 as well, because axes 2 and 3 are parallel.
    assert [row[0] for row in rows] == pytest.approx([0, 0.4318, 0.0203, 0, 0, 0], abs=1e-12)
    assert [row[1] for row in rows] == pytest.approx([0, 0, 0.15005, 0.4318, 0, 0], abs=1e-12)
    expected = [pi / 2, 0, -pi / 2, pi / 2, -pi / 2, 0]
    assert [row[2] for row in rows] == pytest.approx(expected, abs=1e-12)
    panda = dh_table(load("panda"), "modified")
    assert [row.d for row in panda.rows][:5] == pytest.approx([0.333, 0, 0.316, 0, 0.384])


@pytest.mark.parametrize("form", ["standard", "modified"])
@pytest.mark.parametrize("name", ARMS + MORE)
def test_files_with_tables_are_the_same_arm(name, form, tmp_path, pose_of):
    robot = load(name)
    assert robot.save(tmp_path / "a.toml", form) == ()
    again = load(tmp_path / "a.toml")
    assert again.joint_names == robot.joint_names and again.tool == robot.tool
    for joint in robot.moving_joints:
        assert again.joint(joint.name).limits == joint.limits
        assert again.joint(joint.name).drive == joint.drive
    q, v, a = np.random.default_rng(0).uniform(-1, 1, (3, len(robot.joint_names)))
    assert pose_of(again, q, "") == pytest.approx(pose_of(robot, q, ""), abs=1e-9)
    ours, theirs = (
        by_interpreter(arm)("inverse_dynamics", (), (q, v, a))[0] for arm in (again, robot)
    )
    assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-9)


def test_only_toml_files_have_tables(tmp_path):
    with pytest.raises(InputError, match="not a form that this file can have"):
        load("panda").save(tmp_path / "a.urdf", "standard")


def test_nearly_parallel_axes_get_a_beta_instead_of_a_link_far_away(tmp_path):
    from tests.support.calibration import disturbed_cell

    cell = disturbed_cell("ur10e", np.random.default_rng(4), angle=2e-4)
    table = dh_table(cell.true)
    assert any(row.beta for row in table.rows)
    assert max(max(abs(row.a), abs(row.d)) for row in table.rows) < 0.7
    cell.true.save(tmp_path / "arm.toml", form="standard")
    read = load(tmp_path / "arm.toml")
    q = np.random.default_rng(5).uniform(-2, 2, (20, 6))
    assert compile(read).pose(q) == pytest.approx(compile(cell.true).pose(q), abs=1e-9)
