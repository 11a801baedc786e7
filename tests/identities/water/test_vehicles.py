"""Arms on vehicles: momentum, station keeping, thrusters."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import armwright as aw
from armwright import Hull, Inertia, Link, Pose
from armwright.blocks.controllers import StationKeeping, Thrusters
from armwright.blocks.disturbances import JointTorque
from armwright.robot.vehicle import FREE_AXES, on_vehicle
from armwright.system import Blocks, Recording

MOUNT = Pose(np.eye(3), np.array([0.2, 0.0, 0.3]))
BODY = Inertia(300.0, np.zeros(3), np.diag([30.0, 40.0, 50.0]))
SQUARE = [[0.3, 0.2, 0], [0.3, -0.2, 0], [-0.3, 0.2, 0], [-0.3, -0.2, 0]]


@pytest.mark.crosscheck
@pytest.mark.parametrize("wet", [False, True])
def test_an_arm_that_moves_on_a_free_platform_moves_it_and_no_momentum(wet: bool) -> None:
    """S1's arm: what the joints do keeps the momentum along the slides, the water's included."""
    hull = Hull(added_mass=[100.0, 200, 300, 10, 20, 30]) if wet else None
    arm = aw.load("six_axis")
    joints = tuple(dataclasses.replace(joint, drive=None) for joint in arm.joints)
    arm = dataclasses.replace(arm, joints=joints, gravity=np.zeros(3))
    robot = on_vehicle(arm, Link("platform", BODY, hull=hull), MOUNT)
    push = JointTorque(torque=[0.0] * 6 + [20.0, -30.0, 10.0, 1.0, -1.0, 0.2])
    data = (
        aw.Scenario(
            "adrift",
            robot,
            0.5,
            start=aw.Start((0.0,) * 7 + (-1.0, 0.7, 0.1, 0.5, 0.0), at_rest=False),
            blocks=Blocks(disturbances=(push,)),
            recording=Recording(("joint_position", "joint_velocity"), rate=50.0),
        )
        .changed({"integration.steps": 4})
        .simulate()
        .data
    )
    q, v = data["joint_position"].values, data["joint_velocity"].values
    compiled = aw.compile(robot)
    momentum = np.einsum("nij,nj->ni", compiled.mass_matrix(q), v)[:, :3]
    scale = np.abs(compiled.mass_matrix(q)[:, :3] * v[:, None, :]).sum(axis=2).max()
    assert np.abs(momentum).max() < 1e-4 * scale
    assert np.abs(v[:, :6]).max() > 1e-2  # the platform does move


@pytest.mark.crosscheck
def test_the_thrusters_keep_the_vehicle_and_give_way_at_their_limit() -> None:
    scenario = aw.load_scenario("underwater/vehicle").changed({"duration": 5.0})
    kept = scenario.simulate().data["joint_position"].values
    weak = scenario.changed({"thrusters.limit": 0.2}).simulate()
    assert np.abs(kept[:, :6]).max() < 0.04
    assert np.abs(weak.data["joint_position"].values[:, 1]).max() > 0.2
    assert int(weak.data["thrusters.limited_count"].sum()) > 100
    still = scenario.changed({"fidelity.saturation": False}).simulate().data
    np.testing.assert_allclose(still["joint_position"].values, kept, atol=1e-9)


def test_thrusters_share_a_wrench_and_leave_out_what_they_cannot_give() -> None:
    """Four that push up, three of six directions: heave, roll, pitch."""
    robot = on_vehicle(aw.load("cart_pendulum"), Link("body", BODY), MOUNT)
    thrusters = Thrusters(
        frame="body", places=SQUARE, directions=[[0, 0, 2.0]] * 4, time_constant=1e-3
    )
    keeping = StationKeeping(frame="body", position=[1.0, 0, 0.5], position_gain=8.0)
    scenario = aw.Scenario(
        "lifted",
        robot,
        0.05,
        start=aw.Start((0.0,) * 8, at_rest=False),
        fidelity=aw.Fidelity(gravity=False),
        blocks=Blocks(controller=(keeping, thrusters)),
        recording=Recording(("thrust", "thruster_wrench"), rate=1000.0),
    )
    data = scenario.simulate().data
    np.testing.assert_allclose(data["thrust"].values[-1], [1.0] * 4, rtol=1e-3)
    np.testing.assert_allclose(data["thruster_wrench"].values[-1], [0, 0, 4, 0, 0, 0], atol=4e-3)


@pytest.mark.parametrize(
    ("places", "directions", "message"),
    [
        ((), (), "block 'thrusters': 'places'"),
        (SQUARE, [[0, 0, 1.0]], "block 'thrusters', directions: wrong shape"),
        (SQUARE[:1], [[0, 0, 0.0]], "a thruster has no direction"),
    ],
)
def test_thrusters_that_make_no_sense(places: object, directions: object, message: str) -> None:
    with pytest.raises(aw.InputError) as caught:
        Thrusters(frame="body", places=places, directions=directions)
    assert message in str(caught.value)


def test_a_vehicle_needs_names_of_its_own() -> None:
    arm = aw.load("cart_pendulum")
    taken = arm.links[0].name
    with pytest.raises(aw.InputError, match="has something of that name already"):
        on_vehicle(arm, Link(taken, BODY))
    robot = on_vehicle(arm, Link("body", BODY))
    assert robot.joint_names[:6] == tuple(FREE_AXES)
    assert set(FREE_AXES) <= set(robot.passive_joints)
