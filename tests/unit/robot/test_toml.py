from __future__ import annotations

import math

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.robot import Drive
from armwright.robot.formats import toml

ARM = """
name = "arm"
tool = "tip"
gravity = [0, -9.81, 0]
[units]
angle = "deg"
length = "mm"
[[links]]
name = "base"
[[links]]
name = "rod"
mass = 2
centre = [100, 0, 0]
inertia = [0.01, 0.001, 0.002, 0.02, 0.003, 0.025]
shapes = [
  { kind = "box", size = [200, 20, 20], xyz = [100, 0, 0] },
  { kind = "mesh", mesh = "rod.stl", size = [2, 2, 2] },
]
[[joints]]
name = "hinge"
kind = "revolute"
parent = "base"
child = "rod"
origin = { xyz = [0, 0, 500], rpy = [90, 0, 0] }
axis = [0, 0, 1.0000004]
limits = { lower = -90, upper = 90, velocity = 180, effort = 20 }
[joints.drive]
gear_ratio = 50
motor_inertia = 1e-4
friction = { law = "tustin", side = "joint", coulomb = 1.5, viscous = 0.1 }
[[frames]]
name = "tip"
link = "rod"
xyz = [200, 0, 0]
[sources]
"links" = "assumed: a rod"
"""


def test_values_are_in_si_units_inside():
    robot = toml.parse(ARM)
    rod, hinge = robot.link("rod"), robot.joint("hinge")
    assert rod.inertia.centre.tolist() == [0.1, 0, 0]
    assert rod.inertia.tensor[1].tolist() == [0.001, 0.02, 0.003], "inertia is SI already"
    assert rod.shapes[0].size == pytest.approx((0.2, 0.02, 0.02))
    assert rod.shapes[1].size == (2, 2, 2) and rod.shapes[1].mesh == "rod.stl"
    assert hinge.origin.translation.tolist() == [0, 0, 0.5]
    assert hinge.origin.rotation.tolist() == [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
    assert (hinge.limits.lower, hinge.limits.velocity) == (-math.pi / 2, math.pi)
    assert hinge.limits.effort == 20
    assert hinge.axis.tolist() == [0, 0, 1]
    assert robot.gravity.tolist() == [0, -9.81, 0]
    assert robot.tool == "tip" and robot.frame("tip").pose.translation[0] == 0.2


def test_drive_keeps_the_friction_law_and_its_parameters():
    drive = toml.parse(ARM).joint("hinge").drive
    assert drive == Drive(
        gear_ratio=50,
        motor_inertia=1e-4,
        friction={"viscous": 0.1, "coulomb": 1.5},
        friction_law="tustin",
        friction_side="joint",
    )


def test_what_is_not_given_is_unlimited_or_absent():
    robot = toml.parse(
        "name='x'\n[[links]]\nname='a'\n[[links]]\nname='b'\n"
        "[[joints]]\nname='j'\nkind='prismatic'\nparent='a'\nchild='b'\n"
    )
    limits = robot.joint("j").limits
    assert (limits.lower, limits.upper) == (-math.inf, math.inf)
    assert robot.link("b").inertia is None and robot.joint("j").drive is None
    assert robot.gravity.tolist() == [0, 0, -9.81]


def change(old, new):
    assert old in ARM
    return ARM.replace(old, new)


@pytest.mark.parametrize(
    "text, message",
    [
        ("name = x", r"arm.toml: not valid TOML: Invalid value \(at line 1, column 8\)"),
        ("", r"arm.toml: name: is missing"),
        (
            change("mass = 2", "mas = 2"),
            r"arm.toml: links\[2\] 'rod'.mas: unknown key. Did you mean .mass",
        ),
        (
            change("mass = 2", "mass = '2'"),
            r"links\[2\] 'rod'.mass: input should be a valid number \(got '2'\)",
        ),
        (change("mass = 2", "mass = nan"), r"links\[2\] 'rod'.mass: input should be a finite"),
        (change("mass = 2", "mass = 1e300"), r"'rod'.mass: input should be less than or equal to"),
        (change("mass = 2\n", "\n"), r"arm.toml: link 'rod': has centre and inertia but no mass"),
        (change("inertia = [0.01, ", "inertia = ["), r"'rod': inertia has the wrong number of val"),
        (change("centre = [100, 0", "centre = [0"), r"links\[2\] 'rod'.centre\[3\]: is missing"),
        (
            change("axis = [0, 0, 1.0000004]", "axis = [0, 1, 1]"),
            r"arm.toml: joint 'hinge': axis is not a unit vector \(got \[0.0, 1.0, 1.0\], expected "
            r"length 1\). Divide the axis by its length.",
        ),
        (
            change("axis = [0, 0, 1.0000004]", "axis = [0, 0, 0]"),
            r"joint 'hinge': axis is zero \(got \[0.0, 0.0, 0.0\], expected length 1\). Say which",
        ),
        (
            change('kind = "revolute"', 'kind = "ball"'),
            r"joints\[1\] 'hinge'.kind: input should be 'revolute', 'prismatic' or 'fixed' \(got '",
        ),
        (change('kind = "revolute"\n', ""), r"arm.toml: joint 'hinge': kind is missing"),
        (
            change('parent = "base"', 'parent = "bas"'),
            r"joint 'hinge': parent link does not exist \(got 'bas', expected one of \['base', 'ro",
        ),
        (change('child = "rod"', 'child = "base"'), r"robot 'arm': more than one base|cycle"),
        (change('link = "rod"', 'link = "rot"'), r"frame 'tip': link does not exist \(got 'rot'"),
        (change('tool = "tip"', 'tool = "top"'), r"robot 'arm': no frame of that name \(got 'top'"),
        (change('angle = "deg"', 'angle = "grad"'), r"units.angle: input should be 'rad' or 'deg'"),
        (change("size = [200, 20, 20]", "size = [200, 20]"), r"box has the wrong number of sizes"),
        (
            change(', mesh = "rod.stl"', ""),
            r"link 'rod': only a mesh, and every mesh, names a file",
        ),
        (
            change("coulomb = 1.5", "coulomb = 'much'"),
            r"drive.friction.coulomb: input should be a ",
        ),
        (change('[[frames]]\nname = "tip"', '[[frames]]\nname = "rod"'), r"name is used twice"),
    ],
)
def test_errors_say_where_and_what(text, message):
    with pytest.raises(InputError, match=message):
        toml.parse(text, "arm.toml")


def test_error_counts_the_further_problems():
    text = ARM.replace("mass = 2", "mass = 'two'").replace("gear_ratio = 50", "gear = 50")
    with pytest.raises(InputError, match=r"This file has 1 more problem\.$"):
        toml.parse(text)


def test_robot_is_immutable_and_comparable():
    robot, again = toml.parse(ARM), toml.parse(ARM)
    assert robot == again and hash(robot) == hash(again)
    assert robot != toml.parse(change("mass = 2", "mass = 3"))
    with pytest.raises(ValueError):
        robot.gravity[0] = 1
    with pytest.raises(AttributeError):
        robot.name = "other"
    with pytest.raises(TypeError):
        robot.sources["links"] = "changed"


def test_gear_matrix_has_the_couplings():
    arm = (
        "name='x'\n[dh]\nconvention='standard'\nrows=[{{}},{{}},{{}}]\n"
        "[[joints]]\nname='joint2'\ndrive.gear_ratio=45\n"
        "[[joints]]\nname='joint3'\ndrive={{gear_ratio=32, coupling={{ {} = 32 }}}}\n"
    )
    matrix = toml.parse(arm.format("joint2")).gear_matrix
    assert matrix.tolist() == [[1, 0, 0], [0, 45, 0], [0, 32, 32]]
    assert np.linalg.det(matrix) == pytest.approx(45 * 32)
    for other in ("joint9", "joint3"):
        with pytest.raises(InputError, match="coupled to a joint that does not exist"):
            toml.parse(arm.format(other))
