from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from armwright.robot import (
    Drive,
    Inertia,
    Joint,
    Limits,
    Link,
    Pose,
    Robot,
    Shape,
    check_file,
    library_names,
    load,
    rotation_from_rpy,
)
from armwright.robot.changing import changed

ROD = Inertia(3.0, np.array([0.25, 0, 0]), np.diag([0.002, 0.0625, 0.0625]))


def arm(inertia=ROD, *, joint=None, shapes=()):
    """A turret that carries a rod; `joint` changes the second joint."""
    turret = Inertia(5.0, np.zeros(3), np.diag([0.1, 0.1, 0.08]))
    up = Pose(translation=[0, 0, 0.5])
    room = Limits(-3, 3)
    shoulder = Joint("shoulder", "revolute", "turret", "rod", up, np.array([0, 1, 0]), room)
    return Robot(
        "arm",
        (Link("base"), Link("turret", turret), Link("rod", inertia, shapes)),
        (
            Joint("turn", "revolute", "base", "turret", limits=room),
            replace(shoulder, **(joint or {})),
        ),
    )


def the_finding(robot):
    (finding,) = robot.check()
    return finding


def test_a_sound_arm_has_no_findings():
    assert arm().check() == ()


@pytest.mark.parametrize(
    "inertia, text",
    [
        (
            Inertia(3.0, ROD.centre, np.diag([0.01, 0.02, -0.01])),
            "error: link 'rod': inertia is not positive definite (got principal moments [-0.01, "
            "0.01, 0.02] kg m², expected none below zero). Is it about the centre of mass, in link "
            "axes? Are the signs of the products of inertia right?",
        ),
        (
            Inertia(3.0, ROD.centre, np.diag([0.01, 0.01, 0.05])),
            "error: link 'rod': inertia violates the triangle inequality (got principal moments "
            "[0.01, 0.01, 0.05] kg m², expected the two smaller to add up to the largest or more). "
            "Is it about the centre of mass, in link axes?",
        ),
        (
            Inertia(3.0, ROD.centre, np.diag([200.0, 400.0, 400.0])),
            "warning: link 'rod': inertia is implausibly large (got 400 kg m² with 3 kg: a radius "
            "of gyration of 11.5 m in an arm 0.5 m long, expected a radius of at most 1 m). Is the "
            "inertia in kg m², and not in kg mm² or g m²?",
        ),
        (
            Inertia(3.0, ROD.centre, np.diag([1e-9, 1e-9, 1e-9])),
            "warning: link 'rod': inertia is implausibly small (got 1e-09 kg m² with 3 kg: a "
            "radius of gyration of 1.83e-05 m, expected a radius of at least 0.0001 m). Is it a "
            "point mass on purpose?",
        ),
        (
            Inertia(3.0, np.array([250.0, 0, 0]), ROD.tensor),
            "warning: link 'rod': centre of mass is far away (got 250 m in an arm 0.5 m long, "
            "expected at most 1.5 m). Is it in metres, and in the link's frame?",
        ),
        (
            Inertia(3.0, ROD.centre, np.diag([0.002, 0.25, 0.25])),
            "warning: link 'rod': inertia looks as if it were about the link's origin (got 0.25 kg "
            "m², of which 0.188 would be mass × distance², expected inertia about the centre of "
            "mass). Take off m (c² 1 - c cᵀ) if so.",
        ),
        (
            Inertia(2e5, ROD.centre, ROD.tensor * 1e5),
            "warning: link 'rod': implausibly heavy (got 200000 kg, expected at most 2.83e+03 kg, "
            "a block of steel of 0.71 m). Is it in grams?",
        ),
        (
            None,
            "error: joint 'shoulder': moves nothing that has mass (got zero inertia about its axis"
            ", expected more than zero). Give the links behind it a mass, or the drive a "
            "motor_inertia, or fix the joint.",
        ),
    ],
)
def test_inertias(inertia, text):
    assert str(the_finding(arm(inertia))) == text


def test_negative_mass():
    first, _ = arm(Inertia(-1.0, ROD.centre, ROD.tensor)).check()
    assert str(first) == (
        "error: link 'rod': mass is negative (got -1 kg, expected more than zero). Leave it out if "
        "the link has no mass of its own."
    )


