"""MJCF against MuJoCo itself."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.robot import load
from armwright.robot.formats import mjcf

mujoco = pytest.importorskip("mujoco")

ARM = """
<mujoco model="arm">
  <compiler angle="degree" eulerseq="zyx"/>
  <option gravity="0 0 -9.7"/>
  <default>
    <joint damping="0.5" armature="0.02"/>
    <geom density="700"/>
    <default class="slider"><joint type="slide" range="-0.2 0.3" frictionloss="2"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <body name="turret" pos="0.1 0 0.3" euler="30 20 10" childclass="main">
      <joint name="yaw" axis="0 0 2" range="-170 170" ref="15"/>
      <geom type="cylinder" size="0.1 0.2"/>
      <body name="arm" pos="0 0 0.2" axisangle="0 1 0 40">
        <joint name="lift" axis="0 1 0" pos="0.05 0.02 0.01"/>
        <joint name="twist" axis="1 0 0" pos="0.1 0 0"/>
        <geom type="capsule" fromto="0 0 0 0.5 0.1 0" size="0.04"/>
        <geom type="box" size="0.05 0.06 0.07" pos="0.2 0 0" quat="1 0.2 0.3 0.1" mass="0.4"/>
        <geom type="ellipsoid" size="0.05 0.06 0.07" pos="0.3 0 0"/>
        <frame pos="0.5 0 0" euler="0 90 0">
          <site name="flange" pos="0 0 0.1" xyaxes="0 1 0 -1 0 0.1"/>
          <body name="tool" pos="0 0 0.05" zaxis="0.3 0.4 1">
            <joint name="push" class="slider" axis="1 1 0"/>
            <inertial pos="0 0 0.1" quat="1 0.1 0 0" mass="1.5" diaginertia="0.03 0.02 0.015"/>
            <geom type="sphere" size="0.05"/>
            <body name="plate" pos="0 0.1 0"><geom type="box" size="0.1 0.1 0.01"/></body>
          </body>
        </frame>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="yaw" gear="50" ctrlrange="-2 2"/></actuator>
