from __future__ import annotations

import math

import pytest

from armwright.errors import InputError
from armwright.robot import load
from armwright.robot.formats import xacro
from armwright.robot.formats.expressions import evaluate

ARM = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="prefix" default="left_"/>
  <xacro:property name="length" value="0.4"/>
  <xacro:property name="half" value="${length / 2}"/>
  <xacro:property name="inertial_block">
    <inertial><mass value="${2 * half}"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
  </xacro:property>
  <xacro:macro name="rod" params="name parent:=base mass:=${1 + 1} *origin **extra">
    <link name="$(arg prefix)${name}">
      <xacro:if value="${mass > 1}">
        <inertial>
          <origin xyz="${half} 0 0"/>
          <mass value="${mass}"/>
          <inertia ixx="0.1" iyy="${mass * length**2 / 12}" izz="${mass * length**2 / 12}"/>
        </inertial>
      </xacro:if>
      <xacro:unless value="${mass > 1}"><xacro:insert_block name="inertial_block"/></xacro:unless>
      <xacro:insert_block name="extra"/>
    </link>
    <joint name="$(arg prefix)${name}_joint" type="revolute">
      <parent link="${parent}"/><child link="$(arg prefix)${name}"/>
      <xacro:insert_block name="origin"/>
      <axis xyz="0 0 1"/>
      <limit lower="${-pi / 2}" upper="${radians(90)}" effort="1" velocity="1"/>
    </joint>
  </xacro:macro>
  <link name="base"/>
  <xacro:rod name="one">
    <origin xyz="0 0 ${length}"/><more/>
  </xacro:rod>
  <xacro:rod name="two" parent="$(arg prefix)one" mass="0.5">
    <origin xyz="${length} 0 0" rpy="${pi/2} 0 0"/>
    <more><visual><geometry><sphere radius="0.1"/></geometry></visual></more>
  </xacro:rod>