def test_a_little_too_slim_is_only_a_warning():
    """As the PUMA's published forearm."""
    finding = the_finding(arm(Inertia(4.8, ROD.centre, np.diag([0.066, 0.086, 0.0125]))))
    assert finding.severity == "warning" and "triangle" in finding.what


def with_link(robot, name, moments):
    body = Inertia(1.0, np.zeros(3), np.diag(moments))
    links = (replace(link, inertia=body) if link.name == name else link for link in robot.links)
    return replace(robot, links=tuple(links))


@pytest.mark.parametrize("moments", [(0.001, 0.001, 1.16), (-0.001, 0.001, 0.1)])
def test_what_turns_about_one_fixed_axis_is_judged_mildly(moments):
    finding = the_finding(with_link(arm(), "turret", moments))
    assert finding.severity == "warning"
    assert finding.hint.endswith("no other part of the inertia acts.")


def test_but_not_if_the_part_that_acts_is_wrong():
    finding = the_finding(with_link(arm(), "turret", (0.1, 0.1, -0.001)))
    assert finding.severity == "error" and "positive definite" in finding.what


def test_what_never_turns_is_judged_mildly():
    finding = the_finding(with_link(arm(), "base", (0.001, 0.001, 1.16)))
    assert finding.severity == "warning"
    assert finding.hint.endswith("It never turns: its inertia does not act.")


@pytest.mark.parametrize("along, found", [(0.002, True), (0.055, True), (0.07, False)])
def test_only_slim_bodies_can_be_told_to_be_about_the_origin(along, found):
    """A compact body with its centre off the origin has moments like these about its centre."""
    inertia = Inertia(3.0, ROD.centre, np.diag([along, 0.25, 0.25]))
    assert any("origin" in finding.what for finding in arm(inertia).check()) == found


def test_a_motor_can_move_a_massless_joint():
    assert arm(None, joint={"drive": Drive(motor_inertia=1e-3)}).check() == ()


@pytest.mark.parametrize(
    "limits, text",
    [
        (
            Limits(1, -1),
            "error: joint 'shoulder': limits are swapped (got lower 1, upper -1, expected lower "
            "below upper). Swap them.",
        ),
        (
            Limits(0, 0),
            "warning: joint 'shoulder': limits leave no room (got lower = upper = 0, expected "
            "lower below upper). Fix the joint if it should not move.",
        ),
        (
            Limits(-180, 180),
            "warning: joint 'shoulder': implausibly wide limits (got -180 to 180 rad, expected a "
            "range of at most 126 rad). Are they in degrees? Then say so: [units] angle = 'deg'.",
        ),
        (
            Limits(-1, 1, velocity=-1),
            "error: joint 'shoulder': velocity limit is negative (got -1, expected zero or more). "
            "A limit is a size, and holds in both directions.",
        ),
        (
            Limits(-1, 1, effort=0),
            "warning: joint 'shoulder': effort limit is zero (got 0, expected more than zero). "
            "Leave it out if it is unknown.",
        ),
    ],
)
def test_limits(limits, text):
    assert str(the_finding(arm(joint={"limits": limits}))) == text


def turned(*rpy):
    origin = Pose(rotation_from_rpy(rpy), np.array([0, 0, 0.5]))
    return arm(joint={"origin": origin})


TRUNCATED = [1.5708, 1.57, 1.571, 1.5707963259, 3.14159, 3.14158, 3.14, -1.5708, 4.712, 6.28]


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("angle", TRUNCATED)
def test_truncated_right_angles(angle, place):
    rpy = [0.3, 0, 0.3]
    rpy[place] = angle
    finding = the_finding(turned(*rpy))
    assert "truncated π" in finding.what and finding.severity == "warning"
    right = round(angle / (math.pi / 2)) * math.pi / 2
    assert finding.got == f"{angle:.12g} rad"
    assert float(str(finding.expected)) == right
    assert ("snap_angles" in finding.hint) == (abs(angle - right) < 1e-4)


def test_one_finding_tells_of_all_angles_of_a_joint():
    assert the_finding(turned(1.5708, 1.5708, 3.14159)).got == "1.5708 rad"


