"""Where an arm is not smooth, a linear model says what it assumes, and does that."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import armwright as aw
from armwright.blocks.controllers import Pid
from armwright.blocks.references.hold import Hold

DRY = {"coulomb": 0.4, "viscous": 0.02}


def arm(friction: dict[str, float], law: str = "coulomb", side: str = "joint") -> aw.Robot:
    """Two level links in gravity; friction in the shoulder."""
    drives = (
        aw.Drive(friction=friction, friction_law=law, friction_side=side, torque_limit=None),
        aw.Drive(),
    )
    limits = aw.Limits(-1.0, 2.0, effort=500.0)
    links = [aw.Link("base")]
    joints = []
    for name, drive in zip(("shoulder", "elbow"), drives, strict=True):
        place = aw.Pose(translation=[0.5 if joints else 0.0, 0, 0])
        axis = np.array([0.0, 1.0, 0.0])
        joints.append(aw.Joint(name, "revolute", links[-1].name, name, place, axis, limits, drive))
        links.append(aw.Link(name, aw.Inertia(2.0, [0.25, 0, 0], np.diag([0.01, 0.05, 0.05]))))
    return aw.Robot("two", tuple(links), tuple(joints), tool="elbow")


def test_a_joint_that_sticks_is_taken_as_sliding_unless_it_is_held() -> None:
    robot, q = arm(DRY), [0.2, 0.4]
    sliding = aw.linearise(robot, q)
    assert sliding.assumptions == (
        "friction of shoulder (coulomb) sticks at rest, and is taken as sliding with a constant "
        "torque: neither stiffness nor damping but its viscous part",
    )
    assert sliding.mechanical is not None
    assert sliding.mechanical.damping == pytest.approx(np.diag([0.02, 0.0]))
    held = aw.linearise(robot, q, sticking="held")
    assert held.assumptions == (
        "friction of shoulder (coulomb) sticks: it holds what it acts on, which does not move "
        "at all",
    )
    assert held.state_names == ("elbow", "velocity of elbow")
    # An elbow on a shoulder that does not move: m l² + I, and the slope of its weight.
    inertia, weight = 0.05 + 2.0 * 0.25**2, 2.0 * 0.25 * 9.81
    assert (
        pytest.approx(np.array([[0.0, 1.0], [-weight * np.sin(0.6) / inertia, 0.0]]), rel=1e-9)
        == held.A
    )
    assert pytest.approx(np.array([[0.0, 0.0], [0.0, 1 / inertia]]), rel=1e-9) == held.B
    assert np.abs(sliding.A - aw.linearise(arm({}), q).A).max() == pytest.approx(
        np.abs(np.linalg.inv(sliding.mechanical.mass)[:, 0]).max() * 0.02
    )


def test_a_motor_that_sticks_holds_the_sum_that_it_turns_with() -> None:
    base = arm(DRY, side="motor")
    drives = (
        dataclasses.replace(base.joints[0].drive, gear_ratio=10.0),
        aw.Drive(gear_ratio=5.0, coupling={"shoulder": 2.5}, friction=DRY, friction_side="motor"),
    )
    shoulder, elbow = (
        dataclasses.replace(joint, drive=drive)
        for joint, drive in zip(base.joints, drives, strict=True)
    )
    only_elbow = dataclasses.replace(
        base, joints=(dataclasses.replace(shoulder, drive=aw.Drive(gear_ratio=10.0)), elbow)
    )
    model = aw.linearise(only_elbow, sticking="held")
    # 5 δelbow + 2.5 δshoulder = 0: the elbow follows.
    assert model.state_names == ("shoulder", "velocity of shoulder")
    assert pytest.approx(np.array([[1.0, 0.0], [-0.5, 0.0]])) == model.C


def test_a_sliding_joint_has_the_slope_of_its_friction() -> None:
    stribeck = {"coulomb": 0.4, "static": 0.8, "stribeck_velocity": 0.3, "viscous": 0.02}
    robot, speed = arm(stribeck, "tustin"), 0.2
    point = aw.OperatingPoint(np.array([0.2, 0.4]), np.array([speed, 0.0]), np.zeros(2))
    model, plain = (aw.linearise(one, point) for one in (robot, arm({})))
    assert model.mechanical is not None and plain.mechanical is not None
    found = (model.mechanical.damping - plain.mechanical.damping)[0, 0]

    def torque(v: float) -> float:
        return 0.4 + 0.4 * np.exp(-((v / 0.3) ** 2)) + 0.02 * v

    expected = (torque(speed + 1e-6) - torque(speed - 1e-6)) / 2e-6
    assert found == pytest.approx(expected, rel=1e-6) and found < 0
    assert model.assumptions == (
        "the arm moves: the model holds for an instant, and for small departures",
    )


def test_bristles_at_rest_are_springs_and_that_is_said() -> None:
    lugre = {"coulomb": 0.4, "stiffness": 200.0, "damping": 0.3}
    model = aw.linearise(arm(lugre, "lugre"), [0.2, 0.4])
    assert model.assumptions == (
        "friction of shoulder (lugre) is at rest: its bristles bend like springs, and do not slip",
    )
    z = model.state_names.index("joints.shoulder.drive.friction.deflection")
    speed = model.state_names.index("velocity of shoulder")
    assert model.A[z, speed] == 1.0
    assert model.mechanical is not None
    inverse = np.linalg.inv(model.mechanical.mass)
    assert model.A[2:4, z] == pytest.approx(-200.0 * inverse[:, 0])


def test_a_joint_at_its_end_or_too_heavy_is_said() -> None:
    robot = arm({})
    model = aw.linearise(robot, [2.0, 0.0])
    assert model.assumptions == (
        "joint shoulder is at the end of its range or beyond: the model has no stop there, the "
        "joint goes on freely",
    )
    weak = dataclasses.replace(
        robot,
        joints=tuple(
            dataclasses.replace(j, limits=dataclasses.replace(j.limits, effort=5.0))
            for j in robot.joints
        ),
    )
    (first,) = aw.linearise(weak, [0.0, 0.2]).assumptions[:1]
    assert first.startswith("joint shoulder: its weight takes 19.5")


def test_a_controller_at_its_limit_does_not_respond_and_that_is_said() -> None:
    pid = {"proportional_gain": 200.0, "derivative_gain": 20.0, "integral_gain": 5.0}

    def loop(limit: float) -> aw.LinearModel:
        blocks = aw.Blocks(
            reference=Hold(name="reference", position=(0.2, 0.4)),
            controller=(Pid(name="pid", rate=1000.0, torque_limit=limit, **pid),),
        )
        return aw.linearise(aw.Scenario("limits", arm({}), 1.0, blocks=blocks))

    free, limited = loop(100.0), loop(3.0)
    assert free.assumptions == () and free.stable
    assert any("'pid.limited' is up: a limit is reached" in text for text in limited.assumptions)
    assert not limited.stable


def test_a_sampled_loop_may_be_held_by_friction_too() -> None:
    gains = {"proportional_gain": 200.0, "derivative_gain": 20.0, "integral_gain": 5.0}
    pid = Pid(name="pid", rate=1000.0, **gains)
    blocks = aw.Blocks(reference=Hold(name="reference", position=(0.2, 0.4)), controller=(pid,))
    scenario = aw.Scenario("held", arm(DRY), 1.0, blocks=blocks)
    sliding, held = (aw.linearise(scenario, sticking=how) for how in ("sliding", "held"))
    assert len(sliding.state_names) == 2 + len(held.state_names)
    assert "elbow" in held.state_names and "shoulder" not in held.state_names
    alone = aw.linearise(scenario, part="plant", sticking="held")
    assert (
        pytest.approx(aw.linearise(arm(DRY), alone.point.position, sticking="held").A, rel=1e-9)
        == alone.A
    )