</robot>
"""


def test_macros_are_written_out():
    robot = xacro.parse(ARM)
    assert robot.joint_names == ("left_one_joint", "left_two_joint")
    one, two = robot.link("left_one"), robot.link("left_two")
    assert one.inertia.mass == 2 and one.inertia.centre.tolist() == [0.2, 0, 0]
    assert one.inertia.tensor[2, 2] == pytest.approx(2 * 0.16 / 12)
    assert two.inertia.mass == 0.4 and two.shapes[0].size == (0.1,)
    joint = robot.joint("left_two_joint")
    assert joint.limits.lower == -math.pi / 2 and joint.limits.upper == math.pi / 2
    assert joint.origin.translation.tolist() == [0.4, 0, 0]


def test_includes_stay_in_the_package(tmp_path):
    package = tmp_path / "arm_description"
    (package / "urdf").mkdir(parents=True)
    (package / "macros").mkdir()
    (package / "package.xml").write_text("<package/>")
    (package / "macros" / "links.xacro").write_text("<robot><link name='${name}'/></robot>")
    main = package / "urdf" / "arm.xacro"
    for filename in ("../macros/links.xacro", "$(find arm_description)/macros/links.xacro"):
        main.write_text(
            "<robot name='arm'><xacro:property name='name' value='base'/>"
            f"<xacro:include filename='{filename}'/></robot>"
        )
        assert load(main).base == "base"
    (tmp_path / "other.xacro").write_text("<robot/>")
    for filename in ("../../other.xacro", str(tmp_path / "other.xacro"), "/etc/passwd"):
        main.write_text(f"<robot name='arm'><xacro:include filename='{filename}'/></robot>")
        with pytest.raises(InputError, match="does not belong to the description"):
            load(main)


@pytest.mark.parametrize(
    "body, message",
    [
        ("<xacro:arm/>", r"<xacro:arm> is neither a known command nor a macro"),
        ("<link name='${x}'/>", r"link '\$\{x\}' \(line 1\): name 'x' has no value \(got 'x'\)"),
        (
            "<link name='${__import__(\"os\")}'/>",
            r"more in it than arithmetic .*nothing in a file",
        ),
        ("<link name='${().__class__}'/>", r"more in it than arithmetic"),
        ("<link name='${[c for c in (1,)]}'/>", r"more in it than arithmetic"),
        ("<link name='${1/0}'/>", r"expression cannot be computed: division by zero \(got '1/0'\)"),
        ("<link name='${9**9**9}'/>", r"expression cannot be computed"),
        ("<link name='${2**500 * 2**500}'/>", r"number beyond 1e\+12"),
        ("<link name='${round(1, -1000000000)}'/>", r"more than 400 digits"),
        ("<link name='$(env HOME)'/>", r"\$\(env …\) is refused .*may not look at the machine"),
        ("<link name='$(eval 1)'/>", r"\$\(eval …\) is refused"),
        ("<link name='$(arg none)'/>", r"argument has no default value \(got 'none'\)"),
        ("<xacro:macro name='m'><xacro:m/></xacro:macro><xacro:m/>", r"nest too deeply"),
        (
            "<xacro:macro name='m' params='a'/><xacro:m/>",
            r"parameter 'a' is missing",
        ),
        (
            "<xacro:macro name='m' params='a'/><xacro:m a='1' b='2'/>",
            r"macro has no such parameter \(got \['b'\], expected \['a'\]\)",
        ),
        ("<xacro:macro name='m' params='*a'/><xacro:m/>", r"block 'a' is missing"),
        ("<xacro:if value='maybe'><link name='a'/></xacro:if>", r"name 'maybe' has no value"),
        ("<xacro:insert_block name='x'/>", r"no block of that name"),
        ("<xacro:include filename='a.xacro'/>", r"does not belong to the description"),
    ],
)
def test_what_is_refused(body, message):
    with pytest.raises(InputError, match=message):
        xacro.parse(f"<robot name='x'>{body}</robot>")


@pytest.mark.crosscheck
def test_a_macro_bomb_is_stopped():
    """Each macro calls the one before ten times."""
    macros = "<xacro:macro name='m0'><link name='a'/></xacro:macro>" + "".join(
        f"<xacro:macro name='m{i}'>{f'<xacro:m{i - 1}/>' * 10}</xacro:macro>" for i in range(1, 12)
    )
    with pytest.raises(InputError, match="macros make too many elements"):
        xacro.parse(f"<robot name='x'>{macros}<xacro:m11/></robot>")


def test_properties_within_properties_are_counted():
    """Macros that call each other from deep within: Python's stack would end."""
    first, last = "<xacro:property name='p'>" * 150, "</xacro:property>" * 150
    macros = "".join(
        f"<xacro:macro name='m{k}'>{first}<xacro:m{k + 1}/>{last}</xacro:macro>" for k in range(30)
    )
    with pytest.raises(InputError, match=r"nested too deeply \(expected at most 200\)"):
        xacro.parse(f"<robot name='r'>{macros}<xacro:macro name='m30'/><xacro:m0/></robot>")


def test_urdf_with_macros_says_what_to_do():
    from armwright.robot.formats import urdf

    with pytest.raises(InputError, match=r"has macros in it\. It is a xacro file: rename it"):
        urdf.parse(ARM)


@pytest.mark.parametrize(
    "text, value",
    [
        ("1 + 2 * 3 ** 2 % 5", 1 + 2 * 3**2 % 5),
        ("-(7 // 2) + abs(-3)", 0),
        ("'a' + 'b' == 'ab' and not false", True),
        ("3 if 1 < 2 else 4", 3),
        ("max(sin(pi / 2), cos(0) / 2)", 1.0),
        ("atan2(1, 1) * 4", math.pi),
    ],
)
def test_arithmetic(text, value):
    assert evaluate(text, lambda name: None, "here") == value