@pytest.mark.parametrize(
    "rpy",
    [
        (math.pi / 2, 0, 0),
        (-math.pi, 0, math.pi / 2),
        (1.5, 0, 0),
        (1.5e-3, 2.6e-6, 0),
        (math.radians(-90.0013), 0, 0),
        (3.14148426, 0.08848813, 3.14036612),
    ],
    ids=["exact", "exact twice", "other", "small", "calibrated", "measured"],
)
def test_other_angles_are_left_alone(rpy):
    assert turned(*rpy).check() == ()


def test_snapping_makes_right_angles_exact_when_asked(tmp_path):
    path = tmp_path / "a.toml"
    origin = Pose(rotation_from_rpy([1.57079, 0, 0.3]), np.array([0, 0, 0.5]))
    arm(joint={"origin": origin}).save(path)
    plain, exact = load(path), load(path, snap_angles=True)
    assert plain.joint("shoulder").origin.rotation[2, 2] != 0
    assert exact.joint("shoulder").origin.rotation[2, 2] == 0
    assert len(plain.check()) == 1 and exact.check() == ()


@pytest.mark.parametrize(
    "drive, text",
    [
        (Drive(gear_ratio=0), "error: joint 'shoulder' drive: gear ratio is zero (got 0, expected"),
        (
            Drive(gear_ratio=1e5),
            "warning: joint 'shoulder' drive: implausible gear ratio (got 100",
        ),
        (Drive(stiffness=-1), "error: joint 'shoulder' drive: stiffness is not positive (got -1, "),
        (
            Drive(motor_inertia=-1),
            "error: joint 'shoulder' drive: motor_inertia is negative (got ",
        ),
        (
            Drive(motor_inertia=50),
            "warning: joint 'shoulder' drive: implausible motor inertia (go",
        ),
        (
            Drive(friction={"viscous": -1}),
            "error: joint 'shoulder' drive: friction viscous is neg",
        ),
    ],
)
def test_drives(drive, text):
    assert str(the_finding(arm(joint={"drive": drive}))).startswith(text)


def test_lengths_in_millimetres():
    finding = the_finding(arm(joint={"origin": Pose(translation=[0, 0, 500])}))
    assert str(finding) == (
        "warning: robot 'arm': implausibly long (got 500 m from the base to the last link, "
        "expected at most 50 m). Are the lengths in millimetres? Then say so: [units] length = "
        "'mm'."
    )


def test_missing_meshes(tmp_path):
    (tmp_path / "arm_description" / "meshes").mkdir(parents=True)
    (tmp_path / "arm_description" / "meshes" / "rod.stl").write_text("")
    path = tmp_path / "arm_description" / "arm.toml"
    names = [
        "meshes/rod.stl",
        "package://arm_description/meshes/rod.stl",
        "meshes/gone.stl",
        "package://other/rod.stl",
    ]
    shapes = tuple(Shape("mesh", (1, 1, 1), Pose(), name) for name in names)
    arm(shapes=shapes).save(path)
    missing = [finding.got for finding in check_file(path)]
    assert missing == [repr(name) for name in names[2:]]
    assert arm(shapes=shapes).check() == (), "without a folder meshes are not looked for"


def test_errors_come_first_and_a_bad_file_is_one_finding(tmp_path):
    robot = arm(joint={"limits": Limits(1, -1, effort=0)})
    assert [finding.severity for finding in robot.check()] == ["error", "warning"]
    (tmp_path / "a.toml").write_text("name = ")
    (finding,) = check_file(tmp_path / "a.toml")
    assert finding.severity == "error" and finding.what.startswith("not valid TOML")
    (finding,) = check_file("no_such_robot")
    assert finding.what == "no robot of that name in the library"


IMPOSSIBLE = {"puma560_armstrong3": ["link 'link3'"]}  # the source's own numbers


@pytest.mark.parametrize("name", library_names())
def test_library_robots_have_no_errors(name):
    errors = [finding for finding in check_file(name) if finding.severity == "error"]
    assert [finding.where for finding in errors] == IMPOSSIBLE.get(name, []), errors


