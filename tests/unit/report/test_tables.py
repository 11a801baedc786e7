"""What is printed: D-H tables, drives, sources, findings; laid out in 80 columns."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

import armwright as aw
from armwright.report import describe, findings_text, print_parts, robots_table, sheet_parts
from armwright.report.drawing.poses import poses_of, within
from armwright.report.sheet import DynamicsAtRest, Sheet
from armwright.report.tables import source_counts
from armwright.report.words import first_sentence, plain, summary
from armwright.robot import Finding, Mimic
from tests.unit.robot.gripper import gripper


def sheet_of(robot: aw.Robot) -> Sheet:
    """Made up where machine code would have to be made."""
    n = len(robot.moving_joints)
    q = within(robot, np.zeros(n))
    numbers = DynamicsAtRest(-123.456 * np.ones(n), 0.0123456 * np.ones(n), -12.3456 * np.ones(n))
    return Sheet(robot, q, poses_of(robot)(q), 12.3, 1.234, numbers)


def printed(
    capsys: pytest.CaptureFixture[str], robot: aw.Robot, *, dh: str = "standard", **options: bool
) -> str:
    print_parts(*sheet_parts(sheet_of(robot), dh=dh, **options))  # type: ignore[arg-type]
    return capsys.readouterr().out


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.parametrize("name", aw.library_names())
@pytest.mark.usefixtures("terminal")
def test_tables_fit_80_columns_uncut(capsys: pytest.CaptureFixture[str], name: str) -> None:
    robot = aw.load(name)
    out = without_colours(printed(capsys, robot, sources=True, degrees=True))
    assert max(map(len, out.splitlines())) <= 80
    assert not re.search(r"\S…|…\S", out)
    for joint in robot.joint_names:
        # joints, pose, and D-H, which a tree with loops has of the way to its tool only
        assert out.count(f"\n {joint} ") >= (2 if robot.loops else 3)


@pytest.mark.usefixtures("terminal")
def test_robots_are_listed_uncut_in_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    print_parts(robots_table([aw.load(name) for name in aw.library_names()]))
    out = without_colours(capsys.readouterr().out)
    assert max(map(len, out.splitlines())) <= 80
    assert "…" not in out
    words = out.split()
    for name in aw.library_names():
        assert name in words
        assert summary(aw.load(name).description).split()[-1] in words


def long_named() -> aw.Robot:
    links = tuple(aw.Link(f"a_link_with_a_really_long_name_{k}") for k in range(4))
    joints = tuple(
        aw.Joint(
            f"a_joint_with_a_really_long_name_{k}",
            "revolute",
            links[k].name,
            links[k + 1].name,
            drive=aw.Drive(gear_ratio=100 + k),
            limits=aw.Limits(-math.pi, math.pi, 3.0, 100.0),
        )
        for k in range(3)
    )
    return aw.Robot("long", links, joints)


@pytest.mark.usefixtures("terminal")
def test_long_names_are_whole_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    out = without_colours(printed(capsys, long_named()))
    assert max(map(len, out.splitlines())) <= 80
    rows = out[out.index("joint: ") :].split("\n\n")[:3]
    for k, row in enumerate(rows):
        assert row.splitlines()[0] == f"joint: a_joint_with_a_really_long_name_{k}"
        assert "range: -3.142 … 3.142 rad\nspeed: 3 rad/s\neffort: 100 N m" in row
    assert "…" not in out.replace("-3.142 … 3.142", "")


@pytest.mark.parametrize("columns", [24, 40])
@pytest.mark.usefixtures("terminal")
def test_on_a_narrow_terminal_rows_are_paragraphs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = without_colours(printed(capsys, aw.load("puma560")))
    assert max(map(len, out.splitlines())) <= columns
    assert "range: -2.793 … 2.793" in " ".join(out.split())
    assert "…" not in out.replace(" … ", "").replace("…\n", "")
    print_parts(robots_table([aw.load(name) for name in aw.library_names()]))
    out = without_colours(capsys.readouterr().out)
    assert max(map(len, out.splitlines())) <= columns
    assert {*aw.library_names()} <= {*out.split()}


def test_long_names_are_whole_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, long_named())
    row = "a_joint_with_a_really_long_name_0  revolute   a_link_with_a_really_long_name_1"
    assert row.replace("revolute   ", "revolute  ") in out
    assert not any(line.endswith(" ") for line in out.splitlines())


def test_dh_rows_of_the_puma(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, aw.load("puma560"), degrees=True)
    rows = [line.split() for line in out.splitlines()]
    start = next(k for k, row in enumerate(rows) if row[:2] == ["D-H,", "standard"])
    assert rows[start][2:] == ["θ", "°", "d", "m", "a", "m", "α", "°"]
    assert rows[start + 2 : start + 5] == [
        ["joint1", "q", "0", "0", "90"],
        ["joint2", "q", "0", "0.4318", "0"],
        ["joint3", "q", "0.15005", "0.0203", "-90"],
    ]
    out = printed(capsys, aw.load("puma560"), dh="modified")
    assert re.search(r"joint3 +q +0.15005 +0.4318 +0\n", out)


def test_dh_of_a_slide_and_of_a_base_and_tool_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, aw.load("scara"), dh="modified")
    assert re.search(r"slide +0 +q \+ 0.15 +0.3 +0\n", out)
    out = printed(capsys, aw.load("aa300"))
    assert "frame 0 in the base: x 0, y 0, z 0 m; roll, pitch, yaw -1.5708, 0, 0 rad" in out
    assert "tool in the last frame: x 0, y 0, z -0.4 m" in out


def test_drives_with_units_and_laws(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, aw.load("scara"))
    assert re.search(r"gear ratio +1 or 1/m +80 +50 +314.2\n", out)
    assert re.search(r"motor inertia +kg m² +9e-05 +5e-05 +3e-05\n", out)
    assert re.search(r"torque constant +N m/A +0.2 +0.15 +0.1\n", out)
    assert re.search(r"friction law +coulomb +coulomb +coulomb\n", out)
    assert re.search(r"viscous +N m s/rad +0.0005 +0.0003 +0.0001\n", out)
    out = printed(capsys, aw.load("two_axis"))
    assert re.search(r"spring law, joint side +stiffening +stiffening\n", out)
    assert re.search(r"k_low +4e\+05 +1.2e\+05\n", out)
    assert "stiffness" not in out
    out = printed(capsys, aw.load("manutec_r3"))
    assert re.search(r"stiffness +N m/rad +43 +8 +58", out)


def test_friction_at_a_slide_is_a_force(capsys: pytest.CaptureFixture[str]) -> None:
    drive = aw.Drive(friction={"viscous": 3.0, "own": 2.0}, friction_side="joint")
    slide = aw.Joint("slide", "prismatic", "base", "tip", drive=drive)
    out = printed(capsys, aw.Robot("s", (aw.Link("base"), aw.Link("tip")), (slide,)))
    assert re.search(r"viscous +N s/m +3\n", out)
    assert re.search(r"own +2\n", out)


def test_coupled_gears_are_a_matrix(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, aw.load("rx90b"))
    assert "gear ratio" not in out
    assert re.search(r"gears: motor \\ joint +joint1 .* joint6\n", out)
    assert re.search(r"joint6 +0 +0 +0 +0 +45 +45\n", out)


def test_no_drives_no_masses_no_joints(capsys: pytest.CaptureFixture[str]) -> None:
    assert "drive" not in printed(capsys, aw.load("cart_pendulum"))
    out = printed(capsys, aw.Robot("dot", (aw.Link("base"),), ()))
    assert "joints   0" in out
    assert "D-H" not in out


def test_passive_and_following_joints_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, gripper())
    assert "joints   4, of which 1 passive; 1 more mimics another\n" in out
    assert re.search(r"\n follow +prismatic +right +0 … 0.04 m\n", out)
    assert (
        "flap is passive: nothing drives it\nfollow mimics open: its position is 0.5 · open\n"
        in out
    )
    hinge = aw.Joint("b", "revolute", "y", "z", mimic=Mimic("a", 1.0, -math.pi / 2))
    links = tuple(aw.Link(name) for name in "xyz")
    robot = aw.Robot("r", links, (aw.Joint("a", "revolute", "x", "y"), hinge))
    assert "b mimics a: its position is a - 90°\n" in printed(capsys, robot, degrees=True)
    assert "b mimics a: its position is a - 1.571 rad\n" in printed(capsys, robot)


def test_motors_that_are_not_those_of_joints(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, gripper())
    assert "gear ratio" not in out
    assert re.search(r"drive, motor side +lift +m1 +m2\n", out)
    assert re.search(r"motor inertia +kg m² +0.0001 +2e-05\n", out)
    assert re.search(r"gears: motor . joint +lift +bend +open +flap\n", out)
    assert re.search(r" m1 +0 +80 +-300 +0\n m2 +0 +0 +300 +0\n", out)
    assert "motor m1 is mounted in link arm, its axis along 0, 1, 0\n" in out
    out = printed(capsys, gripper(plain=True))
    assert re.search(r"drive, motor side +lift +bend +open\n", out)
    assert re.search(r"gear ratio +1 or 1/m +100\n", out)


def test_elastic_axes(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [re.split(r"  +", line.strip()) for line in printed(capsys, gripper()).splitlines()]
    start = next(k for k, row in enumerate(rows) if row[0] == "elastic axis")
    assert rows[start] == ["elastic axis", "where", "gives way", "spring", "friction", "mass kg"]
    ground = "linear, stiffness 1e+06 N/m, damping 200 N s/m"
    boom = "cubic, stiffness 1e+04 N m/rad, cubic 1e+06"
    assert rows[start + 2 : start + 6] == [
        ["foundation.z", "foundation", "along z", ground],
        ["bend.rx", "before joint bend", "about x", "linear, stiffness 2e+05 N m/rad"],
        ["bearing", "after joint bend", "about x", "linear, stiffness 3e+05 N m/rad"],
        ["boom", "on link arm", "about z", boom, "lugre, coulomb 0.3 N m", "0.5"],
    ]
    assert "elastic" not in printed(capsys, gripper(plain=True))


def test_a_sheet_of_a_robot_with_a_follower() -> None:
    """The finger that follows is where its master puts it, and weighs on it."""
    robot = gripper()
    sheet = describe(robot, [0.0, 0.0, 0.04, 0.0])
    assert sheet.poses["right"][:3, 3] == pytest.approx([0.6, -0.02, 0])
    assert sheet.mass == pytest.approx(6 * 0.5 + 0.5)
    assert sheet.reach is not None and sheet.dynamics is not None
    assert sheet.dynamics.inertia[2] == pytest.approx(0.5 + 0.5**2 * 0.5)
    sideways = describe(replace(robot, gravity=np.array([0.0, -10.0, 0.0])))
    assert sideways.dynamics is not None
    assert sideways.dynamics.holding[2] == pytest.approx(10 * (0.5 - 0.5 * 0.5))
    assert sideways.dynamics.falling[2] == pytest.approx(-2.5 / 0.625)


def test_counts_of_sources() -> None:
    links = (aw.Link("base"),)
    sources = {"a": "published: X", "b": "assumed: Y", "c": "published: Z", "d": "who knows: W"}
    robot = aw.Robot("r", links, (), sources=sources)
    assert source_counts(robot) == "2 published, 1 assumed, 1 other"
    assert source_counts(aw.Robot("r", links, ())) == ""


def test_findings_are_folded_and_harmless(capsys: pytest.CaptureFixture[str]) -> None:
    where, got, hint = "link 'a\x1b[31m\nb'", "x " * 60, "[bold]do[/bold]"
    long = Finding("warning", "odd", where, got, None, hint)
    print_parts(findings_text("a.urdf", [long, Finding("error", "bad", "", None, None, "")]))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "a.urdf: 1 error, 1 warning"
    assert lines[1] == "  warning  link 'a [31m b': odd"
    assert lines[2].startswith(f"{'':11}got       x x")
    assert lines[3].startswith(f"{'':21}x x")
    assert max(map(len, lines)) <= 100
    assert lines[4] == f"{'':11}try       [bold]do[/bold]"
    assert lines[5] == "  error    bad"


def test_first_sentence_and_plain_text() -> None:
    assert first_sentence("As in P. Corke's book. Second.") == "As in P. Corke's book"
    assert first_sentence("Mass 1.5 kg.") == "Mass 1.5 kg"
    assert plain("a\x1b[1m\n b") == "a [1m b"


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Big robot, old (S2, table 3.2). y is up.", "Big robot, old"),
        ("Arm for 3 kg (S1: A. B. See, Title 2020). More.", "Arm for 3 kg"),
        ("Arm with springs (S0): axes 2 and 3.", "Arm with springs"),
        ("Seven axes, no hand; the tool is the flange.", "Seven axes, no hand"),
        ("An S-shaped arm of 2 kg", "An S-shaped arm of 2 kg"),
        ("", ""),
    ],
)
def test_summary_is_short_and_without_tags(text: str, short: str) -> None:
    assert summary(text) == short