</mujoco>
"""


def compare(robot, model, pose_of, tolerance=1e-9):
    data = mujoco.MjData(model)
    rng = np.random.default_rng(0)
    names = [model.joint(i).name for i in range(model.njnt)]
    assert set(names) == set(robot.joint_names)
    data.qpos[:] = rng.uniform(-0.3, 0.3, model.nq)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    position = dict(zip(names, data.qpos, strict=True))
    q = [position[name] for name in robot.joint_names]
    for i in range(1, model.nbody):
        inertia = robot.link(model.body(i).name).inertia
        assert (0.0 if inertia is None else inertia.mass) == pytest.approx(model.body_mass[i])
        if inertia is None:
            continue
        T = pose_of(robot, q, model.body(i).name)
        centre = T @ np.append(inertia.centre, 1)
        assert centre[:3] == pytest.approx(data.xipos[i], abs=tolerance)
        R = data.ximat[i].reshape(3, 3)
        tensor = R @ np.diag(model.body_inertia[i]) @ R.T
        assert T[:3, :3] @ inertia.tensor @ T[:3, :3].T == pytest.approx(tensor, abs=tolerance)
    for i in range(model.nsite):
        assert pose_of(robot, q, model.site(i).name)[:3, 3] == pytest.approx(
            data.site_xpos[i], abs=tolerance
        )
        assert pose_of(robot, q, model.site(i).name)[:3, :3] == pytest.approx(
            data.site_xmat[i].reshape(3, 3), abs=tolerance
        )


def test_bodies_joints_masses_and_sites_are_where_mujoco_has_them(pose_of):
    compare(mjcf.parse(ARM), mujoco.MjModel.from_xml_string(ARM), pose_of)


def test_limits_and_drives():
    robot = mjcf.parse(ARM)
    yaw, lift, push = (robot.joint(name) for name in ("yaw", "lift", "push"))
    assert (yaw.limits.lower, yaw.limits.upper) == pytest.approx(np.radians([-170, 170]))
    assert yaw.drive.gear_ratio == 50 and yaw.drive.torque_limit == 2
    assert yaw.drive.motor_inertia * 50**2 == pytest.approx(0.02)
    assert lift.drive.friction["viscous"] == 0.5 and lift.limits.upper == np.inf
    assert (push.kind, push.limits.lower, push.limits.upper) == ("prismatic", -0.2, 0.3)
    assert push.drive.friction["coulomb"] == 2
    assert robot.gravity.tolist() == [0, 0, -9.7]
    assert robot.base == "world" and robot.joint("plate_fixed").kind == "fixed"


@pytest.mark.parametrize("name", ["panda", "manutec_r3"])
def test_mujoco_reads_what_is_written(name, pose_of, tmp_path):
    robot = load(name)
    robot.save(tmp_path / "a.xml")
    if name == "manutec_r3":  # link 1's inertia breaks the triangle inequality, as published
        text = (
            (tmp_path / "a.xml")
            .read_text()
            .replace("autolimits", 'balanceinertia="true" autolimits')
        )
        model = mujoco.MjModel.from_xml_string(text)
    else:
        model = mujoco.MjModel.from_xml_path(str(tmp_path / "a.xml"))
    armature = [
        joint.drive.motor_inertia * joint.drive.gear_ratio**2 for joint in robot.moving_joints
    ]
    assert model.dof_armature == pytest.approx(armature)
    if name == "panda":
        compare(robot, model, pose_of, 1e-8)


@pytest.mark.parametrize(
    "text, message",
    [
        ("<robot/>", r"not an MJCF file .*It is a URDF: rename it to .urdf"),
        ("<mujoco/>", r"<worldbody> is missing"),
        (
            "<mujoco><worldbody><body><freejoint/></body></worldbody></mujoco>",
            r"freejoint \(line 1\): <freejoint> is refused: a free body moves in six ways at once",
        ),
        (
            "<mujoco><worldbody><body><joint type='ball'/></body></worldbody></mujoco>",
            r"joint moves in several ways at once \(got 'ball', expected hinge or slide\)",
        ),
        (
            "<mujoco><worldbody><body><joint axis='0 0 0'/></body></worldbody></mujoco>",
            r"direction of zero length",
        ),
        (
            "<mujoco><worldbody><body><geom type='mesh' mesh='x'/></body></worldbody></mujoco>",
            r"geom \(line 1\): mass of a mesh is not known \(expected <inertial> in its body",
        ),
        (
            "<mujoco><equality><connect body1='a' body2='b'/></equality><worldbody/></mujoco>",
            r"connect \(line 1\): no such body \(got 'a'\)",
        ),
        (
            "<mujoco><include file='../other.xml'/></mujoco>",
            r"included file does not belong to the description \(got '../other.xml'\)",
        ),
        (
            "<mujoco><worldbody><body><geom class='none' size='1'/></body></worldbody></mujoco>",
            r"no such default class \(got 'none'\)",
        ),
        ("<mujoco><compiler eulerseq='abc'/><worldbody/></mujoco>", r"bad eulerseq"),
    ],
)
def test_what_is_refused(text, message):
    with pytest.raises(InputError, match=message):
        mjcf.parse(text)


def test_includes_stay_in_the_folder(tmp_path):
    (tmp_path / "model").mkdir()
    main = tmp_path / "model" / "main.xml"
    (tmp_path / "model" / "part.xml").write_text(
        "<mujoco><worldbody><body name='a'><joint/><geom size='1'/></body></worldbody></mujoco>"
    )
    main.write_text("<mujoco><include file='part.xml'/></mujoco>")
    assert load(main).joint_names == ("a_joint",)
    main.write_text("<mujoco><include file='main.xml'/></mujoco>")
    with pytest.raises(
        InputError, match=r"include \(line 1\): file is included twice \(got .*main.xml"
    ):
        load(main)
    (tmp_path / "secret.xml").write_text("<mujoco/>")
    main.write_text("<mujoco><include file='../secret.xml'/></mujoco>")
    with pytest.raises(InputError, match="does not belong to the description"):
        load(main)