URDF = """<robot name="my">
<link name="base"/>
<link name="a"><inertial><origin xyz="0 0 0.2"/><mass value="12500"/>
  <inertia ixx="0.2" iyy="0.2" izz="0.05" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="b"/>
<link name="c"><inertial><origin xyz="0 0 0.1"/><mass value="1"/>
  <inertia ixx="0.02" iyy="0.02" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j1" type="revolute"><parent link="base"/><child link="a"/></joint>
<joint name="j2" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0 0 0.4"/>
  <limit lower="-2" upper="2" velocity="1" effort="10"/></joint>
<joint name="j3" type="continuous"><parent link="b"/><child link="c"/>
  <origin xyz="0 0 0.3"/></joint>
</robot>"""


def test_a_urdf_is_advised_in_its_own_words(tmp_path):
    path = tmp_path / "my.urdf"
    path.write_text(URDF)
    found = {finding.where: finding for finding in check_file(path)}
    assert {where: one.what for where, one in found.items()} == {
        "link 'a'": "implausibly heavy",
        "link 'b'": "moves, and weighs nothing",
        "joint 'j1'": "has no limits",
    }
    assert "<mass value> in grams" in found["link 'a'"].hint
    assert found["link 'b'"].hint.startswith("Add <inertial> with")
    assert found["joint 'j1'"].hint.startswith("Add <limit lower upper")
    # The same robot in Python, or in another file, has no such elements.
    assert not any("<" in finding.hint for finding in load(path).check())


@pytest.mark.parametrize(
    ("kind", "what", "advice"),
    [
        ("revolute", "has no limits", "or make the joint continuous"),
        ("prismatic", "slides without limits", "Add <limit lower upper velocity effort>: ROS"),
    ],
)
def test_a_urdf_without_any_limit(tmp_path, kind, what, advice):
    """URDF asks for <limit>, though no other joint has one to compare with."""
    path = tmp_path / "my.urdf"
    limit = '<limit lower="-2" upper="2" velocity="1" effort="10"/>'
    path.write_text(URDF.replace(limit, "").replace("revolute", kind))
    found = {one.where: one for one in check_file(path) if one.what == what}
    assert [*found] == ["joint 'j1'", "joint 'j2'"]
    assert all(advice in one.hint for one in found.values())
    # Kept in other files of it, until it has limits, or somebody says that none are meant.
    robot = load(path)
    robot.save(tmp_path / "my.toml")
    again = load(tmp_path / "my.toml")
    assert [one.where for one in again.check() if one.what == what] == [*found]
    limited = changed(again, {"joints.j1.limits.lower": -1.0, "joints.j1.limits.upper": 1.0})
    assert [one.where for one in limited.check() if one.what == what] == ["joint 'j2'"]


def test_a_robot_of_other_files_may_have_no_limits(tmp_path):
    (tmp_path / "my.toml").write_text(
        "name = 'my'\n[[links]]\nname = 'base'\n[[links]]\nname = 'a'\nmass = 1\n"
        "inertia = [0.1, 0.1, 0.1]\n"
        "[[joints]]\nname = 'j'\nkind = 'revolute'\nparent = 'base'\nchild = 'a'\n"
    )
    assert load(tmp_path / "my.toml").check() == ()


def test_a_joint_that_turns_without_end_on_purpose(tmp_path):
    path = tmp_path / "my.urdf"
    path.write_text(URDF.replace('name="j1" type="revolute"', 'name="j1" type="continuous"'))
    robot = load(path)
    assert "has no limits" not in [finding.what for finding in robot.check()]
    robot.save(tmp_path / "my.toml")
    again = load(tmp_path / "my.toml")
    assert "has no limits" not in [finding.what for finding in again.check()]


def test_a_body_between_axes_that_meet_may_weigh_nothing():
    base = arm()
    room = {"limits": Limits(-1, 1), "axis": np.array([1, 0, 0])}
    ball = Joint("ball", "revolute", "turret", "gimbal", base.joints[1].origin, **room)
    tilt = replace(base.joints[1], parent="gimbal", origin=Pose())
    robot = replace(base, links=(*base.links, Link("gimbal")), joints=(base.joints[0], ball, tilt))
    assert not [one for one in robot.check() if one.what == "moves, and weighs nothing"]
    longer = replace(tilt, origin=Pose(translation=[0, 0, 0.2]))
    robot = replace(robot, joints=(base.joints[0], ball, longer))
    assert [one.where for one in robot.check()] == ["link 'gimbal'"]
